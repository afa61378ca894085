// Templates and sentences drawn at random from small vocabularies, so that values meet often.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "espalier/sentence.h"
#include "features/template.h"
#include "features/word_text.h"

namespace espalier::tests {

inline const features::Schema& arc_schema() {
  static const features::Schema kSchema{"arc", {"h", "m"}, {}, {}};
  return kSchema;
}
inline const features::Schema& grand_schema() {
  static const features::Schema kSchema{"grand-sibling", {"g", "h", "m", "s"}, {}, {}};
  return kSchema;
}
inline const features::Schema& tree_schema() {
  static const features::Schema kSchema{
      "label", {"h", "m"}, {"head", "left", "right", "before", "after"}, {"deprel", "depth"}};
  return kSchema;
}

using Choices = std::vector<std::string>;

inline const std::string& draw(const Choices& choices, base::Random& random) {
  return choices[random.below(choices.size())];
}

inline std::vector<std::string> draw_parameters(features::AttributeId id, base::Random& random) {
  using Id = features::AttributeId;
  static const Choices kPlain{"form", "lower", "lemma", "upos", "xpos", "tag", "feats", "shape", "traits", "length"};
  static const Choices kNames{"Case", "Number", "Odd Name"};
  static const Choices kColumns{"chunk", "clause", "absent"};
  static const Choices kValues{"NOUN", "NOUN|VERB", "*", "n|v|xx", "B-NP", "Nom|Sing", "a", ",|.", ""};
  static const std::vector<Choices> kBins{{}, {}, {"1"}, {"2", "4"}, {"1", "2", "3", "60"}};
  // The attribute inside: plain, or with a name of its own.
  std::vector<std::string> inner{draw(kPlain, random)};
  if (random.below(3) == 0) inner = {"feat", draw(kNames, random)};
  if (random.below(4) == 0) inner = {"column", draw(kColumns, random)};
  switch (id) {
    case Id::kFeat:
      return {draw(kNames, random)};
    case Id::kPrefix:
    case Id::kSuffix:
    case Id::kNear:
      return {std::to_string(1 + random.below(4))};
    case Id::kDict:
      return {"upos"};
    case Id::kColumn:
      return {draw(kColumns, random)};
    case Id::kLeftCount:
    case Id::kRightCount:
    case Id::kCount:
      inner.push_back(draw(kValues, random));
      return inner;
    case Id::kLeftNearest:
    case Id::kRightNearest:
      return {draw(kPlain, random), draw(kPlain, random), draw(kValues, random)};
    case Id::kDist:
      return kBins[random.below(kBins.size())];
    case Id::kSame:
    case Id::kBetween:
      return inner;
    default:
      return {};
  }
}

inline features::Address draw_address(const features::Schema& schema, bool offset, base::Random& random) {
  features::Address address;
  address.anchor = static_cast<std::uint8_t>(random.below(schema.anchors.size()));
  while (!schema.functions.empty() && random.below(3) == 0) {
    address.functions.push_back(static_cast<std::uint8_t>(random.below(schema.functions.size())));
  }
  if (offset && random.below(2) == 0) address.offset = static_cast<std::int8_t>(random.below(17)) - 8;
  return address;
}

inline features::Term draw_term(const features::AttributeInfo& info, const features::Schema& schema,
                                base::Random& random) {
  features::Term term{info.id, info.kind, 0, draw_parameters(info.id, random), {}};
  for (int i = 0; i < info.addresses; ++i) {
    term.addresses.push_back(draw_address(schema, info.addresses == 1, random));
  }
  return term;
}

inline features::Template draw_template(const features::Schema& schema, base::Random& random) {
  features::Template item;
  const auto catalogue = features::attribute_catalogue();
  for (std::size_t left = 1 + random.below(4); left > 0; --left) {
    const std::size_t choice = random.below(catalogue.size() + schema.states.size());
    if (choice < catalogue.size()) {
      item.terms.push_back(draw_term(catalogue[choice], schema, random));
    } else {
      item.terms.push_back({features::AttributeId::kState,
                            features::AttributeKind::kState,
                            static_cast<std::uint8_t>(choice - catalogue.size()),
                            {},
                            {draw_address(schema, false, random)}});
    }
  }
  return item;
}

inline Sentence draw_sentence(std::int32_t words, base::Random& random) {
  static const Choices kForms{"a", "A", "casas", "São", "ÀÉ", "x-1", "2006", "ΑΣΑ", "語語語", "IBMs", ",", "."};
  static const Choices kLemmas{"", "", "ser", "casa"};
  static const Choices kTags{"NOUN", "VERB", "ADJ", ""};
  static const Choices kFine{"n", "v", "", "xx"};
  static const Choices kFeats{"", "Case=Nom", "Case=Acc|Number=Sing", "Number=Plur|Case=Nom|X", "Odd Name=a"};
  Sentence sentence;
  for (std::int32_t i = 0; i < words; ++i) {
    const std::int32_t node = sentence.add_word(draw(kForms, random));
    sentence.set(node, Column::kLemma, draw(kLemmas, random));
    sentence.set(node, Column::kUpos, draw(kTags, random));
    sentence.set(node, Column::kXpos, draw(kFine, random));
    sentence.set(node, Column::kFeats, draw(kFeats, random));
  }
  return sentence;
}

inline features::ExtraColumns draw_columns(std::int32_t words, base::Random& random) {
  static const Choices kChunks{"B-NP", "I-NP", "O", ""};
  features::ExtraColumns extra{{"chunk", "clause"}, {{""}, {""}}};
  for (auto& column : extra.values) {
    for (std::int32_t i = 0; i < words; ++i) column.push_back(draw(kChunks, random));
  }
  return extra;
}

}  // namespace espalier::tests
