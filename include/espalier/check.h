// Espalier: what is wrong with a treebank file, and the repair of what has one right answer.
//
// Checking is apart from reading: readers stop at the first thing they cannot take, a check goes on after every
// finding. It streams: memory is bounded by the longest sentence plus a few bytes for each sentence name.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "espalier/error.h"
#include "espalier/treebank.h"

namespace espalier {

enum class Severity { kWarning, kError };

/// A rule that treebanks break.
struct CheckCode {
  std::string_view code;  ///< as printed
  Severity severity = Severity::kError;
  int level = 1;                 ///< 1: format, 2: trees, 3: content as Universal Dependencies wants it
  bool is_fixable = false;       ///< fix_treebank() can repair it (most of the time; a Finding says for itself)
  std::string_view explanation;  ///< a sentence for the manual
};

/// All rules, in the order of the manual.
std::span<const CheckCode> check_codes();

struct Finding {
  Place place;
  Severity severity = Severity::kError;
  std::string code;
  std::string message;
  bool is_fixable = false;
};

/// `file:line: code: message`.
std::string to_string(const Finding& finding);

struct CheckOptions {
  std::string format;  ///< empty: guessed from the name and the content
  Limits limits;       ///< what is beyond them is a finding, and is not looked into
  int level = 3;       ///< rules of higher levels are left out
};

struct CheckSummary {
  std::size_t sentences = 0;
  std::size_t words = 0;
  std::size_t errors = 0;    ///< fix_treebank(): those that remain
  std::size_t warnings = 0;  ///< the same
  std::size_t fixed = 0;
};

/// Called for each finding, in the order of the file as far as sentences go.
using FindingSink = std::function<void(const Finding&)>;

/// Checks one file (`-`: standard input). CoNLL-U and CoNLL-X are checked line by line, all other formats record by
/// record with their readers. Throws Error kUsage or kSystem, and kInput only when the format cannot be told; what is
/// wrong with the content, damaged compression included, is a finding.
CheckSummary check_treebank(const std::string& path, const CheckOptions& options, const FindingSink& report,
                            const Control& control = {});

/// Checks and writes the repaired file to `output` (which may be `path` itself; whole or not at all). All that no
/// fixable finding speaks of stays as it is, byte for byte. A check of the result finds nothing fixable. CoNLL-U and
/// CoNLL-X only: Error kUsage for other formats; damaged compression is an Error kInput.
CheckSummary fix_treebank(const std::string& path, const std::string& output, const CheckOptions& options,
                          const FindingSink& report, const Control& control = {});

}  // namespace espalier
