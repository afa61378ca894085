#include "parsing/clause_tagger.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "parsing/column_tagger.h"
#include "parsing/feature_sums.h"

namespace espalier::parsing {
namespace {

/// Adds what the features at places say, by the way that the table has.
void add_to(const learning::FrozenLabels& table, features::Extractor& extractor, std::span<const std::int32_t> places,
            const DepthState& state, std::int32_t* scores) {
  add_features(table, extractor, scores, places, state);
}
void add_to(const learning::TrainingTable& table, features::Extractor& extractor, std::span<const std::int32_t> places,
            const DepthState& state, float* scores) {
  table.add_scores(extractor.features(places, state), scores);
}

/// Fills the decoder with the scores of a sentence: what the words say once, what the depths say for each.
template <class Table, class Number>
void score_all(const SpanPrograms& programs, const Table& table, const features::Encoded& sentence, std::size_t classes,
               ClauseScratch<Number>& scratch) {
  const features::Program& words = programs.clauses();
  const features::Program& depths = programs.depths();
  scratch.words.prepare(words, sentence);
  scratch.depths.prepare(depths, sentence);
  scratch.decoder.start(sentence.words(), classes);
  for (std::int32_t node = 1; node <= sentence.words(); ++node) {
    Number* first = scratch.decoder.scores(node, 0);
    find_places(words, node, scratch.word_places);
    find_places(depths, node, scratch.depth_places);
    add_to(table, scratch.words, scratch.word_places, {}, first);
    for (std::int32_t depth = kDepths - 1; depth >= 0; --depth) {
      Number* row = scratch.decoder.scores(node, depth);
      if (depth > 0) std::copy_n(first, classes, row);
      add_to(table, scratch.depths, scratch.depth_places, {depth}, row);
    }
  }
}

constexpr std::int32_t told_depth(std::int32_t depth) noexcept { return std::min(depth, kDepths - 1); }

}  // namespace

std::vector<Brackets> bracket_classes(const std::vector<std::string>& names) {
  std::vector<Brackets> classes;
  for (const std::string& name : names) {
    const auto brackets = parse_brackets(name);
    if (!brackets) throw Error(ErrorKind::kInput, fmt::format("'{}' is no bracket of clauses", name));
    classes.push_back(*brackets);
  }
  return classes;
}

void ClauseTagger::tag(const features::Encoded& sentence, ClauseScratch<std::int32_t>& scratch) const {
  score_all(programs_, weights_, sentence, std::max<std::size_t>(classes_.size(), 2), scratch);
  scratch.decoder.decode(classes_, scratch.classes, scratch.brackets);
}

ClauseProblem::ClauseProblem(const SpanPrograms& programs, std::vector<Brackets> classes,
                             std::span<const features::Encoded> sentences,
                             std::span<const std::vector<std::int32_t>> gold, const learning::LearnerOptions& options,
                             int workers)
    : programs_(programs),
      classes_(std::move(classes)),
      sentences_(sentences),
      gold_(gold),
      margin_(static_cast<float>(options.margin)),
      table_(std::max<std::uint32_t>(static_cast<std::uint32_t>(classes_.size()), 2), options.min_updates),
      scratch_(static_cast<std::size_t>(workers)) {}

bool ClauseProblem::is_learnable(const std::vector<std::int32_t>& gold) const noexcept {
  std::int32_t depth = 0;
  for (std::size_t node = 1; node < gold.size(); ++node) {
    if (gold[node] < 0) return false;
    const Brackets& brackets = classes_[static_cast<std::size_t>(gold[node])];
    depth += brackets.opens;
    if (depth > kDeepest) return false;
    depth -= brackets.closes;
  }
  return depth == 0;
}

void ClauseProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  const std::vector<std::int32_t>& gold = gold_[index];
  if (!is_learnable(gold)) return;
  ClauseScratch<float>& scratch = scratch_[static_cast<std::size_t>(worker)];
  score_all(programs_, table_, sentences_[index], table_.classes(), scratch);
  for (std::size_t node = 1; node < gold.size(); ++node) {
    for (std::int32_t depth = 0; depth < kDepths; ++depth) {
      float* row = scratch.decoder.scores(static_cast<std::int32_t>(node), depth);
      for (std::uint32_t label = 0; label < table_.classes(); ++label) row[label] += margin_;
      row[gold[node]] -= margin_;
    }
  }
  scratch.decoder.decode(classes_, scratch.classes, scratch.brackets);
  compare(gold, scratch, out);
}

void ClauseProblem::compare(const std::vector<std::int32_t>& gold, ClauseScratch<float>& scratch,
                            learning::Outcome& out) const {
  std::int32_t true_depth = 0;
  std::int32_t found_depth = 0;
  const auto change = [&](std::span<const std::uint64_t> features, std::int32_t label, float amount) {
    for (const std::uint64_t feature : features)
      out.changes[0].push_back({feature, static_cast<std::uint32_t>(label), amount});
  };
  for (std::size_t at = 1; at < gold.size(); ++at) {
    const auto node = static_cast<std::int32_t>(at);
    const std::int32_t truth = gold[at];
    const std::int32_t found = scratch.classes[at];
    const std::int32_t deep = told_depth(true_depth);
    const std::int32_t deep_found = told_depth(found_depth);
    out.violation += static_cast<double>(scratch.decoder.scores(node, deep_found)[found] -
                                         scratch.decoder.scores(node, deep)[truth]);
    if (found != truth) {
      ++out.loss;
      find_places(programs_.clauses(), node, scratch.word_places);
      const auto features = scratch.words.features(scratch.word_places, DepthState{});
      change(features, truth, 1);
      change(features, found, -1);
    }
    if (found != truth || deep != deep_found) {
      find_places(programs_.depths(), node, scratch.depth_places);
      change(scratch.depths.features(scratch.depth_places, DepthState{deep}), truth, 1);
      change(scratch.depths.features(scratch.depth_places, DepthState{deep_found}), found, -1);
    }
    const Brackets& right = classes_[static_cast<std::size_t>(truth)];
    const Brackets& other = classes_[static_cast<std::size_t>(found)];
    true_depth += right.opens - right.closes;
    found_depth += other.opens - other.closes;
  }
}

}  // namespace espalier::parsing
