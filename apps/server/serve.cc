#include "server/serve.h"

#include <fmt/format.h>
#include <sched.h>

namespace espalier::server {
namespace {

void reload(Shelf& shelf, Metrics& metrics, const Log& log) {
  try {
    const Reloaded result = shelf.reload();
    for (const std::string& failure : result.failures) log.event("model not read", {{"reason", failure}});
    log.event("models reloaded", {{"changed", std::to_string(result.changed)}});
    metrics.count_reload(result.failures.empty());
  } catch (const std::exception& error) {
    log.event("models not reloaded", {{"reason", error.what()}});
    metrics.count_reload(false);
  }
}

std::string url_of(const std::string& host, std::uint16_t port) {
  return host.find(':') == std::string::npos ? fmt::format("http://{}:{}", host, port)
                                             : fmt::format("http://[{}]:{}", host, port);
}

/// A thread that wakes another goes on until it waits itself. Else a worker that hands over an answer is put aside for
/// the thread that sends it, and this for the worker again: three changes a request, and a third of the throughput.
/// Inherited by all threads. Where it is not allowed all works as well, but slower.
void prefer_long_turns() {
  const sched_param none{};
  (void)sched_setscheduler(0, SCHED_BATCH, &none);
}

}  // namespace

void serve(const ServeOptions& options) {
  prefer_long_turns();
  const Log log(options.logs);
  Metrics metrics;
  Gauges gauges;
  Shelf shelf(options.models);
  Service service(options.service, shelf, metrics, gauges);
  HttpOptions http = options.http;
  http.takes_signals = true;
  http.on_hangup = [&] { reload(shelf, metrics, log); };
  HttpServer server(http, service, metrics, gauges, log);
  const std::string url = url_of(http.host, server.port());
  log.event("listening", {{"address", url}});
  if (options.on_listening) options.on_listening(url);
  server.run();
  log.event("stopped");
}

}  // namespace espalier::server
