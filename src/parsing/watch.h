// Progress of a long task told to its caller, its wish to stop heard, and what is done kept.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/descriptor.h"
#include "espalier/treebank.h"
#include "parsing/checkpoint.h"
#include "parsing/stopwatch.h"

namespace espalier::parsing {

class Watch {
 public:
  /// `control` must outlive it.
  explicit Watch(const Control& control, CheckpointPlace place = {}) : control_(&control), place_(std::move(place)) {}

  /// Throws Error kInterrupted when the caller wants to stop.
  void tell(const std::string& what, std::uint64_t done, std::uint64_t total) const {
    base::check_stop(control_->stop);
    if (control_->progress) control_->progress({what, done, total});
  }
  const Control& control() const noexcept { return *control_; }
  /// Where what is done is kept.
  const CheckpointPlace& place() const noexcept { return place_; }
  /// The watch of a part.
  Watch within(const std::string& part) const { return Watch(*control_, place_.within(part)); }

 private:
  const Control* control_;
  CheckpointPlace place_;
};

}  // namespace espalier::parsing
