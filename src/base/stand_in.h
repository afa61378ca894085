// For tests alone: while it lives, real_file_system() is another one, so that whole verbs run on files that fail.
#pragma once

#include "base/file_system.h"

namespace espalier::base {

/// What was opened before must be closed before, for it is closed where it was opened. Not for two threads at once.
class StandIn {
 public:
  explicit StandIn(FileSystem& files);
  ~StandIn();
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

 private:
  FileSystem* const before_;
};

}  // namespace espalier::base
