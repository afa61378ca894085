#include "cli/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace espalier::cli {
namespace {

int terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string duration(double seconds) {
  const auto whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

void emit(const std::string& text) {
  // A bar that cannot be drawn is no reason to fail.
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

}  // namespace

ProgressBar::~ProgressBar() { wipe(); }

void ProgressBar::wipe() {
  if (drawn_) emit("\r\x1b[K");
  drawn_ = false;
}

std::string ProgressBar::line(const Progress& progress, double seconds, int width) {
  if (progress.total == 0) return fmt::format("{} {} ({})", progress.what, progress.done, duration(seconds));
  const double share = std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
  const double left = share > 0 ? seconds / share - seconds : 0;
  const std::string tail = fmt::format(" {:3.0f} %  {} left", share * 100, share > 0 ? duration(left) : "?");
  const int room = std::clamp(width - static_cast<int>(progress.what.size() + tail.size()) - 4, 5, 40);
  const int full = static_cast<int>(share * room);
  std::string bar;
  for (int i = 0; i < room; ++i) bar += i < full ? "━" : "┄";
  return fmt::format("{} {}{}", progress.what, bar, tail);
}

void ProgressBar::show(const Progress& progress) {
  const auto now = Clock::now();
  using Seconds = std::chrono::duration<double>;
  if (progress.what != what_ || progress.done < done_) {
    // The first piece began when the bar was made, not when it first told of itself.
    if (!what_.empty()) start_ = now;
    what_ = progress.what;
  }
  done_ = progress.done;
  if (Seconds(now - start_).count() < 0.5 || Seconds(now - last_).count() < 0.1) return;
  last_ = now;
  drawn_ = true;
  emit("\r\x1b[K" + line(progress, Seconds(now - start_).count(), terminal_width()));
}

}  // namespace espalier::cli
