// What tests of induction share: templates from texts, problems that only conjunctions solve, rows without their times.
#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "espalier/induction.h"
#include "espalier/sentence.h"
#include "features/template.h"

namespace espalier::tests {

inline std::vector<features::Template> parse_templates(const std::vector<std::string>& texts,
                                                       const features::Schema& schema) {
  std::vector<features::Template> out;
  out.reserve(texts.size());
  for (const std::string& text : texts) out.push_back(features::parse_template(text, schema));
  return out;
}

/// One word a sentence, with random tags: UPOS is P or N, XPOS p or n, the form one of forty.
inline std::vector<Sentence> words_with_signs(std::size_t count) {
  base::Random random(4);
  std::vector<Sentence> out(count);
  for (Sentence& sentence : out) {
    sentence.add_word("f" + std::to_string(random.below(40)));
    sentence.set(1, Column::kUpos, random.below(3) == 0 ? "P" : "N");
    sentence.set(1, Column::kXpos, random.below(3) == 0 ? "p" : "n");
  }
  return out;
}

/// A class that UPOS and XPOS tell together (a product of signs), UPOS alone a little, and the form not at all.
inline std::uint32_t same_sign(const Sentence& sentence, std::int32_t word) {
  return (sentence.upos(word) == "P") == (sentence.xpos(word) == "p") ? 1 : 0;
}

/// The table of an induction, all but the time.
inline std::string rows_of(std::vector<InductionCycle> cycles) {
  for (InductionCycle& each : cycles) each.seconds = 0;
  return report::render(induction_table(cycles), report::TableFormat::kTsv);
}

inline Control threads(int count) {
  Control control;
  control.threads = count;
  return control;
}

}  // namespace espalier::tests
