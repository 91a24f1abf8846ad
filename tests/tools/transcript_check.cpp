// SPDX-License-Identifier: MIT
// transcript_check: does what an ACP agent and its client really said decode, and come out the
// same?
//
// usage: transcript_check [-v] FILE...
//
// A file has a JSON object a line: `dir`, "client->agent" or "agent->client", and `line`, the frame
// as it was on the wire. For each file the program prints how many frames decoded strictly, how
// many only leniently, how many not at all, and how many came out unequal when encoded again; the
// last two make it exit with 1. A file that cannot be read is 2.
//
// A request's `params`, an answer's `result` (its type is known from the request with that id in
// the other direction) and an `error` are decoded as the types of the method. Counted apart,
// because no type of ACP v1 says what they hold:
//   - refused: a request that does not decode and that its receiver answered with an error as well;
//   - extension: a method that is not in the method table, and answers to such;
//   - stray: an answer to a request that the file does not have;
//   - no message: frames that are no JSON, a batch (ACP has none), or neither request, notification
//     nor answer;
//   - other version: what follows an answer to `initialize` that settles on another version than 1,
//     that answer included. The request is common to all versions and is decoded.
// A frame that decodes strictly but leaves out `jsonrpc` or an error's `id`, goes the wrong way, or
// answers with null instead of an empty object counts as lenient. -v names each frame that is not
// strict.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <parley/acp/methods.hpp>
#include <parley/acp/types.hpp>
#include <parley/json/convert.hpp>
#include <parley/rpc/message.hpp>

namespace {

using parley::Json;
using parley::MethodInfo;
using parley::Policy;

struct Coding {
  bool decoded = false;
  std::string error;
  Json again;  ///< What encoding gave.
};

using Code = Coding (*)(const Json& value, Policy policy);

template <class T>
Coding code(const Json& value, Policy policy) {
  Coding coding;
  const auto decoded = parley::decode<T>(value, policy);
  coding.decoded = decoded.has_value();
  if (decoded) {
    coding.again = parley::to_json(*decoded);
  } else {
    coding.error = decoded.error().message();
  }
  return coding;
}

struct Method {
  const MethodInfo* info = nullptr;
  Code params = nullptr;
  Code result = nullptr;
};

const Method* find_method(const std::string& name) {
  static const std::map<std::string, Method> methods = [] {
    std::map<std::string, Method> made;
    parley::acp::method::table::for_each([&]<class Row>() {
      Method& method = made[std::string(Row::info.name)];
      method.info = &Row::info;
      method.params = &code<typename Row::Params>;
      if constexpr (parley::RequestMethod<Row>) method.result = &code<typename Row::Result>;
    });
    return made;
  }();
  const auto found = methods.find(name);
  return found == methods.end() ? nullptr : &found->second;
}

enum class Outcome {
  strict,
  lenient,
  undecoded,
  unequal,
  refused,
  extension,
  stray,
  no_message,
  other_version
};
constexpr const char* outcome_names[] = {"strict",  "lenient",    "not decoded",
                                         "unequal", "refused",    "extension",
                                         "stray",   "no message", "other version"};
constexpr std::size_t outcomes = std::size(outcome_names);

struct Verdict {
  Outcome outcome = Outcome::strict;
  std::string reason;
};

/// The conversation of one file: what was asked, and what version is spoken.
class Conversation {
 public:
  /// `row`: where the frame stands, for people.
  void add(const std::string& line, bool to_agent, std::size_t row) {
    rows_.push_back(row);
    // In its place before it is judged: an answer may change the verdict on its request.
    verdicts_.emplace_back();
    Verdict verdict = judge(line, to_agent);
    verdicts_.back() = std::move(verdict);
  }
  const std::vector<Verdict>& verdicts() const { return verdicts_; }
  std::size_t row(std::size_t index) const { return rows_[index]; }

 private:
  struct Call {
    std::string method;
    std::size_t index = 0;  ///< Among the verdicts.
  };

  Verdict judge(const std::string& line, bool to_agent);
  Verdict judge_call(parley::Message& message, bool to_agent);
  Verdict judge_answer(parley::Message& message, bool to_agent);
  Verdict judge_result(const Json& result, const Method& method);
  static Verdict judge_value(const Json& value, Code code);

  int version_ = 1;
  /// By direction of the request and id.
  std::map<std::pair<bool, std::string>, Call> pending_;
  std::vector<Verdict> verdicts_;
  std::vector<std::size_t> rows_;
};

/// The frame as rpc/message.hpp writes it, around the same payload. What an envelope does not have
/// to say (`jsonrpc` of careless peers, nulls, members of their own) is taken over.
Json written_again(const parley::Message& message, const Json& original) {
  const auto text = [](const std::optional<Json>& value) {
    return value ? parley::to_text(*value) : std::string();
  };
  std::string frame;
  using Kind = parley::Message::Kind;
  if (message.kind == Kind::request) {
    parley::write_request(message.id, message.method, text(message.params), frame);
  } else if (message.kind == Kind::notification) {
    parley::write_notification(message.method, text(message.params), frame);
  } else if (message.error) {
    parley::write_error(message.has_id ? &message.id : nullptr, text(message.error), frame);
  } else {
    parley::write_result(message.id, text(message.result), frame);
  }
  Json written = parley::parse(frame).value_or(Json());
  if (!message.has_version) written.erase("jsonrpc");
  if (!message.has_id) written.erase("id");
  for (const auto& [name, value] : original.items()) {
    const bool ours = name == "jsonrpc" || name == "id" || name == "method" || name == "params" ||
                      name == "result" || name == "error";
    if (!ours || value.is_null()) written.emplace(name, value);
  }
  return written;
}

Verdict Conversation::judge(const std::string& line, bool to_agent) {
  auto json = parley::parse(line);
  if (!json) {
    const bool blank = line.find_first_not_of(" \t\r\n") == std::string::npos;
    return {Outcome::no_message, blank ? "blank" : "no JSON: " + json.error().message()};
  }
  if (json->is_array()) return {Outcome::no_message, "a batch"};
  parley::Message message;
  parley::classify(*json, message);
  using Kind = parley::Message::Kind;
  if (message.kind == Kind::invalid) return {Outcome::no_message, std::string(message.problem)};
  Verdict verdict = message.kind == Kind::response ? judge_answer(message, to_agent)
                                                   : judge_call(message, to_agent);
  if (const Json again = written_again(message, *json); again != *json) {
    return {Outcome::unequal, "the envelope: " + parley::to_text(again)};
  }
  if (verdict.outcome == Outcome::strict && !message.has_version) {
    return {Outcome::lenient, "no \"jsonrpc\""};
  }
  return verdict;
}

Verdict Conversation::judge_value(const Json& value, Code code) {
  const Coding strict = code(value, Policy::strict);
  const Coding lenient = code(value, Policy::lenient);
  if (!lenient.decoded) return {Outcome::undecoded, lenient.error};
  if (lenient.again != value || (strict.decoded && strict.again != value)) {
    return {Outcome::unequal, "encoded again: " + parley::to_text(lenient.again)};
  }
  if (!strict.decoded) return {Outcome::lenient, strict.error};
  return {};
}

Verdict Conversation::judge_call(parley::Message& message, bool to_agent) {
  if (message.has_id) pending_[{to_agent, message.id.text()}] = {message.method, rows_.size() - 1};
  const Method* method = find_method(message.method);
  if (version_ != 1 && message.method != "initialize") return {Outcome::other_version, {}};
  if (method == nullptr) return {Outcome::extension, message.method};
  const Json none = Json::object();
  Verdict verdict = judge_value(message.params ? *message.params : none, method->params);
  if (verdict.outcome != Outcome::strict) {
    verdict.reason = message.method + ": " + verdict.reason;
    return verdict;
  }
  const bool right_way =
      method->info->to == "both" || method->info->to == (to_agent ? "agent" : "client");
  if (!right_way) return {Outcome::lenient, message.method + " goes the wrong way"};
  if (message.has_id != (method->result != nullptr)) {
    return {Outcome::lenient, message.method + (message.has_id ? " has an id" : " has no id")};
  }
  return verdict;
}

Verdict Conversation::judge_answer(parley::Message& message, bool to_agent) {
  std::string name;
  const auto asked = pending_.find({!to_agent, message.id.text()});
  if (message.has_id && asked != pending_.end()) {
    name = asked->second.method;
    Verdict& call = verdicts_[asked->second.index];
    if (message.error && call.outcome == Outcome::undecoded) {
      call.outcome = Outcome::refused;
    }
    pending_.erase(asked);
  }
  if (name == "initialize" && message.result && message.result->is_object()) {
    const Json version = message.result->value("protocolVersion", Json());
    version_ = version.is_number_integer() ? version.get<int>() : 1;
  }
  if (version_ != 1) return {Outcome::other_version, {}};
  if (message.error) {
    Verdict verdict = judge_value(*message.error, &code<parley::acp::ErrorObject>);
    if (verdict.outcome == Outcome::strict && !message.has_id) {
      return {Outcome::lenient, "an error without an id"};
    }
    return verdict;
  }
  if (name.empty()) return {Outcome::stray, "answers " + message.id.text()};
  const Method* method = find_method(name);
  if (method == nullptr || method->result == nullptr) return {Outcome::extension, name};
  Verdict verdict = judge_result(message.result.value_or(Json()), *method);
  if (!verdict.reason.empty()) verdict.reason = name + " answered: " + verdict.reason;
  return verdict;
}

Verdict Conversation::judge_result(const Json& result, const Method& method) {
  // The documents answer some methods with null where the schema has an empty object.
  if (result.is_null() && method.result(Json::object(), Policy::lenient).decoded) {
    return {Outcome::lenient, "null"};
  }
  return judge_value(result, method.result);
}

/// One row of a file; false when it is none.
bool read_row(const std::string& text, std::string& line, bool& to_agent) {
  const auto row = parley::parse(text);
  if (!row || !row->is_object() || !row->contains("line") || !(*row)["line"].is_string()) {
    return false;
  }
  line = (*row)["line"];
  const Json dir = row->value("dir", Json());
  if (dir != "client->agent" && dir != "agent->client") return false;
  to_agent = dir == "client->agent";
  return true;
}

bool failed(const Verdict& verdict) {
  return verdict.outcome == Outcome::undecoded || verdict.outcome == Outcome::unequal;
}

/// Prints what came of the frames of a file; returns whether one failed.
bool print(const char* path, const Conversation& conversation, bool verbose) {
  std::size_t counts[outcomes] = {};
  bool any_failed = false;
  for (std::size_t i = 0; i < conversation.verdicts().size(); ++i) {
    const Verdict& verdict = conversation.verdicts()[i];
    const auto outcome = static_cast<std::size_t>(verdict.outcome);
    ++counts[outcome];
    any_failed = any_failed || failed(verdict);
    if (failed(verdict) || (verbose && verdict.outcome != Outcome::strict)) {
      std::printf("%s:%zu: %s%s%s\n", path, conversation.row(i), outcome_names[outcome],
                  verdict.reason.empty() ? "" : ": ", verdict.reason.c_str());
    }
  }
  std::printf("%s:", path);
  for (std::size_t i = 0; i < outcomes; ++i) {
    // The four that are asked for always, the others when there are any.
    if (i >= 4 && counts[i] == 0) continue;
    std::printf("%s %zu %s", i == 0 ? "" : i < 4 ? "," : ";", counts[i], outcome_names[i]);
  }
  std::printf("\n");
  return any_failed;
}

/// Returns the exit code that a file calls for.
int check_file(const char* path, bool verbose) {
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "%s: cannot be read\n", path);
    return 2;
  }
  Conversation conversation;
  std::size_t row = 0;
  bool all_rows = true;
  for (std::string text; std::getline(file, text);) {
    ++row;
    if (text.empty()) continue;
    std::string line;
    bool to_agent = false;
    if (read_row(text, line, to_agent)) {
      conversation.add(line, to_agent, row);
    } else {
      std::fprintf(stderr,
                   "%s:%zu: no row of a transcript: needs \"line\", and as \"dir\" "
                   "\"client->agent\" or \"agent->client\"\n",
                   path, row);
      all_rows = false;
    }
  }
  const bool any_failed = print(path, conversation, verbose);
  return !all_rows ? 2 : any_failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  bool verbose = false;
  int worst = 0;
  int files = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "-v") == 0) {
      verbose = true;
    } else {
      ++files;
      worst = std::max(worst, check_file(argv[i], verbose));
    }
  }
  if (files == 0) {
    std::fprintf(stderr, "usage: transcript_check [-v] FILE...\n");
    return 2;
  }
  return worst;
}
