// A source whose first bytes can be looked at before it is read, or were read already.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_source.h"

namespace espalier::base {

class PeekedSource final : public ByteSource {
 public:
  /// Reads `size` bytes ahead, fewer at the end.
  PeekedSource(std::unique_ptr<ByteSource> source, std::size_t size)
      : PeekedSource(std::move(source), size, [](std::string_view) { return false; }) {}

  /// Reads `size` bytes ahead, or no more than makes `is_enough(bytes so far)` true: who writes slowly is not waited
  /// for in vain.
  template <class IsEnough>
  PeekedSource(std::unique_ptr<ByteSource> source, std::size_t size, const IsEnough& is_enough)
      : source_(std::move(source)), head_(size, '\0') {
    std::size_t got = 0;
    while (got < size && !is_enough(std::string_view(head_).substr(0, got))) {
      const std::size_t more = source_->read(head_.data() + got, size - got);
      if (more == 0) break;
      got += more;
    }
    head_.resize(got);
  }

  /// `head` comes before what the source has.
  PeekedSource(std::unique_ptr<ByteSource> source, std::string head)
      : source_(std::move(source)), head_(std::move(head)) {}

  const std::string& head() const noexcept { return head_; }
  Extent extent() const override { return source_->extent(); }
  std::size_t read(char* bytes, std::size_t size) override {
    if (taken_ == head_.size()) return source_->read(bytes, size);
    const std::size_t count = std::min(size, head_.size() - taken_);
    std::memcpy(bytes, head_.data() + taken_, count);
    taken_ += count;
    return count;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string head_;
  std::size_t taken_ = 0;
};

}  // namespace espalier::base
