// The sections of a tagger's feature file, and their programs.
//
//   [draft], [upos], [feats], [xpos], [lemma]   w, the word whose column is decided; before(x), the word before x;
//                                               given(x), what the section has decided for x, known before w
//
// The columns are decided in this order, so that `upos(w+1)` in [feats] is a tag decided already; in [upos] it is what
// [draft] made of it, a first guess from few templates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "features/encoding.h"
#include "features/program.h"
#include "parsing/kin.h"

namespace espalier::parsing {

/// What is decided of a word, in order.
enum class TagStage : std::uint8_t { kUpos, kFeats, kXpos, kLemma };
inline constexpr std::size_t kTagStages = 4;
inline constexpr std::array<TagStage, kTagStages> kAllTagStages = {TagStage::kUpos, TagStage::kFeats, TagStage::kXpos,
                                                                   TagStage::kLemma};

struct TagStageInfo {
  std::string_view name;  ///< of the section
  Column column;
};
const TagStageInfo& tag_stage_info(TagStage stage) noexcept;

const std::vector<features::Schema>& tagger_schemas();

/// What lexicons look up: the words themselves and what is decided of them already.
struct KeyColumns {
  std::uint32_t form = 0;
  std::uint32_t lower = 0;
  std::vector<std::uint32_t> context;  ///< the first says most
};

/// The templates of a column: all in one for learning; for use, those that depend on nothing but the word's form and
/// the context of its keys, and the others.
struct ColumnPrograms {
  features::Program all;
  features::Program own;
  features::Program around;

  ColumnPrograms() = default;
  ColumnPrograms(const features::Schema& schema, const std::vector<features::Template>& templates,
                 const KeyColumns& keys, features::ColumnSet& columns);
};

class TaggerPrograms {
 public:
  TaggerPrograms() = default;
  explicit TaggerPrograms(std::vector<features::Section> sections);

  const ColumnPrograms& draft() const noexcept { return draft_; }
  const ColumnPrograms& column(TagStage stage) const noexcept { return programs_[static_cast<std::size_t>(stage)]; }
  const KeyColumns& keys(TagStage stage) const noexcept { return keys_[static_cast<std::size_t>(stage)]; }
  /// The column of `dict.NAME` with the name of the stage, where a template asks for it.
  std::optional<std::uint32_t> dictionary(TagStage stage) const noexcept {
    return dictionaries_[static_cast<std::size_t>(stage)];
  }
  /// The column of `dict.kin`, where a template asks for it, and what it is looked up by.
  std::optional<std::uint32_t> kin() const noexcept { return kin_; }
  const KinColumns& kin_columns() const noexcept { return kin_columns_; }
  /// The column of the field that the stage decides.
  std::uint32_t field(TagStage stage) const noexcept { return fields_[static_cast<std::size_t>(stage)]; }
  const features::Encoder& encoder() const noexcept { return encoder_; }
  const std::vector<features::Section>& sections() const noexcept { return sections_; }

 private:
  std::vector<features::Section> sections_;
  ColumnPrograms draft_;
  std::array<ColumnPrograms, kTagStages> programs_;
  std::array<KeyColumns, kTagStages> keys_;
  std::array<std::optional<std::uint32_t>, kTagStages> dictionaries_;
  std::optional<std::uint32_t> kin_;
  KinColumns kin_columns_;
  std::array<std::uint32_t, kTagStages> fields_{};
  features::Encoder encoder_;
};

}  // namespace espalier::parsing
