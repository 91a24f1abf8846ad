// SPDX-License-Identifier: MIT
// Framer: every cut of a stream gives the same frames, and no line costs more than its length.
#include <chrono>
#include <string>
#include <vector>

#include <parley/rpc/framer.hpp>

#include "catch.hpp"

namespace {

using parley::Framer;

// What came out, oversize lines as "<oversize N>".
struct Collected {
  std::vector<std::string> lines;
  void frame(std::string_view text) { lines.emplace_back(text); }
  void oversize(std::size_t bytes) { lines.push_back("<oversize " + std::to_string(bytes) + ">"); }
};

void feed(Framer& framer, Collected& out, std::string_view bytes) {
  framer.feed(
      bytes, [&](std::string_view frame) { out.frame(frame); },
      [&](std::size_t size) { out.oversize(size); });
}

// The same bytes by way of the framer's own buffer, as a reader of a file descriptor does it.
void read_in_place(Framer& framer, Collected& out, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::span<char> room = framer.prepare();
    const std::size_t size = std::min(room.size(), bytes.size());
    bytes.copy(room.data(), size);
    bytes.remove_prefix(size);
    framer.commit(
        size, [&](std::string_view frame) { out.frame(frame); },
        [&](std::size_t oversize) { out.oversize(oversize); });
  }
}

std::vector<std::string> finished(Framer& framer, Collected& out) {
  framer.finish([&](std::string_view frame) { out.frame(frame); });
  return out.lines;
}

std::vector<std::string> split(std::string_view bytes, std::size_t limit = 1 << 20) {
  Framer framer(limit);
  Collected out;
  feed(framer, out, bytes);
  return finished(framer, out);
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("mcp A19: frames end at a line feed and nowhere else") {
  CHECK(split("{\"a\":1}\n{\"b\":2}\n") == Lines{"{\"a\":1}", "{\"b\":2}"});
  // U+2028, U+2029, U+0085, vertical tab, form feed and a lone CR are ordinary (mcp E3).
  const std::string odd = "\"\xE2\x80\xA8\xE2\x80\xA9\xC2\x85\v\f\r\"";
  CHECK(split(odd + "\n1\n") == Lines{odd, "1"});
}

TEST_CASE("mcp A19: a trailing CR, blank lines and a byte order mark are removed") {
  CHECK(split("1\r\n2\r\n") == Lines{"1", "2"});
  CHECK(split("\n\r\n \t\n1\n\n") == Lines{"1"});
  CHECK(split("\xEF\xBB\xBF{}\n\xEF\xBB\xBF[]\r\n\xEF\xBB\xBF\n") == Lines{"{}", "[]"});
}

TEST_CASE("acp A2: a last line without a line end is delivered at the end of the stream") {
  CHECK(split("1\n2") == Lines{"1", "2"});
  CHECK(split("1\n2\r") == Lines{"1", "2"});
  CHECK(split("1\n  ") == Lines{"1"});
  CHECK(split("") == Lines{});
}

TEST_CASE("a NUL and invalid UTF-8 pass through: judging them is the parser's work") {
  const std::string line("\0\xFF\xC0\x80", 4);
  CHECK(split(line + "\n1\n") == Lines{line, "1"});
}

TEST_CASE("a line over the limit is reported once, with its size, and the next one is intact") {
  CHECK(split("12345\n123456\n1\n", 5) == Lines{"12345", "<oversize 6>", "1"});
  CHECK(split("123456", 5) == Lines{"<oversize 6>"});

  Framer framer(5);
  Collected out;
  feed(framer, out, "1234");
  feed(framer, out, "567");
  feed(framer, out, "89");
  feed(framer, out, "\n1\n");
  CHECK(finished(framer, out) == Lines{"<oversize 7>", "1"});
}

TEST_CASE("the frames of a stream do not depend on how it is cut") {
  const std::string stream =
      "{\"id\":1}\r\n\n\xEF\xBB\xBF{\"id\":2}\n\"\xE2\x80\xA8\"\n0123456789ABCDEF\n \r\n{}\nlast";
  const Lines expected{"{\"id\":1}", "{\"id\":2}", "\"\xE2\x80\xA8\"", "{}", "last"};
  const auto without_oversize = [](const Lines& lines) {
    Lines kept;
    for (const std::string& line : lines) {
      if (!line.starts_with("<oversize")) kept.push_back(line);
    }
    return kept;
  };
  for (std::size_t first = 0; first <= stream.size(); ++first) {
    for (std::size_t second = first; second <= stream.size(); ++second) {
      Framer fed(15);
      Framer read(15);
      Collected from_feed;
      Collected from_read;
      const std::string_view view = stream;
      for (const std::string_view part :
           {view.substr(0, first), view.substr(first, second - first), view.substr(second)}) {
        feed(fed, from_feed, part);
        read_in_place(read, from_read, part);
      }
      CAPTURE(first, second);
      const Lines fed_lines = finished(fed, from_feed);
      REQUIRE(without_oversize(fed_lines) == expected);
      REQUIRE(fed_lines.size() == expected.size() + 1);
      const Lines read_lines = finished(read, from_read);
      REQUIRE(without_oversize(read_lines) == expected);
      REQUIRE(read_lines.size() == expected.size() + 1);
    }
  }
}

TEST_CASE("a whole line is delivered where it lies, without a copy") {
  const std::string bytes = "{\"id\":1}\n{\"id\":2}\n";
  Framer framer(100);
  std::vector<const char*> places;
  framer.feed(
      bytes, [&](std::string_view frame) { places.push_back(frame.data()); }, [](std::size_t) {});
  CHECK(places == std::vector<const char*>{bytes.data(), bytes.data() + 9});
}

TEST_CASE("hostile input: a line of 100 MB in small pieces costs linear time") {
  const std::string piece(64 << 10, 'x');
  const std::size_t pieces = (100u << 20) / piece.size();
  Framer framer(200 << 20);
  std::size_t delivered = 0;
  const auto on_frame = [&](std::string_view frame) { delivered = frame.size(); };
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < pieces; ++i) {
    framer.feed(piece, on_frame, [](std::size_t) {});
  }
  framer.feed("\n", on_frame, [](std::size_t) {});
  CHECK(delivered == pieces * piece.size());
  // Scanned anew for every piece, 1,600 pieces would cost 80 GB of reading, far over 10 s.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("hostile input: an endless line holds no more memory than the limit") {
  Framer framer(1 << 20);
  Collected out;
  const std::string piece(64 << 10, 'x');
  for (int i = 0; i < 1000; ++i) read_in_place(framer, out, piece);
  CHECK(out.lines == Lines{"<oversize 1114112>"});  // 17 pieces of 64 KiB
  CHECK(framer.prepare().size() <= 4u << 20);
}

TEST_CASE("the buffer grows for a large line and goes back after a calm while") {
  Framer framer(64 << 20);
  Collected out;
  read_in_place(framer, out, std::string(1 << 20, 'x') + "\n");
  CHECK(framer.prepare().size() >= 1u << 20);
  for (int i = 0; i < 100; ++i) read_in_place(framer, out, "{}\n");
  CHECK(framer.prepare().size() == Framer::initial_capacity);
  CHECK(out.lines.size() == 101);
}
