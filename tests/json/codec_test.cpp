// SPDX-License-Identifier: MIT
// One description per type: what decoding accepts, what encoding writes, what survives a round
// trip.
#include <parley/json/convert.hpp>

#include <limits>

#include <parley/json/open_enum.hpp>
#include <parley/json/tagged_union.hpp>

#include "catch.hpp"

namespace parley::codec_test {

enum class Role { assistant, user };
constexpr auto enum_names(Role) {
  return std::array<std::pair<std::string_view, Role>, 2>{
      {{"assistant", Role::assistant}, {"user", Role::user}}};
}

struct Note {
  std::string text;
  std::optional<Role> role{};
  std::optional<std::string> title{};
  std::vector<std::int64_t> marks{};
  bool pinned = false;
  std::optional<Json> meta{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("text", self.text, required);
    v("role", self.role, default_on_error);
    v("title", self.title, nullable);
    v("marks", self.marks, default_on_error | skip_invalid_items);
    v("pinned", self.pinned);
    v("_meta", self.meta);
  }
  friend bool operator==(const Note&, const Note&) = default;
};

struct Link {
  std::string uri;
  Nullable<std::string> label{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("label", self.label);
  }
};

struct Block : OneOf<Note, Link, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "type";
  static constexpr std::array<std::string_view, 2> tags{"note", "link"};
};

struct Page {
  std::vector<Block> blocks{};
  std::map<std::string, double> weights{};
  std::optional<OpenEnum<Role>> author{};
  std::uint64_t size = 0;

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("blocks", self.blocks, required);
    v("weights", self.weights);
    v("author", self.author);
    v("size", self.size);
  }
};

enum class Mood { calm, tense };
constexpr auto enum_names(Mood) {
  return std::array<std::pair<std::string_view, Mood>, 2>{
      {{"calm", Mood::calm}, {"tense", Mood::tense}}};
}

struct Slider {
  double lowest = 0;
  std::optional<double> highest{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("lowest", self.lowest, required);
    v("highest", self.highest);
  }
};
struct Switch {
  bool on = false;

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("on", self.on, required);
  }
};
struct Control : OneOf<Slider, Switch, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "type";
  static constexpr std::array<std::string_view, 2> tags{"slider", "switch"};
};
struct Setting {
  std::string id{};
  Control control{};
  Mood mood{};
  std::vector<Note> notes{};
  std::optional<Json> meta{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("id", self.id, required);
    v.flatten(self.control);
    v("mood", self.mood, default_on_error);
    v("notes", self.notes, required | default_on_error | skip_invalid_items);
    v("_meta", self.meta, nullable | object);
  }
};

// As in ACP's AuthMethod: without a tag, and with one that is not known, it is a Link.
struct Door : OneOf<Note, Link, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "type";
  static constexpr std::array<std::string_view, 2> tags{"note", ""};
  static constexpr std::size_t untagged = 1;
  static constexpr bool unknown_is_untagged = true;
};

namespace {

Json json_of(std::string_view text) { return parse(text).value(); }

template <class T>
T decoded(std::string_view text, Policy policy = Policy::lenient) {
  auto result = decode<T>(json_of(text), policy);
  INFO((result ? std::string("decoded") : result.error().message()));
  REQUIRE(result);
  return *result;
}

template <class T>
std::string refusal(std::string_view text, Policy policy = Policy::strict) {
  auto result = decode<T>(json_of(text), policy);
  REQUIRE_FALSE(result);
  return result.error().message();
}

template <class T>
void survives(std::string_view text) {
  INFO(text);
  CHECK(to_json(decoded<T>(text)) == json_of(text));
}

}  // namespace

TEST_CASE("a described struct is decoded and encoded by its description") {
  const auto note = decoded<Note>(R"({"text":"a","role":"user","marks":[1,2],"pinned":true})");
  CHECK(note.text == "a");
  CHECK(note.role == Role::user);
  CHECK(note.marks == std::vector<std::int64_t>{1, 2});
  CHECK(note.pinned);
  CHECK(to_text(note) == R"({"text":"a","role":"user","marks":[1,2],"pinned":true})");
}

TEST_CASE("an unset optional and a default value are not written") {
  CHECK(to_text(Note{.text = "x"}) == R"({"text":"x"})");
}

TEST_CASE("a decode error says where, what was expected and what was found") {
  CHECK(refusal<Note>("{}") == R"(the value: expected a member "text", found no such member)");
  CHECK(refusal<Note>("3") == "the value: expected an object, found a number (3)");
  CHECK(refusal<Page>(R"({"blocks":[{"type":"note","text":7}]})") ==
        "/blocks/0/text: expected a string, found a number (7)");
  CHECK(refusal<Page>(R"({"blocks":[],"weights":{"a/b":"x"}})") ==
        R"(/weights/a~1b: expected a number, found a string ("x"))");
  CHECK(refusal<Note>(R"({"text":"a","role":"judge"})") ==
        R"(/role: expected one of "assistant", "user", found a string ("judge"))");
}

TEST_CASE("the excerpt in an error is bounded and cut between characters") {
  std::string text = "{\"text\":\"\",\"role\":\"";
  for (int i = 0; i < 100; ++i) text += "\xC3\xA9";
  const std::string message = refusal<Note>(text + "\"}");
  CHECK(message.size() < 200);
  CHECK_THAT(message, Catch::Matchers::ContainsSubstring("\xC3\xA9..."));
}

TEST_CASE("lenient decoding forgives what the schema marks, strict decoding does not") {
  const auto text = R"({"text":"a","role":"judge","marks":[1,"x",3],"title":null})";
  const auto note = decoded<Note>(text);
  CHECK_FALSE(note.role.has_value());
  CHECK(note.marks == std::vector<std::int64_t>{1, 3});
  CHECK_FALSE(decode<Note>(json_of(text), Policy::strict));
}

TEST_CASE("null is accepted for a nullable member in both modes, elsewhere only leniently") {
  CHECK(decode<Note>(json_of(R"({"text":"a","title":null})"), Policy::strict));
  CHECK_FALSE(decode<Note>(json_of(R"({"text":"a","pinned":null})"), Policy::strict));
  CHECK(decode<Note>(json_of(R"({"text":"a","pinned":null})"), Policy::lenient));
  CHECK_FALSE(decode<Note>(json_of(R"({"text":null})"), Policy::lenient));
}

TEST_CASE("everything that a message carried survives a round trip in its place") {
  survives<Note>(R"({"text":"a","_meta":{"k":1},"vendor":{"deep":[1,2]},"x":null})");
  survives<Note>(R"({"text":"a","title":null,"pinned":false,"marks":[]})");
  survives<Note>(R"({"text":"a","role":"judge","marks":"none"})");
  survives<Page>(R"({"blocks":[{"type":"note","text":"a","new":1},{"type":"poll","n":2}]})");
  survives<Page>(R"({"blocks":[],"weights":{"a":0.5},"author":"moderator","size":3})");
}

TEST_CASE("a member that the program sets wins over what the message spelled out") {
  auto note = decoded<Note>(R"({"text":"a","title":null,"pinned":false})");
  note.title = "t";
  note.pinned = true;
  CHECK(to_text(note) == R"({"text":"a","title":"t","pinned":true})");
}

TEST_CASE("absent, null and a value are three states") {
  CHECK(decoded<Link>(R"({"uri":"u"})").label.is_absent());
  CHECK(decoded<Link>(R"({"uri":"u","label":null})").label.is_null());
  CHECK(*decoded<Link>(R"({"uri":"u","label":"l"})").label == "l");
  survives<Link>(R"({"uri":"u"})");
  survives<Link>(R"({"uri":"u","label":null})");
  survives<Link>(R"({"uri":"u","label":"l"})");
}

TEST_CASE("the alternative of a union is chosen by its tag alone") {
  const auto block = decoded<Block>(R"({"type":"link","uri":"u","text":"looks like a note"})");
  CHECK(std::holds_alternative<Link>(block));
  CHECK(to_text(Block(Note{.text = "n"})) == R"({"type":"note","text":"n"})");
}

TEST_CASE("a known tag with a bad payload is an error, not a fall-through") {
  CHECK(refusal<Block>(R"({"type":"note"})", Policy::lenient) ==
        R"(the value: expected a member "text", found no such member)");
}

TEST_CASE("an unknown tag is kept leniently and named strictly") {
  const auto text = R"({"type":"poll","options":[1]})";
  const auto block = decoded<Block>(text);
  REQUIRE(std::holds_alternative<Unknown>(block));
  CHECK(std::get<Unknown>(block).tag == "poll");
  CHECK(to_json(block) == json_of(text));
  CHECK(refusal<Block>(text) == R"(/type: expected a known value, found "poll")");
  CHECK(refusal<Block>("{}") == R"(the value: expected a member "type", found no such member)");
  CHECK(refusal<Block>(R"({"type":1})") == "/type: expected a string, found a number (1)");
}

TEST_CASE("an open enum keeps a name that it does not know") {
  const auto page = decoded<Page>(R"({"blocks":[],"author":"moderator"})");
  REQUIRE(page.author);
  CHECK_FALSE(page.author->is_known());
  CHECK(page.author->text() == "moderator");
  CHECK(OpenEnum<Role>("user") == Role::user);
}

TEST_CASE("a flattened union shares the object with the members around it") {
  const auto setting =
      decoded<Setting>(R"({"id":"s","type":"slider","lowest":1.5,"highest":2.5,"notes":[]})");
  REQUIRE(std::holds_alternative<Slider>(setting.control));
  CHECK(std::get<Slider>(setting.control).lowest == 1.5);
  CHECK(setting.extra.empty());
  survives<Setting>(R"({"id":"s","type":"switch","on":true,"vendor":1,"notes":[]})");
  CHECK(refusal<Setting>(R"({"id":"s","type":"switch","notes":[]})") ==
        R"(the value: expected a member "on", found no such member)");
  CHECK(refusal<Setting>(R"({"id":"s","notes":[]})") ==
        R"(the value: expected a member "type", found no such member)");
}

TEST_CASE("an unknown tag of a flattened union leaves its members where they were") {
  const auto text = R"({"id":"s","type":"knob","turns":3,"notes":[]})";
  const auto setting = decoded<Setting>(text);
  REQUIRE(std::holds_alternative<Unknown>(setting.control));
  CHECK(std::get<Unknown>(setting.control).tag == "knob");
  CHECK(*setting.extra.find("turns") == 3);
  survives<Setting>(text);
  CHECK(refusal<Setting>(text) == R"(/type: expected a known value, found "knob")");
}

TEST_CASE("array items that lenient decoding leaves out come back when the array is unchanged") {
  const auto text = R"({"id":"s","type":"switch","on":true,"notes":[{"text":"a"},{"text":1}]})";
  auto setting = decoded<Setting>(text);
  CHECK(setting.notes == std::vector<Note>{{.text = "a"}});
  survives<Setting>(text);
  survives<Setting>(R"({"id":"s","type":"switch","on":true,"notes":"none"})");
  setting.notes.push_back({.text = "b"});
  CHECK(to_text(setting) ==
        R"({"id":"s","type":"switch","on":true,"notes":[{"text":"a"},{"text":"b"}]})");
}

TEST_CASE("the first name of an enum is the default of an optional member") {
  CHECK(to_text(Setting{.control = Switch{}}) ==
        R"({"id":"","type":"switch","on":false,"notes":[]})");
  survives<Setting>(R"({"id":"s","type":"switch","on":true,"mood":"calm","notes":[]})");
  survives<Setting>(R"({"id":"s","type":"switch","on":true,"mood":"tense","notes":[]})");
  survives<Setting>(R"({"id":"s","type":"switch","on":true,"mood":"angry","notes":[]})");
}

TEST_CASE("a Json member can be limited to objects") {
  const auto text = [](std::string_view meta) {
    return R"({"id":"s","type":"switch","on":true,"notes":[],"_meta":)" + std::string(meta) + "}";
  };
  survives<Setting>(text("{}"));
  survives<Setting>(text(R"({"k":[1]})"));
  survives<Setting>(text("null"));
  CHECK_FALSE(decoded<Setting>(text("null")).meta);
  CHECK(refusal<Setting>(text("5")) == "/_meta: expected an object, found a number (5)");
}

TEST_CASE("an unknown tag goes to the untagged alternative, and is kept if that refuses it") {
  CHECK(std::holds_alternative<Link>(decoded<Door>(R"({"uri":"u"})")));
  CHECK(std::holds_alternative<Link>(decoded<Door>(R"({"type":"link","uri":"u"})")));
  survives<Door>(R"({"type":"link","uri":"u"})");
  CHECK(std::holds_alternative<Unknown>(decoded<Door>(R"({"type":"gate","url":"u"})")));
  survives<Door>(R"({"type":"gate","url":"u"})");
  CHECK(refusal<Door>(R"({"type":"gate","url":"u"})") ==
        R"(the value: expected a member "uri", found no such member)");
  CHECK(refusal<Door>(R"({"url":"u"})", Policy::lenient) ==
        R"(the value: expected a member "uri", found no such member)");
}

TEST_CASE("an array of booleans is one like any other") {
  auto flags = decode<std::vector<bool>>(json_of("[true,false]"));
  REQUIRE(flags);
  CHECK(*flags == std::vector<bool>{true, false});
  CHECK(to_text(*flags) == "[true,false]");
  CHECK_FALSE(decode<std::vector<bool>>(json_of("[1]")));
}

TEST_CASE("64-bit integers are exact and never pass through a double") {
  CHECK(decoded<Page>(R"({"blocks":[],"size":18446744073709551615})").size ==
        18446744073709551615ULL);
  CHECK(to_text(decoded<Page>(R"({"blocks":[],"size":18446744073709551615})")) ==
        R"({"blocks":[],"size":18446744073709551615})");
  CHECK_FALSE(decode<Page>(json_of(R"({"blocks":[],"size":-1})")));
  CHECK_FALSE(decode<Page>(json_of(R"({"blocks":[],"size":18446744073709551616})")));
  CHECK_FALSE(decode<Page>(json_of(R"({"blocks":[],"size":1.5})")));
  CHECK(decoded<Page>(R"({"blocks":[],"size":3.0})").size == 3);
}

TEST_CASE("a number that a 32-bit float has no room for is refused, not made infinite") {
  CHECK(decode<float>(json_of("3.4028234663852886e38")).value() ==
        std::numeric_limits<float>::max());
  CHECK(decode<float>(json_of("-1e-300")).value() == 0.0F);
  for (const char* text : {"3.5e38", "-3.5e38", "1e300"}) {
    const auto decoded = decode<float>(json_of(text));
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().message().find("32-bit float") != std::string::npos);
  }
}

}  // namespace parley::codec_test
