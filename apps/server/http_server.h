// HTTP/1.1 over TCP: one thread does all input and output, a few others work off a queue with an end.
//
// Why Asio and Beast. Debian 12 has cpp-httplib 0.11: there a connection holds a thread of the pool as long as it is
// kept alive, so that a few idle clients keep all others out, and its time limits are those of a single read, so that
// who sends a byte a second is never done. Here a connection that waits costs a file descriptor, a thread is taken only
// by a request that is there as a whole, and each request has one deadline from its first byte to its last.
//
// What happens to a connection: it waits for a first byte (idle_time; when there are too many connections, the one that
// waits longest is closed), then the whole request must come (read_time, else 408), then it waits in the queue (full:
// 503) and is worked on, and the answer is written (write_time). Where it cannot go on after the answer, what the
// client still sends is read and dropped for a moment: closing at once would take the answer away with it.
//
// Shutting down: no more connections are taken, save those that the system has taken for us already; requests that are
// there or come within a moment are answered with Connection: close; run() returns when the last connection is gone.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/handler.h"
#include "server/log.h"
#include "server/metrics.h"

namespace espalier::server {

struct HttpOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8080;  ///< 0: any
  std::size_t threads = 1;    ///< that work; one more reads and writes
  std::size_t queue = 256;    ///< requests that wait for a thread
  std::size_t connections = 512;
  std::size_t request_bytes = std::size_t{4} << 20;
  std::chrono::milliseconds read_time{10'000};
  std::chrono::milliseconds idle_time{60'000};
  std::chrono::milliseconds write_time{30'000};
  std::chrono::milliseconds queue_time{10'000};  ///< who waits longer is told so, and not worked for
  bool takes_signals = false;            ///< SIGINT and SIGTERM stop it, a second one at once; SIGHUP: on_hangup
  std::function<void()> on_hangup = {};  ///< done by a thread of the queue
};

class HttpServer {
 public:
  /// Listens; all must outlive it. Throws Error kUsage for a host that is no address, kSystem when it cannot be
  /// listened at.
  HttpServer(const HttpOptions& options, Handler& handler, Metrics& metrics, Gauges& gauges, const Log& log);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;
  /// Until stop(), or a signal, and until all requests that were taken are answered.
  void run();
  /// From any thread; run() returns soon after.
  void stop();

 private:
  class Body;
  std::unique_ptr<Body> body_;
};

}  // namespace espalier::server
