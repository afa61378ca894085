// Treebanks of a made-up language for taggers: what a word is stands in its ending and in the word before it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/team.h"
#include "espalier/sentence.h"
#include "model_file/file.h"
#include "parsing/tagger_model.h"
#include "parsing/tagger_training.h"

namespace espalier::tests {

/// Adds a word with all columns that taggers know.
inline void add_tagged(Sentence& sentence, const std::string& form, const std::string& upos, const std::string& feats,
                       const std::string& lemma) {
  const std::int32_t node = sentence.add_word(form);
  sentence.set(node, Column::kUpos, upos);
  sentence.set(node, Column::kFeats, feats);
  sentence.set(node, Column::kXpos, feats.empty() ? upos : upos + "." + feats.substr(feats.size() - 4));
  sentence.set(node, Column::kLemma, lemma);
}

inline std::string random_stem(base::Random& random) {
  static const std::vector<std::string> kSyllables = {"ba", "dé", "gi", "ko", "lü", "ma", "né", "pi", "ro", "žu"};
  std::string stem;
  for (std::uint64_t i = 0, size = 2 + random.below(3); i < size; ++i) stem += kSyllables[random.below(10)];
  return stem;
}

/// Nouns end in -t (plural -ten), verbs in -s (plural -sin); `le` stands before nouns and `lü` before plural ones, and
/// `oo` is a noun after them and a verb otherwise.
inline Sentence made_up_sentence(base::Random& random) {
  Sentence sentence;
  for (std::uint64_t i = 0, size = 2 + random.below(4); i < size; ++i) {
    const bool is_plural = random.below(2) == 0;
    const std::string number = is_plural ? "Number=Plur" : "Number=Sing";
    add_tagged(sentence, is_plural ? "lü" : (i == 0 ? "Le" : "le"), "DET", number, is_plural ? "lü" : "le");
    if (random.below(4) == 0) {
      add_tagged(sentence, "oo", "NOUN", number, "oot");
    } else {
      const std::string stem = random_stem(random);
      add_tagged(sentence, stem + (is_plural ? "ten" : "t"), "NOUN", number, stem + "t");
    }
    if (random.below(4) == 0) {
      add_tagged(sentence, "oo", "VERB", "Mood=Ind", "oos");
    } else {
      const std::string stem = random_stem(random);
      add_tagged(sentence, stem + (is_plural ? "sin" : "s"), "VERB", number, stem + "s");
    }
  }
  add_tagged(sentence, ".", "PUNCT", "", ".");
  return sentence;
}

inline std::vector<Sentence> made_up_treebank(std::size_t size, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < size; ++i) sentences.push_back(made_up_sentence(random));
  return sentences;
}

inline parsing::TrainedTagger trained_tagger(const std::vector<Sentence>& train,
                                             const parsing::TaggerOptions& options = {}, int threads = 1) {
  base::Team team(threads);
  const Control control;
  return parsing::train_tagger(train, {}, options, team, parsing::Watch(control));
}

inline std::string bytes_of(const parsing::TrainedTagger& tagger) {
  model_file::Writer writer;
  tagger.add_to(writer);
  return writer.bytes();
}

/// A tagger and a workspace for it.
class Tagging {
 public:
  explicit Tagging(const std::string& bytes)
      : model_(model_file::File::from_bytes(bytes)), workspace_(model_.make_workspace()) {}
  explicit Tagging(const std::vector<Sentence>& train) : Tagging(bytes_of(trained_tagger(train))) {}

  const parsing::TaggerModel& model() const { return model_; }
  Sentence operator()(Sentence sentence, const parsing::TagOptions& options = {}) const {
    model_.tag(sentence, options, *workspace_);
    return sentence;
  }

 private:
  parsing::TaggerModel model_;
  std::unique_ptr<parsing::TaggerWorkspace> workspace_;
};

/// The columns of a word in one text: form upos feats xpos lemma.
inline std::string columns_of(const Sentence& sentence, std::int32_t node) {
  std::string out;
  for (const Column column : {Column::kForm, Column::kUpos, Column::kFeats, Column::kXpos, Column::kLemma}) {
    if (!out.empty()) out += ' ';
    out += sentence.get(node, column).empty() ? "_" : std::string(sentence.get(node, column));
  }
  return out;
}

inline std::string columns_of(const Sentence& sentence) {
  std::string out;
  for (std::int32_t node = 1; node <= sentence.size(); ++node) out += columns_of(sentence, node) + "\n";
  return out;
}

/// The words alone.
inline Sentence words_of(const Sentence& sentence) {
  Sentence out;
  for (std::int32_t node = 1; node <= sentence.size(); ++node) out.add_word(sentence.form(node));
  return out;
}

}  // namespace espalier::tests
