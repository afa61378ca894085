// paced_client PORT RATE SECONDS CONNECTIONS < REQUESTS: requests at a given rate, whatever the answers do.
//
// Idea: each connection has its own timetable, and the time of an answer counts from when its request was due, not from
// when it could be sent, so that a service that stalls is charged for all that waited (no coordinated omission). A
// request is a line of the input: the body of a POST to /process. One thread, epoll; it must not fill its core, or it
// would measure itself: the last column says how much of it it had.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(std::string_view what) {
  std::cerr << "paced_client: " << what << '\n';
  std::exit(1);
}

struct Client {
  int socket = -1;
  Clock::time_point due;
  std::size_t next = 0;  // request
  bool waits = false;
  std::string answer;
};

int connect_to(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("cannot connect");
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

/// True: the answer is there as a whole. Ends the program where it is not status 200.
bool is_whole(const std::string& answer) {
  constexpr std::string_view kLength = "Content-Length: ";
  const std::size_t end = answer.find("\r\n\r\n");
  if (end == std::string::npos) return false;
  if (!answer.starts_with("HTTP/1.1 200 ")) fail("an answer is " + answer.substr(0, answer.find('\r')));
  const std::size_t at = answer.find(kLength);
  if (at >= end) fail("an answer has no length");
  std::size_t size = 0;
  std::from_chars(answer.data() + at + kLength.size(), answer.data() + end, size);
  return answer.size() >= end + 4 + size;
}

class Load {
 public:
  Load(std::vector<std::string> requests, std::uint16_t port, double rate, double seconds, std::size_t connections)
      : requests_(std::move(requests)),
        interval_(std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(static_cast<double>(connections) / rate))),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        clients_(connections),
        epoll_(::epoll_create1(0)) {
    const Clock::time_point start = Clock::now();
    for (std::size_t i = 0; i < connections; ++i) {
      clients_[i].socket = connect_to(port);
      clients_[i].due = start + interval_ * i / connections;
      clients_[i].next = i;
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = i;
      ::epoll_ctl(epoll_, EPOLL_CTL_ADD, clients_[i].socket, &event);
    }
  }

  /// Milliseconds of all answers, in order of size.
  std::vector<double> run() {
    for (std::size_t waiting = 0;;) {
      const Clock::time_point now = Clock::now();
      Clock::time_point soonest = end_;
      for (Client& client : clients_) {
        if (client.waits) continue;
        if (client.due <= now && client.due < end_) {
          send(client);
          ++waiting;
        } else {
          soonest = std::min(soonest, client.due);
        }
      }
      if (now >= end_ && waiting == 0) break;
      waiting -= receive(soonest - Clock::now());
    }
    std::sort(times_.begin(), times_.end());
    return std::move(times_);
  }

 private:
  void send(Client& client) {
    const std::string& request = requests_[client.next++ % requests_.size()];
    if (::send(client.socket, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) {
      fail("cannot send");
    }
    client.waits = true;
  }

  /// Waits for answers, no longer than told; how many are whole.
  std::size_t receive(Clock::duration most) {
    std::array<epoll_event, 64> events;
    const timespec wait = [&] {
      const auto ns = std::clamp<std::int64_t>(std::chrono::nanoseconds(most).count(), 0, 50'000'000);
      return timespec{0, static_cast<long>(ns)};
    }();
    const int count = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &wait, nullptr);
    std::size_t done = 0;
    for (int i = 0; i < count; ++i) {
      Client& client = clients_[events[static_cast<std::size_t>(i)].data.u64];
      std::array<char, 65536> bytes;
      const ssize_t size = ::recv(client.socket, bytes.data(), bytes.size(), 0);
      if (size <= 0) fail("a connection was closed");
      client.answer.append(bytes.data(), static_cast<std::size_t>(size));
      if (!is_whole(client.answer)) continue;
      times_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - client.due).count());
      client.due += interval_;
      client.waits = false;
      client.answer.clear();
      ++done;
    }
    return done;
  }

  std::vector<std::string> requests_;
  Clock::duration interval_;
  Clock::time_point end_;
  std::vector<Client> clients_;
  int epoll_;
  std::vector<double> times_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) fail("PORT RATE SECONDS CONNECTIONS");
  std::vector<std::string> requests;
  for (std::string body; std::getline(std::cin, body);) {
    requests.push_back(
        fmt::format("POST /process HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    "Content-Length: {}\r\n\r\n{}",
                    body.size(), body));
  }
  if (requests.empty()) fail("no requests");
  const double seconds = std::strtod(argv[3], nullptr);
  const std::clock_t before = std::clock();
  Load load(std::move(requests), static_cast<std::uint16_t>(std::atoi(argv[1])), std::strtod(argv[2], nullptr), seconds,
            static_cast<std::size_t>(std::atoi(argv[4])));
  const std::vector<double> times = load.run();
  if (times.empty()) fail("no answers");
  const auto at = [&](double share) {
    return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
  };
  fmt::print(
      "{{\"done\": {}, \"p50\": {:.2f}, \"p90\": {:.2f}, \"p99\": {:.2f}, \"p999\": {:.2f}, \"most\": {:.2f}, "
      "\"core\": {:.2f}}}\n",
      times.size(), at(0.5), at(0.9), at(0.99), at(0.999), times.back(),
      static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC / seconds);
}
