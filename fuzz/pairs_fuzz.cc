// Pairs of text and hypothesis: any bytes give pairs, or an Error with its line; and what words of any tree state.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "espalier/entailment.h"

namespace {

/// A tree of any shape over the words of a text, from its bytes: the rules must do with all of them.
espalier::Sentence any_tree(std::string_view text) {
  constexpr const char* kLabels[] = {"nsubj", "obj", "acl:relcl", "conj", "xcomp", "nsubj:pass", "appos", "nmod:poss",
                                     "case",  "cop", "obl:agent", "amod", "advcl", "acl",        "expl",  "strange"};
  constexpr const char* kTags[] = {"NOUN", "VERB", "ADP", "PRON", "PROPN", "ADJ"};
  espalier::Sentence sentence;
  for (std::size_t begin = 0; begin < text.size() && sentence.size() < 60;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) {
      const auto first = static_cast<unsigned char>(text[begin]);
      const auto last = static_cast<unsigned char>(text[end - 1]);
      const std::int32_t node = sentence.add_word(text.substr(begin, end - begin));
      sentence.set_head(node, last % 7 == 0 ? 0 : 1 + last % (node + 1));
      sentence.set(node, espalier::Column::kDeprel, kLabels[first % 16]);
      sentence.set(node, espalier::Column::kUpos, kTags[(first + last) % 6]);
    }
    begin = end + 1;
  }
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    if (sentence.head(node) > sentence.size()) sentence.set_head(node, 0);
  }
  return sentence;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    for (const espalier::EntailmentPair& pair : espalier::parse_pairs(bytes, "fuzz")) {
      if (pair.id.empty() || pair.text.empty() || pair.hypothesis.empty()) std::abort();
      const std::vector<espalier::Sentence> text = {any_tree(pair.text)};
      const std::vector<espalier::Sentence> hypothesis = {any_tree(pair.hypothesis)};
      const espalier::EntailmentDecision decision = espalier::decide(text, hypothesis);
      if (decision.found() > decision.findings.size()) std::abort();
    }
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput || error.place().line == 0) std::abort();
  }
  return 0;
}
