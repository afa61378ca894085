// Progress of a long task told to its caller, and its wish to stop heard.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/descriptor.h"
#include "espalier/treebank.h"

namespace espalier::parsing {

class Watch {
 public:
  explicit Watch(const Control& control) : control_(control) {}

  /// Throws Error kInterrupted when the caller wants to stop.
  void tell(const std::string& what, std::uint64_t done, std::uint64_t total) const {
    base::check_stop(control_.stop);
    if (control_.progress) control_.progress({what, done, total});
  }
  const Control& control() const noexcept { return control_; }

 private:
  const Control& control_;
};

/// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace espalier::parsing
