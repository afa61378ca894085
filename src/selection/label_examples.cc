#include "selection/label_examples.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "parsing/label_stage.h"

namespace espalier::selection {
namespace {

/// Labels that a choice has besides the true one.
constexpr std::size_t kRivals = 6;

/// The most frequent labels of arcs between two tags, on one side.
class FrequentLabels {
 public:
  explicit FrequentLabels(const parsing::TrainingSet& set) {
    std::map<Kind, std::map<std::int32_t, std::size_t>> counts;
    for (std::size_t i = 0; i < set.sentences.size(); ++i) {
      for (std::int32_t word = 1; word <= set.sentences[i].size(); ++word) {
        const std::int32_t label = set.labels[i][static_cast<std::size_t>(word)];
        if (label >= 0 && set.sentences[i].head(word) >= 0) ++counts[kind(set.sentences[i], word)][label];
      }
    }
    for (const auto& [kind, of_kind] : counts) {
      std::vector<std::pair<std::size_t, std::int32_t>> ranked;
      for (const auto& [label, count] : of_kind) ranked.emplace_back(count, label);
      std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
      if (ranked.size() > kRivals + 1) ranked.resize(kRivals + 1);
      for (const auto& [count, label] : ranked) frequent_[kind].push_back(label);
    }
  }

  const std::vector<std::int32_t>& of(const Sentence& sentence, std::int32_t word) const {
    return frequent_.at(kind(sentence, word));
  }

 private:
  using Kind = std::tuple<std::string, std::string, bool>;

  static Kind kind(const Sentence& sentence, std::int32_t word) {
    const std::int32_t head = sentence.head(word);
    return {head == 0 ? "" : std::string(sentence.upos(head)), std::string(sentence.upos(word)), head < word};
  }

  std::map<Kind, std::vector<std::int32_t>> frequent_;
};

}  // namespace

LabelExamples::LabelExamples(SentenceSet data, const std::optional<LiftMarking>& lift)
    : data_(data),
      set_(parsing::make_training_set(parsing::lifted({data.sentences.begin(), data.sentences.end()}, lift),
                                      features::Encoder(), labels_, true)) {}

template <class Visit>
void LabelExamples::walk(std::span<const features::Template> templates, std::size_t every, const Visit& visit) const {
  TemplateRows rows(parsing::label_schema(), templates);
  parsing::TreeLinks links;
  std::vector<std::int32_t> order;
  std::vector<std::int32_t> places;
  std::vector<std::int32_t> known;
  for (std::size_t i = 0; i < set_.sentences.size(); i += every) {
    const std::vector<std::int32_t>& heads = set_.heads[i];
    if (std::any_of(heads.begin() + 1, heads.end(), [](std::int32_t head) { return head < 0; })) continue;
    rows.prepare(set_.sentences[i], data_.extra_of(i));
    links.build(heads);
    parsing::label_order(links, set_.sentences[i].size(), order);
    known.assign(heads.size(), -1);
    for (const std::int32_t word : order) {
      const auto at = static_cast<std::size_t>(word);
      const std::int32_t label = set_.labels[i][at];
      if (label >= 0) {
        links.resolve(rows.program(), heads[at], word, places);
        visit(i, word, rows.row(places, parsing::LabelState{known}));
      }
      known[at] = label;
    }
  }
}

learning::Examples LabelExamples::examples(std::span<const features::Template> templates) {
  learning::Examples out;
  walk(templates, 1, [&](std::size_t sentence, std::int32_t word, std::span<const std::uint64_t> row) {
    out.add(static_cast<std::uint32_t>(set_.labels[sentence][static_cast<std::size_t>(word)]), row);
  });
  return out;
}

Choices LabelExamples::choices(std::span<const features::Template> attributes, std::size_t most) const {
  const FrequentLabels frequent(set_);
  const std::size_t every = set_.words * (kRivals + 1) / std::max<std::size_t>(most, 1) + 1;
  Choices out(attributes.size());
  walk(attributes, every, [&](std::size_t sentence, std::int32_t word, std::span<const std::uint64_t> row) {
    const std::int32_t truth = set_.labels[sentence][static_cast<std::size_t>(word)];
    out.add_row(static_cast<std::uint32_t>(truth), row);
    std::size_t rivals = 0;
    for (const std::int32_t label : frequent.of(set_.sentences[sentence], word)) {
      if (label == truth || rivals == kRivals) continue;
      out.add_row(static_cast<std::uint32_t>(label), row);
      ++rivals;
    }
    out.end_group(0);
  });
  return out;
}

}  // namespace espalier::selection
