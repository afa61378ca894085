// What a token parser gains by asking for a tree: the words that the three likeliest answers name (Motta 2014), how
// many of them are heads, how often they make a tree; and the heads of the likeliest tree.
//
//   build/bench/token_answers MODEL TREEBANK      a model with predictors of heads; gold tags
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "decoding/branching.h"
#include "espalier/dependency.h"
#include "espalier/error.h"
#include "espalier/treebank.h"
#include "parsing/pipeline.h"
#include "parsing/token_arcs.h"

namespace espalier {
namespace {

using parsing::HeadQuestion;

struct Counts {
  std::size_t sentences = 0;
  std::size_t trees = 0;         // that the words named make
  std::size_t trees_of_one = 0;  // and that hang from one word
  std::size_t kept = 0;          // of the latter, that are the likeliest tree
  std::size_t words = 0;
  std::size_t named = 0;
  std::size_t named_right = 0;
  std::size_t right = 0;  // in the likeliest tree
};

/// The word that the likeliest answers name; -1: there is none.
std::int32_t named_head(const parsing::HeadModel& model, const parsing::HeadWorkspace& workspace, std::int32_t word) {
  std::int32_t best[parsing::kHeadQuestions];
  for (const HeadQuestion question : parsing::kAllHeadQuestions) {
    const auto row = model.answers(question, word, workspace);
    best[index_of(question)] = static_cast<std::int32_t>(std::max_element(row.begin(), row.end()) - row.begin());
  }
  const auto& tags = workspace.answers.tags;
  // The nearest is the first that has the last distance.
  for (std::int32_t step = 1; step <= static_cast<std::int32_t>(tags.size()); ++step) {
    for (const std::int32_t head : {word - step, word + step}) {
      if (head < 1 || head >= static_cast<std::int32_t>(tags.size())) continue;
      const bool fits =
          std::all_of(parsing::kAllHeadQuestions.begin(), parsing::kAllHeadQuestions.end(), [&](HeadQuestion question) {
            return parsing::HeadClasses::answer(question, tags, head, word) == best[index_of(question)];
          });
      if (fits) return head;
    }
  }
  return best[0] == 0 && best[1] == 0 && best[2] == 0 ? 0 : -1;
}

class Comparison {
 public:
  explicit Comparison(const parsing::HeadModel& model) : model_(model) {}

  void add(const Sentence& gold, const features::ExtraColumns* columns) {
    model_.predict(gold, columns, workspace_);
    std::vector<std::int32_t> named(static_cast<std::size_t>(gold.size()) + 1, -1);
    for (std::int32_t word = 1; word <= gold.size(); ++word) {
      const std::int32_t head = named_head(model_, workspace_, word);
      named[static_cast<std::size_t>(word)] = head;
      counts_.named += head >= 0 ? 1U : 0U;
      counts_.named_right += head >= 0 && head == gold.head(word) ? 1U : 0U;
    }
    arcs_.fill(gold.size());
    worth_.score(model_.classes(), workspace_.answers, arcs_);
    tree_.resize(named.size());
    branching_.best(arcs_, worth_.scores(), decoding::Roots::kOne, tree_);
    for (std::int32_t word = 1; word <= gold.size(); ++word) {
      counts_.right += tree_[static_cast<std::size_t>(word)] == gold.head(word) ? 1U : 0U;
    }
    counts_.words += static_cast<std::size_t>(gold.size());
    ++counts_.sentences;
    const bool is_whole = std::find(named.begin() + 1, named.end(), -1) == named.end();
    if (!is_whole || check_heads(named).fault != TreeFault::kNone) return;
    ++counts_.trees;
    if (std::count(named.begin(), named.end(), 0) != 1) return;
    ++counts_.trees_of_one;
    counts_.kept += named == tree_ ? 1U : 0U;
  }

  const Counts& counts() const noexcept { return counts_; }

 private:
  const parsing::HeadModel& model_;
  parsing::HeadWorkspace workspace_;
  parsing::TokenArcs worth_;
  decoding::ArcSet arcs_;
  decoding::Branching branching_;
  std::vector<std::int32_t> tree_;
  Counts counts_;
};

void run(const std::string& model_path, const std::string& treebank) {
  const parsing::PipelineModel model(model_file::File::open(model_path));
  if (model.heads() == nullptr) throw Error(ErrorKind::kInput, "the model has no predictors of heads");
  Comparison comparison(*model.heads());
  parsing::SpanWorkspace spans;
  for (const Sentence& gold : read_treebank(treebank)) {
    if (model.columns() != nullptr) model.columns()->tag(gold, spans);
    comparison.add(gold, model.columns() != nullptr ? &spans.columns : nullptr);
  }
  const Counts& counts = comparison.counts();
  const auto percent = [](std::size_t part, std::size_t all) {
    return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
  };
  fmt::print("words that name a head        {:6.2f} %\n", percent(counts.named, counts.words));
  fmt::print("words that name their head    {:6.2f} %\n", percent(counts.named_right, counts.words));
  fmt::print("right in the likeliest tree   {:6.2f} %\n", percent(counts.right, counts.words));
  fmt::print("sentences that name a tree    {:6.2f} % of {}\n", percent(counts.trees, counts.sentences),
             counts.sentences);
  fmt::print("  with one word on the root   {:6.2f} %\n", percent(counts.trees_of_one, counts.sentences));
  fmt::print("  which is the likeliest tree {:6.2f} %\n", percent(counts.kept, counts.trees_of_one));
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "token_answers MODEL TREEBANK\n");
    return 2;
  }
  try {
    espalier::run(argv[1], argv[2]);
  } catch (const espalier::Error& error) {
    fmt::print(stderr, "token_answers: {}\n", error.what());
    return 1;
  }
  return EXIT_SUCCESS;
}
