#include "parsing/local_examples.h"

#include <algorithm>
#include <map>
#include <set>

#include "espalier/error.h"
#include "parsing/local_scorer.h"
#include "parsing/oracle_walk.h"

namespace espalier::parsing {
namespace {

using decoding::Configuration;

/// The value that decides the part of a configuration; 0 where nothing is split.
std::uint64_t value_of(const features::Encoded& sentence, std::uint32_t split, const Configuration& c) {
  return split == LocalWeights::kUnread ? 0 : split_value(sentence, split, c.buffer(0));
}

/// The usual label of the words of each part, those on the root left out.
void find_usual_labels(const TrainingSet& data, std::uint32_t split, LocalData& out) {
  std::vector<std::map<std::int32_t, std::size_t>> counts(out.parts.size());
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    for (std::size_t word = 1; word < data.labels[i].size(); ++word) {
      const std::int32_t label = data.labels[i][word];
      if (label < 0 || data.heads[i][word] == 0) continue;
      const std::uint64_t value =
          split == LocalWeights::kUnread ? 0 : split_value(data.encoded[i], split, static_cast<std::int32_t>(word));
      ++counts[part_of(out.parts, value, out.other)][label];
    }
  }
  for (std::size_t part = 0; part < out.parts.size(); ++part) {
    const auto most = std::max_element(counts[part].begin(), counts[part].end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != counts[part].end()) out.parts[part].label = static_cast<std::uint32_t>(most->first);
  }
}

/// First pass: which classes and values there are.
void survey(OracleWalk& walk, const LocalOptions& options, std::uint32_t split, const TrainingSet& data,
            const std::function<void(std::size_t)>& tell, LocalData& out) {
  std::set<LocalClass> classes;
  std::map<std::uint64_t, std::size_t> counts;
  for (std::size_t i = 0; i < data.encoded.size(); ++i) {
    if (tell) tell(i);
    walk.run(i, [&](const Configuration& c, const LocalClass& made) {
      classes.insert(made);
      ++counts[value_of(data.encoded[i], split, c)];
    });
  }
  if (classes.empty()) throw Error(ErrorKind::kInput, "no sentence of the training data has anything to decide");
  if (classes.size() > LocalClass::kNoLabel)
    throw Error(ErrorKind::kInput, "the training data have more labels than classifiers can number");
  out.classes.assign(classes.begin(), classes.end());
  const std::vector<ValueCount> list(counts.begin(), counts.end());
  out.parts = plan_parts(list, options.split_least);
  const bool has_rest = out.parts.front().value == 0;
  const auto largest = std::max_element(list.begin(), list.end(),
                                        [](const ValueCount& a, const ValueCount& b) { return a.second < b.second; });
  out.other = has_rest ? 0 : part_of(out.parts, largest->first, 0);
}

}  // namespace

LocalData make_local_data(const TransitionPrograms& programs, const LocalOptions& options, std::uint32_t split,
                          decoding::Roots roots, const TrainingSet& data,
                          const std::function<void(std::size_t)>& tell) {
  LocalData out;
  OracleWalk walk(options.system, roots, data, true);
  survey(walk, options, split, data, tell, out);
  find_usual_labels(data, split, out);
  out.examples.assign(out.parts.size(), learning::Examples(options.cutoff));
  MoveFeatures features;
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < data.encoded.size(); ++i) {
    if (tell) tell(data.encoded.size() + i);
    features.prepare(programs, data.encoded[i]);
    walk.run(i, [&](const Configuration& c, const LocalClass& made) {
      all.clear();
      features.visit_all(c,
                         [&](std::span<const std::uint64_t> some) { all.insert(all.end(), some.begin(), some.end()); });
      const auto number = std::lower_bound(out.classes.begin(), out.classes.end(), made) - out.classes.begin();
      const std::uint32_t part = part_of(out.parts, value_of(data.encoded[i], split, c), out.other);
      out.examples[part].add(static_cast<std::uint32_t>(number), all);
    });
  }
  return out;
}

}  // namespace espalier::parsing
