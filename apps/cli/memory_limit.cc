#include "cli/memory_limit.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>

#include "cli/text_table.h"
#include "espalier/error.h"
#include "espalier/files.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ESPALIER_LIMITS_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define ESPALIER_LIMITS_MEMORY 0
#else
#define ESPALIER_LIMITS_MEMORY 1
#endif
#else
#define ESPALIER_LIMITS_MEMORY 1
#endif

namespace espalier::cli {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Written once, before there are threads: when memory has run out, no text can be made.
std::array<char, 200> message{"out of memory"};

/// Of the groups that a process is counted with, as /proc/self/cgroup names them, the smallest limit. Any step may be
/// missing: the limit is then not ours to know.
std::uint64_t limit_of_groups() {
  std::uint64_t least = kNoLimit;
  const auto look = [&](const std::string& file) {
    try {
      const std::string text = read_file(file);
      std::uint64_t bytes = 0;
      if (std::from_chars(text.data(), text.data() + text.size(), bytes).ec == std::errc()) {
        least = std::min(least, bytes);  // else it is `max`
      }
    } catch (const Error&) {
    }
  };
  std::string groups;
  try {
    groups = read_file("/proc/self/cgroup");
  } catch (const Error&) {
    return least;
  }
  for (std::string_view left = groups; !left.empty();) {
    std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(left.size(), line.size() + 1));
    const bool is_unified = line.starts_with("0::");
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    if (!is_unified && line.substr(first + 1, second - first - 1) != "memory") continue;
    const std::string root = is_unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    const char* const name = is_unified ? "/memory.max" : "/memory.limit_in_bytes";
    std::string path(line.substr(second + 1));
    for (;;) {
      while (path.ends_with('/')) path.pop_back();
      look(root + path + name);
      if (path.empty()) break;
      path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    }
  }
  return least;
}

/// What there is before the system must kill somebody.
std::uint64_t memory_of_machine() {
  struct sysinfo info {};
  if (::sysinfo(&info) != 0) return kNoLimit;
  const std::uint64_t memory = std::uint64_t{info.totalram} * info.mem_unit;
  return std::min(memory, limit_of_groups()) + std::uint64_t{info.totalswap} * info.mem_unit;
}

/// Of all threads but the first, whose stack is not counted.
std::uint64_t bytes_of_stacks(int threads) {
  constexpr std::uint64_t kUnlimited = std::uint64_t{2} << 20;  // what a thread has then
  rlimit limit{};
  const bool is_known = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const unsigned count = threads > 0 ? static_cast<unsigned>(threads) : std::thread::hardware_concurrency();
  return (is_known ? std::uint64_t{limit.rlim_cur} : kUnlimited) * (std::max(count, 1U) - 1);
}

void set_message(const std::string& text) {
  const std::size_t size = std::min(text.size(), message.size() - 1);
  std::memcpy(message.data(), text.data(), size);
  message[size] = '\0';
}

[[noreturn]] void end_out_of_memory() {
  std::array<char, message.size() + 20> line;
  const int size = std::snprintf(line.data(), line.size(), "espalier: %s\n", message.data());
  (void)!::write(STDERR_FILENO, line.data(), static_cast<std::size_t>(size));
  ::_exit(exit_code(ErrorKind::kSystem));
}

[[noreturn]] void at_termination() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_out_of_memory();
  } catch (const std::system_error& error) {
    // So threads are refused.
    if (error.code() == std::errc::resource_unavailable_try_again || error.code() == std::errc::not_enough_memory) {
      end_out_of_memory();
    }
  } catch (...) {
  }
  std::abort();
}

}  // namespace

std::uint64_t bytes_of_size(const std::string& size) {
  constexpr std::string_view kUnits = "KMGT";
  std::string_view text = size;
  int shift = 0;
  if (!text.empty()) {
    const auto unit = kUnits.find(static_cast<char>(text.back() & ~0x20));  // upper case
    if (unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      text.remove_suffix(1);
    }
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const double bytes = std::ldexp(number, shift);
  if (error != std::errc() || end != text.data() + text.size() || !(bytes >= 1) || bytes >= std::ldexp(1.0, 63)) {
    throw Error(ErrorKind::kUsage, fmt::format("--max-memory takes a size as 500M or 4G, not '{}'", size));
  }
  return static_cast<std::uint64_t>(bytes);
}

void limit_memory(const std::string& size, int threads) {
  const std::uint64_t asked = size.empty() ? kNoLimit : bytes_of_size(size);
  if (ESPALIER_LIMITS_MEMORY == 0) return;
  std::uint64_t bytes = asked;
  if (size.empty()) {
    const std::uint64_t all = memory_of_machine();
    if (all == kNoLimit) return;
    bytes = all / 10 * 9;
  }
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const std::uint64_t whole = bytes + bytes_of_stacks(threads);
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= whole) return;  // somebody has been stricter
  limit.rlim_cur = whole;
  if (::setrlimit(RLIMIT_DATA, &limit) != 0) return;
  set_message(size.empty() ? fmt::format("out of memory (at most {} are taken of this machine's; --max-memory sets "
                                         "another limit)",
                                         readable_bytes(bytes))
                           : fmt::format("out of memory (--max-memory {})", size));
}

const char* out_of_memory() noexcept { return message.data(); }

void tell_when_out_of_memory() noexcept { std::set_terminate(at_termination); }

}  // namespace espalier::cli
