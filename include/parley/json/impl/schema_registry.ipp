// SPDX-License-Identifier: MIT
// Bodies of schema_registry.hpp: URIs, anchors and JSON Pointers to subschemas.
#pragma once

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include <parley/json/impl/metaschema.hpp>
#include <parley/json/impl/schema_registry.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

PARLEY_DECL const std::string* string_member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(key);
  return member == object.end() ? nullptr : member->get_ptr<const std::string*>();
}

PARLEY_DECL bool is_recursive_anchor(const Json& schema) {
  const auto flag = schema.is_object() ? schema.find("$recursiveAnchor") : schema.end();
  return schema.is_object() && flag != schema.end() && *flag == true;
}

PARLEY_DECL unexpected<SchemaError> SchemaRegistry::error_at(const Json& schema,
                                                             std::string_view keyword,
                                                             std::string message) const {
  auto pointer = compiled_.location_of(schema);
  if (!keyword.empty()) append_pointer_token(pointer, keyword);
  return unexpected<SchemaError>(SchemaError{std::move(pointer), std::move(message)});
}

PARLEY_DECL auto SchemaRegistry::add_document(std::shared_ptr<const Json> document,
                                              const std::string& retrieved_from)
    -> Result<ResourceEntry*> {
  compiled_.documents.push_back({retrieved_from, std::move(document)});
  const SchemaPlace root{compiled_.documents.back().json.get(), nullptr};
  return open(root, UriReference::parse(retrieved_from), {});
}

PARLEY_DECL auto SchemaRegistry::open(const SchemaPlace& place, UriReference uri, Dialect inherited)
    -> Result<ResourceEntry*> {
  const auto dialect = dialect_of(*place.json, inherited);
  if (!dialect) return unexpected<SchemaError>(dialect.error());
  auto& entry = entries_.emplace_back();
  entry.json = place.json;
  entry.dialect = *dialect;
  entry.compiled = &compiled_.resources.emplace_back();
  by_root_[place.json] = &entry;

  const bool is_document = !by_uri_.contains(uri.without_fragment()) && place.resource == nullptr;
  if (is_document) by_uri_[uri.without_fragment()] = &entry;
  entry.uri = std::move(uri);
  if (const auto* id = string_member(*place.json, "$id"); id != nullptr && !id->starts_with('#')) {
    entry.uri = resolve_uri(entry.uri, UriReference::parse(*id));
    if (!entry.uri.fragment.empty()) {
      return error_at(*place.json, "$id",
                      "an $id must have no fragment; name a place with $anchor instead");
    }
    auto& known = by_uri_[entry.uri.without_fragment()];
    if (known != nullptr && known != &entry) {
      return error_at(*place.json, "$id", "two schemas have the $id '" + *id + "'");
    }
    known = &entry;
  }
  return &entry;
}

PARLEY_DECL auto SchemaRegistry::enter(const SchemaPlace& place) -> Result<ResourceEntry*> {
  SchemaPlace here = place;
  if (const auto known = by_root_.find(place.json); known != by_root_.end()) {
    here.resource = known->second;
  } else if (const auto* id = string_member(*place.json, "$id")) {
    const bool is_anchor = id->starts_with('#');  // the old spelling of $anchor
    const bool hidden =
        place.resource->dialect.hides_neighbours_of_ref() && place.json->contains("$ref");
    if (!is_anchor && !hidden) {
      auto opened = open(place, place.resource->uri, place.resource->dialect);
      if (!opened) return opened;
      here.resource = *opened;
    }
    if (is_anchor) {
      here.resource->anchors[id->substr(1)] = {here, std::string_view(*id).substr(1), false};
    }
  }
  if (auto added = add_anchor(here, "$anchor", false); !added) {
    return unexpected<SchemaError>(added.error());
  }
  if (auto added = add_anchor(here, "$dynamicAnchor", true); !added) {
    return unexpected<SchemaError>(added.error());
  }
  return here.resource;
}

PARLEY_DECL auto SchemaRegistry::add_anchor(const SchemaPlace& place, const char* keyword,
                                            bool dynamic) -> Result<void> {
  const auto* name = string_member(*place.json, keyword);
  if (name == nullptr) return {};
  auto& anchor = place.resource->anchors[*name];
  if (anchor.place.json != nullptr && anchor.place.json != place.json) {
    return error_at(*place.json, keyword, "two subschemas have this anchor");
  }
  anchor = {place, *name, dynamic || anchor.dynamic};
  return {};
}

PARLEY_DECL auto SchemaRegistry::dialect_of(const Json& schema, Dialect inherited) const
    -> Result<Dialect> {
  const auto* uri = string_member(schema, "$schema");
  if (uri == nullptr) return inherited;
  std::string_view name = *uri;
  if (name.ends_with('#')) name.remove_suffix(1);
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (name.starts_with(scheme)) name.remove_prefix(scheme.size());
  }
  constexpr std::pair<std::string_view, Draft> drafts[] = {
      {"json-schema.org/draft/2020-12/schema", Draft::draft_2020_12},
      {"json-schema.org/draft/2019-09/schema", Draft::draft_2019_09},
      {"json-schema.org/draft-07/schema", Draft::draft_07},
      {"json-schema.org/draft-06/schema", Draft::draft_07}};
  for (const auto& [known, draft] : drafts) {
    if (name == known) return Dialect{draft, true};
  }
  return custom_dialect(schema, *uri);
}

/// The dialect that a metaschema describes with `$vocabulary`.
PARLEY_DECL auto SchemaRegistry::custom_dialect(const Json& schema, const std::string& uri) const
    -> Result<Dialect> {
  constexpr std::string_view known[] = {"core",       "applicator",        "unevaluated",
                                        "validation", "format-annotation", "format-assertion",
                                        "format",     "content",           "meta-data"};
  const auto metaschema = compiled_.options.load
                              ? compiled_.options.load(UriReference::parse(uri).without_fragment())
                              : nullptr;
  if (metaschema == nullptr || !metaschema->is_object()) {
    return error_at(schema, "$schema",
                    "the dialect '" + uri +
                        "' is not supported; use JSON Schema 2020-12, "
                        "https://json-schema.org/draft/2020-12/schema");
  }
  const auto vocabularies = metaschema->find("$vocabulary");
  if (vocabularies == metaschema->end() || !vocabularies->is_object()) return Dialect{};
  Dialect dialect{Draft::draft_2020_12, false};
  for (const auto& [name, required] : vocabularies->items()) {
    std::string_view short_name = name;
    for (const std::string_view prefix : {"https://json-schema.org/draft/2020-12/vocab/",
                                          "https://json-schema.org/draft/2019-09/vocab/"}) {
      if (name.starts_with(prefix)) short_name.remove_prefix(prefix.size());
    }
    if (name.find("/2019-09/") != std::string::npos) dialect.draft = Draft::draft_2019_09;
    if (short_name == "validation") dialect.has_assertions = true;
    if (std::find(std::begin(known), std::end(known), short_name) == std::end(known) &&
        required == true) {
      return error_at(schema, "$schema", "the dialect needs the unknown vocabulary '" + name + "'");
    }
  }
  return dialect;
}

PARLEY_DECL std::shared_ptr<const Json> SchemaRegistry::load(const std::string& uri) const {
  if (auto document = metaschema_document(uri)) return document;
  return compiled_.options.load ? compiled_.options.load(uri) : nullptr;
}

PARLEY_DECL auto SchemaRegistry::resource_of(const Reference& reference, const ResourceEntry& base)
    -> Result<ResourceEntry*> {
  const auto uri = resolve_uri(base.uri, UriReference::parse(reference.text)).without_fragment();
  if (const auto known = by_uri_.find(uri); known != by_uri_.end()) return known->second;
  auto document = load(uri);
  if (document == nullptr) {
    return error_at(reference.schema, reference.keyword,
                    "cannot resolve '" + reference.text +
                        "': no schema here has that $id, and schemas are never fetched; embed it "
                        "under $defs");
  }
  return add_document(std::move(document), uri);
}

PARLEY_DECL auto SchemaRegistry::find(const Reference& reference, ResourceEntry& resource)
    -> Result<Target> {
  const auto fragment = percent_decoded(UriReference::parse(reference.text).fragment);
  Target target;
  if (reference.keyword == recursive_keyword) {
    target.place = {resource.json, &resource};
    if (is_recursive_anchor(*resource.json)) target.dynamic_anchor = recursive_anchor;
  } else if (fragment.empty() || fragment[0] == '/') {
    target.place = follow_pointer(fragment, resource);
  } else if (const auto found = resource.anchors.find(fragment); found != resource.anchors.end()) {
    target.place = found->second.place;
    if (found->second.dynamic) target.dynamic_anchor = found->second.name;
  }
  if (target.place.json == nullptr) {
    return error_at(reference.schema, reference.keyword,
                    "cannot resolve '" + reference.text + "': there is no such place");
  }
  return target;
}

/// One token of a JSON Pointer with `~1` and `~0` undone.
inline std::string pointer_token(std::string_view text) {
  std::string token;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == '~' && i + 1 < text.size();
    token += !escaped ? text[i] : text[++i] == '1' ? '/' : '~';
  }
  return token;
}

/// The member or item that a token names, or null.
inline const Json* child_named(const Json& parent, const std::string& token) {
  if (parent.is_object()) {
    const auto member = parent.find(token);
    return member == parent.end() ? nullptr : &*member;
  }
  std::size_t index = 0;
  const auto* const end = token.data() + token.size();
  const auto read = std::from_chars(token.data(), end, index);
  const bool is_index = read.ec == std::errc() && read.ptr == end;
  return parent.is_array() && is_index && index < parent.size() ? &parent[index] : nullptr;
}

/// The place that a JSON Pointer names; its `json` is null when there is none.
PARLEY_DECL SchemaPlace SchemaRegistry::follow_pointer(std::string_view pointer,
                                                       ResourceEntry& resource) const {
  SchemaPlace place{resource.json, &resource};
  while (!pointer.empty() && place.json != nullptr) {
    pointer.remove_prefix(1);
    const auto end = std::min(pointer.find('/'), pointer.size());
    place.json = child_named(*place.json, pointer_token(pointer.substr(0, end)));
    pointer.remove_prefix(end);
    if (const auto root = by_root_.find(place.json); root != by_root_.end()) {
      place.resource = root->second;
    }
  }
  return place;
}

}  // namespace parley::detail::schema
