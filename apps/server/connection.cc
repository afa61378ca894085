#include "server/connection.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>

#include "espalier/version.h"

namespace espalier::server {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLastMoment{500};  // for requests that are on their way when the service stops
constexpr std::chrono::milliseconds kLinger{1'000};

std::string text_of(std::string_view text) { return std::string(text); }

template <class Message>
Request request_of(Message&& message) {
  Request request;
  request.method = text_of(message.method_string());
  std::string_view target = message.target();
  if (target.starts_with("http://")) {  // as proxies are asked
    const std::size_t path = target.find('/', 7);
    target = path == std::string_view::npos ? std::string_view("/") : target.substr(path);
  }
  const std::size_t question = std::min(target.find('?'), target.size());
  request.path = target.substr(0, question);
  request.query = target.substr(std::min(question + 1, target.size()));
  request.content_type = text_of(message[http::field::content_type]);
  request.content_encoding = text_of(message[http::field::content_encoding]);
  request.accept_encoding = text_of(message[http::field::accept_encoding]);
  request.if_none_match = text_of(message[http::field::if_none_match]);
  request.body = std::move(message.body());
  return request;
}

}  // namespace

void Hub::open(net::ip::tcp::socket socket) {
  boost::system::error_code ignored;
  socket.set_option(net::ip::tcp::no_delay(true), ignored);
  socket.non_blocking(true, ignored);
  auto connection = std::make_shared<Connection>(*this, std::move(socket));
  connections.emplace(connection.get(), connection);
  ++gauges.connections;
  connection->start();
}

void Hub::drop(Connection& connection) {
  if (connections.erase(&connection) == 0) return;
  --gauges.connections;
  on_closed();
}

bool Hub::evict() {
  std::shared_ptr<Connection> oldest;
  for (const auto& [key, connection] : connections) {
    if (connection->is_idle() && (oldest == nullptr || connection->idle_since() < oldest->idle_since()))
      oldest = connection;
  }
  if (oldest == nullptr) return false;
  oldest->close();
  return true;
}

void Hub::drain() {
  for (const auto& [key, connection] : connections) connection->drain();
}

const std::string& Hub::date() {
  if (const std::time_t now = std::time(nullptr); now != date_time) {
    date_time = now;
    date_text = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now));
  }
  return date_text;
}

void Hub::sweep() {
  const auto now = steady_clock::now();
  for (const auto& [key, connection] : connections) {
    if (connection->is_past(now)) connection->expire();
  }
}

void Connection::start() { await_request(); }

void Connection::drain() {
  if (is_idle_) arm(kLastMoment);
}

void Connection::close() {
  disarm();
  Code ignored;
  socket_.close(ignored);
  hub_.drop(*this);
}

void Connection::arm(std::chrono::milliseconds time) {
  is_expired_ = false;
  deadline_ = steady_clock::now() + time;
}

void Connection::expire() {
  disarm();
  is_expired_ = true;
  Code ignored;
  socket_.cancel(ignored);
}

void Connection::await_request() {
  parser_.emplace();
  parser_->header_limit(kMostHeader);
  parser_->body_limit(hub_.options.request_bytes);
  parser_->eager(true);
  is_answered_to_wait_ = false;
  if (buffer_.size() > 0) {  // it was sent along with the one before
    arm(hub_.options.read_time);
    net::post(hub_.io, [self = shared_from_this()] { self->parse(); });
    return;
  }
  is_idle_ = true;
  idle_since_ = steady_clock::now();
  arm(hub_.gauges.draining ? kLastMoment : hub_.options.idle_time);
  read();
}

// What is read goes to the parser as it comes.
void Connection::read() {
  const std::size_t room = buffer_.max_size() - buffer_.size();
  if (room == 0) return fail_reading(http::error::buffer_overflow);
  socket_.async_read_some(buffer_.prepare(std::min(kPiece, room)),
                          [self = shared_from_this()](Code error, std::size_t size) {
                            self->buffer_.commit(size);
                            self->receive(error);
                          });
}

void Connection::receive(Code error) {
  const bool was_idle = is_idle_;
  is_idle_ = false;
  if (error && was_idle) return close();
  // It may have been too late just when it had come.
  if (error || is_expired_) return fail_reading(error);
  if (was_idle) arm(hub_.options.read_time);
  parse();
}

void Connection::parse() {
  Code error;
  while (buffer_.size() > 0 && !parser_->is_done() && !error) {
    const std::size_t size = parser_->put(buffer_.data(), error);
    buffer_.consume(size);
    if (size == 0) break;
  }
  if (error && error != http::error::need_more) return fail_reading(error);
  if (parser_->is_done()) return dispatch();
  const bool waits = parser_->is_header_done() && !is_answered_to_wait_ &&
                     boost::beast::iequals(parser_->get()[http::field::expect], "100-continue");
  waits ? send_continue() : read();
}

void Connection::send_continue() {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  is_answered_to_wait_ = true;
  net::async_write(socket_, net::buffer(kContinue), [self = shared_from_this()](Code error, std::size_t) {
    error || self->is_expired_ ? self->fail_reading(error) : self->read();
  });
}

void Connection::fail_reading(Code error) {
  if (is_expired_) {
    hub_.metrics.count_dropped();
    return refuse(408, "the request did not come in time");
  }
  if (error == http::error::body_limit) {
    return refuse(
        413, fmt::format("The payload size is too large: this service takes {} bytes.", hub_.options.request_bytes));
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return refuse(431, "the header is too large: send long texts with POST");
  }
  if (error.category() == http::make_error_code(http::error::bad_method).category()) {
    return refuse(400, "this is not HTTP");
  }
  hub_.metrics.count_dropped();
  close();
}

void Connection::dispatch() {
  disarm();
  start_ = steady_clock::now();
  keeps_alive_ = parser_->get().keep_alive();
  is_old_ = parser_->get().version() < 11;
  request_ = std::make_shared<const Request>(request_of(parser_->release()));
  if (hub_.handler.is_quick(*request_)) return respond(hub_.handler.answer(*request_));
  WorkQueue::Job job = [self = shared_from_this()]() mutable {
    // The connection itself is the other thread's: here only what does not change is looked at.
    Hub& hub = self->hub_;
    const bool is_late = steady_clock::now() - self->start_ > hub.options.queue_time;
    Response response =
        is_late ? hub.handler.refuse(*self->request_, 503, "the service is busy") : hub.handler.answer(*self->request_);
    net::post(hub.io, [self = std::move(self), response = std::move(response)]() mutable {
      self->respond(std::move(response));
    });
  };
  if (!hub_.queue.offer(job)) respond(hub_.handler.refuse(*request_, 503, "the service is busy"));
}

void Connection::refuse(int status, const std::string& message) {
  disarm();
  start_ = steady_clock::now();
  keeps_alive_ = false;
  request_ = std::make_shared<const Request>(request_of(parser_->release()));
  respond(hub_.handler.refuse(*request_, status, message));
}

void Connection::respond(Response response) {
  keeps_alive_ = keeps_alive_ && !hub_.gauges.draining;
  route_ = hub_.handler.route(*request_);
  model_ = std::move(response.model);
  line_ = {++hub_.last_id, {}, {}, response.status, response.body.size(), 0, {}};
  write_header(response);
  body_ = request_->method == "HEAD" ? std::string() : std::move(response.body);
  write();
}

// Nearly always all of it fits into the socket at once, and nobody has to wait.
void Connection::write() {
  std::array<net::const_buffer, 2> pieces = {net::buffer(header_), net::buffer(body_)};
  Code error;
  std::size_t done = socket_.write_some(pieces, error);
  if (error == net::error::would_block) error = {};
  if (error || done == header_.size() + body_.size()) return finish(error);
  for (net::const_buffer& piece : pieces) {
    const std::size_t size = std::min(done, piece.size());
    piece += size;
    done -= size;
  }
  arm(hub_.options.write_time);
  net::async_write(socket_, pieces, [self = shared_from_this()](Code failure, std::size_t) { self->finish(failure); });
}

// By hand: a tree of fields made for each answer and written field by field took longer than sending it, and reading
// format strings costs more than all else here.
void Connection::write_header(const Response& response) {
  static const std::string kServer = fmt::format("\r\nServer: espalier/{}\r\nDate: ", version());
  const auto number = [](auto value) { return fmt::format_int(value); };
  const auto add = [this](std::string_view name, std::string_view value) {
    header_.append(name).append(": ").append(value).append("\r\n");
  };
  header_.assign("HTTP/1.1 ").append(number(response.status).c_str()) += ' ';
  header_.append(std::string_view(http::obsolete_reason(static_cast<http::status>(response.status))));
  header_.append(kServer).append(hub_.date()).append("\r\n");
  add("X-Request-Id", number(line_.id).c_str());
  if (!response.body.empty()) add("Content-Type", response.content_type);
  for (const auto& [name, value] : response.headers) add(name, value);
  if (!keeps_alive_) {
    header_ += "Connection: close\r\n";
  } else if (is_old_) {
    header_ += "Connection: keep-alive\r\n";
  }
  // Of these two there is no body, and no length either.
  if (response.status != 204 && response.status != 304) {
    add("Content-Length", number(response.body.size()).c_str());
  }
  header_ += "\r\n";
}

void Connection::finish(Code error) {
  disarm();
  const double seconds = std::chrono::duration<double>(steady_clock::now() - start_).count();
  // A method is anything that a client sends: only those that are known are written down.
  const bool is_known = request_->method == "GET" || request_->method == "POST" || request_->method == "HEAD" ||
                        request_->method == "OPTIONS";
  line_.method = is_known ? std::string_view(request_->method) : std::string_view("other");
  line_.path = route_;
  line_.model = model_;
  line_.milliseconds = seconds * 1e3;
  hub_.log.request(line_);
  hub_.metrics.count_request(route_, line_.status, seconds);
  body_ = {};  // it may be large, and the connection idle for long
  request_.reset();
  if (error) return close();
  keeps_alive_ ? await_request() : linger();
}

void Connection::linger() {
  Code error;
  socket_.shutdown(net::ip::tcp::socket::shutdown_send, error);
  if (error) return close();
  arm(kLinger);
  discard();
}

void Connection::discard() {
  buffer_.clear();
  socket_.async_read_some(buffer_.prepare(kPiece), [self = shared_from_this()](Code error, std::size_t) {
    error || self->is_expired_ ? self->close() : self->discard();
  });
}

}  // namespace espalier::server
