// SPDX-License-Identifier: MIT
// Compiles the codecs of MCP types once: elicitation.
#include <parley/mcp/types/elicitation.hpp>
#include <parley/mcp/types/elicitation_schema.hpp>

#include <parley/mcp/types/impl/elicitation_schema.ipp>

namespace parley {

template struct Codec<mcp::StringFormat>;
template struct Codec<mcp::StringSchema>;
template struct Codec<mcp::NumberType>;
template struct Codec<mcp::NumberSchema>;
template struct Codec<mcp::BooleanSchema>;
template struct Codec<mcp::EnumOption>;
template struct Codec<mcp::UntitledSingleSelectEnumSchema>;
template struct Codec<mcp::TitledSingleSelectEnumSchema>;
template struct Codec<mcp::StringType>;
template struct Codec<mcp::UntitledEnumItems>;
template struct Codec<mcp::UntitledMultiSelectEnumSchema>;
template struct Codec<mcp::TitledEnumItems>;
template struct Codec<mcp::TitledMultiSelectEnumSchema>;
template struct Codec<mcp::LegacyTitledEnumSchema>;
template struct Codec<mcp::PrimitiveSchemaDefinition>;
template struct Codec<mcp::ObjectType>;
template struct Codec<mcp::ElicitRequestedSchema>;
template struct OneOf<mcp::StringSchema, mcp::NumberSchema, mcp::BooleanSchema,
                      mcp::UntitledSingleSelectEnumSchema, mcp::TitledSingleSelectEnumSchema,
                      mcp::UntitledMultiSelectEnumSchema, mcp::TitledMultiSelectEnumSchema,
                      mcp::LegacyTitledEnumSchema, Unknown>;
template struct Codec<mcp::FormMode>;
template struct Codec<mcp::ElicitRequestFormParams>;
template struct Codec<mcp::UrlMode>;
template struct Codec<mcp::ElicitRequestURLParams>;
template struct Codec<mcp::ElicitRequestParams>;
template struct Codec<mcp::ElicitAction>;
template struct Codec<mcp::ElicitResult>;
template struct Codec<mcp::ElicitationCompleteNotificationParams>;
template struct Codec<mcp::URLElicitationRequiredData>;
template struct OneOf<mcp::ElicitRequestFormParams, mcp::ElicitRequestURLParams, Unknown>;

}  // namespace parley
