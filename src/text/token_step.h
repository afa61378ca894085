// From characters to tokens: where in a chunk (a stretch between white space) is a token cut off, and which gaps
// between chunks lie within a token.
//
// Idea: chunks seen in training are known by heart (ChunkBook); in others every place between two characters is
// decided from the left to the right, by its context alone where that settles it, else by a linear model whose features
// see the token so far. The same walk serves training, with another way to decide.
// Invariant: tokens begin and end at cluster boundaries, are not empty, and cover all that is not white space.
// Cost: one probe a known chunk; some thirty features a place asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "text/characters.h"
#include "text/context_filter.h"

namespace espalier::text {

/// What a token stands for: one word, an expansion (its number + 1), or something yet to be asked.
using Expansion = std::uint16_t;
inline constexpr Expansion kOneWord = 0;
inline constexpr Expansion kUnknownExpansion = 0xFFFF;

/// Entries begin..end-1.
struct Token {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  Expansion expansion = kUnknownExpansion;
};

/// A place where a token may begin.
struct Place {
  std::int32_t at = 0;     ///< the entry that would begin it
  std::int32_t begin = 0;  ///< of the token so far
  std::int32_t chunk_begin = 0;
  std::int32_t chunk_end = 0;
  bool is_gap = false;  ///< white space before `at`; the chunk is the one before it
};

template <class Recall, class Decide>
class TokenWalk {
 public:
  /// recall(chunk begin, chunk end, tokens): adds the tokens of a chunk that is known by heart, else false.
  /// decide(place): does a token begin?
  TokenWalk(const Characters& text, const ContextFilter& filter, const Recall& recall, const Decide& decide,
            std::vector<Token>& tokens, bool lines_end_tokens = false)
      : text_(text),
        filter_(filter),
        recall_(recall),
        decide_(decide),
        tokens_(tokens),
        lines_end_tokens_(lines_end_tokens) {}

  /// Adds the tokens of the entries begin..end-1, which must not cut a chunk. The chunk before `begin`, if there is one
  /// on the line, begins at `last_begin`; the last of the tokens is its then.
  void run(std::int32_t begin, std::int32_t end, std::int32_t last_begin = 0) {
    std::int32_t last_end = tokens_.empty() ? -1 : begin - 1;
    for (std::int32_t at = begin; at < end;) {
      if (text_.is_blank(at)) {
        if (text_.kind(at) == Class::kEdge) last_end = -1;
        ++at;
        continue;
      }
      const std::int32_t chunk = at;
      while (at < end && !text_.is_blank(at)) ++at;
      const bool joins = last_end >= 0 && !begins_after_gap(chunk, last_begin, last_end);
      last_begin = chunk;
      last_end = at;
      const std::size_t first = tokens_.size();
      const bool is_known = recall_(chunk, at, tokens_);
      if (joins && is_known) {
        tokens_[first - 1].end = tokens_[first].end;
        tokens_[first - 1].expansion = kUnknownExpansion;
        tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(first));
      }
      if (!is_known) cut(chunk, at, joins);
    }
  }

 private:
  bool begins_after_gap(std::int32_t at, std::int32_t chunk_begin, std::int32_t chunk_end) {
    if (lines_end_tokens_ && text_.breaks_line(at - 1)) return true;
    const Verdict verdict = filter_.gap(text_, at);
    if (verdict != Verdict::kAsk) return verdict == Verdict::kYes;
    return decide_(Place{at, tokens_.back().begin, chunk_begin, chunk_end, true});
  }

  void cut(std::int32_t begin, std::int32_t end, bool joins) {
    if (joins) {
      tokens_.back().expansion = kUnknownExpansion;
    } else {
      tokens_.push_back({begin, end, kUnknownExpansion});
    }
    for (std::int32_t at = begin + 1; at < end; ++at) {
      if (!text_.begins_cluster(at)) continue;
      Verdict verdict = filter_.inside(text_, at);
      if (verdict == Verdict::kAsk) {
        verdict = decide_(Place{at, tokens_.back().begin, begin, end, false}) ? Verdict::kYes : Verdict::kNo;
      }
      if (verdict == Verdict::kNo) continue;
      tokens_.back().end = at;
      tokens_.push_back({at, end, kUnknownExpansion});
    }
    tokens_.back().end = end;
  }

  const Characters& text_;
  const ContextFilter& filter_;
  const Recall& recall_;
  const Decide& decide_;
  std::vector<Token>& tokens_;
  bool lines_end_tokens_;
};

/// A token for each line that is not blank.
void tokens_of_lines(const Characters& text, std::vector<Token>& tokens);

}  // namespace espalier::text
