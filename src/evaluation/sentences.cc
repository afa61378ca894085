#include "evaluation/sentences.h"

#include "evaluation/attachment.h"
#include "evaluation/parseval.h"

namespace espalier::evaluation {
namespace {

Document document_of(std::span<const Sentence> sentences, const char* name, Vocabulary& vocabulary) {
  DocumentOptions options;
  options.tokens = options.official_labels = true;
  Document document(name, options);
  for (const Sentence& sentence : sentences) document.add(sentence);
  document.adopt(vocabulary);
  return document;
}

TreeDocument trees_of(std::span<const Sentence> sentences, const char* name, TreeVocabulary& vocabulary) {
  TreeDocument document(name);
  for (const Sentence& sentence : sentences) document.add(sentence);
  document.adopt(vocabulary);
  return document;
}

}  // namespace

std::vector<Measure> conll18_measures(std::span<const Sentence> gold, std::span<const Sentence> system) {
  Vocabulary vocabulary;
  const Document reference = document_of(gold, "gold standard", vocabulary);
  const Document found = document_of(system, "output", vocabulary);
  const Alignment alignment = align_by_characters(reference, found, vocabulary);
  return score_conll18(reference, found, alignment, vocabulary, {}).sum();
}

std::vector<Measure> bracket_measures(std::span<const Sentence> gold, std::span<const Sentence> system,
                                      Punctuation punctuation) {
  TreeVocabulary vocabulary(usual_params(punctuation));
  const TreeDocument reference = trees_of(gold, "gold standard", vocabulary);
  const TreeDocument found = trees_of(system, "output", vocabulary);
  return score_parseval(reference, found, vocabulary).tallies.sum();
}

}  // namespace espalier::evaluation
