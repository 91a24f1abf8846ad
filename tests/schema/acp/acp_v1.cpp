// SPDX-License-Identifier: MIT
// The schema oracle of ACP v1: which type stands for which definition.
#include <algorithm>
#include <set>

#include <parley/acp/errors.hpp>
#include <parley/acp/methods.hpp>
#include <parley/acp/types.hpp>

#include "schema/acp/oracle.hpp"

namespace parley::oracle {

template <>
struct ShapeOf<RequestId> {
  static Shape make() { return one_of_shape<std::nullptr_t, std::int64_t, std::string>(); }
};

template <>
struct ShapeOf<acp::SessionConfigSelectOptions> {
  static Shape make() {
    return one_of_shape<std::vector<acp::SessionConfigSelectOption>,
                        std::vector<acp::SessionConfigSelectGroup>>();
  }
};

template <>
struct ShapeOf<acp::ElicitationContentValue> {
  static Shape make() {
    return one_of_shape<std::string, std::int64_t, double, bool, std::vector<std::string>>();
  }
};

namespace {

using Names = std::set<std::string>;

void base_types(Oracle& check) {
  check.alias<acp::ProtocolVersion>("ProtocolVersion");
  check.type<acp::RequestId>("RequestId");
  check.alias<acp::SessionId>("SessionId");
  check.alias<acp::ToolCallId>("ToolCallId");
  check.alias<acp::MessageId>("MessageId");
  check.alias<acp::TerminalId>("TerminalId");
  check.alias<acp::ElicitationId>("ElicitationId");
  check.alias<acp::CompactionId>("CompactionId");
  check.alias<acp::AuthMethodId>("AuthMethodId");
  check.alias<acp::SessionModeId>("SessionModeId");
  check.alias<acp::SessionConfigId>("SessionConfigId");
  check.alias<acp::SessionConfigValueId>("SessionConfigValueId");
  check.alias<acp::SessionConfigGroupId>("SessionConfigGroupId");
  check.alias<acp::PermissionOptionId>("PermissionOptionId");
  check.alias<acp::ErrorCode>("ErrorCode");
  check.type<acp::ErrorObject>("Error");
  check.alias<acp::ExtRequest>("ExtRequest");
  check.alias<acp::ExtResponse>("ExtResponse");
  check.alias<acp::ExtNotification>("ExtNotification");
  check.type<acp::EnvVariable>("EnvVariable");
  check.type<acp::Implementation>("Implementation");
  check.type<acp::CancelRequestNotification>("CancelRequestNotification");
  check.type<acp::AuthMethodTerminal>("AuthMethodTerminal");
  check.type<acp::AuthMethodAgent>("AuthMethodAgent");
  check.type<acp::AuthMethod>("AuthMethod");
  check.type<acp::AuthenticateRequest>("AuthenticateRequest");
  check.type<acp::AuthenticateResponse>("AuthenticateResponse");
  check.type<acp::LogoutRequest>("LogoutRequest");
  check.type<acp::LogoutResponse>("LogoutResponse");
  check.type<acp::InitializeRequest>("InitializeRequest");
  check.type<acp::InitializeResponse>("InitializeResponse");
  check.type<acp::HttpHeader>("HttpHeader");
  check.type<acp::McpServerHttp>("McpServerHttp");
  check.type<acp::McpServerSse>("McpServerSse");
  check.type<acp::McpServerStdio>("McpServerStdio");
  check.type<acp::McpServer>("McpServer");
  check.type<acp::SessionMode>("SessionMode");
  check.type<acp::SessionModeState>("SessionModeState");
  check.type<acp::SetSessionModeRequest>("SetSessionModeRequest");
  check.type<acp::SetSessionModeResponse>("SetSessionModeResponse");
}

void content_types(Oracle& check) {
  check.type<acp::Role>("Role");
  check.type<acp::Annotations>("Annotations");
  check.type<acp::TextContent>("TextContent");
  check.type<acp::ImageContent>("ImageContent");
  check.type<acp::AudioContent>("AudioContent");
  check.type<acp::ResourceLink>("ResourceLink");
  check.type<acp::TextResourceContents>("TextResourceContents");
  check.type<acp::BlobResourceContents>("BlobResourceContents");
  check.type<acp::EmbeddedResourceResource>("EmbeddedResourceResource");
  check.type<acp::EmbeddedResource>("EmbeddedResource");
  check.type<acp::ContentBlock>("ContentBlock");
  check.type<acp::ContentChunk>("ContentChunk");
  check.type<acp::ToolKind>("ToolKind");
  check.type<acp::ToolCallStatus>("ToolCallStatus");
  check.type<acp::Content>("Content");
  check.type<acp::Diff>("Diff");
  check.type<acp::Terminal>("Terminal");
  check.type<acp::ToolCallContent>("ToolCallContent");
  check.type<acp::ToolCallLocation>("ToolCallLocation");
  check.type<acp::ToolCall>("ToolCall");
  check.type<acp::ToolCallUpdate>("ToolCallUpdate");
  check.type<acp::PlanEntryPriority>("PlanEntryPriority");
  check.type<acp::PlanEntryStatus>("PlanEntryStatus");
  check.type<acp::PlanEntry>("PlanEntry");
  check.type<acp::Plan>("Plan");
  check.type<acp::PermissionOptionKind>("PermissionOptionKind");
  check.type<acp::PermissionOption>("PermissionOption");
  check.type<acp::RequestPermissionRequest>("RequestPermissionRequest");
  check.type<acp::SelectedPermissionOutcome>("SelectedPermissionOutcome");
  check.type<acp::RequestPermissionOutcome>("RequestPermissionOutcome");
  check.type<acp::RequestPermissionResponse>("RequestPermissionResponse");
}

void client_service_types(Oracle& check) {
  check.type<acp::ReadTextFileRequest>("ReadTextFileRequest");
  check.type<acp::ReadTextFileResponse>("ReadTextFileResponse");
  check.type<acp::WriteTextFileRequest>("WriteTextFileRequest");
  check.type<acp::WriteTextFileResponse>("WriteTextFileResponse");
  check.type<acp::CreateTerminalRequest>("CreateTerminalRequest");
  check.type<acp::CreateTerminalResponse>("CreateTerminalResponse");
  check.type<acp::TerminalOutputRequest>("TerminalOutputRequest");
  check.type<acp::TerminalExitStatus>("TerminalExitStatus");
  check.type<acp::TerminalOutputResponse>("TerminalOutputResponse");
  check.type<acp::WaitForTerminalExitRequest>("WaitForTerminalExitRequest");
  check.type<acp::WaitForTerminalExitResponse>("WaitForTerminalExitResponse");
  check.type<acp::KillTerminalRequest>("KillTerminalRequest");
  check.type<acp::KillTerminalResponse>("KillTerminalResponse");
  check.type<acp::ReleaseTerminalRequest>("ReleaseTerminalRequest");
  check.type<acp::ReleaseTerminalResponse>("ReleaseTerminalResponse");
  check.type<acp::ElicitationSessionScope>("ElicitationSessionScope");
  check.type<acp::ElicitationRequestScope>("ElicitationRequestScope");
  check.type<acp::ElicitationSchemaType>("ElicitationSchemaType");
  check.type<acp::StringFormat>("StringFormat");
  check.type<acp::EnumOption>("EnumOption");
  check.type<acp::StringPropertySchema>("StringPropertySchema");
  check.type<acp::NumberPropertySchema>("NumberPropertySchema");
  check.type<acp::IntegerPropertySchema>("IntegerPropertySchema");
  check.type<acp::BooleanPropertySchema>("BooleanPropertySchema");
  check.type<acp::StringMultiSelectItems>("StringMultiSelectItems");
  check.type<acp::TitledMultiSelectItems>("TitledMultiSelectItems");
  check.type<acp::MultiSelectItems>("MultiSelectItems");
  check.type<acp::MultiSelectPropertySchema>("MultiSelectPropertySchema");
  check.type<acp::ElicitationPropertySchema>("ElicitationPropertySchema");
  check.type<acp::ElicitationSchema>("ElicitationSchema");
  check.type<acp::ElicitationFormMode>("ElicitationFormMode");
  check.type<acp::ElicitationUrlMode>("ElicitationUrlMode");
  check.type<acp::CreateElicitationRequest>("CreateElicitationRequest");
  check.type<acp::ElicitationContentValue>("ElicitationContentValue");
  check.type<acp::ElicitationAcceptAction>("ElicitationAcceptAction");
  check.type<acp::CreateElicitationResponse>("CreateElicitationResponse");
  check.type<acp::CompleteElicitationNotification>("CompleteElicitationNotification");
}

void capability_types(Oracle& check) {
  check.type<acp::FileSystemCapabilities>("FileSystemCapabilities");
  check.type<acp::CompactionCapabilities>("CompactionCapabilities");
  check.type<acp::BooleanConfigOptionCapabilities>("BooleanConfigOptionCapabilities");
  check.type<acp::SessionConfigOptionsCapabilities>("SessionConfigOptionsCapabilities");
  check.type<acp::NoticeCapabilities>("NoticeCapabilities");
  check.type<acp::ClientSessionCapabilities>("ClientSessionCapabilities");
  check.type<acp::AuthCapabilities>("AuthCapabilities");
  check.type<acp::ElicitationFormCapabilities>("ElicitationFormCapabilities");
  check.type<acp::ElicitationUrlCapabilities>("ElicitationUrlCapabilities");
  check.type<acp::ElicitationCapabilities>("ElicitationCapabilities");
  check.type<acp::ClientCapabilities>("ClientCapabilities");
  check.type<acp::PromptCapabilities>("PromptCapabilities");
  check.type<acp::McpCapabilities>("McpCapabilities");
  check.type<acp::SessionListCapabilities>("SessionListCapabilities");
  check.type<acp::SessionDeleteCapabilities>("SessionDeleteCapabilities");
  check.type<acp::SessionAdditionalDirectoriesCapabilities>(
      "SessionAdditionalDirectoriesCapabilities");
  check.type<acp::SessionResumeCapabilities>("SessionResumeCapabilities");
  check.type<acp::SessionCloseCapabilities>("SessionCloseCapabilities");
  check.type<acp::SessionCapabilities>("SessionCapabilities");
  check.type<acp::LogoutCapabilities>("LogoutCapabilities");
  check.type<acp::AgentAuthCapabilities>("AgentAuthCapabilities");
  check.type<acp::AgentCapabilities>("AgentCapabilities");
}

void session_types(Oracle& check) {
  check.type<acp::SessionConfigOptionCategory>("SessionConfigOptionCategory");
  check.type<acp::SessionConfigSelectOption>("SessionConfigSelectOption");
  check.type<acp::SessionConfigSelectGroup>("SessionConfigSelectGroup");
  check.type<acp::SessionConfigSelectOptions>("SessionConfigSelectOptions");
  check.type<acp::SessionConfigSelect>("SessionConfigSelect");
  check.type<acp::SessionConfigBoolean>("SessionConfigBoolean");
  check.type<acp::SessionConfigOption>("SessionConfigOption");
  check.type<acp::SetSessionConfigOptionRequest>("SetSessionConfigOptionRequest");
  check.type<acp::SetSessionConfigOptionResponse>("SetSessionConfigOptionResponse");
  check.type<acp::NewSessionRequest>("NewSessionRequest");
  check.type<acp::NewSessionResponse>("NewSessionResponse");
  check.type<acp::LoadSessionRequest>("LoadSessionRequest");
  check.type<acp::LoadSessionResponse>("LoadSessionResponse");
  check.type<acp::ResumeSessionRequest>("ResumeSessionRequest");
  check.type<acp::ResumeSessionResponse>("ResumeSessionResponse");
  check.type<acp::SessionInfo>("SessionInfo");
  check.type<acp::ListSessionsRequest>("ListSessionsRequest");
  check.type<acp::ListSessionsResponse>("ListSessionsResponse");
  check.type<acp::CloseSessionRequest>("CloseSessionRequest");
  check.type<acp::CloseSessionResponse>("CloseSessionResponse");
  check.type<acp::DeleteSessionRequest>("DeleteSessionRequest");
  check.type<acp::DeleteSessionResponse>("DeleteSessionResponse");
  check.type<acp::PromptRequest>("PromptRequest");
  check.type<acp::StopReason>("StopReason");
  check.type<acp::PromptResponse>("PromptResponse");
  check.type<acp::CancelNotification>("CancelNotification");
  check.type<acp::UnstructuredCommandInput>("UnstructuredCommandInput");
  check.alias<acp::AvailableCommandInput>("AvailableCommandInput");
  check.type<acp::AvailableCommand>("AvailableCommand");
  check.type<acp::AvailableCommandsUpdate>("AvailableCommandsUpdate");
  check.type<acp::CurrentModeUpdate>("CurrentModeUpdate");
  check.type<acp::ConfigOptionUpdate>("ConfigOptionUpdate");
  check.type<acp::SessionInfoUpdate>("SessionInfoUpdate");
  check.type<acp::Cost>("Cost");
  check.type<acp::UsageUpdate>("UsageUpdate");
  check.type<acp::NoticeSeverity>("NoticeSeverity");
  check.type<acp::Notice>("Notice");
  check.type<acp::CompactionStatus>("CompactionStatus");
  check.type<acp::CompactionUpdate>("CompactionUpdate");
  check.type<acp::CompactionSummaryChunk>("CompactionSummaryChunk");
  check.type<acp::SessionUpdate>("SessionUpdate");
  check.type<acp::SessionNotification>("SessionNotification");
}

/// The definitions that a schema refers to, at any depth of its own text.
void references(const Json& schema, Names& out) {
  if (schema.is_object() && schema.contains("$ref")) out.insert(Schema::reference(schema));
  if (!schema.is_structured()) return;
  for (const Json& part : schema) references(part, out);
}

/// An envelope lists everything that can be in it; the method table has to say the same.
auto envelope(const Oracle& check, const std::string& name, std::string_view to, const char* what) {
  return [&check, name, to, what](const Schema& schema) -> std::string {
    Names official;
    references(schema.definition(name), official);
    official.erase("RequestId");
    official.erase("Error");
    Names ours{what == std::string_view("Result") ? "ExtResponse" : std::string("Ext") + what};
    acp::method::table::for_each([&]<class Row>() {
      if (Row::info.to != to) return;
      if constexpr (RequestMethod<Row>) {
        if (what == std::string_view("Request")) ours.insert(check.name_of<typename Row::Params>());
        if (what == std::string_view("Result")) ours.insert(check.name_of<typename Row::Result>());
      } else if (what == std::string_view("Notification")) {
        ours.insert(check.name_of<typename Row::Params>());
      }
    });
    return official == ours ? "" : "and the method table list different types";
  };
}

void envelopes(Oracle& check) {
  const auto add = [&](const std::string& name, std::string_view to, const char* what) {
    check.covered(name, "rows of the method table, in a message of rpc/message.hpp",
                  envelope(check, name, to, what));
  };
  add("AgentRequest", "client", "Request");
  add("AgentResponse", "agent", "Result");
  add("AgentNotification", "client", "Notification");
  add("ClientRequest", "agent", "Request");
  add("ClientResponse", "client", "Result");
  add("ClientNotification", "agent", "Notification");
}

/// `x-method` and `x-side` of every definition against the row of that method, and back.
std::string method_table(const Oracle& check, const Schema& schema) {
  std::set<std::pair<std::string, std::string>> official;
  for (const std::string& name : schema.names()) {
    const Json& definition = schema.definition(name);
    if (!definition.contains("x-method")) continue;
    const std::string side = definition.at("x-side");
    official.emplace(name, definition.at("x-method").get<std::string>() + " to " +
                               (side == "protocol" ? "both" : side));
  }
  std::set<std::pair<std::string, std::string>> ours;
  acp::method::table::for_each([&]<class Row>() {
    const std::string row = std::string(Row::info.name) + " to " + std::string(Row::info.to);
    ours.emplace(check.name_of<typename Row::Params>(), row);
    if constexpr (RequestMethod<Row>) ours.emplace(check.name_of<typename Row::Result>(), row);
  });
  std::string problem;
  for (const auto& [name, row] : official) {
    if (!ours.contains({name, row})) problem += " no row for " + name + " (" + row + ")";
  }
  for (const auto& [name, row] : ours) {
    if (!official.contains({name, row})) problem += " the schema has no " + name + " (" + row + ")";
  }
  return problem;
}

/// A capability path must lead to a member of what the receiver announces.
std::string capability_paths(const Schema& schema) {
  for (const MethodInfo& info : acp::method::all) {
    const Json* at =
        &schema.definition(info.to == "agent" ? "AgentCapabilities" : "ClientCapabilities");
    std::string_view path = info.capability;
    while (!path.empty()) {
      const std::string step(path.substr(0, path.find('.')));
      path.remove_prefix(std::min(path.size(), step.size() + 1));
      if (!at->contains("properties") || !at->at("properties").contains(step)) {
        return std::string(info.name) + " names a capability that does not exist";
      }
      const Json& property = at->at("properties").at(step);
      const Json& parts = parts_of(property);
      at = &schema.resolve(parts.empty() ? property : parts[0]);
    }
  }
  return {};
}

std::string error_codes(const Schema& schema) {
  namespace code = acp::error_code;
  std::set<std::int64_t> official;
  for (const Json& part : parts_of(schema.definition("ErrorCode"))) {
    if (part.contains("const")) official.insert(part["const"].get<std::int64_t>());
  }
  const std::set<std::int64_t> ours{code::parse_error,      code::invalid_request,
                                    code::method_not_found, code::invalid_params,
                                    code::internal_error,   code::request_cancelled,
                                    code::auth_required,    code::resource_not_found};
  return official == ours ? "" : "differ from acp/errors.hpp";
}

}  // namespace
}  // namespace parley::oracle

int main(int argc, char** argv) {
  using namespace parley::oracle;
  using parley::Json;
  Oracle check(
      {.title = "acp v1",
       .file = {.npm = "@agentclientprotocol/sdk/schema/v1/schema.json", .folder = "acp/v1.json"},
       .conventions = {.leniency = true, .nullability = true, .integer_sizes = true}},
      argc, argv);
  base_types(check);
  content_types(check);
  client_service_types(check);
  capability_types(check);
  session_types(check);
  envelopes(check);
  // A peer that numbers its requests with fractions cancels them by those too.
  check.loosen("RequestId", [](const Json& id) { return id.is_number(); });
  check.also("method table", [&](const Schema& schema) { return method_table(check, schema); });
  check.also("capabilities", capability_paths);
  check.also("error codes", error_codes);
  return check.run();
}
