// SPDX-License-Identifier: MIT
// A bounded JSON Schema 2020-12 validator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

namespace detail::schema {
struct CompiledSchema;
}

/// How a schema is compiled, and what validating against it may cost. The defaults suit schemas and
/// values that come from peers nobody vouches for.
struct SchemaOptions {
  /// Asserts the formats `email`, `uri`, `date` and `date-time`, the ones of MCP elicitation. Off,
  /// as 2020-12 has it, `format` is an annotation. Other formats are always annotations.
  bool assert_formats = false;

  /// Violations that one ValidationError reports at most; at least 1.
  std::size_t max_violations = 8;

  /// Work that one call of `validate` may do. A step is a subschema applied, a member looked at or
  /// a pattern state visited: 5 to 40 ns. The default takes an array of about 2 million items, and
  /// ends a hostile combination in less than a tenth of a second.
  std::uint64_t max_steps = 2'000'000;

  /// Subschemas that may be applied inside one another, each descent and each `$ref` counting one.
  /// Also the depth to which a schema may nest. Bounds the stack: about 1 KiB for each.
  std::size_t max_depth = 512;

  /// Subschemas of all documents together.
  std::size_t max_subschemas = 50'000;

  /// Instructions of all patterns together (see PatternLimits).
  std::size_t max_pattern_instructions = 200'000;

  /// Supplies the document behind an absolute URI without fragment that a `$ref` or a `$schema`
  /// names, or null. Called only by `compile`. Nothing is ever fetched: without a loader every
  /// external reference but those to the 2020-12 metaschema is an error.
  std::function<std::shared_ptr<const Json>(const std::string& uri)> load;
};

/// Why a schema cannot be used.
struct SchemaError {
  std::string schema_pointer;  ///< JSON Pointer to the place in the schema.
  std::string message;         ///< What is wrong there and what would be right.
};

/// One way in which a value does not fit.
struct SchemaViolation {
  /// JSON Pointer to what does not fit; empty for the whole value.
  std::string instance_pointer;
  /// JSON Pointer to the keyword that says so, references followed. Behind the document's URI and
  /// `#` when that is not the schema given to `compile`.
  std::string schema_pointer;
  /// For a person or a model: "expected integer, got string".
  std::string message;
};

/// Why a value was not accepted.
struct ValidationError {
  enum class Kind {
    mismatch,     ///< The value does not fit the schema.
    too_complex,  ///< A limit of SchemaOptions ended the work; nothing is known about the value.
  };

  Kind kind = Kind::mismatch;
  /// At least one, at most SchemaOptions::max_violations.
  std::vector<SchemaViolation> violations;
  /// There may be more violations than these.
  bool truncated = false;

  /// One line for each violation: "/days: expected integer, got string".
  std::string to_text() const;
};

/// A compiled JSON Schema.
///
///     auto schema = parley::SchemaValidator::compile(std::move(document));
///     if (!schema) return report(schema.error().message);
///     if (auto fits = schema->validate(value); !fits) return report(fits.error().to_text());
///
/// Dialects. 2020-12 is the default and is complete, including `$dynamicRef`, `unevaluated*`,
/// `$vocabulary`, embedded resources and the metaschema. `$schema` may also name 2019-09, draft-07
/// or draft-06, whose rules then hold for that schema resource. What older generators write without
/// saying so is understood in every dialect: `definitions`, an array as `items` with
/// `additionalItems`, `dependencies`, and `$id` with a fragment. Not supported, with an error from
/// `compile`: draft-04 and older, a `$schema` nobody knows (unless `load` supplies a metaschema
/// whose `$vocabulary` tells), and patterns that Pattern refuses.
///
/// Every keyword is checked by `compile`, references included, so `validate` never meets a bad
/// schema.
///
/// Thread safety: immutable; copies share the compiled form; any threads may validate at once.
class SchemaValidator {
 public:
  /// Compiles `schema`, which is kept. Time and memory are linear in the documents' size.
  static expected<SchemaValidator, SchemaError> compile(Json schema, SchemaOptions options = {});

  /// Checks `instance`. Allocates nothing for most schemas when the value fits; a value that does
  /// not fit is walked a second time to word its violations.
  expected<void, ValidationError> validate(const Json& instance) const;

  /// The schema as it was given.
  const Json& schema() const;

 private:
  explicit SchemaValidator(std::shared_ptr<const detail::schema::CompiledSchema> compiled);

  std::shared_ptr<const detail::schema::CompiledSchema> compiled_;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_validator.ipp>
#endif
