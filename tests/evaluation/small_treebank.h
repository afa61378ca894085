// Small treebanks written in tests, and the scores of one against another.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "evaluation/alignment.h"
#include "evaluation/attachment.h"
#include "evaluation/document.h"
#include "evaluation/tally.h"

namespace espalier::evaluation::testing {

/// Lines `form lemma upos xpos feats head deprel` (`_` for nothing), `1-2 form` for a multiword token, an empty line
/// between sentences.
inline std::vector<Sentence> small_treebank(const std::string& text) {
  std::vector<Sentence> sentences(1);
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty()) {
      sentences.emplace_back();
      continue;
    }
    Sentence& sentence = sentences.back();
    if (sentence.line() == 0) sentence.set_line(number);
    std::istringstream fields(line);
    std::string form, lemma, upos, xpos, feats, deprel;
    int head = 0;
    fields >> form;
    if (const std::size_t dash = form.find('-'); dash != std::string::npos && std::isdigit(form[0]) != 0) {
      MultiwordToken token;
      token.first = std::stoi(form);
      token.last = std::stoi(form.substr(dash + 1));
      fields >> form;
      token.form = sentence.add_text(form);
      sentence.multiword_tokens().push_back(token);
      continue;
    }
    fields >> lemma >> upos >> xpos >> feats >> head >> deprel;
    const std::int32_t node = sentence.add_word(form);
    const auto set = [&](Column column, const std::string& value) {
      sentence.set(node, column, value == "_" ? "" : value);
    };
    set(Column::kLemma, lemma);
    set(Column::kUpos, upos);
    set(Column::kXpos, xpos);
    set(Column::kFeats, feats);
    set(Column::kDeprel, deprel);
    sentence.set_head(node, head);
  }
  if (sentences.back().empty()) sentences.pop_back();
  return sentences;
}

inline Document document_of(const std::vector<Sentence>& sentences, const std::string& name,
                            const DocumentOptions& options) {
  Document document(name, options);
  for (const Sentence& sentence : sentences) document.add(sentence);
  return document;
}

/// Two treebanks made ready for scoring.
struct Pair {
  Pair(const std::string& gold_text, const std::string& system_text, const DocumentOptions& options)
      : Pair(small_treebank(gold_text), small_treebank(system_text), options) {}
  Pair(const std::vector<Sentence>& gold_sentences, const std::vector<Sentence>& system_sentences,
       const DocumentOptions& options)
      : gold(document_of(gold_sentences, "gold", options)), system(document_of(system_sentences, "system", options)) {
    gold.adopt(vocabulary);
    system.adopt(vocabulary);
  }
  Vocabulary vocabulary;
  Document gold;
  Document system;
};

using Scores = std::map<std::string, Measure>;

inline Scores by_name(const Tallies& tallies) {
  Scores scores;
  for (const Measure& measure : tallies.sum()) scores[measure.name] = measure;
  return scores;
}

inline DocumentOptions conll18_options() {
  DocumentOptions options;
  options.tokens = true;
  options.official_labels = true;
  return options;
}

inline Scores conll18(const std::string& gold, const std::string& system, const WordFilter& filter = {}) {
  const Pair pair(gold, system, conll18_options());
  const Alignment alignment = align_by_characters(pair.gold, pair.system, pair.vocabulary);
  return by_name(score_conll18(pair.gold, pair.system, alignment, pair.vocabulary, filter));
}

inline Scores conllx(const std::string& gold, const std::string& system, const WordFilter& filter = {},
                     const DocumentOptions& options = {}) {
  const Pair pair(gold, system, options);
  const Alignment alignment = align_equal(pair.gold, pair.system, pair.vocabulary);
  return by_name(score_conllx(pair.gold, pair.system, alignment, pair.vocabulary, filter));
}

/// The counts of a score, in one expectation.
inline void expect_counts(const Measure& measure, std::uint64_t gold, std::uint64_t system, std::uint64_t correct,
                          std::uint64_t aligned) {
  EXPECT_EQ(measure.score.gold, gold) << measure.name << ": gold";
  EXPECT_EQ(measure.score.system, system) << measure.name << ": system";
  EXPECT_EQ(measure.score.correct, correct) << measure.name << ": correct";
  EXPECT_EQ(measure.score.aligned, aligned) << measure.name << ": aligned";
}

}  // namespace espalier::evaluation::testing
