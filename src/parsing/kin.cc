#include "parsing/kin.h"

#include <algorithm>
#include <unordered_map>

namespace espalier::parsing {
namespace {

constexpr SetLimits kLimits = {2, 0.2, 0};
constexpr std::uint64_t kNoKin = features::number_value(0);

using Beginnings = std::array<std::uint64_t, kKinLengths.size()>;

Beginnings beginnings_of(const features::Encoded& sentence, std::int32_t node, const KinColumns& columns) noexcept {
  Beginnings out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = sentence.value(columns.beginnings[i], node);
  return out;
}

/// The classes of every form, and the forms of every beginning by class.
class KinCounts {
 public:
  KinCounts(std::span<const features::Encoded> sentences, std::span<const std::vector<std::int32_t>> gold,
            const KinColumns& columns)
      : columns_(columns) {
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      for (std::int32_t node = 1; node <= sentences[i].words(); ++node) {
        const std::int32_t label = gold[i][static_cast<std::size_t>(node)];
        if (label >= 0) add(sentences[i], node, static_cast<std::uint16_t>(label));
      }
    }
  }

  std::uint64_t value_of_others(const features::Encoded& sentence, std::int32_t node) const {
    const auto own = classes_.find(sentence.value(columns_.lower, node));
    const std::span<const std::uint16_t> labels =
        own == classes_.end() ? std::span<const std::uint16_t>() : std::span<const std::uint16_t>(own->second);
    for (const std::uint64_t beginning : beginnings_of(sentence, node, columns_)) {
      const auto members = counts_.without(beginning, labels, kLimits);
      if (!members.empty()) return set_value(members);
    }
    return kNoKin;
  }

  std::string freeze() {
    counts_.cut(kLimits);
    return counts_.freeze();
  }

 private:
  void add(const features::Encoded& sentence, std::int32_t node, std::uint16_t label) {
    std::vector<std::uint16_t>& known = classes_[sentence.value(columns_.lower, node)];
    if (std::find(known.begin(), known.end(), label) != known.end()) return;
    known.push_back(label);
    const Beginnings beginnings = beginnings_of(sentence, node, columns_);
    for (std::size_t i = 0; i < beginnings.size(); ++i) {
      // Of a short word the beginnings are all the same.
      if (i == 0 || beginnings[i] != beginnings[i - 1]) counts_.add(beginnings[i], label);
    }
  }

  KinColumns columns_;
  std::unordered_map<std::uint64_t, std::vector<std::uint16_t>> classes_;
  ClassCounts counts_;
};

}  // namespace

std::uint64_t Kin::value(const features::Encoded& sentence, std::int32_t node,
                         const KinColumns& columns) const noexcept {
  for (const std::uint64_t beginning : beginnings_of(sentence, node, columns)) {
    if (const std::int32_t set = sets_.find(beginning); set >= 0) return sets_.value(set);
  }
  return kNoKin;
}

std::string learn_kin(std::uint32_t column, std::span<features::Encoded> sentences,
                      std::span<const std::vector<std::int32_t>> gold, const KinColumns& columns) {
  KinCounts counts(sentences, gold, columns);
  for (features::Encoded& sentence : sentences) {
    for (std::int32_t node = 1; node <= sentence.words(); ++node) {
      sentence.set(column, node, counts.value_of_others(sentence, node));
    }
  }
  return counts.freeze();
}

}  // namespace espalier::parsing
