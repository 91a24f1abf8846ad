// SPDX-License-Identifier: MIT
// Two programs talk over a Unix socket with a protocol of their own: a method table of two rows.
//   chat_over_socket serve PATH          # relays what each client says to all others
//   chat_over_socket join PATH NAME      # reads lines from standard input, prints what others say
#include <iostream>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/router.hpp>
#include <parley/transport/socket.hpp>

struct Line {
  std::string from;
  std::string text;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("from", self.from, parley::required);
    v("text", self.text, parley::required);
  }
};

// A client says a line and learns how many heard it; the server passes the line on.
struct say {
  static constexpr parley::MethodInfo info{.name = "chat/say", .to = "server"};
  using Params = Line;
  using Result = int;
};
struct said {
  static constexpr parley::MethodInfo info{.name = "chat/said", .to = "client"};
  using Params = Line;
};

class Room {
 public:
  explicit Room(std::shared_ptr<parley::Runtime> runtime) : runtime_(std::move(runtime)) {}

  void admit(std::unique_ptr<parley::Transport> transport) {
    auto guest = std::make_shared<Guest>();
    guest->router.on<say>(
        [this, from = guest.get()](const Line& line) { return tell(line, from); });
    guest->connection.emplace(std::move(transport), guest->router, parley::ProtocolRules{},
                              runtime_);
    guest->connection->start();
    std::vector<std::shared_ptr<Guest>> before;  // Those who left go when the lock is free again.
    const std::lock_guard lock(mutex_);
    before = guests_;
    std::erase_if(guests_, [](const auto& old) { return old->connection->closed(); });
    guests_.push_back(std::move(guest));
  }

 private:
  struct Guest {
    parley::Router router;
    std::optional<parley::Connection> connection;
  };

  int tell(const Line& line, const Guest* speaker) {
    int listeners = 0;
    const std::lock_guard lock(mutex_);
    for (const auto& guest : guests_) {
      if (guest.get() == speaker) continue;
      try {
        guest->connection->notify<said>(line);
        ++listeners;
      } catch (const parley::Error&) {
        guest->connection->close();  // It does not listen; the others shall not suffer.
      }
    }
    return listeners;
  }

  std::shared_ptr<parley::Runtime> runtime_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Guest>> guests_;
};

int serve(const std::string& path) {
  auto runtime = std::make_shared<parley::Runtime>();
  Room room(runtime);
  const auto listener = parley::listen_unix(
      runtime, path, [&room](auto transport) { room.admit(std::move(transport)); });
  std::cout << "the room is open at " << path << "; end of input closes it\n" << std::flush;
  std::cin.ignore(std::numeric_limits<std::streamsize>::max(), std::char_traits<char>::eof());
  return 0;
}

int join(const std::string& path, const std::string& name) {
  std::cout << std::unitbuf;
  auto runtime = std::make_shared<parley::Runtime>();
  parley::Router router;
  router.on<said>([](const Line& line) { std::cout << line.from + ": " + line.text + "\n"; });
  parley::Connection connection(parley::connect_unix(runtime, path), router, {}, runtime);
  connection.start();
  for (std::string text; std::getline(std::cin, text);) {
    const int listeners = connection.call<say>(Line{name, text});
    std::cout << "(heard by " + std::to_string(listeners) + ")\n";
  }
  return 0;
}

int main(int argc, char** argv) {
  CLI::App app("A chat over a Unix socket");
  std::string role, path, name = "guest";
  app.add_option("role", role, "What to do")->required()->check(CLI::IsMember({"serve", "join"}));
  app.add_option("path", path, "Where the socket is")->required();
  app.add_option("name", name, "Your name, if you join");
  CLI11_PARSE(app, argc, argv);
  try {
    return role == "serve" ? serve(path) : join(path, name);
  } catch (const std::exception& error) {
    return std::cerr << "chat_over_socket: " << error.what() << "\n", 1;
  }
}
