#include "curation/bracket_answers.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "curation/packed_answers.h"

namespace espalier::curation {
namespace {

/// As many as its beam holds: a wider one than it was trained for makes a parser worse, greedy ones much so.
std::size_t trees_of(const Recipe& recipe) { return static_cast<std::size_t>(recipe.number("beam")); }

ConstituentTree mirrored_tree(const ConstituentTree& tree, std::int32_t words) {
  ConstituentTree out;
  struct Task {
    std::int32_t node;
    std::int32_t parent;
    bool is_head;
  };
  // What is put on the stack last is taken first: children come out from the last to the first.
  std::vector<Task> tasks = {{0, ConstituentTree::kNone, false}};
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    const ConstituentTree::Node& node = tree.node(task.node);
    const std::int32_t made =
        node.is_leaf() ? out.add_leaf(task.parent, words + 1 - node.word) : out.add(task.parent, node.label);
    if (task.is_head) out.set_head(task.parent, made);
    for (const std::int32_t child : tree.children(task.node)) tasks.push_back({child, made, child == node.head});
  }
  return out;
}

}  // namespace

SpanAnswers span_answers(std::span<const ParsedTree> trees, std::int32_t words, bool mirrors) {
  if (trees.empty()) return {};
  std::vector<SpanTree> all;
  for (const ParsedTree& each : trees) {
    const SpanTree brackets = span_tree_of(each.constituents);
    all.push_back(mirrors ? mirrored(brackets, words) : brackets);
  }
  std::map<Span, SpanAnswer> found;
  for (const SpanTree& brackets : all) {
    for (const Bracket& each : brackets) found.try_emplace(each.span, SpanAnswer{each.span, false, {}});
  }
  for (const Bracket& each : all.front()) found[each.span] = {each.span, true, each.label};
  SpanAnswers out;
  for (auto& [span, answer] : found) {
    for (std::size_t i = 1; i < all.size(); ++i) {
      const Bracket* other = find(all[i], span);
      if ((other != nullptr) == answer.is_there && (other == nullptr || other->label == answer.label)) continue;
      answer.confidence = static_cast<float>(trees.front().score - trees[i].score);
      break;  // those after it are further behind
    }
    out.push_back(std::move(answer));
  }
  return out;
}

Sentence read_backwards(const Sentence& sentence, const HeadRules& rules) {
  Sentence out;
  for (std::int32_t word = sentence.size(); word > 0; --word) {
    const std::int32_t node = out.add_word(sentence.form(word));
    for (const Column each : {Column::kLemma, Column::kUpos, Column::kXpos, Column::kFeats}) {
      out.set(node, each, sentence.get(word, each));
    }
  }
  Sentence marked = sentence;  // rules look from the left or from the right: before that is turned round
  mark_heads(marked, rules);
  out.constituents() = mirrored_tree(marked.constituents(), sentence.size());
  out.set_line(sentence.line());
  return out;
}

std::vector<std::vector<SpanAnswers>> cross_parse_brackets(const std::vector<Sentence>& sentences,
                                                           std::span<const BracketParser> parsers, std::size_t folds,
                                                           const Control& control,
                                                           const parsing::MakeParserTraining& make_training,
                                                           const parsing::CheckpointPlace& place) {
  std::vector<std::vector<Sentence>> backwards(parsers.size());
  std::vector<FoldParser> readers;
  for (std::size_t i = 0; i < parsers.size(); ++i) {
    const HeadRules rules = HeadRules::load(parsers[i].request.recipe.get("heads"));
    if (parsers[i].mirrors) {
      for (const Sentence& each : sentences) backwards[i].push_back(read_backwards(each, rules));
    }
    readers.push_back({parsers[i].request, parsers[i].mirrors ? backwards[i] : sentences});
  }
  std::vector<std::vector<SpanAnswers>> found(parsers.size(), std::vector<SpanAnswers>(sentences.size()));
  FoldWork work;
  work.ask = [&](std::size_t parser, std::size_t sentence, FreshParser& fresh) {
    const Sentence& read = readers[parser].sentences[sentence];
    found[parser][sentence] =
        span_answers(fresh.best(read, trees_of(parsers[parser].request.recipe)), read.size(), parsers[parser].mirrors);
  };
  work.pack = [&](std::size_t parser, std::size_t sentence, model_file::Packer& packer) {
    pack_spans(found[parser][sentence], packer);
  };
  work.unpack = [&](std::size_t parser, std::size_t sentence, model_file::Unpacker& unpacker) {
    found[parser][sentence] = unpack_spans(unpacker);
    for (const SpanAnswer& each : found[parser][sentence]) {
      const bool is_one = 1 <= each.span.first && each.span.first <= each.span.last &&
                          each.span.last <= sentences[sentence].size() && std::isfinite(each.confidence);
      if (!is_one) unpacker.fail("a span is none");
    }
  };
  cross_validate(readers, folds, control, make_training, work, place);
  return found;
}

}  // namespace espalier::curation
