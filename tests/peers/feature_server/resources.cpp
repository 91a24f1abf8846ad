// SPDX-License-Identifier: MIT
// Resources and resource templates.
#include <atomic>

#include "features.hpp"

namespace parley::mcp::features {

namespace {

std::atomic<int> count = 0;

ReadResourceResult text_at(const std::string& uri, std::string text,
                           std::string mime_type = "text/plain") {
  ReadResourceResult result;
  result.contents.push_back(
      TextResourceContents{.uri = uri, .text = std::move(text), .mime_type = std::move(mime_type)});
  return result;
}

}  // namespace

int count_up() { return ++count; }

void add_resources(Server& server) {
  server.add_resource(Resource{.uri = "parley://static/text",
                               .name = "static-text",
                               .title = "Static text",
                               .description = "A text that never changes",
                               .mime_type = "text/plain",
                               .size = 47,
                               .icons = {icon()},
                               .annotations = Annotations{.audience = {Role::user, Role::assistant},
                                                          .priority = 0.9,
                                                          .last_modified = "2025-11-25T00:00:00Z"}},
                      [](const std::string&, RequestContext&) {
                        return ReadResourceResult{.contents = {static_text_contents()}};
                      });
  server.add_resource(Resource{.uri = "parley://static/blob",
                               .name = "static-blob",
                               .mime_type = "application/octet-stream"},
                      [](const std::string&, RequestContext&) {
                        return ReadResourceResult{.contents = {static_blob_contents()}};
                      });
  server.add_resource(
      Resource{.uri = "parley://static/multi", .name = "static-multi"},
      [](const std::string&, RequestContext&) {
        ReadResourceResult result;
        result.contents.push_back(
            TextResourceContents{.uri = "parley://static/multi#1", .text = "one"});
        result.contents.push_back(BlobResourceContents{
            .uri = "parley://static/multi#2", .blob = parley::base64_encode(std::string("two"))});
        return result;
      });
  server.add_resource(
      Resource{.uri = "parley://counter", .name = "counter", .mime_type = "text/plain"},
      [](const std::string& uri, RequestContext&) {
        return text_at(uri, std::to_string(count.load()));
      });
  for (int i = 1; i <= 8; ++i) {
    const std::string number = std::to_string(i);
    server.add_text_resource("parley://item/" + number, "item-" + number, "item " + number);
  }
}

void add_templates(Server& server) {
  server.add_resource_template(
      ResourceTemplate{.uri_template = "parley://notes/{id}",
                       .name = "note",
                       .title = "Note",
                       .mime_type = "text/markdown"},
      [](const std::string& uri, const Server::Variables& in, RequestContext&) {
        return text_at(uri, "note " + in.at("id"), "text/markdown");
      });
  server.add_resource_template(
      ResourceTemplate{.uri_template = "parley://files/{+path}{?version}", .name = "file"},
      [](const std::string& uri, const Server::Variables& in, RequestContext&) {
        const auto version = in.find("version");
        return text_at(uri, "path=" + in.at("path") +
                                " version=" + (version == in.end() ? "" : version->second));
      });
  server.add_resource_template(
      ResourceTemplate{.uri_template = "parley://numbers/{n}", .name = "number"},
      [](const std::string& uri, const Server::Variables& in, RequestContext&) {
        return text_at(uri, "number " + in.at("n"));
      });
  server.add_template_completion("parley://notes/{id}", "id",
                                 [](const CompleteRequestParams& in, RequestContext&) {
                                   return starting_with({"1", "10", "2", "42"}, in.argument.value);
                                 });
  server.add_template_completion("parley://numbers/{n}", "n",
                                 [](const CompleteRequestParams& in, RequestContext&) {
                                   std::vector<std::string> all;
                                   for (int i = 0; i < 250; ++i) all.push_back(std::to_string(i));
                                   Completion out = starting_with(all, in.argument.value);
                                   out.total = static_cast<std::int64_t>(out.values.size());
                                   return out;
                                 });
}

}  // namespace parley::mcp::features
