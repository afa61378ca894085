#include "server/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iterator>

#include "server/json_text.h"

namespace espalier::server {
namespace {

std::string opened() {
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto seconds = std::chrono::time_point_cast<std::chrono::seconds>(now);
  return fmt::format("{{\"time\":\"{:%Y-%m-%dT%H:%M:%S}.{:03}Z\"", fmt::gmtime(seconds), (now - seconds).count());
}

}  // namespace

void Log::request(const LogLine& line) const {
  if (!is_on_) return;
  std::string out = opened();
  fmt::format_to(std::back_inserter(out), ",\"id\":{}", line.id);
  append_field(out, "method", line.method);
  append_field(out, "path", line.path);
  fmt::format_to(std::back_inserter(out), ",\"status\":{},\"bytes\":{},\"milliseconds\":{:.3f}", line.status,
                 line.bytes, line.milliseconds);
  if (!line.model.empty()) append_field(out, "model", line.model);
  write(out);
}

void Log::event(std::string_view name, const std::vector<std::pair<std::string_view, std::string>>& fields) const {
  if (!is_on_) return;
  std::string out = opened();
  append_field(out, "event", name);
  for (const auto& [key, value] : fields) append_field(out, key, value);
  write(out);
}

// A log that cannot be written is no reason to stop serving.
void Log::write(std::string& line) const {
  line += "}\n";
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace espalier::server
