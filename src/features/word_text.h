// What the words of a sentence say of themselves, as text: what encoding hashes and what rendering prints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "features/attribute.h"

namespace espalier::features {

/// Words of a sentence in columns of their own, such as chunks and clauses; a word without a value has an empty text.
struct ExtraColumns {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> values;  ///< by column, then node (0 is the root)
};

/// The words of a sentence in lower case, which many attributes ask for; memory is reused.
class LowerForms {
 public:
  void fill(const Sentence& sentence);
  std::string_view operator[](std::int32_t node) const noexcept {
    const std::size_t begin = ends_[static_cast<std::size_t>(node) - 1];
    return std::string_view(store_).substr(begin, ends_[static_cast<std::size_t>(node)] - begin);
  }

 private:
  std::string store_;
  std::vector<std::size_t> ends_;  // by node
};

class WordTexts {
 public:
  /// All must outlive it; `scratch` holds texts that are made on the way. `lower`: of the sentence, or null.
  WordTexts(const Sentence& sentence, const ExtraColumns* extra, std::string& scratch,
            const LowerForms* lower = nullptr)
      : sentence_(sentence), extra_(extra), scratch_(scratch), lower_(lower) {}

  const Sentence& sentence() const noexcept { return sentence_; }

  /// Of a word 1..size(), good until the next call; nothing for an extra column that is not there. REQUIRES an
  /// attribute of one word that is a text: no count, no nearest, no bag.
  std::optional<std::string_view> text(AttributeId id, std::span<const std::string> parameters,
                                       std::int32_t node) const;

 private:
  std::string_view lower_form(std::int32_t node) const;
  std::optional<std::string_view> extra(const std::string& name, std::int32_t node) const;

  const Sentence& sentence_;
  const ExtraColumns* extra_;
  std::string& scratch_;
  const LowerForms* lower_;
};

/// Tests words for an attribute being one of some values: the parameters `attribute [.Name] .A|B` of a template.
class Condition {
 public:
  Condition(std::span<const std::string> parameters, const WordTexts& texts);
  bool operator()(std::int32_t node) const;

 private:
  AttributeId id_;
  std::span<const std::string> parameters_;  // of the attribute itself
  std::string_view alternatives_;
  const WordTexts& texts_;
};

/// Calls item(text) for each item of FEATS.
template <class Item>
void for_each_morph(std::string_view feats, Item&& item) {
  while (!feats.empty()) {
    const std::size_t bar = feats.find('|');
    item(feats.substr(0, bar));
    feats.remove_prefix(bar == std::string_view::npos ? feats.size() : bar + 1);
  }
}

}  // namespace espalier::features
