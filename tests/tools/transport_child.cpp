// SPDX-License-Identifier: MIT
// The process at the other end in tests of transports: `transport_child MODE` serves on stdio.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include <parley/rpc/runtime.hpp>
#include <parley/transport/stdio.hpp>

#include "transport/recording_sink.hpp"

using parley::StdioOptions;
using parley::Transport;

namespace {

using Act = std::function<void(Transport&, std::string_view)>;

// Calls `act` for each frame until the input ends.
int serve(const StdioOptions& options, const Act& act) {
  auto runtime = std::make_shared<parley::Runtime>();
  parley::test::RecordingSink sink;
  auto transport = parley::stdio_transport(runtime, options);
  sink.frame_hook = [&](std::string_view frame) { act(*transport, frame); };
  transport->start(sink);
  if (!sink.wait_closed()) return 2;
  if (sink.reason()) std::fprintf(stderr, "closed: %s\n", sink.reason().message().c_str());
  return 0;
}

void echo(Transport& transport, std::string_view frame) { transport.send(frame); }

// Writes to standard output by every way there is, then answers.
void make_noise(Transport& transport, std::string_view frame) {
  std::printf("from printf\n");
  std::cout << "from cout" << std::endl;
  if (std::system("echo from a child; cat; ls -l /proc/self/fd") != 0) std::exit(3);
  transport.send(frame);
}

void flood(Transport& transport, std::string_view) {
  const std::string frame(1000, 'x');
  for (int i = 0; i < 10'000; ++i) transport.send(frame);
  std::fprintf(stderr, "sent, pending: %d\n", transport.pending_bytes() > 9'000'000);
}

int make_two() {
  auto runtime = std::make_shared<parley::Runtime>();
  auto first = parley::stdio_transport(runtime);
  try {
    parley::stdio_transport(runtime);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::device_or_resource_busy) std::fprintf(stderr, "busy\n");
  }
  first.reset();
  first = parley::stdio_transport(runtime);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "echo";
  StdioOptions options;
  if (mode == "echo") return serve(options, echo);
  if (mode == "flood") return serve(options, flood);
  if (mode == "two") return make_two();
  options.protect_stdout = mode == "noise";
  const int result = serve(options, make_noise);
  std::printf("after\n");
  return result;
}
