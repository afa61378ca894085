// A progress bar with the time that is left, on stderr.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "espalier/treebank.h"

namespace espalier::cli {

/// Draws at most ten times a second, from the second half-second on (short work shows nothing); wipes itself at the
/// end. The time left is that of the piece of work named: the clock starts anew when another one begins.
class ProgressBar {
 public:
  ProgressBar() : start_(Clock::now()), last_(start_) {}
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const Progress& progress);
  /// Takes it off the terminal, so that a line can be printed; the next show() draws it again.
  void wipe();

  /// The line for a state of things; `seconds` since the start. Apart from show() so that it can be tested by eye.
  static std::string line(const Progress& progress, double seconds, int width);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
  Clock::time_point last_;
  std::string what_;
  std::uint64_t done_ = 0;
  bool drawn_ = false;
};

}  // namespace espalier::cli
