// Which tokens are multiword tokens, and what they expand to.
//
// Idea: what a form of the training data was is known: mostly one thing, and that is the answer. A form that was
// several things, or is not known but ends as some multiword tokens of different forms do, is asked of a linear model:
// its classes are the rules (class 0: one word), and only those that fit the token compete.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/frozen_labels.h"
#include "text/expansion.h"
#include "text/lexicon.h"
#include "text/token_step.h"

namespace espalier::text {

/// Rules and where they are tried. A choice is a class: 0 for one word, rule + 1 else.
class ExpansionBook {
 public:
  /// Reads in place what pack() made: `forms` and `endings` are Lexicons of numbers of lists (from 1).
  ExpansionBook() = default;
  ExpansionBook(const model_file::Section& rules, const model_file::Section& forms, const model_file::Section& endings);
  static std::string pack(std::span<const ExpansionRule> rules, std::span<const std::vector<std::uint16_t>> lists);

  bool empty() const noexcept { return rules_.empty(); }
  std::uint32_t classes() const noexcept { return static_cast<std::uint32_t>(rules_.size()) + 1; }
  const ExpansionRule& rule(Expansion expansion) const noexcept { return rules_[expansion - 1U]; }

  /// The classes that a token may have, ascending; a single one where there is nothing to decide. `as_unknown`: as if
  /// the form had never been seen.
  void candidates(const Characters& text, const Token& token, bool as_unknown, std::vector<Expansion>& out) const;

 private:
  void add_list(std::int32_t list, const Characters& text, const Token& token, std::vector<Expansion>& out) const;

  std::vector<ExpansionRule> rules_;
  std::vector<std::vector<Expansion>> lists_;
  Lexicon forms_;
  Lexicon endings_;
  std::int32_t longest_ending_ = 0;
};

/// Features of tokens[at] for the choice among its candidates. Good until the next call.
class ExpansionFeatures {
 public:
  std::span<const std::uint64_t> of(const Characters& text, std::span<const Token> tokens, std::size_t at) noexcept;

 private:
  template <class... Values>
  void add(Values... values) noexcept;

  std::array<std::uint64_t, 48> features_{};
  std::size_t count_ = 0;
  std::uint64_t name_ = 0;
};

}  // namespace espalier::text
