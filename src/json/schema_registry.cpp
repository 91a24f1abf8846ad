// SPDX-License-Identifier: MIT
// Compiles what resolves the references of schemas once: documents, anchors, URIs, the metaschema.
#include <parley/json/impl/metaschema.ipp>
#include <parley/json/impl/schema_node.ipp>
#include <parley/json/impl/schema_registry.hpp>
#include <parley/json/impl/schema_registry.ipp>
#include <parley/json/impl/uri_reference.ipp>
