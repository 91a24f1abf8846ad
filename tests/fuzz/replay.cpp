// SPDX-License-Identifier: MIT
// Stands in for libFuzzer where the compiler has none: feeds a fuzzer its corpus and mutations of
// it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::vector<std::string> read_corpus(const std::filesystem::path& folder) {
  std::vector<std::string> corpus = {"", "{}", "[1,2.5,\"a\\n\",null]\n"};
  if (!std::filesystem::is_directory(folder)) return corpus;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

/// A few bytes changed, dropped or doubled. The generator has a fixed seed: failures repeat.
std::string mutate(std::string text, std::mt19937& random) {
  for (unsigned changes = random() % 4 + 1; changes > 0; --changes) {
    const std::size_t at = text.empty() ? 0 : random() % text.size();
    switch (random() % 3) {
      case 0:
        if (!text.empty()) text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, random() % 8);
        break;
      default:
        text.insert(at, text.substr(at, random() % 8) + static_cast<char>(random()));
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> corpus = read_corpus(argc > 1 ? argv[1] : "");
  for (const std::string& input : corpus) run(input);
  constexpr int mutations = 20000;
  std::mt19937 random(1);
  for (int i = 0; i < mutations; ++i) run(mutate(corpus[random() % corpus.size()], random));
  std::printf("%zu inputs and %d mutations\n", corpus.size(), mutations);
}
