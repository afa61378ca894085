// From tokens to sentences: where does one end?
//
// Decisions are made at the ends of tokens from the left to the right, by the context alone where that settles it
// (context_filter.h), else by a linear model whose features see the sentence so far and the tokens ahead. A few of them
// are looked at first: where these come to less than they do at all but one in some hundred ends of the training data,
// nothing more is asked. The end of a paragraph is always one. The same walk serves training, with another way to
// decide.
#pragma once

#include <cstddef>
#include <span>

#include "text/characters.h"
#include "text/context_filter.h"
#include "text/sentence_features.h"
#include "text/token_step.h"

namespace espalier::text {

/// filter(end, begin) is the verdict on a token's end and the next one's begin; decide(token, features) says whether a
/// sentence ends after a token that it leaves open; ended(token) is told where one does.
template <class Filter, class Decide, class Ended>
void walk_sentences(const Characters& text, std::span<const Token> tokens, const Filter& filter,
                    SentenceFeatures& features, const Decide& decide, const Ended& ended) {
  features.start(text, tokens);
  for (std::size_t token = 0; token < tokens.size(); ++token) {
    const bool ends = [&] {
      if (token + 1 == tokens.size() || text.kind(tokens[token].end) == Class::kEdge) return true;
      const Verdict verdict = filter(tokens[token].end, tokens[token + 1].begin);
      features.pass(token);
      return verdict == Verdict::kAsk ? decide(token, features) : verdict == Verdict::kYes;
    }();
    if (!ends) continue;
    ended(token);
    features.begin_sentence(token + 1);
  }
}

}  // namespace espalier::text
