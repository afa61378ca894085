// What a tagger knows of a column besides weights: its classes, its dictionary, and which classes are worth scoring.
//
// A word that was frequent in training takes only the classes that it had there (with the tags decided before); any
// other what words with those tags had; where even these are new, any class. So the price of a word is that of a few
// candidates, however many classes there are, and a word with one candidate costs nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "features/encoding.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "parsing/class_sets.h"
#include "parsing/tagger_schema.h"

namespace espalier::parsing {

class ColumnLexicon {
 public:
  ColumnLexicon() = default;
  /// Reads the sections below `folder`; the file must outlive it.
  ColumnLexicon(const model_file::File& file, const std::string& folder, KeyColumns keys);

  /// Texts by class.
  const std::vector<std::string>& names() const noexcept { return names_; }
  const KeyColumns& keys() const noexcept { return keys_; }
  std::uint32_t classes() const noexcept { return static_cast<std::uint32_t>(names_.size()); }
  /// What features say of a class: as a column with its text has it.
  std::uint64_t value(std::uint32_t label) const noexcept { return values_[label]; }

  /// What `dict` says of a word.
  std::uint64_t dictionary_value(const features::Encoded& sentence, std::int32_t node) const noexcept;
  /// The classes worth scoring. `by_word`: what the word had in training counts.
  std::span<const std::uint16_t> candidates(const features::Encoded& sentence, std::int32_t node,
                                            bool by_word) const noexcept;

 private:
  KeyColumns keys_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint16_t> all_;
  ClassSets dictionary_;
  ClassSets candidates_;
};

/// When words are frequent enough.
struct LexiconLimits {
  std::uint32_t dictionary = 3;  ///< to have a value of `dict`
  std::uint32_t candidates = 8;  ///< to have only the candidates that they had in training
};

/// Makes the sections of a lexicon. `gold`: a class by sentence and node, -1: none.
void add_lexicon_sections(model_file::Writer& writer, const std::string& folder, const std::vector<std::string>& names,
                          std::span<const features::Encoded> sentences, std::span<const std::vector<std::int32_t>> gold,
                          const KeyColumns& keys, const LexiconLimits& limits);

/// The values of `dict` for the training data, as a dictionary of all its other words has them: with itself in it, a
/// word would always find its own class there, and learning would trust the dictionary more than it deserves.
void fill_dictionary_of_others(std::uint32_t column, std::span<features::Encoded> sentences,
                               std::span<const std::vector<std::int32_t>> gold, const KeyColumns& keys,
                               const LexiconLimits& limits);

}  // namespace espalier::parsing
