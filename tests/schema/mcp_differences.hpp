// SPDX-License-Identifier: MIT
// Where MCP's types differ from the official schemas, and why that is right.
#pragma once

#include <parley/mcp/version.hpp>

#include "schema/oracle.hpp"

namespace parley::schema_test {

namespace version = mcp::version;

inline constexpr std::string_view envelope = "an envelope of JSON-RPC: rpc/message.hpp";
inline constexpr std::string_view base =
    "members that other definitions share; never sent by itself";

/// Definitions that no type stands for.
inline constexpr Uncovered mcp_uncovered[] = {
    {"JSONRPCBatchRequest", envelope},
    {"JSONRPCBatchResponse", envelope},
    {"JSONRPCError", envelope},
    {"JSONRPCErrorResponse", envelope},
    {"JSONRPCMessage", envelope},
    {"JSONRPCNotification", envelope},
    {"JSONRPCRequest", envelope},
    {"JSONRPCResponse", envelope},
    {"JSONRPCResultResponse", envelope},
    {"Error", envelope},
    {"Request", base},
    {"Notification", base},
    {"PaginatedRequest", base},
    {"PaginatedResult", base},
    {"Annotated", base},
    {"BaseMetadata", base},
    {"Icons", base},
    {"ResourceRequestParams", base},
    {"TaskAugmentedRequestParams", base},
    {"ResourceContents", "members that text and blob contents share; ours is the choice of them"},
};

/// Differences that are meant.
inline constexpr Exception mcp_exceptions[] = {
    {"*._meta: kept as JSON", "free for all; progress_token_of() reads its one known member"},
    {"Tool.inputSchema: kept as JSON", "a JSON Schema, with keywords that no type lists"},
    {"Tool.outputSchema: kept as JSON", "a JSON Schema, with keywords that no type lists"},
    {"CallToolResult.structuredContent: kept as JSON", "any value in versions after 2025-11-25"},
    {"ToolResultContent.structuredContent: kept as JSON", "any value in versions after 2025-11-25"},
    {"ElicitResult.content: kept as JSON",
     "what a validator and a program's own struct take; the schema forbids fractions by mistake"},
    {"ClientCapabilities.experimental: kept as JSON", "by name, each what its inventor says"},
    {"ServerCapabilities.experimental: kept as JSON", "by name, each what its inventor says"},
    {"CancelledNotificationParams.requestId: required in the schema only",
     "optional since 2025-11-25, so the one type for all versions cannot demand it",
     {},
     version::v2025_06_18},
    {"Task._meta: not in the schema", "the same type is the result and params that add it"},
    {"*Params._meta: not in the schema",
     "every request and notification may have it, by way of the base Request and Notification"},
};

/// What came with which version.
inline constexpr Since mcp_since[] = {
    {"Annotations.lastModified", version::v2025_06_18},
    {"Implementation.title", version::v2025_06_18},
    {"Implementation.description", version::v2025_11_25},
    {"Implementation.icons", version::v2025_11_25},
    {"Implementation.websiteUrl", version::v2025_11_25},
    {"*Content._meta", version::v2025_06_18},
    {"*ResourceContents._meta", version::v2025_06_18},
    {"EmbeddedResource._meta", version::v2025_06_18},
    {"ContentBlock<AudioContent>", version::v2025_03_26},
    {"ContentBlock<ResourceLink>", version::v2025_06_18},
    {"ResourceLink.icons", version::v2025_11_25},
    {"Resource.title", version::v2025_06_18},
    {"Resource.icons", version::v2025_11_25},
    {"Resource._meta", version::v2025_06_18},
    {"ResourceTemplate.title", version::v2025_06_18},
    {"ResourceTemplate.icons", version::v2025_11_25},
    {"ResourceTemplate._meta", version::v2025_06_18},
    {"Prompt.title", version::v2025_06_18},
    {"Prompt.icons", version::v2025_11_25},
    {"Prompt._meta", version::v2025_06_18},
    {"PromptArgument.title", version::v2025_06_18},
    {"PromptReference.title", version::v2025_06_18},
    {"Root._meta", version::v2025_06_18},
    {"Tool.title", version::v2025_06_18},
    {"Tool.outputSchema", version::v2025_06_18},
    {"Tool.annotations", version::v2025_03_26},
    {"Tool.execution", version::v2025_11_25},
    {"Tool.icons", version::v2025_11_25},
    {"Tool._meta", version::v2025_06_18},
    {"CallToolRequestParams.task", version::v2025_11_25},
    {"CallToolResult.structuredContent", version::v2025_06_18},
    {"CompleteRequestParams.context", version::v2025_06_18},
    {"ProgressNotificationParams.message", version::v2025_03_26},
    {"SamplingMessageContentBlock<AudioContent>", version::v2025_03_26},
    {"SamplingMessageContentBlock<ToolUseContent>", version::v2025_11_25},
    {"SamplingMessageContentBlock<ToolResultContent>", version::v2025_11_25},
    {"SamplingContent[]", version::v2025_11_25},
    {"SamplingMessage._meta", version::v2025_11_25},
    {"CreateMessageRequestParams.tools", version::v2025_11_25},
    {"CreateMessageRequestParams.toolChoice", version::v2025_11_25},
    {"CreateMessageRequestParams.task", version::v2025_11_25},
    {"ClientCapabilities.elicitation", version::v2025_06_18},
    {"ClientCapabilities.tasks", version::v2025_11_25},
    {"SamplingCapability.context", version::v2025_11_25},
    {"SamplingCapability.tools", version::v2025_11_25},
    {"ElicitationCapability.form", version::v2025_11_25},
    {"ElicitationCapability.url", version::v2025_11_25},
    {"ServerCapabilities.completions", version::v2025_03_26},
    {"ServerCapabilities.tasks", version::v2025_11_25},
    {"ElicitRequestParams<ElicitRequestURLParams>", version::v2025_11_25},
    {"ElicitRequestFormParams.mode", version::v2025_11_25},
    {"ElicitRequestFormParams.task", version::v2025_11_25},
    {"ElicitRequestedSchema.$schema", version::v2025_11_25},
    {"StringSchema.default", version::v2025_11_25},
    {"NumberSchema.default", version::v2025_11_25},
    {"LegacyTitledEnumSchema.default", version::v2025_11_25},
    {"PrimitiveSchemaDefinition<UntitledSingleSelectEnumSchema>", version::v2025_11_25},
    {"PrimitiveSchemaDefinition<TitledSingleSelectEnumSchema>", version::v2025_11_25},
    {"PrimitiveSchemaDefinition<UntitledMultiSelectEnumSchema>", version::v2025_11_25},
    {"PrimitiveSchemaDefinition<TitledMultiSelectEnumSchema>", version::v2025_11_25},
};

}  // namespace parley::schema_test
