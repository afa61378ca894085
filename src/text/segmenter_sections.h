// The sections of a segmenter in a model file.
#pragma once

#include <string>

#include "model_file/writer.h"

namespace espalier::text {

inline constexpr std::uint32_t kSegmenterVersion = 2;

inline constexpr const char* kContextsSection = "text/contexts";
inline constexpr const char* kCutsSection = "text/cuts";
inline constexpr const char* kChunksSection = "text/chunks";
inline constexpr const char* kWordsSection = "text/words";
inline constexpr const char* kTokenSection = "text/token-weights";
inline constexpr const char* kSentenceSection = "text/sentence-weights";
inline constexpr const char* kRulesSection = "text/expansions";
inline constexpr const char* kFormsSection = "text/expansion-forms";
inline constexpr const char* kEndingsSection = "text/expansion-endings";
inline constexpr const char* kExpansionSection = "text/expansion-weights";

/// What training made: the bytes of each section.
struct SegmenterParts {
  std::string contexts;
  std::string cuts;
  std::string chunks;
  std::string words;
  std::string token_weights;
  std::string sentence_weights;
  std::string rules;
  std::string forms;
  std::string endings;
  std::string expansion_weights;
};

void add_segmenter_sections(model_file::Writer& writer, const SegmenterParts& parts);

}  // namespace espalier::text
