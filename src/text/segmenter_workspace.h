// What one thread needs to segment: it grows to the longest block and is used again and again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "text/characters.h"
#include "text/expansion_book.h"
#include "text/sentence_features.h"
#include "text/token_step.h"

namespace espalier::text {

struct SegmenterWorkspace {
  Characters characters;
  std::vector<Token> tokens;
  std::vector<std::size_t> sentence_ends;  ///< one past the last token of each sentence
  SentenceFeatures sentence_features;
  ExpansionFeatures expansion_features;
  std::vector<Expansion> candidates;
  std::vector<std::int32_t> scores;
  Sentence sentence;
  std::string bytes;              ///< of words or of a field that is being put together
  std::vector<std::size_t> ends;  ///< of the words in it
};

}  // namespace espalier::text
