// SPDX-License-Identifier: MIT
#include <parley/acp/impl/workspace.ipp>
