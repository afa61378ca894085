// What the service has done and is doing: counters for /metrics, gauges for /health. Any thread may call it.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace espalier::server {

/// What goes on at this moment; set by what brings requests, read by what answers them.
struct Gauges {
  std::atomic<std::int64_t> connections{0};
  std::atomic<std::int64_t> queued{0};
  std::atomic<std::int64_t> working{0};
  std::atomic<bool> draining{false};
};

class Metrics {
 public:
  static constexpr std::array<double, 10> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5};

  /// `route` is one of a few: it is a label.
  void count_request(const std::string& route, int status, double seconds);
  void count_work(std::uint64_t sentences, std::uint64_t words);
  void count_reload(bool succeeded);
  void count_dropped() { ++dropped_; }  ///< a connection without a whole request

  /// In the text format of Prometheus.
  std::string text(const Gauges& gauges) const;
  double uptime() const;

 private:
  struct Histogram {
    std::array<std::uint64_t, kBounds.size() + 1> buckets{};  // the last: all that is longer
    double sum = 0;
  };

  void add_histograms(std::string& out) const;

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> sentences_{0};
  std::atomic<std::uint64_t> words_{0};
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<std::uint64_t> reloads_{0};
  std::atomic<std::uint64_t> failed_reloads_{0};
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::uint64_t> requests_;
  std::map<std::string, Histogram> seconds_;
};

}  // namespace espalier::server
