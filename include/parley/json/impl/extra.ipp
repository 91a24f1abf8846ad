// SPDX-License-Identifier: MIT
// Bodies of Extra.
#pragma once

#include <utility>

#include <parley/json/extra.hpp>
#include <parley/json/value.hpp>

namespace parley {

PARLEY_DECL Extra::Extra(const Extra& other)
    : members_(other.members_ == nullptr ? nullptr : new Json(*other.members_)) {}

PARLEY_DECL Extra::Extra(Extra&& other) noexcept
    : members_(std::exchange(other.members_, nullptr)) {}

PARLEY_DECL Extra& Extra::operator=(const Extra& other) {
  if (this != &other) *this = Extra(other);
  return *this;
}

PARLEY_DECL Extra& Extra::operator=(Extra&& other) noexcept {
  std::swap(members_, other.members_);
  return *this;
}

PARLEY_DECL Extra::~Extra() { delete members_; }

PARLEY_DECL std::size_t Extra::size() const noexcept {
  return members_ == nullptr ? 0 : members_->size();
}

PARLEY_DECL const Json* Extra::find(std::string_view name) const {
  if (members_ == nullptr) return nullptr;
  const auto& object = members_->get_ref<const Json::object_t&>();
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &found->second;
}

PARLEY_DECL void Extra::set(std::string_view name, Json value) {
  if (members_ == nullptr) members_ = new Json(Json::value_t::object);
  members_->get_ref<Json::object_t&>().insert_or_assign(std::string(name), std::move(value));
}

PARLEY_DECL void Extra::erase(std::string_view name) {
  if (members_ == nullptr) return;
  auto& object = members_->get_ref<Json::object_t&>();
  if (const auto found = object.find(name); found != object.end()) object.erase(found);
  if (object.empty()) delete std::exchange(members_, nullptr);
}

PARLEY_DECL const Json& Extra::object() const {
  static const Json empty(Json::value_t::object);
  return members_ == nullptr ? empty : *members_;
}

PARLEY_DECL bool Extra::equal(const Extra& a, const Extra& b) { return a.object() == b.object(); }

}  // namespace parley
