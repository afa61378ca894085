// Sentences of a small grammar with choices in it that a parser has to learn: for tests of what sentences teach.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/support/small_treebank.h"

namespace espalier::tests {

/// Subject, verb, object, now and then a prepositional phrase that hangs on the verb or on the object, as its
/// preposition says, or an adverb.
inline std::vector<Sentence> varied_treebank(std::size_t count) {
  constexpr std::array kNouns = {"cat", "dog", "bird", "child", "tree", "house", "stone", "river", "book", "door"};
  constexpr std::array kVerbs = {"sees", "likes", "finds", "takes", "leaves"};
  constexpr std::array kAtVerb = {"at", "after", "before"};
  constexpr std::array kAtNoun = {"of", "with"};
  base::Random random(7);
  const auto one_of = [&](const auto& words) { return std::string(words[random.below(words.size())]); };
  std::vector<Sentence> out;
  for (std::size_t i = 0; i < count; ++i) {
    std::string line = "the/DET/2/det " + one_of(kNouns) + "/NOUN/3/nsubj " + one_of(kVerbs) +
                       "/VERB/0/root a/DET/5/det " + one_of(kNouns) + "/NOUN/3/obj";
    if (random.below(2) == 0) {
      const bool at_verb = random.below(2) == 0;
      line += " " + (at_verb ? one_of(kAtVerb) : one_of(kAtNoun)) + "/ADP/8/case the/DET/8/det " + one_of(kNouns) +
              (at_verb ? "/NOUN/3/obl" : "/NOUN/5/nmod");
    } else if (random.below(3) == 0) {
      line += " soon/ADV/3/advmod";
    }
    out.push_back(sentence_of(line + " ./PUNCT/3/punct"));
  }
  return out;
}

}  // namespace espalier::tests
