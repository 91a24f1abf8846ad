// SPDX-License-Identifier: MIT
// URI templates: the examples of RFC 6570, matching by hand-worked cases, and the linear-time
// promise.
#include <string>
#include <utility>
#include <vector>

#include <parley/json/value.hpp>
#include <parley/mcp/impl/uri_matcher.hpp>
#include <parley/mcp/uri_template.hpp>

#include "catch.hpp"

namespace {

using parley::Json;
using parley::mcp::UriTemplate;
using parley::mcp::UriVariable;

/// The variables of RFC 6570, section 3.2. The members of `keys` come in the order of their names
/// here.
const Json& rfc_variables() {
  static const Json variables = Json::parse(R"({
    "count": ["one", "two", "three"], "dom": ["example", "com"], "dub": "me/too",
    "hello": "Hello World!", "half": "50%", "var": "value", "who": "fred",
    "base": "http://example.com/home/", "path": "/foo/bar", "list": ["red", "green", "blue"],
    "keys": {"semi": ";", "dot": ".", "comma": ","}, "v": "6", "x": "1024", "y": "768",
    "empty": "", "empty_keys": {}, "undef": null, "number": 7, "yes": true, "far": -1.5,
    "unicode": "\u00e9\u20ac\ud83d\ude00"})");
  return variables;
}

/// Template and expansion, in the order of the RFC's tables.
const std::pair<const char*, const char*> rfc_examples[] = {
    // 3.2.1
    {"{count}", "one,two,three"},
    {"{count*}", "one,two,three"},
    {"{/count}", "/one,two,three"},
    {"{/count*}", "/one/two/three"},
    {"{;count}", ";count=one,two,three"},
    {"{;count*}", ";count=one;count=two;count=three"},
    {"{?count}", "?count=one,two,three"},
    {"{?count*}", "?count=one&count=two&count=three"},
    {"{&count*}", "&count=one&count=two&count=three"},
    // 3.2.2
    {"{var}", "value"},
    {"{hello}", "Hello%20World%21"},
    {"{half}", "50%25"},
    {"O{empty}X", "OX"},
    {"O{undef}X", "OX"},
    {"{x,y}", "1024,768"},
    {"{x,hello,y}", "1024,Hello%20World%21,768"},
    {"?{x,empty}", "?1024,"},
    {"?{x,undef}", "?1024"},
    {"?{undef,y}", "?768"},
    {"{var:3}", "val"},
    {"{var:30}", "value"},
    {"{list}", "red,green,blue"},
    {"{keys}", "comma,%2C,dot,.,semi,%3B"},
    {"{keys*}", "comma=%2C,dot=.,semi=%3B"},
    // 3.2.3
    {"{+var}", "value"},
    {"{+hello}", "Hello%20World!"},
    {"{+half}", "50%25"},
    {"{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"},
    {"{+base}index", "http://example.com/home/index"},
    {"O{+empty}X", "OX"},
    {"{+path}/here", "/foo/bar/here"},
    {"here?ref={+path}", "here?ref=/foo/bar"},
    {"up{+path}{var}/here", "up/foo/barvalue/here"},
    {"{+x,hello,y}", "1024,Hello%20World!,768"},
    {"{+path,x}/here", "/foo/bar,1024/here"},
    {"{+path:6}/here", "/foo/b/here"},
    {"{+list}", "red,green,blue"},
    {"{+keys}", "comma,,,dot,.,semi,;"},
    {"{+keys*}", "comma=,,dot=.,semi=;"},
    // 3.2.4
    {"{#var}", "#value"},
    {"{#hello}", "#Hello%20World!"},
    {"foo{#empty}", "foo#"},
    {"foo{#undef}", "foo"},
    {"{#x,hello,y}", "#1024,Hello%20World!,768"},
    {"{#path:6}/here", "#/foo/b/here"},
    {"{#list*}", "#red,green,blue"},
    {"{#keys*}", "#comma=,,dot=.,semi=;"},
    // 3.2.5
    {"{.who}", ".fred"},
    {"{.who,who}", ".fred.fred"},
    {"{.half,who}", ".50%25.fred"},
    {"www{.dom*}", "www.example.com"},
    {"X{.var:3}", "X.val"},
    {"X{.empty}", "X."},
    {"X{.list}", "X.red,green,blue"},
    {"X{.list*}", "X.red.green.blue"},
    {"X{.keys}", "X.comma,%2C,dot,.,semi,%3B"},
    {"X{.keys*}", "X.comma=%2C.dot=..semi=%3B"},
    {"X{.empty_keys}", "X"},
    // 3.2.6
    {"{/who}", "/fred"},
    {"{/who,who}", "/fred/fred"},
    {"{/who,dub}", "/fred/me%2Ftoo"},
    {"{/var,empty}", "/value/"},
    {"{/var,undef}", "/value"},
    {"{/var:1,var}", "/v/value"},
    {"{/list*,path:4}", "/red/green/blue/%2Ffoo"},
    {"{/keys*}", "/comma=%2C/dot=./semi=%3B"},
    // 3.2.7
    {"{;who}", ";who=fred"},
    {"{;half}", ";half=50%25"},
    {"{;empty}", ";empty"},
    {"{;v,empty,who}", ";v=6;empty;who=fred"},
    {"{;v,undef,who}", ";v=6;who=fred"},
    {"{;hello:5}", ";hello=Hello"},
    {"{;keys}", ";keys=comma,%2C,dot,.,semi,%3B"},
    {"{;keys*}", ";comma=%2C;dot=.;semi=%3B"},
    // 3.2.8 and 3.2.9
    {"{?x,y}", "?x=1024&y=768"},
    {"{?x,y,empty}", "?x=1024&y=768&empty="},
    {"{?x,y,undef}", "?x=1024&y=768"},
    {"{?var:3}", "?var=val"},
    {"{?keys*}", "?comma=%2C&dot=.&semi=%3B"},
    {"?fixed=yes{&x}", "?fixed=yes&x=1024"},
    {"{&x,y,empty}", "&x=1024&y=768&empty="},
    {"{&list*}", "&list=red&list=green&list=blue"},
};

std::string expand(const char* text) {
  const auto uri = UriTemplate::compile(text).value().expand(rfc_variables());
  return uri ? *uri : "error: " + uri.error().message;
}

std::string error_of(const std::string& text) {
  const auto compiled = UriTemplate::compile(text);
  return compiled ? "(it compiled)"
                  : std::to_string(compiled.error().offset) + ": " + compiled.error().message;
}

/// "a=1&b=2" of the match, or "no".
std::string match(const std::string& text, const std::string& uri) {
  const auto found = UriTemplate::compile(text).value().match(uri);
  if (!found) return "no";
  std::string out;
  for (const auto& [name, value] : *found) out += (out.empty() ? "" : "&") + name + "=" + value;
  return out;
}

}  // namespace

TEST_CASE("uri template: expands the examples of RFC 6570 section 3.2") {
  for (const auto& [text, uri] : rfc_examples) {
    CAPTURE(text);
    CHECK(expand(text) == uri);
  }
}

TEST_CASE("uri template: other scalars, Unicode and literals expand") {
  CHECK(expand("{number}/{yes}/{far}") == "7/true/-1.5");
  CHECK(expand("{unicode}") == "%C3%A9%E2%82%AC%F0%9F%98%80");
  CHECK(expand("{unicode:2}") == "%C3%A9%E2%82%AC");
  CHECK(expand("caf\xC3\xA9 %41%2f{var}") == "caf%C3%A9%20A%2Fvalue");
  CHECK(expand("{no_such}x") == "x");
  CHECK(UriTemplate::compile("{a}")->expand(Json(1)).value() == "");
}

TEST_CASE("uri template: what cannot be expanded is an error") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(expand("{list:3}"), ContainsSubstring("variable 'list': a prefix"));
  const auto nested = UriTemplate::compile("x{a}")->expand(Json::parse(R"({"a": [[1]]})"));
  CHECK(nested.error().offset == 2);
  const auto huge = UriTemplate::compile("{a}{a}")->expand(Json{{"a", std::string(5000, 'x')}});
  CHECK_THAT(huge.error().message, ContainsSubstring("longer than 8192"));
}

TEST_CASE("uri template: malformed templates are refused with the place") {
  const std::pair<const char*, const char*> cases[] = {
      {"/id}", "3: '}' without '{'"},
      {"/{id", "1: '{' without '}'"},
      {"/{}", "2: expected a variable name"},
      {"/{a,}", "4: expected a variable name"},
      {"/{+}", "3: expected a variable name"},
      {"/{=a}", "2: this operator is reserved"},
      {"/{|a}", "2: this operator is reserved"},
      {"/{a b}", "3: expected"},
      {"/{a.}", "4: expected a variable name"},
      {"/{.a..b}", "5: expected a variable name"},
      {"/{a:0}", "4: a prefix length"},
      {"/{a:03}", "4: a prefix length"},
      {"/{a:10000}", "9: a prefix length"},
      {"/{a:x}", "4: a prefix length"},
      {"/{a:3*}", "5: expected"},
      {"/{a%4}", "3: expected"},
  };
  for (const auto& [text, start] : cases) {
    CHECK_THAT(error_of(text), Catch::Matchers::StartsWith(start));
  }
  CHECK_THAT(error_of(std::string(3000, 'a')), Catch::Matchers::Contains("longer than 2048"));
  std::string many;
  for (int i = 0; i < 65; ++i) many += "{a}";
  CHECK_THAT(error_of(many), Catch::Matchers::Contains("more than 64 variables"));
}

TEST_CASE("uri template: simple variables match what no delimiter ends") {
  CHECK(match("notes://{id}", "notes://42") == "id=42");
  CHECK(match("notes://{id}", "notes://") == "no");
  CHECK(match("notes://{id}", "notes://a/b") == "no");
  CHECK(match("notes://{id}", "notes://a?b") == "no");
  CHECK(match("notes://{id}", "notes://a#b") == "no");
  CHECK(match("notes://{id}", "Notes://a") == "no");
  CHECK(match("notes://{id}", "notes://a%20b%2Fc") == "id=a b/c");
  CHECK(match("notes://{id}/x", "notes://a/x") == "id=a");
  CHECK(match("notes://{id}/x", "notes://a/xy") == "no");
  CHECK(match("{a}-{b}", "x-y-z") == "a=x-y&b=z");
  CHECK(match("{a}{b}", "xyz") == "a=xy&b=z");
  CHECK(match("{x,y}", "1,2") == "x=1&y=2");
  CHECK(match("{x,y}", "1,2,3") == "no");
  CHECK(match("{list*}", "red,green") == "list=red&list=green");
  CHECK(match("{a}", "1,2") == "a=1,2");
  CHECK(match("plain", "plain") == "");
  CHECK(match("plain", "plai") == "no");
  CHECK(match("", "") == "");
  CHECK(match("", "x") == "no");
}

TEST_CASE("uri template: reserved variables match across delimiters") {
  CHECK(match("file://{+path}", "file:///etc/hosts") == "path=/etc/hosts");
  CHECK(match("file://{+path}.md", "file:///a.md/b.md") == "path=/a.md/b");
  CHECK(match("x{+path}", "x?a=1#b") == "path=?a=1#b");
  CHECK(match("x{+path}{?q}", "xa/b?q=1") == "path=a/b&q=1");
  CHECK(match("x{+path}{#frag}", "xa/b#top") == "path=a/b&frag=top");
  CHECK(match("x{#a,b}", "x#1,2") == "a=1&b=2");
  CHECK(match("{+a,b}", "1/2,3/4") == "a=1/2&b=3/4");
}

TEST_CASE("uri template: labels, segments and exploded ones match") {
  CHECK(match("x{.ext}", "x.tar") == "ext=tar");
  CHECK(match("www{.dom*}", "www.example.com") == "dom=example&dom=com");
  CHECK(match("x{.a,b}", "x.1.2") == "a=1&b=2");
  CHECK(match("repo:/{/owner,name}", "repo://ann/tree") == "owner=ann&name=tree");
  CHECK(match("repo:/{/path*}", "repo://a/b%2Fc/d") == "path=a&path=b/c&path=d");
  CHECK(match("repo:/{/path*}/raw", "repo://a/b/raw") == "path=a&path=b");
  CHECK(match("repo:/{/path*}", "repo:/") == "no");
}

TEST_CASE("uri template: pairs match in any order, and may be absent") {
  CHECK(match("s{?q,page}", "s?q=cats&page=2") == "q=cats&page=2");
  CHECK(match("s{?q,page}", "s?page=2&q=cats") == "page=2&q=cats");
  CHECK(match("s{?q,page}", "s?page=2") == "page=2");
  CHECK(match("s{?q,page}", "s") == "");
  CHECK(match("s{?q,page}", "s?q") == "q=");
  CHECK(match("s{?q,page}", "s?q=") == "q=");
  CHECK(match("s{?q,page}", "s?q=a%26b%3Dc=d/?") == "q=a&b=c=d/?");
  CHECK(match("s{?q,page}", "s?") == "no");
  CHECK(match("s{?q,page}", "s?q=1&") == "no");
  CHECK(match("s{?q,page}", "s?x=1") == "no");
  CHECK(match("s{?q,page}", "s?q=1&q=2") == "no");
  CHECK(match("s{?q*}", "s?q=1&q=2") == "q=1&q=2");
  CHECK(match("s{?q}{&page}", "s?q=1&page=2") == "q=1&page=2");
  CHECK(match("s{?q}{&page}", "s?page=2") == "page=2");
  CHECK(match("s?v=1{&q}", "s?v=1&q=2") == "q=2");
  CHECK(match("s{?q}&v=1", "s?q=2&v=1") == "q=2");
  CHECK(match("s{?q}{#top}", "s?q=2#x") == "q=2&top=x");
  CHECK(match("s{;a,b}/{id}", "s;b=2;a/7") == "b=2&a=&id=7");
  CHECK(match("s{?a}?a=1", "s?a=1") == "");
}

TEST_CASE("uri template: both sides are normalised") {
  CHECK(match("caf\xC3\xA9/{a}", "caf%c3%a9/x") == "a=x");
  CHECK(match("a b/{a}", "a%20b/\xC3\xA9") == "a=\xC3\xA9");
  CHECK(match("%7Euser/{a}", "~user/%41") == "a=A");
  CHECK(match("{a}", "100%") == "no");
  CHECK(match("{a}", "%zz") == "no");
  CHECK(match("{a}", "%C3%28") == "no");
  CHECK(match("{a}", "%00") == "no");
}

TEST_CASE("uri template: prefixes match no more than they may, and repeated names agree") {
  CHECK(match("{a:3}", "abc") == "a=abc");
  CHECK(match("{a:3}", "abcd") == "no");
  CHECK(match("{a:2}", "%C3%A9%E2%82%AC") == "a=\xC3\xA9\xE2\x82\xAC");
  CHECK(match("{a:1}", "%C3%A9%E2%82%AC") == "no");
  CHECK(match("{term:1}/{term}", "d/dog") == "term=dog");
  CHECK(match("{term:1}/{term}", "c/dog") == "no");
  CHECK(match("{a}/{a}", "x/x") == "a=x");
  CHECK(match("{a}/{a}", "x/y") == "no");
}

TEST_CASE("uri template: an expansion matches its own template") {
  const Json values =
      Json::parse(R"({"a": "x y", "b": "50%", "c": "\u00e9/\u00e9", "l": ["p", "q/r"]})");
  for (const char* text : {"{a}/{b}", "{+a}!{c}", "x{.a}", "x{/a,b,c}", "x{/l*}", "x{?a,b,c}",
                           "x?y=1{&a}", "x{;a,b}", "x{#a}", "{l*}", "x{?l*}"}) {
    CAPTURE(text);
    const auto compiled = UriTemplate::compile(text).value();
    const auto found = compiled.match(compiled.expand(values).value());
    REQUIRE(found);
    for (const auto& [name, value] : *found) {
      if (name != "l") CHECK(Json(value) == values[name]);
    }
  }
}

TEST_CASE("uri template: names are listed once, in order") {
  const auto compiled = UriTemplate::compile("{b:1}/{b}{?c,a,c}").value();
  CHECK(compiled.variables() == std::vector<std::string>{"b", "c", "a"});
  CHECK(compiled.text() == "{b:1}/{b}{?c,a,c}");
}

TEST_CASE("uri template: CVE-2026-0621: work is linear in the URI, whatever the template") {
  using namespace parley::mcp::detail;
  // Backtracking matchers take exponential or cubic time for these.
  const char* const templates[] = {"{/a*}{/b*}{/c*}{/d*}/x",     "{a}{b}{c}{d}{e}{f}!",
                                   "{+a}{+b}{+c}/{+d}/{+e}/end", "x{?a*}{&b*}{&c*}#never",
                                   "{;a*,b*}{;c*}{;d*}!",        "{+a}/aaaaaaab{+b}/aaaaaaab"};
  const char* const units[] = {"/a", "a", "&a=1", ";a=1", ",", "/aaaaaaa"};
  for (const char* text : templates) {
    const auto elements = uri_elements(parse_uri_template(text).value());
    for (const std::string unit : units) {
      std::string uri = "x?a=1";
      while (uri.size() < 6000) uri += unit;
      CAPTURE(text, unit);
      UriMatcher matcher(elements, uri);
      matcher.run();
      CHECK(matcher.steps() < 4 * uri.size() * (elements.size() + 1));
    }
  }
  CHECK_FALSE(UriTemplate::compile("{+a}")->match(std::string(10'000, 'a')));
}
