// SPDX-License-Identifier: MIT
// A move-only callable, because handlers own things that cannot be copied.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace parley {

template <class Signature>
class UniqueFunction;

/// Holds any callable that can be moved, even one that cannot be copied (`std::function` cannot).
/// Small callables are kept in place, so that handing one over does not allocate.
///
///     UniqueFunction<void(int)> f = [owned = std::make_unique<int>(1)](int n) { use(*owned, n); };
///
/// Thread safety: distinct objects are independent; one object must not be used by two threads.
/// Calling an empty one is undefined; test with `operator bool` first.
template <class R, class... Args>
class UniqueFunction<R(Args...)> {
 public:
  UniqueFunction() noexcept = default;
  UniqueFunction(std::nullptr_t) noexcept {}

  /// Wraps `f`, moved in where it can be.
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, UniqueFunction> &&
             std::is_invocable_r_v<R, std::remove_cvref_t<F>&, Args...>)
  // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): not for UniqueFunction, see above
  UniqueFunction(F&& f) {
    using T = std::remove_cvref_t<F>;
    if constexpr (fits<T>) {
      ::new (static_cast<void*>(buffer_)) T(std::forward<F>(f));
    } else {
      ::new (static_cast<void*>(buffer_)) T*(new T(std::forward<F>(f)));
    }
    operations_ = &operations_for<T>;
  }

  UniqueFunction(UniqueFunction&& other) noexcept { take(other); }
  UniqueFunction& operator=(UniqueFunction&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  ~UniqueFunction() { reset(); }

  explicit operator bool() const noexcept { return operations_ != nullptr; }

  R operator()(Args... args) { return operations_->call(buffer_, std::forward<Args>(args)...); }

 private:
  static constexpr std::size_t capacity = 6 * sizeof(void*);

  // NOLINTBEGIN(misc-redundant-expression): equal for some T only
  template <class T>
  static constexpr bool fits = sizeof(T) <= capacity && alignof(T) <= alignof(std::max_align_t) &&
                               std::is_nothrow_move_constructible_v<T>;
  // NOLINTEND(misc-redundant-expression)

  struct Operations {
    R (*call)(std::byte*, Args&&...);
    void (*move)(std::byte* to, std::byte* from) noexcept;
    void (*destroy)(std::byte*) noexcept;
  };

  template <class T>
  static T& target(std::byte* buffer) noexcept {
    if constexpr (fits<T>) {
      return *std::launder(reinterpret_cast<T*>(buffer));
    } else {
      return **std::launder(reinterpret_cast<T**>(buffer));
    }
  }

  template <class T>
  static constexpr Operations operations_for{
      [](std::byte* buffer, Args&&... args) -> R {
        return static_cast<R>(target<T>(buffer)(std::forward<Args>(args)...));
      },
      [](std::byte* to, std::byte* from) noexcept {
        if constexpr (fits<T>) {
          ::new (static_cast<void*>(to)) T(std::move(target<T>(from)));
          target<T>(from).~T();
        } else {
          ::new (static_cast<void*>(to)) T*(&target<T>(from));
        }
      },
      [](std::byte* buffer) noexcept {
        if constexpr (fits<T>) {
          target<T>(buffer).~T();
        } else {
          delete &target<T>(buffer);
        }
      }};

  void take(UniqueFunction& other) noexcept {
    operations_ = std::exchange(other.operations_, nullptr);
    if (operations_ != nullptr) operations_->move(buffer_, other.buffer_);
  }

  void reset() noexcept {
    if (operations_ != nullptr) std::exchange(operations_, nullptr)->destroy(buffer_);
  }

  alignas(std::max_align_t) std::byte buffer_[capacity];
  const Operations* operations_ = nullptr;
};

}  // namespace parley
