// Shift-reduce parsing: any rules are refused or make a grammar by which any legal actions end in a whole tree; and
// beams end as sorting all successors of every step does.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "decoding/beam.h"
#include "decoding/shift_reduce.h"
#include "espalier/error.h"
#include "fuzz/input.h"
#include "tests/support/reduce_states.h"

namespace {

using namespace espalier::decoding;
using espalier::fuzz::demand;
using espalier::fuzz::Input;

ReduceRules take_rules(Input& input) {
  ReduceRules rules;
  for (std::int32_t count = input.below(7); count > 0; --count) {
    // Mostly labels as they are, each third temporary.
    const auto number = static_cast<std::int32_t>(rules.labels.size());
    const std::int32_t what = input.below(8);
    if (what == 0) {
      rules.labels.push_back({input.below(8) - 1, input.below(8) - 1});
    } else if (what < 4 && number > 0 && !rules.labels.back().is_temporary()) {
      rules.labels.push_back({rules.labels.back().base, number - 1});
    } else {
      rules.labels.push_back({number, -1});
    }
  }
  const auto take_list = [&](std::vector<std::int32_t>& list) {
    for (std::int32_t count = input.below(6); count > 0; --count)
      list.push_back(input.below(8) - (input.flag() ? 1 : 0));
  };
  take_list(rules.unary);
  take_list(rules.left);
  take_list(rules.right);
  rules.has_bare_words = input.flag();
  if (input.below(4) != 0) {
    for (const ReduceLabel& label : rules.labels) {
      if (label.closer >= static_cast<std::int32_t>(rules.labels.size())) return rules;
    }
    for (const auto* list : {&rules.left, &rules.right}) {
      for (const std::int32_t label : *list) {
        if (label < 0 || label >= static_cast<std::int32_t>(rules.labels.size())) return rules;
      }
    }
    rules.close();
  }
  return rules;
}

/// Spans of nodes lie within each other, one word after the other.
void demand_whole(const ReduceState& s, std::int32_t at, std::int32_t first, std::int32_t last) {
  const ReduceNode& node = s.node(at);
  demand(node.first == first && node.last == last && node.head >= first && node.head <= last);
  if (node.is_word()) return demand(first == last);
  if (node.right < 0) return demand_whole(s, node.left, first, last);
  const std::int32_t middle = s.node(node.left).last;
  demand(middle >= first && middle < last);
  demand_whole(s, node.left, first, middle);
  demand_whole(s, node.right, middle + 1, last);
}

void walk(Input& input, const ReduceGrammar& grammar) {
  const std::int32_t words = 1 + input.below(10);
  ReduceNodes nodes;
  ReduceState s;
  std::int32_t steps = 0;
  for (s.reset(words, {&grammar, &nodes, nullptr}); !ShiftReduce::is_final(s); ++steps) {
    const auto legal = ShiftReduce::legal(s);
    demand(!legal.empty() && steps < 3 * words);
    ShiftReduce::apply(s, legal[input.take<std::uint8_t>() % legal.size()]);
  }
  demand(steps == 3 * words - 1 && s.stack_size() == 1);
  const ReduceNode& top = s.node(s.stack(0));
  demand(top.is_word() || !grammar.is_temporary(top.label));
  demand_whole(s, s.stack(0), 1, words);
}

struct HashScorer {
  std::uint64_t seed;
  std::size_t actions;

  template <class Legal>
  std::vector<std::int64_t> operator()(const ReduceState& state, const Legal&) const {
    std::string text = std::to_string(state.queue(0));
    for (std::size_t k = 0; k < state.stack_size(); ++k) text += espalier::tests::text_of(state, state.stack(k));
    text += state.has_shifted() ? '+' : '-';
    std::vector<std::int64_t> scores;
    for (std::size_t action = 0; action < actions; ++action) {
      scores.push_back(static_cast<std::int64_t>(espalier::base::hash(text, seed + action) % 16) - 8);
    }
    return scores;
  }
};

void search(Input& input, const ReduceGrammar& grammar) {
  const std::int32_t words = 1 + input.below(4);
  const std::int32_t width = 1 + input.below(6);
  const HashScorer scorer{espalier::base::hash(input.rest()), grammar.actions()};
  const auto score = [&](const ReduceState& state, int) { return scorer(state, 0); };
  const auto wanted = espalier::tests::sums_of_sorting<std::int64_t>(
      grammar, words, static_cast<std::size_t>(width), score,
      [](const ReduceState&, std::size_t place) { return std::to_string(place); });
  Beam<std::int64_t, ReduceState, Action> beam;
  ReduceNodes nodes;
  beam.start<ShiftReduce>(words, ReduceSetup{&grammar, &nodes, nullptr}, width);
  while (beam.step<ShiftReduce>([&](const ReduceState& state, auto&) { return scorer(state, 0); })) {
  }
  demand(beam.items().size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    demand(beam.items()[i].score == wanted[i]);
    demand_whole(beam.configuration(beam.items()[i]), beam.configuration(beam.items()[i]).stack(0), 1, words);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const bool searches = input.flag();
  try {
    const ReduceGrammar grammar(take_rules(input));
    searches ? search(input, grammar) : walk(input, grammar);
  } catch (const espalier::Error& error) {
    demand(error.kind() == espalier::ErrorKind::kInput);
  }
  return 0;
}
