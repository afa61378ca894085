#include "evaluation/word_keys.h"

#include <algorithm>
#include <array>

#include "espalier/dependency.h"

namespace espalier {

const std::vector<std::string>& breakdown_dimensions() {
  static const std::vector<std::string> kDimensions = {"deprel",    "upos",   "xpos",         "distance",
                                                       "direction", "length", "projectivity", "depth"};
  return kDimensions;
}

}  // namespace espalier

namespace espalier::evaluation {
namespace {

/// Bins by upper bound: value v is in the first bin whose bound is not below it, or in the last.
std::uint32_t bin_of(std::size_t value, std::initializer_list<std::size_t> bounds) {
  const auto at = std::lower_bound(bounds.begin(), bounds.end(), value);
  return static_cast<std::uint32_t>(at - bounds.begin());
}

std::uint32_t distance_key(std::int32_t word, std::int32_t head) {
  if (head == kUnknownHead) return 5;
  if (head == kRootHead) return 0;
  return 1 + bin_of(static_cast<std::size_t>(head < word ? word - head : head - word), {1, 2, 6});
}

std::uint32_t direction_key(std::int32_t word, std::int32_t head) {
  if (head == kUnknownHead) return 3;
  if (head == kRootHead) return 2;
  return head < word ? 0 : 1;
}

template <class KeyOf>
std::vector<std::uint32_t> keys_by_arc(const Document& document, KeyOf key_of) {
  std::vector<std::uint32_t> keys(document.words());
  for (std::size_t w = 0; w < keys.size(); ++w) keys[w] = key_of(static_cast<std::int32_t>(w), document.head(w));
  return keys;
}

std::vector<std::uint32_t> keys_by_length(const Document& document) {
  std::vector<std::uint32_t> keys;
  keys.reserve(document.words());
  for (std::size_t s = 0; s < document.sentences(); ++s) {
    const std::size_t n = document.sentence_end(s) - document.sentence_begin(s);
    keys.insert(keys.end(), n, bin_of(n, {10, 20, 30, 40, 50}));
  }
  return keys;
}

/// Heads of a sentence as tree functions want them: nodes 0..n.
void local_heads(const Document& document, std::size_t sentence, std::vector<std::int32_t>& heads) {
  const std::size_t begin = document.sentence_begin(sentence);
  heads.assign(1, kNoHead);
  for (std::size_t w = begin; w < document.sentence_end(sentence); ++w) {
    const std::int32_t head = document.head(w);
    heads.push_back(head == kRootHead      ? 0
                    : head == kUnknownHead ? kNoHead
                                           : head - static_cast<std::int32_t>(begin) + 1);
  }
}

std::vector<std::uint32_t> keys_by_projectivity(const Document& document) {
  std::vector<std::uint32_t> keys(document.words(), 0);
  std::vector<std::int32_t> heads;
  for (std::size_t s = 0; s < document.sentences(); ++s) {
    local_heads(document, s, heads);
    for (const std::int32_t m : nonprojective_arcs(heads)) {
      keys[document.sentence_begin(s) + static_cast<std::size_t>(m) - 1] = 1;
    }
  }
  return keys;
}

constexpr std::uint32_t kDeepest = 10;
constexpr std::uint32_t kUnrooted = kDeepest;  // the bin after the last depth

/// Arcs up to the root; each word is walked over once, and a walk that meets itself (a cycle) leaves kUnrooted behind.
std::vector<std::uint32_t> keys_by_depth(const Document& document) {
  constexpr std::uint32_t kNew = 0xFFFFFFFF;
  constexpr std::uint32_t kOnPath = 0xFFFFFFFE;
  constexpr std::uint32_t kNever = 0xFFFFFFFD;
  std::vector<std::uint32_t> depth(document.words(), kNew);
  std::vector<std::size_t> path;
  for (std::size_t w = 0; w < depth.size(); ++w) {
    path.clear();
    std::int32_t at = static_cast<std::int32_t>(w);
    while (at >= 0 && depth[static_cast<std::size_t>(at)] == kNew) {
      path.push_back(static_cast<std::size_t>(at));
      depth[path.back()] = kOnPath;
      at = document.head(path.back());
    }
    const std::uint32_t known = at == kRootHead ? 0 : at == kUnknownHead ? kNever : depth[static_cast<std::size_t>(at)];
    std::uint32_t d = known == kOnPath ? kNever : known;
    for (std::size_t i = path.size(); i-- > 0;) {
      if (d != kNever) ++d;
      depth[path[i]] = d;
    }
  }
  for (std::uint32_t& d : depth) d = d == kNever ? kUnrooted : std::min(d, kDeepest) - 1;
  return depth;
}

}  // namespace

KeySpace key_space(std::string_view dimension) {
  if (dimension == "deprel") return {true, Field::kLabel, {}};
  if (dimension == "upos") return {true, Field::kUpos, {}};
  if (dimension == "xpos") return {true, Field::kXpos, {}};
  if (dimension == "distance") return {false, {}, {"to root", "1", "2", "3-6", ">=7", "no head"}};
  if (dimension == "direction") return {false, {}, {"head left", "head right", "root", "no head"}};
  if (dimension == "length") return {false, {}, {"1-10", "11-20", "21-30", "31-40", "41-50", ">50"}};
  if (dimension == "projectivity") return {false, {}, {"projective", "non-projective"}};
  return {false, {}, {"1", "2", "3", "4", "5", "6", "7", "8", "9", ">=10", "not rooted"}};
}

std::size_t KeySpace::size(const Vocabulary& vocabulary) const {
  return is_field ? vocabulary.fields[index(field)].size() : bins.size();
}

std::string KeySpace::name(const Vocabulary& vocabulary, std::uint32_t key) const {
  if (!is_field) return bins[key];
  const std::string_view text = vocabulary.text(field, key);
  return text.empty() ? "_" : std::string(text);
}

std::vector<std::uint32_t> word_keys(const Document& document, std::string_view dimension) {
  const KeySpace space = key_space(dimension);
  if (space.is_field) {
    std::vector<std::uint32_t> keys(document.words());
    for (std::size_t w = 0; w < keys.size(); ++w) keys[w] = document.id(space.field, w);
    return keys;
  }
  if (dimension == "distance") return keys_by_arc(document, distance_key);
  if (dimension == "direction") return keys_by_arc(document, direction_key);
  if (dimension == "length") return keys_by_length(document);
  if (dimension == "projectivity") return keys_by_projectivity(document);
  return keys_by_depth(document);
}

}  // namespace espalier::evaluation
