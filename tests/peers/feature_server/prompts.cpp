// SPDX-License-Identifier: MIT
// Prompts and their completion.
#include "features.hpp"

namespace parley::mcp::features {

namespace {

GetPromptResult greet(const GetPromptRequestParams& in, RequestContext&) {
  const auto style = in.arguments.find("style");
  const std::string& name = in.arguments.at("name");
  GetPromptResult result;
  result.description = "A greeting for " + name;
  result.messages.push_back(says(
      Role::user,
      TextContent{.text = "Please greet " + name + " in a " +
                          (style == in.arguments.end() ? std::string("friendly") : style->second) +
                          " style."}));
  return result;
}

Completion greet_name(const CompleteRequestParams& in, RequestContext&) {
  const bool formal = in.context && in.context->arguments.contains("style") &&
                      in.context->arguments.at("style") == "formal";
  return starting_with(formal ? std::vector<std::string>{"Dr. Ada", "Prof. Alan"}
                              : std::vector<std::string>{"Ada", "Alan"},
                       in.argument.value);
}

}  // namespace

void add_prompts(Server& server) {
  server.add_prompt(
      Prompt{.name = "greet",
             .title = "Greeting",
             .description = "Greets somebody",
             .arguments = {PromptArgument{
                               .name = "name", .description = "Whom to greet", .required = true},
                           PromptArgument{.name = "style"}},
             .icons = {icon()}},
      &greet);
  server.add_prompt_completion("greet", "name", &greet_name);
  server.add_prompt_completion(
      "greet", "style", [](const CompleteRequestParams& in, RequestContext&) {
        return starting_with({"casual", "formal", "friendly"}, in.argument.value);
      });
  server.add_prompt(Prompt{.name = "with_resource"},
                    [](const GetPromptRequestParams&, RequestContext&) {
                      GetPromptResult result;
                      result.messages.push_back(
                          says(Role::user, EmbeddedResource{.resource = static_text_contents()}));
                      return result;
                    });
  server.add_prompt(
      Prompt{.name = "with_media"}, [](const GetPromptRequestParams&, RequestContext&) {
        GetPromptResult result;
        result.messages = {
            says(Role::user, ImageContent{.data = png, .mime_type = "image/png"}),
            says(Role::assistant, AudioContent{.data = wav, .mime_type = "audio/wav"}),
            says(Role::assistant, TextContent{.text = "seen"}),
            says(Role::user, ResourceLink{.uri = "parley://static/blob", .name = "static-blob"})};
        return result;
      });
  for (int i = 1; i <= 8; ++i) {
    server.add_prompt(Prompt{.name = "chapter_" + std::to_string(i)},
                      [i](const GetPromptRequestParams&, RequestContext&) {
                        GetPromptResult result;
                        result.messages.push_back(
                            says(Role::user, TextContent{.text = "Chapter " + std::to_string(i)}));
                        return result;
                      });
  }
}

}  // namespace parley::mcp::features
