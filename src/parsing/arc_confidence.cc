#include "parsing/arc_confidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/hash.h"
#include "espalier/error.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::int32_t kNear = 5;             // distances up to here are all different
constexpr std::int32_t kFar[] = {8, 15, 30};  // beyond, only as far as these
constexpr std::int32_t kMostChildren = 4;
constexpr std::size_t kMostEdges = 1000;  // each of them is a feature of an arc
constexpr std::size_t kCoarse = 3;        // so many parts of opinions are one beside a tag

std::string section(std::string_view name) { return std::string(kConfidenceFolder).append(name); }

/// The features of one sentence's arcs.
class ArcDescription {
 public:
  ArcDescription(const Sentence& sentence, std::span<const double> edges)
      : sentence_(sentence), edges_(edges), children_(sentence.heads().size(), 0) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (sentence.head(word) >= 0) ++children_[static_cast<std::size_t>(sentence.head(word))];
    }
  }

  std::vector<std::uint64_t> describe(std::int32_t word, float opinion) {
    out_.clear();
    const std::int32_t head = sentence_.head(word);
    const auto part =
        static_cast<std::size_t>(std::upper_bound(edges_.begin(), edges_.end(), opinion) - edges_.begin());
    // Each edge that the opinion has passed: neighbours share most of their weights.
    for (std::size_t edge = 0; edge < part; ++edge) add(fmt::format("o {}", edge));
    const std::string_view tag = tag_of(word);
    const std::string_view head_tag = tag_of(head);
    const std::string_view label = sentence_.deprel(word);
    const std::string stretch = distance(word, head);
    const auto children = std::min(children_[static_cast<std::size_t>(word)], kMostChildren);
    add(fmt::format("to {} {}", tag, part / kCoarse));
    add(fmt::format("t {}", tag));
    add(fmt::format("th {} {} {}", tag, head_tag, stretch[0]));
    add(fmt::format("s {}", stretch));
    add(fmt::format("ts {} {}", tag, stretch));
    add(fmt::format("l {}", label));
    add(fmt::format("lh {} {}", label, head_tag));
    add(fmt::format("n {} {} {}", tag_of(word - 1), tag, tag_of(word + 1)));
    add(fmt::format("c {} {}", tag, children));
    return out_;
  }

 private:
  std::string_view tag_of(std::int32_t node) const {
    if (node == 0) return "<root>";
    if (node < 0 || node > sentence_.size()) return "<none>";
    return sentence_.upos(node).empty() ? sentence_.xpos(node) : sentence_.upos(node);
  }

  static std::string distance(std::int32_t word, std::int32_t head) {
    if (head <= 0) return "r";
    std::int32_t length = std::abs(word - head);
    if (length > kNear) {
      const auto* const far = std::lower_bound(std::begin(kFar), std::end(kFar), length);
      length = far == std::end(kFar) ? kFar[std::size(kFar) - 1] + 1 : *far;
    }
    return fmt::format("{}{}", head < word ? '<' : '>', length);
  }

  void add(const std::string& text) { out_.push_back(std::max<std::uint64_t>(base::hash(text), 1)); }

  const Sentence& sentence_;
  std::span<const double> edges_;
  std::vector<std::int32_t> children_;
  std::vector<std::uint64_t> out_;
};

}  // namespace

void add_confidence_sections(model_file::Writer& writer, const ConfidenceParts& parts) {
  writer.add(section("edges"), kVersion, pack_array(parts.edges));
  writer.add(section("weights"), kVersion, pack_array(parts.weights));
  writer.add(section("calibration"), kVersion, pack_array(parts.calibration));
}

std::vector<std::vector<std::uint64_t>> arc_features(const Sentence& parsed, std::span<const float> opinions,
                                                     std::span<const double> edges) {
  ArcDescription description(parsed, edges);
  std::vector<std::vector<std::uint64_t>> out(opinions.size());
  for (std::size_t word = 1; word < out.size(); ++word) {
    out[word] = description.describe(static_cast<std::int32_t>(word), opinions[word]);
  }
  return out;
}

std::unique_ptr<const ArcConfidence> ArcConfidence::open(const model_file::File& file, std::string_view kind) {
  ConfidenceParts parts;
  if (file.has(section("calibration"))) {
    parts.edges = unpack_array<double>(file.section(section("edges"), kVersion));
    parts.weights = unpack_array<ConfidenceWeight>(file.section(section("weights"), kVersion));
    parts.calibration = unpack_array<learning::Calibration::Point>(file.section(section("calibration"), kVersion));
  } else if (const std::string old = std::string(kind).append("/calibration"); file.has(old)) {
    parts.calibration = unpack_array<learning::Calibration::Point>(file.section(old, kSectionVersion));
  } else {
    return nullptr;
  }
  try {
    return std::make_unique<ArcConfidence>(parts);
  } catch (const Error& error) {
    throw Error(ErrorKind::kInput, Place{file.path()}, error.reason());
  }
}

ArcConfidence::ArcConfidence(const ConfidenceParts& parts)
    : edges_(parts.edges), weights_(parts.weights), calibration_(parts.calibration) {
  const auto by_feature = [](const ConfidenceWeight& a, const ConfidenceWeight& b) { return a.feature < b.feature; };
  std::sort(weights_.begin(), weights_.end(), by_feature);
  const bool is_good =
      edges_.size() <= kMostEdges && std::is_sorted(edges_.begin(), edges_.end()) &&
      std::all_of(edges_.begin(), edges_.end(), [](double edge) { return std::isfinite(edge); }) &&
      std::all_of(weights_.begin(), weights_.end(), [](const auto& each) { return std::isfinite(each.weight); }) &&
      std::adjacent_find(weights_.begin(), weights_.end(),
                         [](const auto& a, const auto& b) { return a.feature == b.feature; }) == weights_.end();
  if (!is_good) throw Error(ErrorKind::kInput, "the weights of confidence are not what a training makes");
}

double ArcConfidence::score(std::span<const std::uint64_t> features) const noexcept {
  double sum = 0;
  for (const std::uint64_t feature : features) {
    const auto found =
        std::lower_bound(weights_.begin(), weights_.end(), feature,
                         [](const ConfidenceWeight& each, std::uint64_t wanted) { return each.feature < wanted; });
    if (found != weights_.end() && found->feature == feature) sum += found->weight;
  }
  return sum;
}

std::vector<float> ArcConfidence::probabilities(const Sentence& parsed, std::span<const float> opinions) const {
  std::vector<float> out(opinions.size(), 0);
  if (edges_.empty()) {
    for (std::size_t word = 1; word < out.size(); ++word) {
      out[word] = static_cast<float>(calibration_.probability(static_cast<double>(opinions[word])));
    }
    return out;
  }
  const auto features = arc_features(parsed, opinions, edges_);
  for (std::size_t word = 1; word < out.size(); ++word) {
    out[word] = static_cast<float>(calibration_.probability(score(features[word])));
  }
  return out;
}

}  // namespace espalier::parsing
