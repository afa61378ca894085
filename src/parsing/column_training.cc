#include "parsing/column_training.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "learning/frozen_labels.h"
#include "parsing/kept_models.h"
#include "parsing/training_run.h"

namespace espalier::parsing {
namespace {

// Classes have 16 bits; those beyond are rarer than all others and not learned.
constexpr std::size_t kMostClasses = 65'000;

/// The rest of the weights say little: they are many and small.
void keep_largest(std::vector<learning::RowWeight>& rows, std::size_t most) {
  if (most == 0 || rows.size() <= most) return;
  const auto is_larger = [](const learning::RowWeight& a, const learning::RowWeight& b) {
    const float first = std::abs(a.weight);
    const float second = std::abs(b.weight);
    if (first != second) return first > second;
    return a.feature != b.feature ? a.feature < b.feature : a.label < b.label;
  };
  std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(most), rows.end(), is_larger);
  rows.resize(most);
}

}  // namespace

GoldColumn number_classes(const std::vector<std::vector<std::string>>& texts, bool empty_is_unknown) {
  const auto is_unknown = [&](const std::string& text) { return empty_is_unknown && text.empty(); };
  std::map<std::string, std::size_t> counts;
  for (const auto& list : texts) {
    for (std::size_t node = 1; node < list.size(); ++node) {
      if (!is_unknown(list[node])) ++counts[list[node]];
    }
  }
  GoldColumn gold;
  for (const auto& [name, count] : counts) gold.names.push_back(name);
  std::stable_sort(gold.names.begin(), gold.names.end(),
                   [&](const std::string& a, const std::string& b) { return counts[a] > counts[b]; });
  if (gold.names.size() > kMostClasses) gold.names.resize(kMostClasses);
  std::map<std::string, std::int32_t> numbers;
  for (const std::string& name : gold.names) numbers.emplace(name, static_cast<std::int32_t>(numbers.size()));
  for (const auto& list : texts) {
    std::vector<std::int32_t>& classes = gold.classes.emplace_back(list.size(), -1);
    for (std::size_t node = 1; node < list.size(); ++node) {
      const auto found = numbers.find(list[node]);
      if (!is_unknown(list[node]) && found != numbers.end()) classes[node] = found->second;
    }
  }
  return gold;
}

LearnedLexicon::LearnedLexicon(const model_file::Writer& writer, const std::string& folder, const KeyColumns& keys,
                               std::vector<std::pair<std::string, std::string>>& sections)
    : file(model_file::File::from_bytes(writer.bytes())),
      lexicon(std::make_unique<ColumnLexicon>(*file, folder, keys)) {
  for (const model_file::Section& section : file->list()) sections.emplace_back(section.name, section.text());
}

std::vector<learning::RowWeight> learn_rows(learning::Problem& problem, const learning::TrainingTable& table,
                                            const learning::LearnerOptions& learner, const ColumnOptions& options,
                                            base::Team& team, const Watch& watch, const std::string& what) {
  CheckpointPart part(watch.place(), "weights");
  std::vector<learning::RowWeight> rows;
  if (part.is_done()) {
    model_file::read_section(part.section(),
                             [&](const auto& section) { rows = unpack_rows(section.text(), table.classes()); });
    return rows;
  }
  learning::Trainer trainer(problem, learner, team);
  if (part.has_begun()) {
    model_file::read_section(part.section(), [&](const auto& section) { trainer.restore(section.text()); });
  }
  const auto epochs = static_cast<std::uint64_t>(options.epochs);
  const std::uint64_t examples = problem.examples();
  while (trainer.epochs() < epochs) {
    trainer.epoch([&](std::size_t done) {
      if (part.is_due()) part.put(trainer.state());
      base::check_stop(watch.control().stop);
      if (!what.empty()) watch.tell(what, trainer.epochs() * examples + done, epochs * examples);
    });
  }
  rows = trained_rows(trainer, table);
  keep_largest(rows, options.most_weights);
  if (part.is_kept()) part.finish(packed(rows));
  return rows;
}

std::string learn_column(learning::Problem& problem, const learning::TrainingTable& table,
                         const learning::LearnerOptions& learner, const ColumnOptions& options, base::Team& team,
                         const Watch& watch, const std::string& what) {
  return learning::FrozenLabels::freeze(learn_rows(problem, table, learner, options, team, watch, what),
                                        table.classes());
}

}  // namespace espalier::parsing
