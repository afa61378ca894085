#include "parsing/head_guess.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "parsing/model_sections.h"

namespace espalier::parsing {
namespace {

enum TreeColumn : std::size_t { kSide, kTag, kFar, kLabel, kLemma, kGrand, kKids, kTreeColumns };
constexpr std::array<const char*, kTreeColumns> kTreeNames = {"side", "tag", "far", "label", "lemma", "grand", "kids"};

enum SumColumn : std::size_t { kSumSide, kSumTag, kSumPair, kSumNext, kSureSide, kSureTag, kSumColumns };
constexpr std::array<const char*, kSumColumns> kSumNames = {"sum-side", "sum-tag",   "sum-pair",
                                                            "sum-next", "sure-side", "sure-tag"};
constexpr std::size_t kGuessColumns = 2 * kTreeColumns + kSumColumns;

// No answer is out of the question.
constexpr float kLeastProbability = 1e-4F;
// A second best that is less likely is not worth a name.
constexpr float kLeastNext = 0.02F;

/// A probability in bins, finer where most of them are.
char sure_bin(float probability) noexcept {
  constexpr float kBins[] = {0.3F, 0.5F, 0.6F, 0.7F, 0.8F, 0.9F, 0.95F, 0.98F, 0.995F};
  return static_cast<char>('0' + (std::upper_bound(std::begin(kBins), std::end(kBins), probability) - kBins));
}

const char* far_bin(std::int32_t head, std::int32_t word) noexcept {
  constexpr const char* kBins[] = {"0", "1", "2", "3", "4", "5", "6", "6", "6", "6"};
  const std::int32_t distance = std::abs(head - word);
  return head == 0 ? kBins[0] : distance < 10 ? kBins[distance] : "10";
}

template <class Row>
std::size_t best_of(const Row& row) noexcept {
  return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

std::shared_ptr<const model_file::File> checked(std::shared_ptr<const model_file::File> file, const char* section) {
  file->section(section, kSectionVersion);  // throws where there is none
  return file;
}

}  // namespace

HeadGuesser::HeadGuesser(const HeadClasses& classes, std::shared_ptr<const model_file::File> graph,
                         std::shared_ptr<const model_file::File> moves)
    : classes_(classes),
      graph_(checked(std::move(graph), "graph/options")),
      moves_(checked(std::move(moves), "transition/options")) {}

void HeadGuesser::start(const Sentence& sentence, const features::ExtraColumns* given, HeadGuess& out) const {
  const std::size_t before = given == nullptr ? 0 : given->names.size();
  if (out.columns.names.size() != before + kGuessColumns) {
    out.columns.names.clear();
    if (given != nullptr) out.columns.names = given->names;
    for (const char* tree : {"arc-", "move-"}) {
      for (const char* name : kTreeNames) out.columns.names.push_back(std::string(tree) + name);
    }
    out.columns.names.insert(out.columns.names.end(), kSumNames.begin(), kSumNames.end());
    out.columns.values.resize(out.columns.names.size());
  }
  for (std::size_t i = 0; i < before; ++i) out.columns.values[i] = given->values[i];
  const std::size_t nodes = static_cast<std::size_t>(sentence.size()) + 1;
  for (std::size_t i = before; i < out.columns.values.size(); ++i) out.columns.values[i].resize(nodes);
  classes_.number_tags(sentence, out.tags);
  for (const HeadQuestion question : kAllHeadQuestions) {
    out.priors[index_of(question)].assign(nodes * classes_.size(question), 0.0F);
  }
}

void HeadGuesser::describe_tree(Tree tree, HeadGuessScratch& scratch, HeadGuess& out) const {
  const Sentence& parsed = scratch.parsed;
  const std::size_t first =
      out.columns.names.size() - kGuessColumns + (tree == Tree::kArcs ? std::size_t{0} : std::size_t{kTreeColumns});
  const auto column = [&](TreeColumn which, std::int32_t word) -> std::string& {
    return out.columns.values[first + which][static_cast<std::size_t>(word)];
  };
  const auto name = [&](HeadQuestion question, std::int32_t head, std::int32_t word) -> std::string_view {
    const std::int32_t answer = HeadClasses::answer(question, out.tags, head, word);
    if (answer < 0) return {};
    return classes_.names(question)[static_cast<std::size_t>(answer)];
  };
  scratch.kids.assign(static_cast<std::size_t>(parsed.size()) + 1, {});
  for (std::int32_t word = 1; word <= parsed.size(); ++word) {
    const std::int32_t head = parsed.head(word);
    ++scratch.kids[static_cast<std::size_t>(head)][head < word ? 1 : 0];
    column(kSide, word) = name(HeadQuestion::kSide, head, word);
    column(kTag, word) = name(HeadQuestion::kTag, head, word);
    column(kFar, word) = far_bin(head, word);
    column(kLabel, word) = parsed.deprel(word);
    column(kLemma, word) = head == 0 ? std::string_view() : parsed.lemma(head);
    column(kGrand, word) = head == 0 ? std::string_view() : name(HeadQuestion::kTag, parsed.head(head), head);
    column(kGrand, word) += head == 0 ? std::string_view() : name(HeadQuestion::kSide, parsed.head(head), head);
  }
  for (std::int32_t word = 1; word <= parsed.size(); ++word) {
    constexpr std::int32_t kMostKids = 3;
    std::string& kids = column(kKids, word);
    kids.clear();
    for (const std::int32_t count : scratch.kids[static_cast<std::size_t>(word)]) {
      kids += static_cast<char>('0' + std::min(count, kMostKids));
    }
  }
}

void HeadGuesser::share_out(std::int32_t word, HeadGuessScratch& scratch) const {
  const decoding::ArcSet& arcs = scratch.graph.graph.parts.arcs();
  scratch.shares.clear();
  float total = 0;
  for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
    // Trees are trained for a margin, not for likelihood: squares are nearer to the truth.
    const float probability = scratch.graph.probabilities[static_cast<std::size_t>(arc)];
    scratch.shares.push_back(probability * probability);
    total += scratch.shares.back();
  }
  if (total > 0) {
    for (float& share : scratch.shares) share /= total;
    return;
  }
  const std::int32_t arc = arcs.find(scratch.graph.graph.heads[static_cast<std::size_t>(word)], word);
  if (arc >= 0) scratch.shares[static_cast<std::size_t>(arc - arcs.begin(word))] = 1;
}

void HeadGuesser::add_up(HeadGuessScratch& scratch, HeadGuess& out) const {
  const decoding::ArcSet& arcs = scratch.graph.graph.parts.arcs();
  const std::uint32_t tags = classes_.size(HeadQuestion::kTag);
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    share_out(word, scratch);
    scratch.pairs.assign(std::size_t{3} * tags, 0.0F);
    for (std::size_t i = 0; i < scratch.shares.size(); ++i) {
      const std::int32_t head = arcs.heads(word)[i];
      for (const HeadQuestion question : kAllHeadQuestions) {
        const std::int32_t answer = HeadClasses::answer(question, out.tags, head, word);
        if (answer < 0) continue;
        const std::size_t row = static_cast<std::size_t>(word) * classes_.size(question);
        out.priors[index_of(question)][row + static_cast<std::size_t>(answer)] += scratch.shares[i];
      }
      const std::int32_t tag = HeadClasses::answer(HeadQuestion::kTag, out.tags, head, word);
      const std::int32_t side = HeadClasses::answer(HeadQuestion::kSide, out.tags, head, word);
      if (tag >= 0)
        scratch.pairs[static_cast<std::size_t>(side) * tags + static_cast<std::size_t>(tag)] += scratch.shares[i];
    }
    describe_sums(word, scratch, out);
  }
  for (std::vector<float>& prior : out.priors) {
    for (float& each : prior) each = std::log(each + kLeastProbability);
  }
}

void HeadGuesser::describe_sums(std::int32_t word, const HeadGuessScratch& scratch, HeadGuess& out) const {
  const std::size_t first = out.columns.names.size() - kSumColumns;
  const auto column = [&](SumColumn which) -> std::string& {
    return out.columns.values[first + which][static_cast<std::size_t>(word)];
  };
  const auto row = [&](HeadQuestion question) {
    const std::size_t size = classes_.size(question);
    return std::span(out.priors[index_of(question)]).subspan(static_cast<std::size_t>(word) * size, size);
  };
  const auto& sides = classes_.names(HeadQuestion::kSide);
  const auto& tags = classes_.names(HeadQuestion::kTag);
  const std::span<float> side_row = row(HeadQuestion::kSide);
  const std::span<float> tag_row = row(HeadQuestion::kTag);
  const std::size_t side = best_of(side_row);
  const std::size_t tag = best_of(tag_row);
  column(kSumSide) = sides[side];
  column(kSumTag) = tags[tag];
  const std::size_t pair = best_of(scratch.pairs);
  column(kSumPair) = sides[pair / tags.size()];
  column(kSumPair) += tags[pair % tags.size()];
  column(kSureSide).assign(1, sure_bin(side_row[side]));
  column(kSureTag).assign(1, sure_bin(tag_row[tag]));
  std::size_t next = tag == 0 && tags.size() > 1 ? 1 : 0;
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if (i != tag && tag_row[i] > tag_row[next]) next = i;
  }
  column(kSumNext) = next != tag && tag_row[next] > kLeastNext ? std::string_view(tags[next]) : std::string_view();
}

void HeadGuesser::guess(const Sentence& sentence, const features::ExtraColumns* given, HeadGuessScratch& scratch,
                        HeadGuess& out) const {
  start(sentence, given, out);
  if (sentence.empty()) return;
  const ParseOptions options;
  scratch.parsed = sentence;
  scratch.graph.columns = given;
  graph_.parse(scratch.parsed, options, scratch.graph);
  describe_tree(Tree::kArcs, scratch, out);
  graph_.find_marginals(scratch.graph, options);
  add_up(scratch, out);
  scratch.moves.columns = given;
  moves_.parse(scratch.parsed, options, scratch.moves);
  describe_tree(Tree::kMoves, scratch, out);
}

}  // namespace espalier::parsing
