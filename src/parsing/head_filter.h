// The filters of S-IFIS: of all arcs those whose heads are what the predictors of heads say.
//
// Idea: a word's head stands on one side and has one coarse tag, and both are known rather well before there is a tree.
//   hard     arcs whose head has the likeliest side and the likeliest tag; a word for which both answers are ROOT
//            has the arc of the root alone, and where only one of them is, its next best answer counts
//   keep-vn  the same, and all arcs from verbs and nouns (the thesis's section 6.5)
//   soft     arcs whose side and tag together are at least `keep` times as likely as those of the word's likeliest arc
// Invariant: there is always a tree. Where a filter leaves none, arcs come back in the order of their likelihood beside
// their word's best, for all words alike, until there is one.
// Cost: a comparison an arc; the search for a tree is linear in the arcs that stay.
// Paper: Milanés Barroso 2016, sections 3.1 and 6.5.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "decoding/branching.h"
#include "parsing/head_schema.h"

namespace espalier::parsing {

/// The truth as if predictors had said it: all that is likely is what the heads are. A word without a head has no
/// likely answer.
void answer_truly(const HeadClasses& classes, const Sentence& sentence, HeadAnswers& out);
std::vector<HeadAnswers> answer_truly(const HeadClasses& classes, std::span<const Sentence> sentences);

enum class HeadFilterKind : std::uint8_t { kHard, kKeepVerbsAndNouns, kSoft };

struct HeadFilterOptions {
  HeadFilterKind kind = HeadFilterKind::kSoft;
  double keep = 0.02;  ///< soft only
};

/// One a thread.
class HeadFilter {
 public:
  /// The arcs that stay; `must` (a head by word, -1: none; or empty) are kept besides. REQUIRES answers of one
  /// sentence.
  void filter(const HeadClasses& classes, const HeadAnswers& answers, const HeadFilterOptions& options,
              decoding::Roots roots, decoding::ArcSet& arcs, std::span<const std::int32_t> must = {});

 private:
  /// Logarithms of what the word's sides and tags are worth, and the best sum that an arc has.
  void weigh(const HeadClasses& classes, const HeadAnswers& answers, std::int32_t word);
  float worth(const HeadAnswers& answers, std::int32_t head, std::int32_t word) const noexcept;
  bool has_tree(const decoding::ArcSet& arcs, decoding::Roots roots);
  template <class Keeps>
  void collect(const HeadClasses& classes, const HeadAnswers& answers, std::span<const std::int32_t> must,
               decoding::ArcSet& arcs, const Keeps& keeps);

  std::array<float, 3> sides_{};
  std::vector<float> tags_;
  float best_ = 0;
  std::int32_t side_ = 0;  // what the hard filter asks for
  std::int32_t tag_ = 0;
  std::vector<char> is_verb_or_noun_;  // by tag
  const HeadClasses* known_ = nullptr;
  decoding::Branching branching_;
  std::vector<float> zeros_;
  std::vector<std::int32_t> heads_;
};

/// The arcs that stay of each sentence; `heads`: a head by sentence and node, -1: unknown; known ones stay.
std::vector<decoding::ArcSet> filter_by_heads(const HeadClasses& classes, std::span<const HeadAnswers> answers,
                                              std::span<const std::vector<std::int32_t>> heads,
                                              const HeadFilterOptions& options, decoding::Roots roots,
                                              base::Team& team);

/// How much a filter leaves, over many sentences.
class FilterReport {
 public:
  /// `heads`: the true ones; -1: unknown.
  void add(const decoding::ArcSet& arcs, std::span<const std::int32_t> heads);
  /// Of a word's true arcs, in percent.
  double recall() const noexcept;
  /// Arcs of those that a sentence could have (n words and the root: (n+1)·n), the mean over sentences.
  double density() const noexcept;
  double arcs_a_word() const noexcept;

 private:
  std::size_t sentences_ = 0;
  std::size_t words_ = 0;
  std::size_t known_ = 0;
  std::size_t found_ = 0;
  std::size_t arcs_ = 0;
  double densities_ = 0;
};

}  // namespace espalier::parsing
