#include "server/metrics.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace espalier::server {
namespace {

void add(std::string& out, std::string_view name, std::string_view type, std::string_view help, double value) {
  fmt::format_to(std::back_inserter(out), "# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void Metrics::count_request(const std::string& route, int status, double seconds) {
  const auto bucket =
      static_cast<std::size_t>(std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin());
  const std::lock_guard lock(mutex_);
  ++requests_[{route, status}];
  Histogram& histogram = seconds_[route];
  ++histogram.buckets[bucket];
  histogram.sum += seconds;
}

void Metrics::count_work(std::uint64_t sentences, std::uint64_t words) {
  sentences_ += sentences;
  words_ += words;
}

void Metrics::count_reload(bool succeeded) { ++(succeeded ? reloads_ : failed_reloads_); }

double Metrics::uptime() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Metrics::add_histograms(std::string& out) const {
  const auto end = std::back_inserter(out);
  const std::lock_guard lock(mutex_);
  out += "# HELP espalier_requests_total Requests answered.\n# TYPE espalier_requests_total counter\n";
  for (const auto& [key, count] : requests_) {
    fmt::format_to(end, "espalier_requests_total{{path=\"{}\",status=\"{}\"}} {}\n", key.first, key.second, count);
  }
  out +=
      "# HELP espalier_request_seconds From the whole request to its answer.\n# TYPE espalier_request_seconds "
      "histogram\n";
  for (const auto& [route, histogram] : seconds_) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      count += histogram.buckets[i];
      fmt::format_to(end, "espalier_request_seconds_bucket{{path=\"{}\",le=\"{}\"}} {}\n", route, kBounds[i], count);
    }
    count += histogram.buckets.back();
    fmt::format_to(end, "espalier_request_seconds_bucket{{path=\"{}\",le=\"+Inf\"}} {}\n", route, count);
    fmt::format_to(end, "espalier_request_seconds_sum{{path=\"{}\"}} {}\n", route, histogram.sum);
    fmt::format_to(end, "espalier_request_seconds_count{{path=\"{}\"}} {}\n", route, count);
  }
}

std::string Metrics::text(const Gauges& gauges) const {
  const auto number = [](const auto& atomic) { return static_cast<double>(atomic.load()); };
  std::string out;
  add_histograms(out);
  add(out, "espalier_sentences_total", "counter", "Sentences annotated.", number(sentences_));
  add(out, "espalier_words_total", "counter", "Words annotated.", number(words_));
  add(out, "espalier_dropped_connections_total", "counter", "Connections that ended before a whole request had come.",
      number(dropped_));
  add(out, "espalier_reloads_total", "counter", "Times that the models were read again.", number(reloads_));
  add(out, "espalier_failed_reloads_total", "counter", "Times that one of them could not be read.",
      number(failed_reloads_));
  add(out, "espalier_connections", "gauge", "Open connections.", number(gauges.connections));
  add(out, "espalier_queued_requests", "gauge", "Requests that wait for a thread.", number(gauges.queued));
  add(out, "espalier_working_requests", "gauge", "Requests that a thread works on.", number(gauges.working));
  add(out, "espalier_draining", "gauge", "1 while the service shuts down.", number(gauges.draining));
  add(out, "espalier_uptime_seconds", "gauge", "Since the start.", uptime());
  add(out, "process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
  return out;
}

}  // namespace espalier::server
