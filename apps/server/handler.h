// What answers requests; what brings them knows no more than this.
#pragma once

#include <string>

#include "server/message.h"

namespace espalier::server {

/// Any number of threads may call it at once. It throws nothing.
class Handler {
 public:
  virtual ~Handler() = default;

  virtual Response answer(const Request& request) = 0;
  /// An answer that says why there is none, in the manner of what was asked for.
  virtual Response refuse(const Request& request, int status, const std::string& message) = 0;
  /// It takes no time: it is answered at once, also when all threads are at work.
  virtual bool is_quick(const Request& request) const = 0;
  /// A name of what was asked for, one of a few, without anything of a user's.
  virtual std::string route(const Request& request) const = 0;
};

}  // namespace espalier::server
