#include "treebank/line_stream.h"

#include <algorithm>

namespace espalier::treebank {
namespace {

constexpr std::size_t kLargestStep = std::size_t{256} << 10;

}  // namespace

bool LineStream::fill() {
  if (at_end_) return false;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t old = buffer_.size();
  buffer_.resize(old + step_);
  const std::size_t got = source_->read(buffer_.data() + old, step_);
  buffer_.resize(old + got);
  if (got == step_) step_ = std::min(2 * step_, kLargestStep);
  at_end_ = got == 0;
  return got > 0;
}

void LineStream::hand_out(std::size_t size, bool has_line_feed, bool ends, LinePart& part) {
  part.bytes = std::string_view(buffer_).substr(begin_, size);
  part.number = number_;
  part.is_first = !is_inside_;
  part.is_last = ends;
  part.has_line_feed = has_line_feed;
  begin_ += size + (has_line_feed ? 1 : 0);
  scanned_ = 0;
  is_inside_ = !ends;
  if (ends) ++number_;
}

bool LineStream::has_line() const {
  return buffer_.size() - begin_ > limit_ || buffer_.find(end_, begin_ + scanned_) != std::string::npos;
}

bool LineStream::next(LinePart& part) {
  for (;;) {
    const std::string_view left = std::string_view(buffer_).substr(begin_);
    const std::size_t end = left.find(end_, scanned_);
    // Stretches are cut at the limit wherever the buffer ends, so that what is found does not depend on its size.
    if (std::min(end, left.size()) > limit_) {
      hand_out(limit_, false, false, part);
      return true;
    }
    if (end != std::string_view::npos) {
      hand_out(end, true, true, part);
      return true;
    }
    scanned_ = left.size();
    if (fill()) continue;
    if (left.empty() && !is_inside_) return false;
    hand_out(left.size(), false, true, part);
    return true;
  }
}

}  // namespace espalier::treebank
