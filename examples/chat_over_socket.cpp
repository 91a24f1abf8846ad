// SPDX-License-Identifier: MIT
// Two programs talk over a Unix socket with a protocol of their own: a method table of two rows.
//   chat_over_socket serve PATH          # relays what each client says to all others
//   chat_over_socket join PATH NAME      # reads lines from standard input, prints what others say
#include <iostream>
#include <limits>
#include <mutex>
#include <set>
#include <string>

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

struct Receipt {
  int listeners = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("listeners", self.listeners, parley::required);
  }
};

// A client says a line and learns how many heard it; the server passes the line on.
struct say {
  static constexpr parley::MethodInfo info{.name = "chat/say", .to = "server"};
  using Params = Line;
  using Result = Receipt;
};
struct said {
  static constexpr parley::MethodInfo info{.name = "chat/said", .to = "client"};
  using Params = Line;
};

class Room {
 public:
  explicit Room(std::shared_ptr<parley::Runtime> runtime) : runtime_(std::move(runtime)) {}

  void admit(std::unique_ptr<parley::Transport> transport) {
    auto guest = std::make_unique<Guest>();
    Guest* const self = guest.get();
    guest->router.on<say>([this, self](const Line& line) { return pass_on(line, self); });
    guest->connection = std::make_unique<parley::Connection>(std::move(transport), guest->router,
                                                             parley::ProtocolRules{}, runtime_);
    guest->connection->start();
    const std::lock_guard lock(mutex_);
    guests_.insert(std::move(guest));
  }

 private:
  struct Guest {
    parley::Router router;
    std::unique_ptr<parley::Connection> connection;
  };

  Receipt pass_on(const Line& line, const Guest* speaker) {
    Receipt receipt;
    const std::lock_guard lock(mutex_);
    for (const auto& guest : guests_) {
      if (guest.get() == speaker || guest->connection->closed()) continue;
      try {
        guest->connection->notify<said>(line);
        ++receipt.listeners;
      } catch (const parley::Error&) {
        guest->connection->close();  // It does not listen; the others shall not suffer.
      }
    }
    return receipt;
  }

  std::shared_ptr<parley::Runtime> runtime_;
  std::mutex mutex_;
  std::set<std::unique_ptr<Guest>> guests_;
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
  auto runtime = std::make_shared<parley::Runtime>();
  parley::Router router;
  router.on<said>([](const Line& line) {
    std::cout << line.from + ": " + line.text + "\n" << std::flush;
  });
  parley::Connection connection(parley::connect_unix(runtime, path), router, {}, runtime);
  connection.start();
  for (std::string text; std::getline(std::cin, text);) {
    const Receipt receipt = connection.call<say>(Line{name, text});
    std::cout << "(heard by " + std::to_string(receipt.listeners) + ")\n" << std::flush;
  }
  return 0;
}

int main(int argc, char** argv) {
  CLI::App app("A chat over a Unix socket");
  app.require_subcommand(1);
  std::string path, name = "guest";
  auto* server = app.add_subcommand("serve", "Open a room");
  auto* client = app.add_subcommand("join", "Join a room");
  for (auto* command : {server, client}) {
    command->add_option("path", path, "Where the socket is")->required();
  }
  client->add_option("name", name, "Your name");
  CLI11_PARSE(app, argc, argv);
  try {
    return *server ? serve(path) : join(path, name);
  } catch (const std::exception& error) {
    return std::cerr << "chat_over_socket: " << error.what() << "\n", 1;
  }
}
