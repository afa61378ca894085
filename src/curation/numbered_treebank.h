// A treebank with its heads, labels and tags as numbers, and what parsers say of it in the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "espalier/error.h"
#include "espalier/sentence.h"
#include "espalier/treebank.h"
#include "parsing/training_set.h"

namespace espalier::curation {

/// What somebody says of a word.
struct Answer {
  std::int32_t head = kNoHead;
  std::int32_t label = -1;  ///< -1: none, or one that the treebank does not have
  float confidence = 0;     ///< in the head; only its order means anything

  bool same_as(const Answer& other) const noexcept { return head == other.head && label == other.label; }
};

/// By sentence and node.
using Answers = std::vector<std::vector<Answer>>;

/// Sentences and the files that they are from.
struct ReadTreebank {
  std::vector<Sentence> sentences;
  std::vector<std::string> files;  ///< of each sentence
};

/// Throws Error kInput where there are no sentences, or no trees that can be read.
ReadTreebank read_sentences(const std::vector<std::string>& paths, const ReadOptions& options, const Control& control,
                            const std::function<void(const std::vector<Error>&)>& on_skipped);
/// Throws Error kUsage for sentences with constituents alone, kInput for those without any tree, with the place.
void demand_dependencies(const ReadTreebank& treebank);
/// The same the other way round. Constituents with gaps are Error kInput: parsers of the kind that there is cannot
/// learn them.
void demand_constituents(const ReadTreebank& treebank);
/// Both.
ReadTreebank read_dependencies(const std::vector<std::string>& paths, const ReadOptions& options,
                               const Control& control,
                               const std::function<void(const std::vector<Error>&)>& on_skipped);

/// The line that a word has in its file, where the sentence was read from a table.
std::size_t line_of(const Sentence& sentence, std::int32_t word);

struct NumberedTreebank {
  explicit NumberedTreebank(const std::vector<Sentence>& sentences);
  /// Heads and labels anew, where sentences were changed; labels must be known ones.
  void renew(const std::vector<Sentence>& sentences);

  parsing::LabelSet labels;
  parsing::LabelSet tag_names;
  Answers gold;
  std::vector<std::vector<std::int32_t>> tags;    ///< UPOS, or XPOS where there is none; the root has one of its own
  std::vector<std::vector<std::uint64_t>> words;  ///< hashes of lemma (or form) and tag
};

}  // namespace espalier::curation
