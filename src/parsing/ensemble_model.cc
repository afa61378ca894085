#include "parsing/ensemble_model.h"

#include "espalier/error.h"
#include "parsing/arc_filter.h"
#include "parsing/model_output.h"
#include "parsing/watch.h"

namespace espalier::parsing {
namespace {

// Heads and labels as they were before anybody parsed.
void read_given(const Sentence& sentence, bool constraints, EnsembleWorkspace& workspace) {
  workspace.given.clear();
  workspace.given_labels.clear();
  if (!constraints) return;
  workspace.given.read(sentence, {});
  for (std::int32_t node = 0; node <= sentence.size(); ++node) {
    workspace.given_labels.push_back(sentence.row(node)[static_cast<std::size_t>(Column::kDeprel)]);
  }
}

void restore_given(Sentence& sentence, const EnsembleWorkspace& workspace) {
  for (std::size_t node = 1; node < workspace.given_labels.size(); ++node) {
    const auto word = static_cast<std::int32_t>(node);
    sentence.set_head(word, workspace.given.heads[node]);
    sentence.set(word, Column::kDeprel, workspace.given_labels[node]);
  }
}

// Labels by the first member that has them: members have label sets of their own.
void number_labels(const Sentence& sentence, EnsembleWorkspace& workspace) {
  const auto& labels = workspace.labels;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    auto& numbers = workspace.ballots[i].labels;
    numbers.assign(labels[i].size(), -1);
    for (std::size_t node = 1; node < numbers.size(); ++node) {
      std::size_t first = 0;
      while (sentence.text(labels[first][node]) != sentence.text(labels[i][node])) ++first;
      numbers[node] = static_cast<std::int32_t>(first);
    }
  }
}

void write_elected(Sentence& sentence, const EnsembleWorkspace& workspace) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const auto at = static_cast<std::size_t>(word);
    const bool is_given = !workspace.given_labels.empty() && !workspace.given_labels[at].empty();
    const auto member = static_cast<std::size_t>(workspace.elected[at]);
    sentence.set_head(word, workspace.heads[at]);
    sentence.set(word, Column::kDeprel, is_given ? workspace.given_labels[at] : workspace.labels[member][at]);
  }
}

bool decode(const decoding::ArcSet& arcs, decoding::Roots roots, bool crossing, EnsembleWorkspace& workspace) {
  decoding::count_votes(workspace.ballots, arcs, workspace.votes);
  workspace.parts.build(arcs, 1);
  workspace.heads.resize(static_cast<std::size_t>(arcs.words()) + 1);
  return workspace.decoder.best(workspace.parts, {workspace.votes, {}, {}, {}}, roots, crossing, workspace.heads);
}

}  // namespace

ParseCounts EnsembleWorkspace::take_counts() noexcept {
  ParseCounts sum;
  for (const auto& member : members) {
    if (member != members.front()) member->counts.sentences = member->counts.words = 0;
    sum += member->counts;
    member->counts = {};
  }
  return sum;
}

EnsembleModel::EnsembleModel(std::vector<Member> members) : members_(std::move(members)) {
  // One member that knows of one root only is enough, as its trees are among those that can be elected.
  for (const Member& member : members_) {
    const ParserModel* parser = member.model->parser();
    if (parser != nullptr && parser->roots() == decoding::Roots::kOne) roots_ = decoding::Roots::kOne;
  }
}

std::unique_ptr<EnsembleWorkspace> EnsembleModel::make_workspace() const {
  auto workspace = std::make_unique<EnsembleWorkspace>();
  for (const Member& member : members_) workspace->members.push_back(member.model->make_workspace());
  if (!votes()) return workspace;
  workspace->labels.resize(members_.size());
  for (const Member& member : members_) workspace->ballots.push_back({member.weight, {}, {}});
  return workspace;
}

void EnsembleModel::cast(std::size_t member, Sentence& sentence, const ParseOptions& options,
                         EnsembleWorkspace& workspace) const {
  ParseOptions own = options;
  own.confidence = false;
  const auto parse = [&] { members_[member].model->parse(sentence, own, *workspace.members[member]); };
  restore_given(sentence, workspace);
  try {
    parse();
  } catch (const Error& error) {
    if (!own.constraints || error.kind() != ErrorKind::kInput) throw;
    own.constraints = false;
    parse();
  }
  workspace.ballots[member].heads.assign(sentence.heads().begin(), sentence.heads().end());
  workspace.labels[member].clear();
  for (std::int32_t node = 0; node <= sentence.size(); ++node) {
    workspace.labels[member].push_back(sentence.row(node)[static_cast<std::size_t>(Column::kDeprel)]);
  }
}

void EnsembleModel::find_tree(const Sentence& sentence, const ParseOptions& options,
                              EnsembleWorkspace& workspace) const {
  decoding::propose_arcs(workspace.ballots, workspace.given.heads, workspace.arcs);
  if (decode(workspace.arcs, roots_, options.crossing, workspace)) return;
  // Given heads may leave no tree among the arcs of those who could not keep to them.
  fill_arcs(sentence.size(), workspace.arcs, workspace.given.heads);
  decoding::restrict_arcs(workspace.arcs, workspace.given.heads, {}, workspace.restriction);
  if (decode(workspace.restriction.arcs, roots_, options.crossing, workspace)) return;
  throw Error(ErrorKind::kInput, Place{{}, sentence.line(), 0}, "no tree agrees with the heads given");
}

void EnsembleModel::parse(Sentence& sentence, const ParseOptions& options, EnsembleWorkspace& workspace) const {
  if (!votes() || sentence.empty()) return first().parse(sentence, options, workspace.first());
  read_given(sentence, options.constraints, workspace);
  for (std::size_t member = 0; member < members_.size(); ++member) cast(member, sentence, options, workspace);
  const Stopwatch watch;
  number_labels(sentence, workspace);
  find_tree(sentence, options, workspace);
  decoding::elect_labels(workspace.ballots, workspace.heads, workspace.elected);
  write_elected(sentence, workspace);
  if (options.confidence) {
    decoding::share_votes(workspace.ballots, workspace.heads, workspace.shares);
    write_confidence(sentence, workspace.shares);
  }
  workspace.first().counts.seconds += watch.seconds();
}

void EnsembleModel::demand_best() const {
  if (!votes()) return;
  throw Error(ErrorKind::kUsage, "several models vote on one tree; the best trees (--nbest) are those of one model");
}

std::vector<ParsedTree> EnsembleModel::parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                                  EnsembleWorkspace& workspace) const {
  demand_best();
  return first().parse_best(sentence, k, options, workspace.first());
}

}  // namespace espalier::parsing
