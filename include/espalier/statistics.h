// Espalier: what is in a treebank, counted.
//
// Counts are exact and do not depend on the number of threads; percentages and means are made from them on request.
// "Words" are the nodes of the tree (syntactic words); surface tokens count a multiword token once and its words not at
// all. Forms are compared as they are written: case matters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/error.h"
#include "espalier/treebank.h"

namespace espalier {

struct NamedCount {
  std::string name;
  std::uint64_t count = 0;

  bool operator==(const NamedCount&) const = default;
};

/// Whole numbers, counted: counts[v] is how often v was seen.
struct Spread {
  std::vector<std::uint64_t> counts;

  std::uint64_t items() const noexcept;
  std::uint64_t sum() const noexcept;
  double mean() const noexcept;    ///< 0 when there are no items, as the two below
  double median() const noexcept;  ///< the mean of the two middle ones where their number is even
  std::size_t max() const noexcept;
  bool operator==(const Spread&) const = default;
};

/// How many values (tags, labels) go with one key (a form, a pair of tags).
struct Ambiguity {
  std::uint64_t keys = 0;       ///< different keys seen
  std::uint64_t ambiguous = 0;  ///< those with more than one value
  std::uint64_t tokens = 0;     ///< times that any key was seen
  std::uint64_t choices = 0;    ///< for each of those times, the number of values that the key has; summed

  double ambiguous_percent() const noexcept;
  double choices_per_token() const noexcept;
  bool operator==(const Ambiguity&) const = default;
};

struct DependencyStatistics {
  std::uint64_t sentences = 0;  ///< with at least one head
  std::uint64_t arcs = 0;       ///< words with a head, the root included
  std::uint64_t roots = 0;      ///< arcs from the root
  std::uint64_t sentences_without_one_root = 0;
  std::uint64_t sentences_with_cycle = 0;  ///< or with a head that does not exist; not counted in the depths
  std::uint64_t nonprojective_arcs = 0;
  std::uint64_t nonprojective_sentences = 0;
  Spread head_before;  ///< lengths of arcs whose head is left of the dependent (arcs from the root have no length)
  Spread head_after;   ///< and of those whose head is right of it
  Spread dependents;   ///< of each word
  Spread word_depth;   ///< arcs between the root and each word: 1 for the words under the root
  Spread tree_depth;   ///< of the deepest word of each sentence
  std::vector<NamedCount> labels;
  Ambiguity labels_of_tags;  ///< labels that go with a pair (tag of head, tag of dependent)

  double nonprojective_arcs_percent() const noexcept;
  double nonprojective_sentences_percent() const noexcept;
  double mean_arc_length() const noexcept;
  bool operator==(const DependencyStatistics&) const = default;
};

struct ConstituentStatistics {
  std::uint64_t sentences = 0;
  std::uint64_t nodes = 0;  ///< without leaves (words with their tags)
  /// Labels as they are written, functions (`NP-SBJ`) and the top node (`ROOT`) included, tags of words not.
  std::vector<NamedCount> categories;
  std::size_t bare_categories = 0;  ///< different ones when functions and indices (after `-`, `=`, `|`) are taken off
  Spread children;                  ///< of each node: the branching factor
  std::uint64_t unary_over_category = 0;  ///< nodes whose only child is another node
  std::uint64_t unary_over_word = 0;      ///< nodes whose only child is a word
  Spread depth;                           ///< nodes on the longest way from the top to a word, of each sentence
  std::uint64_t discontinuous_nodes = 0;
  std::uint64_t discontinuous_sentences = 0;

  bool operator==(const ConstituentStatistics&) const = default;
};

/// What a treebank has that another one lacks.
struct Unseen {
  std::uint64_t tokens = 0;
  std::uint64_t types = 0;
  bool operator==(const Unseen&) const = default;
};

struct UnseenStatistics {
  std::string against;  ///< the other treebank
  Unseen forms, lemmas, upos, xpos, labels, categories;
  bool operator==(const UnseenStatistics&) const = default;
};

struct TreebankStatistics {
  std::string file;
  std::string format;
  std::uint64_t sentences = 0;
  std::uint64_t words = 0;
  std::uint64_t surface_tokens = 0;
  std::uint64_t multiword_tokens = 0;
  std::uint64_t empty_nodes = 0;
  std::uint64_t punctuation = 0;  ///< words whose every character is punctuation
  std::uint64_t forms = 0;        ///< different ones
  std::uint64_t hapaxes = 0;      ///< forms that occur once
  std::uint64_t lemmas = 0;       ///< different ones; lemma_tokens: words that have one
  std::uint64_t lemma_tokens = 0;
  Spread sentence_lengths;                       ///< in words
  std::vector<NamedCount> upos, xpos, features;  ///< by frequency, then by name; features as `Case=Nom`
  std::size_t feature_names = 0;                 ///< different ones, `Case`
  std::size_t feature_bundles = 0;               ///< different whole FEATS
  Ambiguity upos_of_form, xpos_of_form;
  std::optional<DependencyStatistics> dependencies;
  std::optional<ConstituentStatistics> constituents;
  std::optional<UnseenStatistics> unseen;
  std::vector<Error> skipped;
};

struct StatisticsOptions {
  ReadOptions read;
  std::string against;  ///< a treebank (the training data) to count unseen forms and so on against; empty: none
};

/// One value for each file. Throws Error as TreebankReader does.
std::vector<TreebankStatistics> collect_statistics(const std::vector<std::string>& files,
                                                   const StatisticsOptions& options = {}, const Control& control = {});

struct StatisticsView {
  std::string format = "text";  ///< text, markdown, tsv, json
  std::size_t top = 15;         ///< rows of distributions that are shown, by frequency; 0: all
  bool colour = false;          ///< text: ANSI
};

/// Tables with one column for each treebank (JSON: everything, whatever `top` is).
std::string render_statistics(const std::vector<TreebankStatistics>& treebanks, const StatisticsView& view = {});
/// The same with plots, as a stand-alone HTML page.
std::string statistics_report(const std::vector<TreebankStatistics>& treebanks);

}  // namespace espalier
