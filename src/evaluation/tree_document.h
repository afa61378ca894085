// A constituent treebank as columns: words, tags and brackets of each sentence, as bracket scores need them.
//
// As in Document, files are loaded apart and adopt() translates their texts into ids that all files share; EVALB's
// parameters are applied to each different text once, then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"
#include "espalier/sentence.h"
#include "evaluation/evalb_params.h"

namespace espalier::evaluation {

/// Texts that parameters declare equal, made one: the name of a class is its first member. Equality is taken as
/// transitive.
class Equivalence {
 public:
  explicit Equivalence(const std::vector<std::pair<std::string, std::string>>& pairs);
  std::string_view canonical(std::string_view text) const;

 private:
  std::vector<std::pair<std::string, std::string>> names_;  // text, name of its class
};

struct TreeVocabulary {
  explicit TreeVocabulary(EvalbParams parameters)
      : params(std::move(parameters)), equal_labels(params.equal_labels), equal_words(params.equal_words) {}

  EvalbParams params;
  Equivalence equal_labels;
  Equivalence equal_words;
  base::Interner words;
  base::Interner tags;
  base::Interner labels;
};

/// A constituent over words begin..end-1 (counted from 0 in its sentence), all of them unless it has a yield of its
/// own.
struct Bracket {
  static constexpr std::int32_t kContinuous = -1;
  std::uint32_t label = 0;
  std::int32_t begin = 0;
  std::int32_t end = 0;
  std::int32_t yield = kContinuous;  ///< its words, in TreeDocument::yield(); kContinuous: all between
};

/// What the parameters make of a word.
enum WordFlag : std::uint8_t { kDeleted = 1, kQuote = 2, kNotInLength = 4 };

class TreeDocument {
 public:
  explicit TreeDocument(std::string file) : file_(std::move(file)) {}

  void add(const Sentence& sentence);
  void adopt(TreeVocabulary& shared);

  const std::string& file() const noexcept { return file_; }
  std::size_t sentences() const noexcept { return word_begins_.size(); }
  std::size_t total_words() const noexcept { return words_.size(); }
  std::size_t total_brackets() const noexcept { return brackets_.size(); }
  std::size_t line(std::size_t sentence) const noexcept { return lines_[sentence]; }

  std::span<const std::uint32_t> words(std::size_t s) const { return part(words_, word_begins_, s); }
  std::span<const std::uint32_t> tags(std::size_t s) const { return part(tags_, word_begins_, s); }
  std::span<const std::uint8_t> flags(std::size_t s) const { return part(flags_, word_begins_, s); }
  std::span<const Bracket> brackets(std::size_t s) const { return part(brackets_, bracket_begins_, s); }
  /// Deleted as a label; brackets without words are not marked.
  bool is_deleted(const Bracket& bracket) const noexcept { return label_deleted_[bracket.label] != 0; }
  std::span<const std::int32_t> yield(const Bracket& bracket) const {
    return yields_[static_cast<std::size_t>(bracket.yield)];
  }
  /// The sentence's place in a list of all brackets, words and sentences, one sentence after the other.
  std::size_t first_item(std::size_t s) const noexcept { return word_begins_[s] + bracket_begins_[s] + s; }

 private:
  template <class T>
  static std::span<const T> part(const std::vector<T>& all, const std::vector<std::size_t>& begins, std::size_t s) {
    const std::size_t end = s + 1 < begins.size() ? begins[s + 1] : all.size();
    return std::span<const T>(all).subspan(begins[s], end - begins[s]);
  }
  void add_brackets(const ConstituentTree& tree);
  void adopt_words(TreeVocabulary& shared);
  void adopt_tags(TreeVocabulary& shared);
  void adopt_labels(TreeVocabulary& shared);

  std::string file_;
  base::Interner own_words_, own_tags_, own_labels_;  // emptied by adopt()
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> tags_;
  std::vector<std::uint8_t> flags_;
  std::vector<Bracket> brackets_;
  std::vector<std::vector<std::int32_t>> yields_;
  std::vector<std::size_t> word_begins_;
  std::vector<std::size_t> bracket_begins_;
  std::vector<std::size_t> lines_;
  std::vector<std::uint8_t> label_deleted_;
  struct Extent {
    std::int32_t first, last, count;
  };
  std::vector<Extent> extents_;  // of the nodes of the tree that is being added
};

TreeDocument load_tree_document(const std::string& path, const ReadOptions& read, const Control& control,
                                std::vector<Error>& skipped);

}  // namespace espalier::evaluation
