// SPDX-License-Identifier: MIT
// How a C++ function becomes a tool: its parameter type is the schema, its result the content.
#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/schema.hpp>
#include <parley/rpc/async.hpp>
#include <parley/rpc/run.hpp>

namespace parley {
class Runtime;
}

namespace parley::mcp {

class RequestContext;
struct AudioContent;
struct CallToolResult;
struct ContentBlock;
struct EmbeddedResource;
struct ImageContent;
struct ResourceLink;
struct TextContent;

/// Thrown by a tool's handler to say that the tool failed, in words for the model: the call is
/// answered with a result that has `isError` (MCP A16). A `parley::Error` is answered as a
/// protocol error instead; of any other exception the model only learns that the tool failed.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One call of a tool, until it is answered. Answering twice does nothing; an unanswered call that
/// is destroyed is answered with an internal error.
///
/// Thread safety: one thread at a time.
class ToolCall {
 public:
  struct State;
  explicit ToolCall(std::unique_ptr<State> state);
  ToolCall(ToolCall&&) noexcept;
  ToolCall& operator=(ToolCall&&) noexcept;
  ~ToolCall();

  Json& arguments();          ///< Valid until the call is answered.
  RequestContext& context();  ///< Valid until the call is answered.
  Runtime& runtime();

  void reply(const CallToolResult& result);
  void reply(const std::vector<ContentBlock>& content);
  void reply(const ContentBlock& content);
  /// One text block.
  void reply_text(std::string_view text);
  /// `structuredContent`, given as the JSON text of an object, and the same as a text block.
  void reply_structured(std::string_view json);
  /// No content.
  void reply_nothing();
  /// The tool failed: `isError`, with this text.
  void reply_error(std::string_view text);
  /// Inside a catch block: answers with what was thrown.
  void fail_with_current_exception();
  /// Structured content has a number that JSON has none for: fails, as null would not fit the
  /// output schema (MCP A16).
  void refuse_not_finite();
  /// The arguments did not decode.
  void refuse_arguments(const DecodeError& error);

 private:
  std::unique_ptr<State> state_;
};

/// A handler in its one erased form. Called concurrently.
using ToolHandler = std::function<void(ToolCall)>;

namespace detail {

template <class... A>
struct First {
  using type = void;
};
template <class A, class... Rest>
struct First<A, Rest...> {
  using type = std::remove_cvref_t<A>;
};

/// A handler's result, and the type of the arguments that it wants. A generic lambda has neither:
/// write the parameter types out.
template <class F>
struct HandlerTypes : HandlerTypes<decltype(&F::operator())> {};
template <class R, class... A>
struct HandlerTypes<R (*)(A...)> {
  using Result = R;
  using Arguments = typename First<A...>::type;
};
template <class C, class R, class... A>
struct HandlerTypes<R (C::*)(A...)> : HandlerTypes<R (*)(A...)> {};
template <class C, class R, class... A>
struct HandlerTypes<R (C::*)(A...) const> : HandlerTypes<R (*)(A...)> {};

/// Stands for "takes no arguments" (or the context alone).
struct NoArguments {
  template <class V, class Self>
  static void describe(V&, Self&) {}
};

template <class F>
using ArgumentsOf =
    std::conditional_t<std::is_void_v<typename HandlerTypes<F>::Arguments> ||
                           std::is_same_v<typename HandlerTypes<F>::Arguments, RequestContext>,
                       NoArguments, typename HandlerTypes<F>::Arguments>;
template <class F>
using ResultOf = typename parley::detail::Awaitable<typename HandlerTypes<F>::Result>::Result;

template <class F, class Arguments>
decltype(auto) invoke_tool(F& handler, Arguments& arguments, RequestContext& context) {
  if constexpr (std::is_invocable_v<F&, Arguments&&, RequestContext&>) {
    return handler(std::move(arguments), context);
  } else if constexpr (std::is_invocable_v<F&, RequestContext&>) {
    return handler(context);
  } else if constexpr (std::is_invocable_v<F&, Arguments&&>) {
    return handler(std::move(arguments));
  } else {
    static_assert(std::is_invocable_v<F&>,
                  "a tool's handler takes (Arguments), (Arguments, RequestContext&), "
                  "(RequestContext&) or nothing");
    return handler();
  }
}

/// The result types that become structured content with an output schema.
template <class R>
concept StructuredResult =
    Described<R> && !std::is_same_v<R, CallToolResult> && !std::is_same_v<R, TextContent> &&
    !std::is_same_v<R, ImageContent> && !std::is_same_v<R, AudioContent> &&
    !std::is_same_v<R, ResourceLink> && !std::is_same_v<R, EmbeddedResource>;

template <class R>
void reply_value(ToolCall& call, R&& value) {
  using T = std::remove_cvref_t<R>;
  if constexpr (std::is_convertible_v<R, std::string_view>) {
    call.reply_text(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    call.reply_text(value ? "true" : "false");
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, Json>) {
    std::string text;
    Writer writer{text};
    Codec<T>::write(writer, value);
    if constexpr (std::is_same_v<T, Json>) {
      call.reply_structured(text);
    } else {
      call.reply_text(text);
    }
  } else if constexpr (StructuredResult<T>) {
    std::string text;
    Writer writer{text};
    Codec<T>::write(writer, value);
    if (writer.not_finite) return call.refuse_not_finite();
    call.reply_structured(text);
  } else if constexpr (std::is_same_v<T, CallToolResult> ||
                       std::is_same_v<T, std::vector<ContentBlock>>) {
    call.reply(value);
  } else {
    // Dependent, because this header only declares the content types.
    using Block = std::conditional_t<std::is_void_v<T>, void, ContentBlock>;
    call.reply(Block(std::forward<R>(value)));
  }
}

/// Answers with what a coroutine returned or threw.
template <class... Result>
void settle_tool(ToolCall& call, const std::exception_ptr& error, Result&&... result) {
  try {
    if (error) std::rethrow_exception(error);
    if constexpr (sizeof...(result) == 0) {
      call.reply_nothing();
    } else {
      (reply_value(call, std::forward<Result>(result)), ...);
    }
  } catch (...) {
    call.fail_with_current_exception();
  }
}

template <class F, class Arguments>
void start_coroutine_tool(F& handler, ToolCall& call, Arguments& arguments) {
  using Result = ResultOf<F>;
  Runtime& runtime = call.runtime();
  // Outlives the coroutine, so a handler may take the arguments by reference.
  auto start = [&handler, &context = call.context(), arguments = std::move(arguments)]() mutable {
    return invoke_tool(handler, arguments, context);
  };
  if constexpr (std::is_void_v<Result>) {
    spawn_awaitable(parley::detail::Type<Result>{}, runtime, std::move(start),
                    [call = std::move(call)](const std::exception_ptr& error) mutable {
                      settle_tool(call, error);
                    });
  } else {
    spawn_awaitable(
        parley::detail::Type<Result>{}, runtime, std::move(start),
        [call = std::move(call)](const std::exception_ptr& error, Result result) mutable {
          settle_tool(call, error, std::move(result));
        });
  }
}

/// Answers `call`, or has a coroutine answer it, which takes both.
template <class F, class Arguments>
void run_tool(F& handler, ToolCall& call, Arguments& arguments) {
  using Returned = typename HandlerTypes<F>::Result;
  if constexpr (parley::detail::Awaitable<Returned>::value) {
    start_coroutine_tool(handler, call, arguments);
  } else {
    try {
      if constexpr (std::is_void_v<Returned>) {
        invoke_tool(handler, arguments, call.context());
        call.reply_nothing();
      } else {
        reply_value(call, invoke_tool(handler, arguments, call.context()));
      }
    } catch (...) {
      call.fail_with_current_exception();
    }
  }
}

/// A tool's function without its types, and what they say of the tool.
struct ErasedTool {
  ToolHandler handler;
  Run run = Run::worker;
  /// Of the argument type, and what of it decoding does not check; empty for a handler of `Json`.
  GeneratedSchema input{};
  /// Of the result, if that is structured, and what of it the type does not see to.
  GeneratedSchema output{};
};

template <class F>
ToolHandler erase_handler(F handler) {
  using Arguments = ArgumentsOf<F>;
  return [handler = std::make_shared<F>(std::move(handler))](ToolCall call) {
    Arguments arguments{};
    parley::detail::DecodeContext context;
    context.policy = Policy::strict;
    static constexpr parley::detail::Path root{};
    if (!Codec<Arguments>::decode(call.arguments(), arguments, context, root)) {
      return call.refuse_arguments(context.error);
    }
    run_tool(*handler, call, arguments);
  };
}

template <class F>
ErasedTool erase_tool(F handler, Run run) {
  ErasedTool tool{erase_handler(std::move(handler)), run};
  // A coroutine is started where its arguments are; it runs on the event loop either way.
  if (parley::detail::Awaitable<typename HandlerTypes<F>::Result>::value) tool.run = Run::inline_;
  if constexpr (!std::is_same_v<ArgumentsOf<F>, Json>) {
    tool.input = generate_schema<ArgumentsOf<F>>();
  }
  if constexpr (StructuredResult<ResultOf<F>>) tool.output = generate_schema<ResultOf<F>>();
  return tool;
}

}  // namespace detail
}  // namespace parley::mcp
