#include "server/http_server.h"

#include <fmt/format.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>

#include "espalier/error.h"
#include "server/connection.h"

namespace espalier::server {
namespace {

namespace net = boost::asio;
using net::ip::tcp;
using Code = boost::system::error_code;

constexpr std::chrono::milliseconds kPause{100};  // when no file descriptor is left, or the like
constexpr std::chrono::milliseconds kSweep{25};   // how late a deadline may be noticed

tcp::endpoint endpoint_of(const HttpOptions& options) {
  Code error;
  const std::string host = options.host == "localhost" ? "127.0.0.1" : options.host;
  const auto address = net::ip::make_address(host, error);
  if (error)
    throw Error(ErrorKind::kUsage,
                fmt::format("{} is no address to listen at: it is one like 127.0.0.1, 0.0.0.0 or ::1", options.host));
  return {address, options.port};
}

}  // namespace

class HttpServer::Body {
 public:
  Body(const HttpOptions& options, Handler& handler, Metrics& metrics, Gauges& gauges, const Log& log)
      : options_(options),
        acceptor_(io_),
        pause_(io_),
        sweep_(io_),
        signals_(io_),
        guard_(net::make_work_guard(io_)),
        queue_(options.threads, options.queue, gauges),
        hub_{io_, options_, handler, metrics, gauges, log, queue_, [this] { continue_after_close(); }} {
    listen();
    if (!options_.takes_signals) return;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) signals_.add(signal);
    await_signal();
  }

  std::uint16_t port() const { return port_; }

  void run() {
    accept();
    sweep_later();
    io_.run();
  }

  void stop() {
    net::post(io_, [this] { drain(); });
  }

 private:
  void listen() {
    const tcp::endpoint endpoint = endpoint_of(options_);
    try {
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(net::socket_base::reuse_address(true));
      acceptor_.bind(endpoint);
      acceptor_.listen();
      acceptor_.non_blocking(true);
      port_ = acceptor_.local_endpoint().port();
    } catch (const boost::system::system_error& error) {
      throw Error(ErrorKind::kSystem,
                  fmt::format("cannot listen at {} port {}: {}", options_.host, options_.port, error.code().message()));
    }
  }

  void accept() {
    if (!acceptor_.is_open() || is_accepting_) return;
    if (hub_.connections.size() >= options_.connections && !hub_.evict()) return;  // until one closes
    if (is_accepting_) return;  // the one that was closed has seen to it
    is_accepting_ = true;
    acceptor_.async_accept([this](Code error, tcp::socket socket) {
      is_accepting_ = false;
      if (error == net::error::operation_aborted) return;
      if (error && error != net::error::connection_aborted) return accept_later();
      if (!error) hub_.open(std::move(socket));
      accept();
    });
  }

  void accept_later() {
    pause_.expires_after(kPause);
    pause_.async_wait([this](Code error) {
      if (!error) accept();
    });
  }

  void sweep_later() {
    sweep_.expires_after(kSweep);
    sweep_.async_wait([this](Code error) {
      if (error || is_finished_) return;
      hub_.sweep();
      sweep_later();
    });
  }

  void continue_after_close() {
    if (hub_.gauges.draining) {
      if (hub_.connections.empty()) finish();
    } else {
      accept();
    }
  }

  void await_signal() {
    signals_.async_wait([this](Code error, int signal) {
      if (error) return;
      if (signal != SIGHUP) return drain();
      if (options_.on_hangup) queue_.add(options_.on_hangup);
      await_signal();
    });
  }

  void drain() {
    if (hub_.gauges.draining.exchange(true)) return;
    hub_.log.event("draining");
    // From here on signals do what they do to any program.
    Code ignored;
    signals_.clear(ignored);
    pause_.cancel();
    if (options_.takes_signals) std::signal(SIGHUP, SIG_IGN);
    // Clients whose connections wait in the system's queue think that they are connected.
    for (;;) {
      Code error;
      tcp::socket socket = acceptor_.accept(error);
      if (error) break;
      hub_.open(std::move(socket));
    }
    acceptor_.close(ignored);
    hub_.drain();
    if (hub_.connections.empty()) finish();
  }

  void finish() {
    is_finished_ = true;
    sweep_.cancel();
    guard_.reset();
  }

  const HttpOptions options_;
  net::io_context io_{1};
  tcp::acceptor acceptor_;
  net::steady_timer pause_;
  net::steady_timer sweep_;
  net::signal_set signals_;
  net::executor_work_guard<net::io_context::executor_type> guard_;
  WorkQueue queue_;  // gone before what its jobs look at
  Hub hub_;
  std::uint16_t port_ = 0;
  bool is_accepting_ = false;
  bool is_finished_ = false;
};

HttpServer::HttpServer(const HttpOptions& options, Handler& handler, Metrics& metrics, Gauges& gauges, const Log& log)
    : body_(std::make_unique<Body>(options, handler, metrics, gauges, log)) {}
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return body_->port(); }
void HttpServer::run() { body_->run(); }
void HttpServer::stop() { body_->stop(); }

}  // namespace espalier::server
