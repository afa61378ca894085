// Clients of all manners against the server: hasty, slow, rude, many. The handler is one that can be held up.
#include "server/http_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "espalier/error.h"

namespace espalier::server {
namespace {

using namespace std::chrono_literals;

/// Answers with the body of the request. `/hold` waits until release().
class EchoHandler : public Handler {
 public:
  Response answer(const Request& request) override {
    if (request.path == "/hold") {
      std::unique_lock lock(mutex_);
      ++held_;
      changed_.notify_all();
      changed_.wait(lock, [this] { return is_released_; });
    }
    Response response;
    response.content_type = "text/plain";
    response.body = request.path + "|" + request.query + "|" + request.body;
    return response;
  }
  Response refuse(const Request& /*request*/, int status, const std::string& message) override {
    return {.status = status, .content_type = "text/plain", .body = message, .headers = {}, .model = {}};
  }
  bool is_quick(const Request& request) const override { return request.path == "/quick"; }
  std::string route(const Request& /*request*/) const override { return "any"; }

  void await_held(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return held_ >= count; });
  }
  void release() {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int held_ = 0;
  bool is_released_ = false;
};

/// A client with nothing but a socket.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool is_connected() const { return is_connected_; }
  void send(std::string_view bytes) const { (void)!::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  void half_close() const { shutdown(socket_, SHUT_WR); }

  void get(const std::string& path) const { send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n"); }
  void post(const std::string& path, const std::string& body) const {
    send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  /// The next answer, header and body; empty when the connection ends before it.
  std::string receive(std::chrono::milliseconds patience = 20s) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
      if (const std::size_t end = whole(); end > 0) {
        std::string answer = buffer_.substr(0, end);
        buffer_.erase(0, end);
        return answer;
      }
      if (!more(deadline)) return {};
    }
  }
  /// The other side has closed the connection.
  bool is_ended(std::chrono::milliseconds patience = 20s) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!is_at_end_ && more(deadline)) {
    }
    return is_at_end_;
  }

 private:
  std::size_t whole() const {
    const std::size_t header = buffer_.find("\r\n\r\n");
    if (header == std::string::npos) return 0;
    const std::size_t length = buffer_.find("Content-Length: ");
    const std::size_t size = length < header ? std::stoul(buffer_.substr(length + 16)) : 0;
    return buffer_.size() >= header + 4 + size ? header + 4 + size : 0;
  }
  bool more(std::chrono::steady_clock::time_point deadline) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd wait{socket_, POLLIN, 0};
    if (left.count() <= 0 || poll(&wait, 1, static_cast<int>(left.count())) <= 0) return false;
    char piece[4096];
    const ssize_t size = recv(socket_, piece, sizeof piece, 0);
    if (size <= 0) {
      is_at_end_ = true;
      return false;
    }
    buffer_.append(piece, static_cast<std::size_t>(size));
    return true;
  }

  int socket_;
  bool is_connected_ = false;
  bool is_at_end_ = false;
  std::string buffer_;
};

std::string status_of(const std::string& answer) { return answer.substr(0, answer.find("\r\n")); }
std::string body_of(const std::string& answer) {
  const std::size_t header = answer.find("\r\n\r\n");
  return header == std::string::npos ? "(none)" : answer.substr(header + 4);
}

class HttpServerTest : public ::testing::Test {
 protected:
  void start() {
    options_.port = 0;
    server_ = std::make_unique<HttpServer>(options_, handler_, metrics_, gauges_, log_);
    thread_ = std::thread([this] { server_->run(); });
  }
  void TearDown() override {
    handler_.release();
    stop();
  }
  void stop() {
    if (server_ == nullptr) return;
    server_->stop();
    thread_.join();
    server_.reset();
  }
  std::uint16_t port() const { return server_->port(); }
  void expect_well() {
    Client client(port());
    client.get("/quick");
    EXPECT_EQ(body_of(client.receive()), "/quick||");
  }

  HttpOptions options_{.threads = 2, .read_time = 5s};
  EchoHandler handler_;
  Metrics metrics_;
  Gauges gauges_;
  Log log_{false};
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

TEST_F(HttpServerTest, KeepsConnectionsAlive) {
  start();
  Client client(port());
  for (int i = 0; i < 5; ++i) {
    client.post("/a?b=c", "body " + std::to_string(i));
    EXPECT_EQ(body_of(client.receive()), "/a|b=c|body " + std::to_string(i));
  }
  client.send("GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_NE(client.receive().find("Connection: close"), std::string::npos);
  client.half_close();
  EXPECT_TRUE(client.is_ended());
}

TEST_F(HttpServerTest, OlderProtocol) {
  start();
  Client client(port());
  client.send("GET /a HTTP/1.0\r\n\r\n");
  EXPECT_EQ(body_of(client.receive()), "/a||");
  client.half_close();
  EXPECT_TRUE(client.is_ended());
  Client kept(port());
  for (int i = 0; i < 2; ++i) {
    kept.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_NE(kept.receive().find("Connection: keep-alive\r\n"), std::string::npos);
  }
}

TEST_F(HttpServerTest, RequestsOneBehindTheOther) {
  start();
  Client client(port());
  client.send(
      "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\nGET /quick HTTP/1.1\r\nHost: x\r\n\r\n");
  for (const char* path : {"/1||", "/2||", "/quick||"}) EXPECT_EQ(body_of(client.receive()), path);
}

TEST_F(HttpServerTest, ManyIdleConnectionsKeepNobodyOut) {
  start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 64; ++i) clients.push_back(std::make_unique<Client>(port()));
  for (int round = 0; round < 3; ++round) {
    for (auto& client : clients) client->get("/work");
    for (auto& client : clients) EXPECT_EQ(body_of(client->receive()), "/work||");
  }
  expect_well();
}

TEST_F(HttpServerTest, ChunkedAndExpected) {
  start();
  Client client(port());
  client.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
  EXPECT_EQ(body_of(client.receive()), "/a||abcde");
  client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(status_of(client.receive()), "HTTP/1.1 100 Continue");
  client.send("xyz");
  EXPECT_EQ(body_of(client.receive()), "/a||xyz");
}

TEST_F(HttpServerTest, HeadHasNoBody) {
  start();
  Client client(port());
  client.send("HEAD /quick HTTP/1.1\r\nHost: x\r\n\r\nGET /quick HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  client.half_close();
  EXPECT_TRUE(client.is_ended());
  const std::string head = client.receive(0ms);
  EXPECT_NE(head.find("Content-Length: 8\r\n"), std::string::npos) << head;
}

TEST_F(HttpServerTest, HalfClosedClientsAreAnswered) {
  start();
  Client client(port());
  client.post("/a", "text");
  client.half_close();
  EXPECT_EQ(body_of(client.receive()), "/a||text");
  EXPECT_TRUE(client.is_ended());
}

TEST_F(HttpServerTest, SlowClientsAreDroppedAndOthersServed) {
  options_.read_time = 300ms;
  start();
  std::vector<std::unique_ptr<Client>> slow;
  for (int i = 0; i < 20; ++i) {
    slow.push_back(std::make_unique<Client>(port()));
    slow.back()->send(i % 2 == 0 ? "GET /a HTTP/1.1\r\nHost: "
                                 : "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n");
  }
  // A byte now and then, each in time for a limit of a single read.
  for (int i = 0; i < 10; ++i) {
    for (auto& client : slow) client->send("x");
    expect_well();
    std::this_thread::sleep_for(50ms);
  }
  for (auto& client : slow) {
    EXPECT_EQ(status_of(client->receive()), "HTTP/1.1 408 Request Timeout");
    EXPECT_TRUE(client->is_ended());
  }
}

TEST_F(HttpServerTest, IdleConnectionsEnd) {
  options_.idle_time = 100ms;
  start();
  Client silent(port()), polite(port());
  polite.get("/a");
  EXPECT_EQ(body_of(polite.receive()), "/a||");
  EXPECT_TRUE(silent.is_ended());
  EXPECT_TRUE(polite.is_ended());
}

TEST_F(HttpServerTest, TooLarge) {
  options_.request_bytes = 1'000;
  start();
  Client announced(port()), chunked(port()), header(port()), exact(port());
  announced.post("/a", std::string(2'000'000, 'x'));  // the answer is there though all of it was not read
  EXPECT_EQ(status_of(announced.receive()), "HTTP/1.1 413 Payload Too Large");
  chunked.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n" + std::string(0x800, 'x') +
               "\r\n");
  EXPECT_EQ(status_of(chunked.receive()), "HTTP/1.1 413 Payload Too Large");
  header.send("GET /" + std::string(200'000, 'x'));
  EXPECT_EQ(status_of(header.receive()), "HTTP/1.1 431 Request Header Fields Too Large");
  exact.post("/a", std::string(1'000, 'x'));
  EXPECT_EQ(status_of(exact.receive()), "HTTP/1.1 200 OK");
  expect_well();
}

TEST_F(HttpServerTest, WhatIsNoHttp) {
  start();
  for (const std::string& bytes :
       {std::string("\x16\x03\x01\x02\x00\x01\x00", 7), std::string("hello\r\n\r\n"), std::string(100, '\0'),
        std::string("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")}) {
    Client client(port());
    client.send(bytes);
    EXPECT_EQ(status_of(client.receive()), "HTTP/1.1 400 Bad Request") << bytes;
    EXPECT_TRUE(client.is_ended());
  }
  {
    Client gone(port());
    gone.send("POST /a HTTP/1.1\r\nContent-Length: 100\r\n\r\nhalf");
  }
  expect_well();
}

TEST_F(HttpServerTest, FullQueueIsTold) {
  options_.threads = 1;
  options_.queue = 2;
  start();
  Client working(port()), first(port()), second(port()), third(port());
  working.get("/hold");
  handler_.await_held(1);
  first.get("/1");
  second.get("/2");
  while (gauges_.queued < 2) std::this_thread::sleep_for(1ms);
  third.get("/3");
  EXPECT_EQ(status_of(third.receive()), "HTTP/1.1 503 Service Unavailable");
  expect_well();  // what is quick is answered all the same
  handler_.release();
  EXPECT_EQ(body_of(working.receive()), "/hold||");
  EXPECT_EQ(body_of(first.receive()), "/1||");
  EXPECT_EQ(body_of(second.receive()), "/2||");
  third.get("/3");
  EXPECT_EQ(body_of(third.receive()), "/3||") << "the connection goes on";
}

TEST_F(HttpServerTest, WhoWaitedTooLongIsNotWorkedFor) {
  options_.threads = 1;
  options_.queue_time = 50ms;
  start();
  Client working(port()), waiting(port());
  working.get("/hold");
  handler_.await_held(1);
  waiting.get("/1");
  while (gauges_.queued < 1) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(100ms);
  handler_.release();
  EXPECT_EQ(status_of(working.receive()), "HTTP/1.1 200 OK");
  EXPECT_EQ(status_of(waiting.receive()), "HTTP/1.1 503 Service Unavailable");
}

TEST_F(HttpServerTest, TooManyConnectionsCloseIdleOnes) {
  options_.connections = 8;
  start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 40; ++i) {
    clients.push_back(std::make_unique<Client>(port()));
    clients.back()->get("/a");
    EXPECT_EQ(body_of(clients.back()->receive()), "/a||");
  }
  EXPECT_TRUE(clients.front()->is_ended());
  EXPECT_LE(gauges_.connections, 8);
}

TEST_F(HttpServerTest, StoppingLosesNothing) {
  options_.threads = 1;
  start();
  Client idle(port()), working(port()), waiting(port());
  working.get("/hold");
  waiting.get("/1");
  handler_.await_held(1);
  while (gauges_.queued < 1) std::this_thread::sleep_for(1ms);
  server_->stop();
  while (!gauges_.draining) std::this_thread::sleep_for(1ms);
  idle.get("/quick");  // was on its way
  std::string answer = idle.receive();
  EXPECT_EQ(body_of(answer), "/quick||");
  EXPECT_NE(answer.find("Connection: close"), std::string::npos);
  std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(Client(port()).is_connected());
  handler_.release();
  EXPECT_EQ(body_of(working.receive()), "/hold||");
  EXPECT_EQ(body_of(waiting.receive()), "/1||");
  stop();
}

TEST_F(HttpServerTest, StoppingUnderLoadAnswersAllThatWasTaken) {
  start();
  std::atomic<int> lost{0}, answered{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      Client client(port());
      for (;;) {
        client.get("/work");
        const std::string answer = client.receive();
        if (body_of(answer) != "/work||") {
          ++lost;
          return;
        }
        ++answered;
        if (answer.find("Connection: close") != std::string::npos) return;
      }
    });
  }
  while (answered < 500) std::this_thread::sleep_for(1ms);
  server_->stop();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(lost, 0);
  stop();
}

TEST(HttpServerErrors, Addresses) {
  EchoHandler handler;
  Metrics metrics;
  Gauges gauges;
  const Log log(false);
  EXPECT_THROW(HttpServer({.host = "no address"}, handler, metrics, gauges, log), Error);
  const HttpServer first({.port = 0}, handler, metrics, gauges, log);
  EXPECT_THROW(HttpServer({.port = first.port()}, handler, metrics, gauges, log), Error);
}

}  // namespace
}  // namespace espalier::server
