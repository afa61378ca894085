// A pair of small treebanks, judged: what the tests of the analyses start from.
#pragma once

#include <string>

#include "small_treebank.h"

namespace espalier::evaluation::testing {

inline DocumentOptions with_ids(DocumentOptions options) {
  options.sentence_ids = true;
  return options;
}

/// Equal tokens, full labels.
struct Judged {
  Judged(const std::string& gold, const std::string& system, const WordFilter& filter = {})
      : pair(gold, system, with_ids({})),
        alignment(align_equal(pair.gold, pair.system, pair.vocabulary)),
        judgement(pair.gold, pair.system, alignment, pair.vocabulary, filter) {}
  Pair pair;
  Alignment alignment;
  Judgement judgement;
};

/// Words aligned by characters, labels without subtypes.
struct JudgedByCharacters {
  JudgedByCharacters(const std::string& gold, const std::string& system)
      : pair(gold, system, with_ids(conll18_options())),
        alignment(align_by_characters(pair.gold, pair.system, pair.vocabulary)),
        judgement(pair.gold, pair.system, alignment, pair.vocabulary, {}) {}
  Pair pair;
  Alignment alignment;
  Judgement judgement;
};

}  // namespace espalier::evaluation::testing
