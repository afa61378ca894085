// The log: one JSON object a line on stderr. It never has what users send: no texts, no queries, no unknown paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace espalier::server {

struct LogLine {
  std::uint64_t id = 0;
  std::string_view method;
  std::string_view path;
  int status = 0;
  std::size_t bytes = 0;
  double milliseconds = 0;
  std::string_view model;
};

/// Any thread may write; a line is one write.
class Log {
 public:
  explicit Log(bool is_on, int file = 2) : is_on_(is_on), file_(file) {}

  void request(const LogLine& line) const;
  void event(std::string_view name, const std::vector<std::pair<std::string_view, std::string>>& fields = {}) const;

 private:
  void write(std::string& line) const;

  bool is_on_;
  int file_;
};

}  // namespace espalier::server
