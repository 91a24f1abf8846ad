// SPDX-License-Identifier: MIT
// MCP sampling: a server asks the client for an answer of its language model.
#pragma once

#include <parley/json/open_enum.hpp>
#include <parley/mcp/types/tools.hpp>

namespace parley::mcp {

/// The input of a tool that takes none: `{}`.
OptionalJson empty_object();

/// The model wants to call a tool. Since 2025-11-25.
struct ToolUseContent {
  std::string id{};                     ///< Ties the tool's result to this use of it.
  std::string name{};                   ///< Which tool.
  OptionalJson input = empty_object();  ///< An object that conforms to the tool's input schema.
  OptionalJson meta{};                  ///< `_meta`; keep it in later requests, caches may need it.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("id", self.id, required);
    v("name", self.name, required);
    v("input", self.input, required | object);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ToolUseContent&, const ToolUseContent&) = default;
};

/// What the tool returned that the model called. Since 2025-11-25.
struct ToolResultContent {
  std::string tool_use_id{};  ///< The `id` of the `ToolUseContent`.
  std::vector<ContentBlock> content{};
  OptionalJson structured_content{};  ///< As in `CallToolResult`.
  bool is_error = false;
  OptionalJson meta{};  ///< `_meta`; keep it in later requests, caches may need it.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("toolUseId", self.tool_use_id, required);
    v("content", self.content, required);
    v("structuredContent", self.structured_content);
    v("isError", self.is_error);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ToolResultContent&, const ToolResultContent&) = default;
};

/// One piece of a message to or from a model, chosen by its `type`. Before 2025-11-25 there are
/// only text, image and (since 2025-03-26) audio.
struct SamplingMessageContentBlock
    : OneOf<TextContent, ImageContent, AudioContent, ToolUseContent, ToolResultContent, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "type";
  static constexpr std::array<std::string_view, 5> tags{"text", "image", "audio", "tool_use",
                                                        "tool_result"};
};

/// The content of a message to or from a model: one block, or (since 2025-11-25) an array of them.
/// The two are the same to a reader; which of them a message had is kept, because older peers
/// understand only the first.
class SamplingContent {
 public:
  SamplingContent() = default;
  SamplingContent(SamplingMessageContentBlock block) { blocks_.push_back(std::move(block)); }
  SamplingContent(TextContent text)
      : SamplingContent(SamplingMessageContentBlock(std::move(text))) {}
  SamplingContent(ImageContent image)
      : SamplingContent(SamplingMessageContentBlock(std::move(image))) {}
  SamplingContent(AudioContent audio)
      : SamplingContent(SamplingMessageContentBlock(std::move(audio))) {}
  SamplingContent(std::vector<SamplingMessageContentBlock> blocks)
      : blocks_(std::move(blocks)), array_(true) {}

  /// Whether it is written as an array. Anything but exactly one block always is.
  bool is_array() const { return array_ || blocks_.size() != 1; }
  const std::vector<SamplingMessageContentBlock>& blocks() const { return blocks_; }
  std::vector<SamplingMessageContentBlock>& blocks() { return blocks_; }
  std::size_t size() const { return blocks_.size(); }
  auto begin() const { return blocks_.begin(); }
  auto end() const { return blocks_.end(); }

  friend bool operator==(const SamplingContent&, const SamplingContent&) = default;

 private:
  std::vector<SamplingMessageContentBlock> blocks_{};
  bool array_ = false;
};

/// One message of the conversation that a model is asked to go on with.
struct SamplingMessage {
  Role role = Role::user;
  SamplingContent content{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("role", self.role, required);
    v("content", self.content, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const SamplingMessage&, const SamplingMessage&) = default;
};

/// A wish for a certain model.
struct ModelHint {
  std::optional<std::string> name{};  ///< A part of the model's name; the client may map it.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name);
  }
  friend bool operator==(const ModelHint&, const ModelHint&) = default;
};

/// What matters to the server when the client chooses a model. Advice only.
struct ModelPreferences {
  std::vector<ModelHint> hints{};          ///< The first one that the client can meet counts.
  std::optional<double> cost_priority{};   ///< 0: not important; 1: most important.
  std::optional<double> speed_priority{};  ///< 0: not important; 1: most important.
  std::optional<double> intelligence_priority{};  ///< 0: not important; 1: most important.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("hints", self.hints);
    v("costPriority", self.cost_priority);
    v("speedPriority", self.speed_priority);
    v("intelligencePriority", self.intelligence_priority);
  }
  friend bool operator==(const ModelPreferences&, const ModelPreferences&) = default;
};

/// Which servers' context the client may put before the messages. All but `none` need the client's
/// capability `sampling.context`.
enum class IncludeContext { none, this_server, all_servers };
constexpr auto enum_names(IncludeContext) {
  return EnumNames<IncludeContext, 3>{{{"none", IncludeContext::none},
                                       {"thisServer", IncludeContext::this_server},
                                       {"allServers", IncludeContext::all_servers}}};
}

/// Whether the model may call tools. Since 2025-11-25.
enum class ToolChoiceMode { automatic, required, none };
constexpr auto enum_names(ToolChoiceMode) {
  return EnumNames<ToolChoiceMode, 3>{{{"auto", ToolChoiceMode::automatic},
                                       {"required", ToolChoiceMode::required},
                                       {"none", ToolChoiceMode::none}}};
}

/// How the model may use tools. Since 2025-11-25.
struct ToolChoice {
  std::optional<ToolChoiceMode> mode{};  ///< Unset counts as automatic.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("mode", self.mode);
  }
  friend bool operator==(const ToolChoice&, const ToolChoice&) = default;
};

/// The params of `sampling/createMessage`.
struct CreateMessageRequestParams {
  std::vector<SamplingMessage> messages{};
  std::int64_t max_tokens = 0;  ///< The client must not go beyond it.
  std::optional<ModelPreferences> model_preferences{};
  std::optional<std::string> system_prompt{};       ///< The client may change or drop it.
  std::optional<IncludeContext> include_context{};  ///< Unset counts as none.
  std::optional<double> temperature{};
  std::vector<std::string> stop_sequences{};
  OptionalJson metadata{};                  ///< An object for the model's provider.
  std::vector<Tool> tools{};                ///< What the model may call. Since 2025-11-25.
  std::optional<ToolChoice> tool_choice{};  ///< Since 2025-11-25.
  std::optional<TaskMetadata> task{};       ///< Run it as a task. Since 2025-11-25.
  OptionalJson meta{};                      ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("messages", self.messages, required);
    v("maxTokens", self.max_tokens, required);
    v("modelPreferences", self.model_preferences);
    v("systemPrompt", self.system_prompt);
    v("includeContext", self.include_context);
    v("temperature", self.temperature);
    v("stopSequences", self.stop_sequences);
    v("metadata", self.metadata, object);
    v("tools", self.tools);
    v("toolChoice", self.tool_choice);
    v("task", self.task);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CreateMessageRequestParams&,
                         const CreateMessageRequestParams&) = default;
};

/// Why a model stopped. Providers add their own.
enum class StopReason { end_turn, stop_sequence, max_tokens, tool_use };
constexpr auto enum_names(StopReason) {
  return EnumNames<StopReason, 4>{{{"endTurn", StopReason::end_turn},
                                   {"stopSequence", StopReason::stop_sequence},
                                   {"maxTokens", StopReason::max_tokens},
                                   {"toolUse", StopReason::tool_use}}};
}

/// What the model said.
struct CreateMessageResult {
  Role role = Role::assistant;
  SamplingContent content{};
  std::string model{};  ///< The model that said it.
  std::optional<OpenEnum<StopReason>> stop_reason{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("role", self.role, required);
    v("content", self.content, required);
    v("model", self.model, required);
    v("stopReason", self.stop_reason);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CreateMessageResult&, const CreateMessageResult&) = default;
};

}  // namespace parley::mcp

template <>
struct parley::Codec<parley::mcp::SamplingContent> {
  static bool decode(Json& json, mcp::SamplingContent& out, detail::DecodeContext& context,
                     const detail::Path& path);
  static void write(Writer& writer, const mcp::SamplingContent& value);
};

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/types/impl/sampling.ipp>
#else
namespace parley {
extern template struct OneOf<mcp::TextContent, mcp::ImageContent, mcp::AudioContent,
                             mcp::ToolUseContent, mcp::ToolResultContent, Unknown>;
}  // namespace parley
#endif
