// The kin of a word: what words that begin as it does were in training.
//
// Idea: a form that was never seen is often a form of a word that was. Of `dormia` nothing is known, but `dormir` and
// `dormiu` were verbs, and with that its ending, which nouns have as well, is that of a verb. A word belongs to the
// longest of its beginnings of six, five and four characters that at least two other forms share; `dict.kin` is the
// set of the classes that a good part of them had. Forms count, not words: a frequent one says no more than a rare one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "features/encoding.h"
#include "model_file/section.h"
#include "parsing/class_sets.h"

namespace espalier::parsing {

inline constexpr std::array<const char*, 3> kKinLengths = {"6", "5", "4"};

/// Where the forms and their beginnings stand.
struct KinColumns {
  std::uint32_t lower = 0;
  std::array<std::uint32_t, kKinLengths.size()> beginnings{};  ///< the longest first
};

class Kin {
 public:
  Kin() = default;
  /// Reads in place what learn_kin() made. Refuses all else.
  Kin(const model_file::Section& section, std::uint32_t classes) : sets_(section, classes) {}

  std::uint64_t value(const features::Encoded& sentence, std::int32_t node, const KinColumns& columns) const noexcept;

 private:
  ClassSets sets_;
};

/// The kin of all forms, frozen. Fills `column` of the training data, where no form is kin to itself: forms to come
/// will not be, either. `gold`: a class by sentence and node, -1: none.
std::string learn_kin(std::uint32_t column, std::span<features::Encoded> sentences,
                      std::span<const std::vector<std::int32_t>> gold, const KinColumns& columns);

}  // namespace espalier::parsing
