// Where the parts of `check` bring what they find.
#pragma once

#include <string>
#include <utility>

#include "espalier/check.h"
#include "treebank/check_codes.h"

namespace espalier::treebank {

class CheckReport {
 public:
  CheckReport(std::string file, int level, bool is_fixing, const FindingSink& sink)
      : file_(std::move(file)), level_(level), is_fixing_(is_fixing), sink_(sink) {}

  /// Whether rules of this code are asked for.
  bool wants(const CheckCode& code) const noexcept { return code.level <= level_; }

  void found(const CheckCode& code, std::size_t line, std::string message) {
    found(code, line, std::move(message), code.is_fixable);
  }

  void found(const CheckCode& code, std::size_t line, std::string message, bool is_fixable) {
    if (!wants(code)) return;
    if (is_fixable && is_fixing_) {
      ++summary_.fixed;
    } else {
      ++(code.severity == Severity::kError ? summary_.errors : summary_.warnings);
    }
    if (sink_) sink_({Place{file_, line, 0}, code.severity, std::string(code.code), std::move(message), is_fixable});
  }

  CheckSummary& summary() noexcept { return summary_; }

 private:
  std::string file_;
  int level_;
  bool is_fixing_;
  const FindingSink& sink_;
  CheckSummary summary_;
};

}  // namespace espalier::treebank
