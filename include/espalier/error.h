// Espalier: the one error type, and the table from its kinds to exit codes.
//
// Library code throws Error for what stops the task at hand; what is expected in bulk (findings in a treebank,
// sentences skipped on request) is returned as values. An Error carries the place it speaks of, so that every message a
// user sees reads `file:line: reason`.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace espalier {

/// What kind of trouble; decides the exit code of the command line and the status of a service.
enum class ErrorKind {
  kUsage,        ///< the caller asked for something that does not exist or does not fit together
  kInput,        ///< the data is malformed
  kSystem,       ///< disk, memory, network
  kInterrupted,  ///< the caller asked to stop
};

/// Where in the input. Lines and columns count from 1; 0 means "not known".
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// `file:line:column: `, without the parts that are not known; empty when nothing is.
std::string to_prefix(const Place& place);

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& reason) : std::runtime_error(reason), kind_(kind), reason_(reason) {}
  Error(ErrorKind kind, Place place, const std::string& reason)
      : std::runtime_error(to_prefix(place) + reason), kind_(kind), place_(std::move(place)), reason_(reason) {}

  ErrorKind kind() const noexcept { return kind_; }
  const Place& place() const noexcept { return place_; }
  /// The message without its place.
  const std::string& reason() const noexcept { return reason_; }

 private:
  ErrorKind kind_;
  Place place_;
  std::string reason_;
};

/// 2 for usage and input, 3 for the system, 130 for an interrupt: the contract of the command line.
int exit_code(ErrorKind kind) noexcept;

/// ` (did you mean 'x'?)` for the candidate nearest to a mistyped word; empty when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace espalier
