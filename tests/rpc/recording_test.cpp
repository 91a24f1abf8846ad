// SPDX-License-Identifier: MIT
// Recordings as text: what a row needs, and errors that name the row.
#include <parley/rpc/recording.hpp>

#include <parley/rpc/error.hpp>

#include "catch.hpp"

namespace parley::recording_test {

using Catch::Matchers::ContainsSubstring;

TEST_CASE(
    "rows are read with their number, their time if they have one, and without what is unknown") {
  const auto frames = parse_recording(
      "{\"dir\":\"a\",\"line\":\"1\"}\r\n"
      "\n"
      R"({"line":"2","x":[1],"dir":"b","time":"then"})");
  REQUIRE(frames);
  REQUIRE(frames->size() == 2);
  CHECK((*frames)[0].row == 1);
  CHECK((*frames)[0].dir == "a");
  CHECK((*frames)[0].line == "1");
  CHECK((*frames)[0].time.empty());
  CHECK((*frames)[1].row == 3);
  CHECK((*frames)[1].line == "2");
  CHECK((*frames)[1].time == "then");
  CHECK(parse_recording("")->empty());
}

TEST_CASE("a broken row is an error that names the row and says what it needs") {
  const std::string good = "{\"dir\":\"a\",\"line\":\"1\"}\n";
  const std::string needs = R"(a row needs the strings "dir" and "line")";
  struct Case {
    std::string row;
    std::string message;
  };
  for (const Case& c :
       {Case{R"({"dir":"a","line":"{\"cut o)", "it is no JSON"}, Case{R"({"dir":"a"})", needs},
        Case{R"({"dir":7,"line":"1"})", needs}, Case{R"(["a","1"])", needs}, Case{"17", needs},
        Case{R"({"dir":"a","line":"","bytes":"="})", "\"bytes\" is no base64"}}) {
    const auto frames = parse_recording(good + "\n" + c.row + "\n" + good);
    REQUIRE_FALSE(frames);
    CHECK(frames.error().row == 3);
    CHECK_THAT(frames.error().message, ContainsSubstring(c.message));
  }
}

TEST_CASE("a recording that cannot be read is an error that names the file") {
  CHECK_THROWS_WITH(read_recording("/no/such.jsonl"),
                    "the recording /no/such.jsonl cannot be read: No such file or directory");
  CHECK_THROWS_WITH(read_recording("/tmp"), ContainsSubstring("Is a directory"));
  CHECK_THROWS_WITH(read_recording("/proc/self/status"),
                    ContainsSubstring("/proc/self/status cannot be used: row 1: it is no JSON"));
}

}  // namespace parley::recording_test
