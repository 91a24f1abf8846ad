// SPDX-License-Identifier: MIT
#ifdef __linux__
#include <parley/transport/impl/posix/spawn_child.ipp>
#endif
