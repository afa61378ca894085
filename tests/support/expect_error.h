// The Error that a piece of code throws, as a value to look at.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "espalier/error.h"

namespace espalier::tests {

/// A test failure, and an error that says so, when `code` throws none.
template <class Code>
Error error_of(Code&& code) {
  try {
    code();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no Error was thrown";
  return {ErrorKind::kUsage, "(none)"};
}

}  // namespace espalier::tests
