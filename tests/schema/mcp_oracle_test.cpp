// SPDX-License-Identifier: MIT
// Every definition of MCP's official schemas, 2024-11-05 to 2025-11-25, against our types.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <parley/mcp/methods.hpp>
#include <parley/mcp/types.hpp>

#include "catch.hpp"
#include "schema/mcp_differences.hpp"
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

/// Ids, the handshake, logging, progress, tasks.
std::vector<Check> shared_types() {
  return {
      type<Annotations>("Annotations"),
      type<CancelTaskResult>("CancelTaskResult"),
      type<CancelledNotificationParams>("CancelledNotificationParams"),
      type<ClientCapabilities>("ClientCapabilities"),
      type<CreateTaskResult>("CreateTaskResult"),
      type<Cursor>("Cursor"),
      type<EmptyResult>("EmptyResult"),
      type<GetTaskPayloadResult>("GetTaskPayloadResult"),
      type<GetTaskResult>("GetTaskResult"),
      type<Icon>("Icon"),
      type<Implementation>("Implementation"),
      type<InitializeRequestParams>("InitializeRequestParams"),
      type<InitializeResult>("InitializeResult"),
      type<ListTasksResult>("ListTasksResult"),
      type<LoggingLevel>("LoggingLevel"),
      type<LoggingMessageNotificationParams>("LoggingMessageNotificationParams"),
      type<NotificationParams>("NotificationParams"),
      type<PaginatedRequestParams>("PaginatedRequestParams"),
      type<ProgressNotificationParams>("ProgressNotificationParams"),
      type<ProgressToken>("ProgressToken"),
      type<RelatedTaskMetadata>("RelatedTaskMetadata"),
      type<mcp::RequestId>("RequestId"),
      type<RequestParams>("RequestParams"),
      type<Result>("Result"),
      type<Role>("Role"),
      type<ServerCapabilities>("ServerCapabilities"),
      type<SetLevelRequestParams>("SetLevelRequestParams"),
      type<Task>("Task"),
      type<TaskMetadata>("TaskMetadata"),
      type<TaskStatus>("TaskStatus"),
      type<TaskStatusNotificationParams>("TaskStatusNotificationParams"),
  };
}

/// What servers offer.
std::vector<Check> server_types() {
  return {
      type<AudioContent, ContentBlock>("AudioContent"),
      type<BlobResourceContents>("BlobResourceContents"),
      type<CallToolRequestParams>("CallToolRequestParams"),
      call_tool_result(),
      type<CompleteRequestParams>("CompleteRequestParams"),
      type<CompleteResult>("CompleteResult"),
      type<ContentBlock>("ContentBlock"),
      type<EmbeddedResource, ContentBlock>("EmbeddedResource"),
      type<GetPromptRequestParams>("GetPromptRequestParams"),
      type<GetPromptResult>("GetPromptResult"),
      type<ImageContent, ContentBlock>("ImageContent"),
      type<ListPromptsResult>("ListPromptsResult"),
      type<ListResourceTemplatesResult>("ListResourceTemplatesResult"),
      type<ListResourcesResult>("ListResourcesResult"),
      type<ListToolsResult>("ListToolsResult"),
      type<Prompt>("Prompt"),
      type<PromptArgument>("PromptArgument"),
      type<PromptMessage>("PromptMessage"),
      type<PromptReference, CompletionReference>("PromptReference"),
      type<ReadResourceRequestParams>("ReadResourceRequestParams"),
      type<ReadResourceResult>("ReadResourceResult"),
      type<Resource>("Resource"),
      type<ResourceLink, ContentBlock>("ResourceLink"),
      type<ResourceReference, CompletionReference>("ResourceReference"),
      type<ResourceTemplate>("ResourceTemplate"),
      type<ResourceTemplateReference, CompletionReference>("ResourceTemplateReference"),
      type<ResourceUpdatedNotificationParams>("ResourceUpdatedNotificationParams"),
      type<SubscribeRequestParams>("SubscribeRequestParams"),
      type<TextContent, ContentBlock>("TextContent"),
      type<TextResourceContents>("TextResourceContents"),
      type<Tool>("Tool"),
      type<ToolAnnotations>("ToolAnnotations"),
      type<ToolExecution>("ToolExecution"),
      type<UnsubscribeRequestParams>("UnsubscribeRequestParams"),
  };
}

/// What servers ask clients for.
std::vector<Check> client_types() {
  return {
      field<BooleanSchema>("BooleanSchema"),
      type<CreateMessageRequestParams>("CreateMessageRequestParams"),
      type<CreateMessageResult>("CreateMessageResult"),
      type<ElicitRequestFormParams>("ElicitRequestFormParams"),
      type<ElicitRequestParams>("ElicitRequestParams"),
      type<ElicitRequestURLParams>("ElicitRequestURLParams"),
      type<ElicitResult>("ElicitResult"),
      fields("EnumSchema"),
      field<LegacyTitledEnumSchema>("LegacyTitledEnumSchema"),
      type<ListRootsResult>("ListRootsResult"),
      type<ModelHint>("ModelHint"),
      type<ModelPreferences>("ModelPreferences"),
      fields("MultiSelectEnumSchema"),
      field<NumberSchema>("NumberSchema"),
      type<PrimitiveSchemaDefinition>("PrimitiveSchemaDefinition"),
      type<Root>("Root"),
      type<SamplingMessage>("SamplingMessage"),
      type<SamplingMessageContentBlock>("SamplingMessageContentBlock"),
      fields("SingleSelectEnumSchema"),
      field<StringSchema>("StringSchema"),
      field<TitledMultiSelectEnumSchema>("TitledMultiSelectEnumSchema"),
      field<TitledSingleSelectEnumSchema>("TitledSingleSelectEnumSchema"),
      type<ToolChoice>("ToolChoice"),
      type<ToolResultContent, SamplingMessageContentBlock>("ToolResultContent"),
      type<ToolUseContent, SamplingMessageContentBlock>("ToolUseContent"),
      type<URLElicitationRequiredData>("URLElicitationRequiredError",
                                       "/properties/error/allOf/1/properties/data"),
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
  for (auto* list : {&shared_types, &server_types, &client_types, &message_checks}) {
    for (Check& check : list()) oracle.checks.push_back(std::move(check));
  }
  oracle.exceptions = {std::begin(mcp_exceptions), std::end(mcp_exceptions)};
  oracle.uncovered = {std::begin(mcp_uncovered), std::end(mcp_uncovered)};
  oracle.since = {std::begin(mcp_since), std::end(mcp_since)};
  oracle.aliases = {{"EnumSchema", "LegacyTitledEnumSchema"}};
  std::vector<std::string> wrong;
  for (const std::string_view version : version::supported) {
    const std::string name(version);
    SchemaFile file(folder + "/" + name + "/schema.json");
    for (const auto& line : oracle.run("mcp", name, file)) wrong.push_back(name + " " + line);
  }
  for (const auto& line : oracle.stale()) wrong.push_back(line);
  for (const auto& line : wrong) UNSCOPED_INFO(line);
  CHECK(wrong.empty());
}

}  // namespace parley::schema_test
