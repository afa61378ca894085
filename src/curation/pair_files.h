// Files of text and hypothesis: what the two formats have in common.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/entailment.h"

namespace espalier::curation {

/// Takes pairs one by one and refuses those that are none.
class PairList {
 public:
  PairList(const std::string& name, const Limits& limits) : name_(name), limits_(limits) {}

  [[noreturn]] void fail(std::size_t line, const std::string& reason) const;
  /// YES, TRUE, ENTAILMENT … or NO, FALSE, UNKNOWN, CONTRADICTION …, in any case.
  bool answer(std::string_view word, std::size_t line) const;
  /// White space at the ends goes, inside it becomes single spaces.
  void add(EntailmentPair pair, std::size_t line);
  std::vector<EntailmentPair> take() { return std::move(pairs_); }

 private:
  void check_text(const std::string& text, const char* what, std::size_t line) const;

  const std::string& name_;
  const Limits& limits_;
  std::vector<EntailmentPair> pairs_;
  std::map<std::string, std::size_t, std::less<>> lines_;  // by id
};

/// The XML of the RTE challenges.
void read_rte(std::string_view xml, PairList& pairs);
/// A table with a header.
void read_pair_table(std::string_view tsv, PairList& pairs);

}  // namespace espalier::curation
