#include "parsing/joint_arcs.h"

#include "parsing/graph_decoder.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kBigSize = 4;  // more dependents than this are many

std::uint64_t label_number(std::int32_t label) { return features::number_value(static_cast<std::uint64_t>(label) + 2); }

}  // namespace

void JointArcs::prepare(const GraphPrograms& programs, const features::Encoded& sentence) {
  of_head_.prepare(programs.arc_of_head(), sentence);
  of_word_.prepare(programs.arc_of_word(), sentence);
  of_both_.prepare(programs.arc_of_both(), sentence);
  const features::Program& program = programs.program(GraphSection::kRuntime);
  has_runtime_ = !program.empty() && sentence.words() <= kChartWords;
  if (has_runtime_) runtime_.prepare(program, sentence);
}

void JointArcs::add_loss(const decoding::ArcSet& arcs, std::span<const std::int32_t> heads,
                         std::span<const std::int32_t> labels, float cost) {
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    const auto word = static_cast<std::size_t>(m);
    if (heads[word] < 0) continue;
    for (std::int32_t arc = arcs.begin(m); arc < arcs.end(m); ++arc) {
      float* row = scores_.data() + static_cast<std::size_t>(arc) * classes_;
      for (std::uint32_t label = 0; label < classes_; ++label) row[label] += cost;
      if (arcs.head(arc) == heads[word] && labels[word] >= 0) row[labels[word]] -= cost;
    }
  }
}

void JointArcs::reduce(std::span<float> arc_scores) {
  for (std::size_t arc = 0; arc < arc_scores.size(); ++arc) {
    const float* row = scores_.data() + arc * classes_;
    labels_[arc] = best_label(row);
    arc_scores[arc] = row[labels_[arc]];
  }
}

std::span<const std::uint64_t> JointArcs::runtime_features(std::int32_t head, std::int32_t word,
                                                           std::span<const std::int32_t> heads,
                                                           std::span<const std::int32_t> labels) {
  inner_.clear();
  const std::int32_t step = head < word ? -1 : 1;
  for (std::int32_t node = word + step; node != head; node += step) {
    if (heads[static_cast<std::size_t>(node)] == head) inner_.push_back(labels[static_cast<std::size_t>(node)]);
  }
  return features_of_inner(head, word);
}

std::span<const std::uint64_t> JointArcs::features_of_inner(std::int32_t head, std::int32_t word) {
  const std::int32_t places[] = {head, word};
  const auto whole = [&](std::uint8_t state, std::int32_t) {
    if (state == static_cast<std::uint8_t>(RuntimeState::kEach)) return features::kAbsent;
    if (state == static_cast<std::uint8_t>(RuntimeState::kSize)) {
      return features::number_value(inner_.empty() ? 0 : inner_.size() <= kBigSize ? 1 : 2);
    }
    const std::size_t at = state - static_cast<std::size_t>(RuntimeState::kLabel1);
    return at < inner_.size() ? label_number(inner_[at]) : features::kAbsent;
  };
  const auto all = runtime_.features(places, whole);
  found_.assign(all.begin(), all.end());
  for (const std::int32_t label : inner_) {
    const auto one = runtime_.features(places, [&](std::uint8_t state, std::int32_t) {
      return state == static_cast<std::uint8_t>(RuntimeState::kEach) ? label_number(label) : features::kAbsent;
    });
    found_.insert(found_.end(), one.begin(), one.end());
  }
  return found_;
}

}  // namespace espalier::parsing
