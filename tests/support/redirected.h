// Standard input or output replaced by another open file for a while.
#pragma once

#include <unistd.h>

namespace espalier::tests {

class Redirected {
 public:
  Redirected(int standard, int replacement) : standard_(standard), saved_(::dup(standard)) {
    ::dup2(replacement, standard);
  }
  ~Redirected() {
    ::dup2(saved_, standard_);
    ::close(saved_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  int standard_;
  int saved_;
};

}  // namespace espalier::tests
