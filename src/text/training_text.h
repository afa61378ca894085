// A treebank as the text it was made from, with the truth about it: what segmentation is learned from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "text/characters.h"
#include "text/token_step.h"
#include "treebank/surface_text.h"

namespace espalier::text {

enum class Spacing : std::uint8_t {
  kGuess,   ///< none where nothing is said of spaces and the script does without
  kSpaces,  ///< words are set apart where the treebank says nothing
  kNone,    ///< words are joined where the treebank says nothing
};

/// Does the text have spaces between words of which MISC says nothing?
bool has_spaces(std::span<const Sentence> sentences);

class TrainingText {
 public:
  /// The sentences must outlive it. Where a treebank never says where spaces are, and its script has them, one sentence
  /// in three has its signs beside the words, as people write: a model would otherwise know no text but its treebank's.
  TrainingText(std::span<const Sentence> sentences, Spacing spacing);

  const Characters& characters() const noexcept { return characters_; }
  /// Of all sentences, in order.
  const std::vector<Token>& tokens() const noexcept { return tokens_; }
  std::vector<Token>& tokens() noexcept { return tokens_; }
  /// The tokens of a sentence begin at sentence_begins()[i]; one more at the end.
  const std::vector<std::size_t>& sentence_begins() const noexcept { return sentence_begins_; }
  bool token_begins(std::int32_t entry) const noexcept { return begins_[static_cast<std::size_t>(entry)] != 0; }
  /// The words of a token; one for most.
  void words(std::size_t token, std::vector<std::string_view>& out) const;
  bool is_multiword(std::size_t token) const noexcept { return sources_[token].last > sources_[token].first; }

 private:
  struct Source {
    const Sentence* sentence = nullptr;
    std::int32_t first = 0;
    std::int32_t last = 0;
  };
  struct Bytes {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  void add_sentence(const Sentence& sentence, bool default_space, std::vector<Bytes>& bytes);
  void start_sentence(const Sentence& sentence);
  void add_written(const Sentence& sentence, std::vector<Bytes>& bytes);
  void add_token(const Sentence& sentence, const treebank::SurfaceToken& token, std::vector<Bytes>& bytes);
  void place_tokens(const std::vector<Bytes>& bytes);

  std::string text_;
  Characters characters_;
  std::vector<Token> tokens_;
  std::vector<Source> sources_;
  std::vector<std::size_t> sentence_begins_;
  std::vector<std::uint8_t> begins_;  // by entry
};

}  // namespace espalier::text
