// SPDX-License-Identifier: MIT
// Room for an asio operation that is started again and again.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace parley::detail {

// asio keeps the memory of operations in the thread that runs the loop, and allocates it anew when
// that thread has left the loop meanwhile. An operation that there is only one of at a time can
// bring its own.
//
// Lifetime: the operation's handler owns this.
class OperationMemory {
 public:
  OperationMemory() = default;
  OperationMemory(const OperationMemory&) = delete;
  OperationMemory& operator=(const OperationMemory&) = delete;

  template <class T>
  class Allocator {
   public:
    using value_type = T;

    explicit Allocator(OperationMemory& memory) noexcept : memory_(&memory) {}
    template <class U>
    Allocator(const Allocator<U>& other) noexcept : memory_(other.memory_) {}

    T* allocate(std::size_t count) {
      static_assert(alignof(T) <= alignof(std::max_align_t));
      return static_cast<T*>(memory_->take(count * sizeof(T)));
    }
    void deallocate(T* place, std::size_t) noexcept { memory_->give_back(place); }
    template <class U>
    bool operator==(const Allocator<U>& other) const noexcept {
      return memory_ == other.memory_;
    }

   private:
    template <class U>
    friend class Allocator;
    OperationMemory* memory_;
  };

  Allocator<std::byte> allocator() noexcept { return Allocator<std::byte>(*this); }

 private:
  void* take(std::size_t bytes) {
    const bool fits = bytes <= sizeof(room_);
    return fits && !std::exchange(taken_, true) ? room_ : ::operator new(bytes);
  }

  void give_back(void* place) noexcept {
    if (place == room_) {
      taken_ = false;
    } else {
      ::operator delete(place);
    }
  }

  alignas(std::max_align_t) std::byte room_[192];
  bool taken_ = false;
};

}  // namespace parley::detail
