// SPDX-License-Identifier: MIT
// What a protocol does with a handler's result before it is sent, in each form of a handler.
#include <parley/rpc/responder.hpp>

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <asio/post.hpp>
#include <asio/redirect_error.hpp>
#include <asio/steady_timer.hpp>
#include <parley/rpc/asio.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/router.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"

namespace parley::responder_test {

struct Text {
  std::string text;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("text", self.text, required);
  }
};

/// Answers every request with a handler, and lets a check look at the result.
struct Checked : Dispatcher {
  std::function<void(IncomingRequest)> answer;
  void on_request(IncomingRequest request) override { answer(std::move(request)); }
  void on_notification(IncomingNotification) override {}
};

void exclaim(Text& result) {
  if (result.text == "bad") throw Error(-5, "not this");
  result.text += "!";
}

/// What a call with this text is answered with: the text, or the error's code.
template <class Handler>
std::string answer_of(Handler handler, const std::string& text) {
  auto runtime = std::make_shared<Runtime>();
  auto [a, b] = memory_pair(runtime->workers());
  Router none;
  Checked checked;
  checked.answer = [&](IncomingRequest request) {
    detail::answer_with<Text, Text>(handler, std::move(request), exclaim);
  };
  Connection left(std::move(a), none, {}, runtime);
  Connection right(std::move(b), checked, {}, runtime);
  left.start();
  right.start();
  try {
    return left.call("echo", to_text(Text{text})).at("text").get<std::string>();
  } catch (const Error& error) {
    return std::to_string(error.code());
  }
}

asio::awaitable<Text> coroutine(Text in) { co_return in; }

TEST_CASE("a result is checked before it is sent, whatever the form of the handler") {
  const auto plain = [](Text in) { return in; };
  const auto later = [](Text in, Responder<Text> respond) { respond(in); };
  for (const auto& [in, out] : {std::pair("fine", "fine!"), std::pair("bad", "-5")}) {
    CHECK(answer_of(plain, in) == out);
    CHECK(answer_of(later, in) == out);
    CHECK(answer_of(&coroutine, in) == out);
  }
}

struct Echo {
  static constexpr MethodInfo info{.name = "echo", .to = "both"};
  using Params = Text;
  using Result = Text;
};

TEST_CASE("a coroutine that outlives its connection and its router still has its captures") {
  auto runtime = std::make_shared<Runtime>();
  asio::steady_timer gate(runtime->io(), asio::steady_timer::time_point::max());
  std::promise<void> started;
  auto seen = std::make_shared<std::promise<std::string>>();
  const auto alive = std::make_shared<int>();
  {
    auto [a, b] = memory_pair(runtime->workers());
    Router none;
    Router router;
    router.on<Echo>(
        [&, seen, alive, text = std::string(100, 'x')](Text in) -> asio::awaitable<Text> {
          started.set_value();
          asio::error_code ignored;
          co_await gate.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
          seen->set_value(text + std::to_string(alive.use_count()));
          co_return in;
        });
    Connection left(std::move(a), none, {}, runtime);
    Connection right(std::move(b), router, {}, runtime);
    left.start();
    right.start();
    left.start_call("echo", to_text(Text{"in"}), {}, UniqueFunction<void(Outcome)>([](Outcome) {}));
    started.get_future().wait();
  }
  asio::post(runtime->io(), [&] { gate.cancel(); });
  CHECK(seen->get_future().get() == std::string(100, 'x') + "2");
}

}  // namespace parley::responder_test
