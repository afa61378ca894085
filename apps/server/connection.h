// One connection, and what all connections share. Everything here is done by the one thread of input and output.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/http_server.h"
#include "server/work_queue.h"

namespace espalier::server {

class Connection;

struct Hub {
  boost::asio::io_context& io;
  const HttpOptions& options;
  Handler& handler;
  Metrics& metrics;
  Gauges& gauges;
  const Log& log;
  WorkQueue& queue;
  std::function<void()> on_closed;  // a connection has gone
  std::unordered_map<Connection*, std::shared_ptr<Connection>> connections = {};
  std::uint64_t last_id = 0;
  std::time_t date_time = 0;
  std::string date_text = {};

  void open(boost::asio::ip::tcp::socket socket);
  void drop(Connection& connection);
  /// Closes the connection that has been idle longest; false: none is idle.
  bool evict();
  /// Idle connections have a moment left.
  void drain();
  /// Ends what is past its deadline. Called now and then: a timer for each would cost as much as reading a request.
  void sweep();
  /// For answers; written anew once a second.
  const std::string& date();
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Hub& hub, boost::asio::ip::tcp::socket socket) : hub_(hub), socket_(std::move(socket)) {}

  void start();
  void drain();
  void close();
  /// The operation that is under way ends with an error then; what it was says what is done.
  void expire();
  bool is_past(std::chrono::steady_clock::time_point now) const noexcept { return deadline_ <= now; }
  bool is_idle() const noexcept { return is_idle_; }
  std::chrono::steady_clock::time_point idle_since() const noexcept { return idle_since_; }

 private:
  using Code = boost::system::error_code;

  void await_request();
  void read();
  void receive(Code error);
  void parse();
  void send_continue();
  void fail_reading(Code error);
  void dispatch();
  void refuse(int status, const std::string& message);
  void respond(Response response);
  void write();
  void write_header(const Response& response);
  void finish(Code error);
  void linger();
  void discard();
  void arm(std::chrono::milliseconds time);
  void disarm() noexcept { deadline_ = std::chrono::steady_clock::time_point::max(); }

  Hub& hub_;
  boost::asio::ip::tcp::socket socket_;
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
  bool is_expired_ = false;
  bool is_idle_ = false;
  bool is_answered_to_wait_ = false;  // 100 Continue was sent
  bool keeps_alive_ = false;
  bool is_old_ = false;  // HTTP/1.0
  std::chrono::steady_clock::time_point idle_since_;
  std::chrono::steady_clock::time_point start_;  // when the request was there
  boost::beast::flat_buffer buffer_{kMostHeader + kPiece};
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  std::shared_ptr<const Request> request_;
  std::string header_;  // of the answer, and its body
  std::string body_;
  LogLine line_;
  std::string route_;
  std::string model_;

  static constexpr std::size_t kPiece = std::size_t{16} << 10;
  static constexpr std::uint32_t kMostHeader = std::uint32_t{64} << 10;  // a text may come in the query
};

}  // namespace espalier::server
