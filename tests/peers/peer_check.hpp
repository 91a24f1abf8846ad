// SPDX-License-Identifier: MIT
// Prints one line a check and the verdict, as lib/report.mjs does.
#pragma once

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include <parley/json/convert.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>
#include <parley/rpc/error.hpp>

namespace peers {

using parley::Json;

class Report {
 public:
  /// Runs one check; what it throws is its failure.
  template <class Body>
  void check(const std::string& name, Body&& body) {
    try {
      body();
      ++passed_;
      std::cout << "ok " << name << std::endl;
    } catch (const std::exception& error) {
      ++failed_;
      std::cout << "FAIL " << name << ": " << error.what() << std::endl;
    }
  }

  /// Prints the totals; the exit code of the program.
  int finish() const {
    std::cout << passed_ << " passed, " << failed_ << " failed" << std::endl;
    return failed_ == 0 && passed_ > 0 ? 0 : 1;
  }

 private:
  int passed_ = 0;
  int failed_ = 0;
};

inline void expect(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

inline void equal(const Json& got, const Json& wanted) {
  if (got == wanted) return;
  throw std::runtime_error("got " + parley::to_text(got).substr(0, 500) + ", expected " +
                           parley::to_text(wanted).substr(0, 500));
}

inline Json json(std::string_view text) { return parley::parse(text).value(); }

/// The error that `call` throws; a success is a failure.
template <class Call>
parley::Error rejection(Call&& call) {
  try {
    call();
  } catch (const parley::Error& error) {
    return error;
  }
  throw std::runtime_error("expected an error");
}

}  // namespace peers
