// SPDX-License-Identifier: MIT
// Every definition of MCP's official schemas, 2024-11-05 to 2025-11-25, against our types.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <parley/mcp/methods.hpp>
#include <parley/mcp/types.hpp>

#include "catch.hpp"
#include "schema/oracle.hpp"

namespace parley::schema_test {

template <>
struct ShapeOf<mcp::Number> {
  static void fill(Shape& shape) { shape.kind = Shape::Kind::number; }
};

template <>
struct ShapeOf<mcp::SamplingContent> {
  static void fill(Shape& shape) {
    shape.kind = Shape::Kind::one_or_many;
    shape.type_name = "SamplingContent";
    shape.items = &shape_of<mcp::SamplingMessageContentBlock>();
  }
};

namespace {

using namespace mcp;  // NOLINT: the rows below name a hundred of its types.
namespace v = mcp::version;

/// The definition of a message: its method, and its params against the method's row.
template <class Row>
Check message(std::string definition) {
  Check out = type<typename Row::Params>(std::move(definition), "/properties/params");
  out.also = [](const SchemaFile&, std::string_view version, const Json& schema) {
    std::vector<Difference> differences;
    const std::string name(Row::info.name);
    const auto tell = [&](const char* what) { differences.push_back({name, what, &schema}); };
    if (listed_values(*property(schema, "method")) != Json::array({name})) tell("another name");
    if (!method::exists_in(Row::info, version)) tell("not of this version");
    if (is_required(schema, "params") == Row::info.params_optional) tell("params optional?");
    return differences;
  };
  return out;
}

/// The messages that one side may send: those of the table's rows to the other side.
Check messages(std::string definition, std::string_view to, bool notifications) {
  Check out;
  out.definition = std::move(definition);
  out.also = [to, notifications](const SchemaFile& file, std::string_view version,
                                 const Json& schema) {
    std::set<std::string> in_schema;
    std::set<std::string> in_table;
    for (const Leaf& leaf : file.choices(schema).leaves) {
      in_schema.insert(listed_values(*property(*leaf.node, "method")).at(0).get<std::string>());
    }
    for (const MethodInfo& info : method::all) {
      const bool notification = info.name.starts_with("notifications/");
      const bool fits = info.to == to || info.to == "both";
      if (fits && notification == notifications && method::exists_in(info, version)) {
        in_table.insert(std::string(info.name));
      }
    }
    std::vector<Difference> differences;
    std::vector<std::string> names;
    std::set_symmetric_difference(in_schema.begin(), in_schema.end(), in_table.begin(),
                                  in_table.end(), std::back_inserter(names));
    for (const auto& name : names) {
      const bool ours = in_table.count(name) > 0;
      differences.push_back({name, ours ? "a row here only" : "no row here", &schema});
    }
    return differences;
  };
  return out;
}

/// A choice among results: there is nothing to say, since each of them is a definition.
Check results(std::string definition) {
  Check out;
  out.definition = std::move(definition);
  out.also = [](const SchemaFile& file, std::string_view, const Json& schema) {
    std::vector<Difference> differences;
    for (const Json& choice : schema.at("anyOf")) {
      if (!choice.contains("$ref")) differences.push_back({"a result", "has no name", &schema});
      file.resolved(choice);
    }
    return differences;
  };
  return out;
}

/// Some of the kinds of form fields.
Check fields(std::string definition) {
  Check out;
  out.definition = std::move(definition);
  out.coder = &round_trip<PrimitiveSchemaDefinition>;
  out.whole = "PrimitiveSchemaDefinition";
  out.also = [name = out.definition](const SchemaFile& file, std::string_view, const Json& schema) {
    Comparer comparer(file);
    comparer.alias("EnumSchema", "LegacyTitledEnumSchema");
    comparer.compare(schema, shape_of<PrimitiveSchemaDefinition>(), name, {}, name);
    auto differences = comparer.take();
    const auto other_kind = [](const Difference& difference) {
      return difference.place.starts_with("PrimitiveSchemaDefinition<") &&
             difference.what == "not in the schema";
    };
    differences.erase(std::remove_if(differences.begin(), differences.end(), other_kind),
                      differences.end());
    return differences;
  };
  return out;
}

template <class T>
Check field(std::string definition) {
  return type<T, PrimitiveSchemaDefinition>(std::move(definition));
}

Check call_tool_result() {
  Check out = type<CallToolResult>("CallToolResult");
  out.repairs = true;  // A missing content is forgiven (mcp A27.7).
  return out;
}

std::vector<Check> type_checks() {
  return {
      type<Annotations>("Annotations"),
      type<AudioContent, ContentBlock>("AudioContent"),
      type<BlobResourceContents>("BlobResourceContents"),
      field<BooleanSchema>("BooleanSchema"),
      type<CallToolRequestParams>("CallToolRequestParams"),
      call_tool_result(),
      type<CancelTaskResult>("CancelTaskResult"),
      type<CancelledNotificationParams>("CancelledNotificationParams"),
      type<ClientCapabilities>("ClientCapabilities"),
      type<CompleteRequestParams>("CompleteRequestParams"),
      type<CompleteResult>("CompleteResult"),
      type<ContentBlock>("ContentBlock"),
      type<CreateMessageRequestParams>("CreateMessageRequestParams"),
      type<CreateMessageResult>("CreateMessageResult"),
      type<CreateTaskResult>("CreateTaskResult"),
      type<Cursor>("Cursor"),
      type<ElicitRequestFormParams>("ElicitRequestFormParams"),
      type<ElicitRequestParams>("ElicitRequestParams"),
      type<ElicitRequestURLParams>("ElicitRequestURLParams"),
      type<ElicitResult>("ElicitResult"),
      type<EmbeddedResource, ContentBlock>("EmbeddedResource"),
      type<EmptyResult>("EmptyResult"),
      fields("EnumSchema"),
      type<GetPromptRequestParams>("GetPromptRequestParams"),
      type<GetPromptResult>("GetPromptResult"),
      type<GetTaskPayloadResult>("GetTaskPayloadResult"),
      type<GetTaskResult>("GetTaskResult"),
      type<Icon>("Icon"),
      type<ImageContent, ContentBlock>("ImageContent"),
      type<Implementation>("Implementation"),
      type<InitializeRequestParams>("InitializeRequestParams"),
      type<InitializeResult>("InitializeResult"),
      field<LegacyTitledEnumSchema>("LegacyTitledEnumSchema"),
      type<ListPromptsResult>("ListPromptsResult"),
      type<ListResourceTemplatesResult>("ListResourceTemplatesResult"),
      type<ListResourcesResult>("ListResourcesResult"),
      type<ListRootsResult>("ListRootsResult"),
      type<ListTasksResult>("ListTasksResult"),
      type<ListToolsResult>("ListToolsResult"),
      type<LoggingLevel>("LoggingLevel"),
      type<LoggingMessageNotificationParams>("LoggingMessageNotificationParams"),
      type<ModelHint>("ModelHint"),
      type<ModelPreferences>("ModelPreferences"),
      fields("MultiSelectEnumSchema"),
      type<NotificationParams>("NotificationParams"),
      field<NumberSchema>("NumberSchema"),
      type<PaginatedRequestParams>("PaginatedRequestParams"),
      type<PrimitiveSchemaDefinition>("PrimitiveSchemaDefinition"),
      type<ProgressNotificationParams>("ProgressNotificationParams"),
      type<ProgressToken>("ProgressToken"),
      type<Prompt>("Prompt"),
      type<PromptArgument>("PromptArgument"),
      type<PromptMessage>("PromptMessage"),
      type<PromptReference, CompletionReference>("PromptReference"),
      type<ReadResourceRequestParams>("ReadResourceRequestParams"),
      type<ReadResourceResult>("ReadResourceResult"),
      type<RelatedTaskMetadata>("RelatedTaskMetadata"),
      type<mcp::RequestId>("RequestId"),
      type<RequestParams>("RequestParams"),
      type<Resource>("Resource"),
      type<ResourceLink, ContentBlock>("ResourceLink"),
      type<ResourceReference, CompletionReference>("ResourceReference"),
      type<ResourceTemplate>("ResourceTemplate"),
      type<ResourceTemplateReference, CompletionReference>("ResourceTemplateReference"),
      type<ResourceUpdatedNotificationParams>("ResourceUpdatedNotificationParams"),
      type<Result>("Result"),
      type<Role>("Role"),
      type<Root>("Root"),
      type<SamplingMessage>("SamplingMessage"),
      type<SamplingMessageContentBlock>("SamplingMessageContentBlock"),
      type<ServerCapabilities>("ServerCapabilities"),
      type<SetLevelRequestParams>("SetLevelRequestParams"),
      fields("SingleSelectEnumSchema"),
      field<StringSchema>("StringSchema"),
      type<SubscribeRequestParams>("SubscribeRequestParams"),
      type<Task>("Task"),
      type<TaskMetadata>("TaskMetadata"),
      type<TaskStatus>("TaskStatus"),
      type<TaskStatusNotificationParams>("TaskStatusNotificationParams"),
      type<TextContent, ContentBlock>("TextContent"),
      type<TextResourceContents>("TextResourceContents"),
      field<TitledMultiSelectEnumSchema>("TitledMultiSelectEnumSchema"),
      field<TitledSingleSelectEnumSchema>("TitledSingleSelectEnumSchema"),
      type<Tool>("Tool"),
      type<ToolAnnotations>("ToolAnnotations"),
      type<ToolChoice>("ToolChoice"),
      type<ToolExecution>("ToolExecution"),
      type<ToolResultContent, SamplingMessageContentBlock>("ToolResultContent"),
      type<ToolUseContent, SamplingMessageContentBlock>("ToolUseContent"),
      type<URLElicitationRequiredData>("URLElicitationRequiredError",
                                       "/properties/error/allOf/1/properties/data"),
      type<UnsubscribeRequestParams>("UnsubscribeRequestParams"),
      field<UntitledMultiSelectEnumSchema>("UntitledMultiSelectEnumSchema"),
      field<UntitledSingleSelectEnumSchema>("UntitledSingleSelectEnumSchema"),
  };
}

std::vector<Check> message_checks() {
  namespace m = mcp::method;
  return {
      message<m::initialize>("InitializeRequest"),
      message<m::ping>("PingRequest"),
      message<m::tools_list>("ListToolsRequest"),
      message<m::tools_call>("CallToolRequest"),
      message<m::resources_list>("ListResourcesRequest"),
      message<m::resources_templates_list>("ListResourceTemplatesRequest"),
      message<m::resources_read>("ReadResourceRequest"),
      message<m::resources_subscribe>("SubscribeRequest"),
      message<m::resources_unsubscribe>("UnsubscribeRequest"),
      message<m::prompts_list>("ListPromptsRequest"),
      message<m::prompts_get>("GetPromptRequest"),
      message<m::completion_complete>("CompleteRequest"),
      message<m::logging_set_level>("SetLevelRequest"),
      message<m::sampling_create_message>("CreateMessageRequest"),
      message<m::roots_list>("ListRootsRequest"),
      message<m::elicitation_create>("ElicitRequest"),
      message<m::tasks_get>("GetTaskRequest"),
      message<m::tasks_result>("GetTaskPayloadRequest"),
      message<m::tasks_cancel>("CancelTaskRequest"),
      message<m::tasks_list>("ListTasksRequest"),
      message<m::notifications_initialized>("InitializedNotification"),
      message<m::notifications_cancelled>("CancelledNotification"),
      message<m::notifications_progress>("ProgressNotification"),
      message<m::notifications_message>("LoggingMessageNotification"),
      message<m::notifications_resources_updated>("ResourceUpdatedNotification"),
      message<m::notifications_resources_list_changed>("ResourceListChangedNotification"),
      message<m::notifications_tools_list_changed>("ToolListChangedNotification"),
      message<m::notifications_prompts_list_changed>("PromptListChangedNotification"),
      message<m::notifications_roots_list_changed>("RootsListChangedNotification"),
      message<m::notifications_elicitation_complete>("ElicitationCompleteNotification"),
      message<m::notifications_tasks_status>("TaskStatusNotification"),
      messages("ClientRequest", "server", false),
      messages("ServerRequest", "client", false),
      messages("ClientNotification", "server", true),
      messages("ServerNotification", "client", true),
      results("ClientResult"),
      results("ServerResult"),
  };
}

constexpr std::string_view envelope = "an envelope of JSON-RPC: rpc/message.hpp";
constexpr std::string_view base = "members that other definitions share; never sent by itself";

std::vector<Uncovered> uncovered() {
  return {
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
}

std::vector<Exception> exceptions() {
  return {
      {"*._meta: kept as JSON", "free for all; progress_token_of() reads its one known member"},
      {"Tool.inputSchema: kept as JSON", "a JSON Schema, with keywords that no type lists"},
      {"Tool.outputSchema: kept as JSON", "a JSON Schema, with keywords that no type lists"},
      {"CallToolResult.structuredContent: kept as JSON", "any value in versions after 2025-11-25"},
      {"ToolResultContent.structuredContent: kept as JSON",
       "any value in versions after 2025-11-25"},
      {"ElicitResult.content: kept as JSON",
       "what a validator and a program's own struct take; the schema forbids fractions by mistake"},
      {"ClientCapabilities.experimental{}: kept as JSON", "by name, each what its inventor says"},
      {"ServerCapabilities.experimental{}: kept as JSON", "by name, each what its inventor says"},
      {"CancelledNotificationParams.requestId: required in the schema only",
       "optional since 2025-11-25, so the one type for all versions cannot demand it",
       {},
       v::v2025_06_18},
      {"Task._meta: not in the schema", "the same type is the result and params that add it"},
      {"*Params._meta: not in the schema",
       "every request and notification may have it, by way of the base Request and Notification"},
  };
}

std::vector<Since> since() {
  return {
      {"Annotations.lastModified", v::v2025_06_18},
      {"Implementation.title", v::v2025_06_18},
      {"Implementation.description", v::v2025_11_25},
      {"Implementation.icons", v::v2025_11_25},
      {"Implementation.websiteUrl", v::v2025_11_25},
      {"*Content._meta", v::v2025_06_18},
      {"*ResourceContents._meta", v::v2025_06_18},
      {"EmbeddedResource._meta", v::v2025_06_18},
      {"ContentBlock<AudioContent>", v::v2025_03_26},
      {"ContentBlock<ResourceLink>", v::v2025_06_18},
      {"ResourceLink.icons", v::v2025_11_25},
      {"Resource.title", v::v2025_06_18},
      {"Resource.icons", v::v2025_11_25},
      {"Resource._meta", v::v2025_06_18},
      {"ResourceTemplate.title", v::v2025_06_18},
      {"ResourceTemplate.icons", v::v2025_11_25},
      {"ResourceTemplate._meta", v::v2025_06_18},
      {"Prompt.title", v::v2025_06_18},
      {"Prompt.icons", v::v2025_11_25},
      {"Prompt._meta", v::v2025_06_18},
      {"PromptArgument.title", v::v2025_06_18},
      {"PromptReference.title", v::v2025_06_18},
      {"Root._meta", v::v2025_06_18},
      {"Tool.title", v::v2025_06_18},
      {"Tool.outputSchema", v::v2025_06_18},
      {"Tool.annotations", v::v2025_03_26},
      {"Tool.execution", v::v2025_11_25},
      {"Tool.icons", v::v2025_11_25},
      {"Tool._meta", v::v2025_06_18},
      {"CallToolRequestParams.task", v::v2025_11_25},
      {"CallToolResult.structuredContent", v::v2025_06_18},
      {"CompleteRequestParams.context", v::v2025_06_18},
      {"ProgressNotificationParams.message", v::v2025_03_26},
      {"SamplingMessageContentBlock<AudioContent>", v::v2025_03_26},
      {"SamplingMessageContentBlock<ToolUseContent>", v::v2025_11_25},
      {"SamplingMessageContentBlock<ToolResultContent>", v::v2025_11_25},
      {"SamplingContent[]", v::v2025_11_25},
      {"SamplingMessage._meta", v::v2025_11_25},
      {"CreateMessageRequestParams.tools", v::v2025_11_25},
      {"CreateMessageRequestParams.toolChoice", v::v2025_11_25},
      {"CreateMessageRequestParams.task", v::v2025_11_25},
      {"ClientCapabilities.elicitation", v::v2025_06_18},
      {"ClientCapabilities.tasks", v::v2025_11_25},
      {"SamplingCapability.context", v::v2025_11_25},
      {"SamplingCapability.tools", v::v2025_11_25},
      {"ElicitationCapability.form", v::v2025_11_25},
      {"ElicitationCapability.url", v::v2025_11_25},
      {"ServerCapabilities.completions", v::v2025_03_26},
      {"ServerCapabilities.tasks", v::v2025_11_25},
      {"ElicitRequestParams<ElicitRequestURLParams>", v::v2025_11_25},
      {"ElicitRequestFormParams.mode", v::v2025_11_25},
      {"ElicitRequestFormParams.task", v::v2025_11_25},
      {"ElicitRequestedSchema.$schema", v::v2025_11_25},
      {"StringSchema.default", v::v2025_11_25},
      {"NumberSchema.default", v::v2025_11_25},
      {"LegacyTitledEnumSchema.default", v::v2025_11_25},
      {"PrimitiveSchemaDefinition<UntitledSingleSelectEnumSchema>", v::v2025_11_25},
      {"PrimitiveSchemaDefinition<TitledSingleSelectEnumSchema>", v::v2025_11_25},
      {"PrimitiveSchemaDefinition<UntitledMultiSelectEnumSchema>", v::v2025_11_25},
      {"PrimitiveSchemaDefinition<TitledMultiSelectEnumSchema>", v::v2025_11_25},
  };
}

/// No npm package ships these schemas (looked for in the official SDKs, servers and conformance
/// suite), so they come from a folder; empty when there is none.
std::string schema_folder() {
  const char* chosen = std::getenv("PARLEY_SCHEMA_DIR");
  const std::filesystem::path folder = chosen != nullptr ? chosen : PARLEY_SCHEMA_DIR;
  return std::filesystem::exists(folder / "mcp") ? (folder / "mcp").lexically_normal() : "";
}

}  // namespace

TEST_CASE("mcp types agree with every definition of the official schemas") {
  const std::string folder = schema_folder();
  if (folder.empty()) {
    WARN("mcp: not checked, no schema files; set PARLEY_SCHEMA_DIR");
    return;
  }
  Oracle oracle;
  oracle.checks = type_checks();
  for (Check& check : message_checks()) oracle.checks.push_back(std::move(check));
  oracle.exceptions = exceptions();
  oracle.uncovered = uncovered();
  oracle.since = since();
  oracle.aliases = {{"EnumSchema", "LegacyTitledEnumSchema"}};
  std::vector<std::string> wrong;
  for (const std::string_view version : v::supported) {
    const std::string name(version);
    SchemaFile file(folder + "/" + name + "/schema.json");
    for (const auto& line : oracle.run("mcp", name, file)) wrong.push_back(name + " " + line);
  }
  for (const auto& line : oracle.stale()) wrong.push_back(line);
  for (const auto& line : wrong) UNSCOPED_INFO(line);
  CHECK(wrong.empty());
}

}  // namespace parley::schema_test
