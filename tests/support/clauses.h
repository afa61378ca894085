// Chunks and clauses of the made-up language of tagged.h.
#pragma once

#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "features/word_text.h"
#include "parsing/span_schema.h"

namespace espalier::tests {

/// A noun and the word before it are one chunk, a verb is another. A sentence is a clause up to its full stop, and
/// every `le` (small) in it begins one that ends with the next verb.
inline features::ExtraColumns made_up_columns(const Sentence& sentence) {
  features::ExtraColumns columns;
  parsing::clear_columns(columns, sentence.size());
  std::vector<bool> opens(static_cast<std::size_t>(sentence.size()) + 1);
  std::vector<bool> closes(opens.size());
  bool is_open = false;
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    const auto at = static_cast<std::size_t>(node);
    const std::string_view upos = sentence.upos(node);
    columns.values[0][at] = upos == "DET" ? "B-NP" : upos == "NOUN" ? "I-NP" : upos == "VERB" ? "B-VP" : "O";
    if (sentence.form(node) == "le") opens[at] = is_open = true;
    if (upos == "VERB" && is_open) {
      closes[at] = true;
      is_open = false;
    }
  }
  for (std::size_t at = 1; at < opens.size(); ++at) {
    const bool first = at == 1;
    const bool last = at + 1 == opens.size();
    std::string& text = columns.values[3][at];
    for (const bool each : {first, static_cast<bool>(opens[at])}) text += each ? "(S" : "";
    text += "*";
    for (const bool each : {static_cast<bool>(closes[at]), last}) text += each ? "S)" : "";
    columns.values[1][at] = first || opens[at] ? "S" : "X";
    columns.values[2][at] = last || closes[at] ? "E" : "X";
  }
  return columns;
}

inline std::vector<features::ExtraColumns> made_up_columns(const std::vector<Sentence>& sentences) {
  std::vector<features::ExtraColumns> columns;
  for (const Sentence& sentence : sentences) columns.push_back(made_up_columns(sentence));
  return columns;
}

/// As a file has them.
inline std::string columns_text(const std::vector<Sentence>& sentences) {
  std::string text;
  for (const Sentence& sentence : sentences) {
    const features::ExtraColumns columns = made_up_columns(sentence);
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      text += std::to_string(node) + "\t" + std::string(sentence.form(node)) + "\t" + std::string(sentence.xpos(node));
      for (const auto& values : columns.values) text += "\t" + values[static_cast<std::size_t>(node)];
      text += "\n";
    }
    text += "\n";
  }
  return text;
}

}  // namespace espalier::tests
