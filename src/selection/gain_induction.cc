#include "selection/gain_induction.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "selection/part_places.h"

namespace espalier::selection {
namespace {

using Templates = std::vector<features::Template>;

/// Heads that a choice has besides the true one: what is farther behind tells nothing that templates could mend.
constexpr std::size_t kRivals = 6;

const features::Schema& arc_schema() { return parsing::graph_schema(parsing::GraphSection::kArc); }

/// The likeliest of the wrong candidates, by how often arcs between such tags over such a distance are true.
class Rivals {
 public:
  Rivals(const SentenceSet& data, std::span<const decoding::ArcSet> arcs)
      : data_(data), arcs_(arcs), kinds_(data.sentences.size()) {
    const Templates kind = {features::parse_template("upos(h) & upos(m) & near.10(h,m)", arc_schema())};
    TemplateRows rows(arc_schema(), kind);
    for (std::size_t i = 0; i < data.sentences.size(); ++i) {
      const Sentence& sentence = data.sentences[i];
      rows.prepare(sentence, data.extra_of(i));
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        for (const std::int32_t head : arcs[i].heads(word)) {
          const std::uint64_t feature = rows.row(std::array{head, word}).front();
          Count& count = counts_[feature];
          ++count.all;
          count.right += sentence.head(word) == head ? 1U : 0U;
          kinds_[i].push_back(feature);
        }
      }
    }
  }

  /// Ascending.
  std::vector<std::int32_t> of(std::size_t sentence, std::int32_t word) const {
    std::vector<std::pair<double, std::int32_t>> found;
    const decoding::ArcSet& arcs = arcs_[sentence];
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
      if (arcs.head(arc) == data_.sentences[sentence].head(word)) continue;
      const Count& count = counts_.at(kinds_[sentence][static_cast<std::size_t>(arc)]);
      found.emplace_back(-static_cast<double>(count.right) / static_cast<double>(count.all), arcs.head(arc));
    }
    if (found.size() > kRivals) {
      std::nth_element(found.begin(), found.begin() + kRivals, found.end());
      found.resize(kRivals);
    }
    std::vector<std::int32_t> out;
    out.reserve(found.size());
    for (const auto& [rank, head] : found) out.push_back(head);
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  struct Count {
    std::uint32_t right = 0;
    std::uint32_t all = 0;
  };

  const SentenceSet& data_;
  std::span<const decoding::ArcSet> arcs_;
  std::vector<std::vector<std::uint64_t>> kinds_;  // by sentence and arc
  std::unordered_map<std::uint64_t, Count> counts_;
};

}  // namespace

Choices choose_heads(const SentenceSet& data, std::span<const decoding::ArcSet> arcs, parsing::GraphSection section,
                     std::span<const features::Template> attributes, std::size_t most) {
  std::size_t words = 0;
  for (const Sentence& sentence : data.sentences) words += static_cast<std::size_t>(sentence.size());
  const std::size_t every = words * (kRivals + 1) / std::max<std::size_t>(most, 1) + 1;
  const Rivals rivals(data, arcs);
  PartPlaces places(section);
  TemplateRows rows(places.schema(), attributes);
  Choices out(attributes.size());
  for (std::size_t i = 0; i < data.sentences.size(); i += every) {
    const Sentence& sentence = data.sentences[i];
    rows.prepare(sentence, data.extra_of(i));
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::int32_t truth = sentence.head(word);
      if (truth < 0 || arcs[i].find(truth, word) < 0) continue;
      const auto add = [&](std::int32_t head) {
        const auto at = places.find(sentence, head, word);
        if (!at.empty()) out.add_row(0, rows.row(at));
        return !at.empty();
      };
      if (!add(truth)) continue;
      for (const std::int32_t head : rivals.of(i, word)) add(head);
      out.end_group(0);
    }
  }
  return out;
}

}  // namespace espalier::selection
