#include "evaluation/lexicalisation.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/treebank.h"

namespace espalier::evaluation {

void Lexicon::add(const Sentence& sentence) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) ++counts_[comparable_form(sentence.form(word))];
}

bool Lexicon::has(const std::string& form) const {
  const auto found = counts_.find(form);
  return found != counts_.end() && found->second >= least_;
}

std::size_t Lexicon::forms() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(counts_.begin(), counts_.end(), [&](const auto& each) { return each.second >= least_; }));
}

Lexicon load_lexicon(const std::vector<std::string>& files, std::size_t least, const ReadOptions& read,
                     const Control& control) {
  if (least == 0) throw Error(ErrorKind::kUsage, "a word that is known must be in the lexicon once at least");
  Control quiet = control;  // progress is that of scoring
  quiet.progress = nullptr;
  ReadOptions options = read;
  options.format.clear();  // the lexicon is as it is, whatever the gold standard is
  Lexicon lexicon(least);
  Sentence sentence;
  for (const std::string& file : files) {
    TreebankReader reader(file, options, quiet);
    while (reader.next(sentence)) lexicon.add(sentence);
  }
  if (lexicon.forms() == 0) {
    throw Error(ErrorKind::kInput, {files.front(), 0, 0},
                fmt::format("the lexicon has no word {} times: nothing would be known", least));
  }
  return lexicon;
}

Lexicalisation lexicalisation_of(const Judgement& judgement, const Lexicon& lexicon) {
  const Document& gold = judgement.gold;
  std::vector<std::uint8_t> known(gold.words());
  for (std::size_t word = 0; word < known.size(); ++word) {
    known[word] = lexicon.has(gold.form(word, judgement.vocabulary)) ? 1 : 0;
  }
  Lexicalisation result;
  result.least = lexicon.least();
  result.forms = lexicon.forms();
  result.rows = {{"both", 0, 0, 0}, {"one", 0, 0, 0}, {"none", 0, 0, 0}};
  for (std::size_t word = 0; word < known.size(); ++word) {
    const std::int32_t head = gold.head(word);
    if (judgement.counted.gold[word] == 0 || head == kUnknownHead) continue;
    const bool has_head = head == kRootHead || known[static_cast<std::size_t>(head)] != 0;
    LexicalisationRow& row = result.rows[2U - known[word] - (has_head ? 1U : 0U)];
    ++row.arcs;
    row.heads += (judgement.right[word] & kHeadRight) != 0 ? 1 : 0;
    row.attachments += (judgement.right[word] & kBothRight) != 0 ? 1 : 0;
    ++result.arcs;
  }
  return result;
}

}  // namespace espalier::evaluation
