// SPDX-License-Identifier: MIT
// UniqueFunction: holds what cannot be copied, small callables in place, and destroys each once.
#include <array>
#include <memory>
#include <string>

#include <parley/rpc/unique_function.hpp>

#include "catch.hpp"

using parley::UniqueFunction;

namespace {

// Counts itself, to see each construction meet its destruction.
struct Counted {
  explicit Counted(int& count) : count_(&count) { ++*count_; }
  Counted(Counted&& other) noexcept : count_(other.count_) { ++*count_; }
  Counted& operator=(Counted&&) = delete;
  ~Counted() { --*count_; }
  int* count_;
};

}  // namespace

TEST_CASE("an empty function says so, and so does one that was moved from") {
  UniqueFunction<void()> empty;
  CHECK_FALSE(empty);
  UniqueFunction<int()> full = [] { return 7; };
  UniqueFunction<int()> other = std::move(full);
  CHECK_FALSE(full);
  CHECK(other);
  CHECK(other() == 7);
  other = nullptr;
  CHECK_FALSE(other);
}

TEST_CASE("holds move-only callables and passes move-only arguments and results") {
  UniqueFunction<std::unique_ptr<int>(std::unique_ptr<int>)> add =
      [one = std::make_unique<int>(1)](std::unique_ptr<int> n) {
        return std::make_unique<int>(*n + *one);
      };
  CHECK(*add(std::make_unique<int>(41)) == 42);
}

TEST_CASE("references are passed on, not copied") {
  UniqueFunction<std::string&(std::string&)> append = [](std::string& text) -> std::string& {
    return text += "!";
  };
  std::string text = "hello";
  CHECK(&append(text) == &text);
  CHECK(text == "hello!");
}

TEST_CASE("each callable is destroyed exactly once, in place or on the heap") {
  int count = 0;
  SECTION("in place") {
    UniqueFunction<void()> f = [c = Counted(count)] { static_cast<void>(c); };
    UniqueFunction<void()> g = std::move(f);
    CHECK(count == 1);
    g = [] {};
    CHECK(count == 0);
  }
  SECTION("on the heap, being large") {
    UniqueFunction<void()> f = [c = Counted(count), big = std::array<char, 200>()] {
      static_cast<void>(c);
      static_cast<void>(big);
    };
    UniqueFunction<void()> g = std::move(f);
    CHECK(count == 1);
    g = UniqueFunction<void()>();
    CHECK(count == 0);
  }
}

TEST_CASE("an over-aligned callable is stored where its alignment holds") {
  struct alignas(64) Aligned {
    bool operator()() const { return reinterpret_cast<std::uintptr_t>(this) % 64 == 0; }
  };
  UniqueFunction<bool()> f = Aligned();
  CHECK(f());
}

TEST_CASE("state inside the callable survives calls and moves") {
  UniqueFunction<int()> next = [n = 0]() mutable { return ++n; };
  CHECK(next() == 1);
  UniqueFunction<int()> moved = std::move(next);
  CHECK(moved() == 2);
}
