// What can be asked about the head of a word before there is a tree, the answers, and the templates that find them.
//
//   [side]      ROOT, L or R: where the head stands
//   [tag]       ROOT or its coarse tag
//   [distance]  ROOT or k: it is the k-th word of its tag on its side, counted from the word
//
// The three together name one word. [word] has templates that all three look at. In each section w is the word; the
// columns that `column.NAME` may ask for are those given (chunks, clauses) and the guesses of head_guess.h.
// Paper: Motta 2014; Milanés Barroso 2016, section 3.1.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "features/encoding.h"
#include "features/program.h"
#include "features/template.h"

namespace espalier::parsing {

enum class HeadQuestion : std::uint8_t { kSide, kTag, kDistance };
inline constexpr std::size_t kHeadQuestions = 3;
inline constexpr std::array<HeadQuestion, kHeadQuestions> kAllHeadQuestions = {HeadQuestion::kSide, HeadQuestion::kTag,
                                                                               HeadQuestion::kDistance};
constexpr std::size_t index_of(HeadQuestion question) noexcept { return static_cast<std::size_t>(question); }

struct HeadQuestionInfo {
  std::string_view name;    ///< of the section
  std::string_view column;  ///< that the answers go to
};
const HeadQuestionInfo& head_question_info(HeadQuestion question) noexcept;

/// [word], then one for each question, in order.
const std::vector<features::Schema>& head_schemas();

/// The answers, numbered. Number 0 is ROOT in all of them.
class HeadClasses {
 public:
  static constexpr std::uint32_t kLeft = 1;
  static constexpr std::uint32_t kRight = 2;
  /// More tags than any treebank has; rows of probabilities stay short.
  static constexpr std::size_t kMostTags = 255;

  HeadClasses() = default;
  /// `tags`: the coarse tags that words have.
  explicit HeadClasses(std::vector<std::string> tags);

  const std::vector<std::string>& names(HeadQuestion question) const noexcept { return names_[index_of(question)]; }
  std::uint32_t size(HeadQuestion question) const noexcept {
    return static_cast<std::uint32_t>(names(question).size());
  }
  /// The tags without ROOT.
  std::vector<std::string> tags() const;

  /// Tags as answers of kTag, by node; 0: the root; -1: a tag that is none of them.
  void number_tags(const Sentence& sentence, std::vector<std::int32_t>& tags) const;
  /// The answer that a head is for a word; -1: there is none. `tags`: as number_tags() has them.
  static std::int32_t answer(HeadQuestion question, std::span<const std::int32_t> tags, std::int32_t head,
                             std::int32_t word) noexcept;

 private:
  std::array<std::vector<std::string>, kHeadQuestions> names_;
  std::map<std::string, std::int32_t, std::less<>> numbers_;  // of tags
};

/// What predictors say of a sentence; memory is reused.
struct HeadAnswers {
  std::vector<std::int32_t> tags;  ///< HeadClasses::number_tags
  /// Probabilities by node and answer; those of node 0 mean nothing.
  std::array<std::vector<float>, kHeadQuestions> probabilities;
};

/// The same for those who look on; null: nothing is known.
struct HeadView {
  const HeadClasses* classes = nullptr;
  const HeadAnswers* answers = nullptr;
};

class HeadPrograms {
 public:
  HeadPrograms() = default;
  explicit HeadPrograms(std::vector<features::Section> sections);

  const features::Program& program(HeadQuestion question) const noexcept { return programs_[index_of(question)]; }
  const features::Encoder& encoder() const noexcept { return encoder_; }
  const std::vector<features::Section>& sections() const noexcept { return sections_; }

 private:
  std::vector<features::Section> sections_;
  std::array<features::Program, kHeadQuestions> programs_;
  features::Encoder encoder_;
};

}  // namespace espalier::parsing
