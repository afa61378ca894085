#include "curation/bracket_injection.h"

#include <algorithm>

#include "curation/injection.h"

namespace espalier::curation {
namespace {

const SpanAnswer* answer_at(const SpanAnswers& answers, const Span& span) {
  const auto at = std::lower_bound(answers.begin(), answers.end(), span,
                                   [](const SpanAnswer& answer, const Span& asked) { return answer.span < asked; });
  return at != answers.end() && at->span == span ? &*at : nullptr;
}

bool is_crossed(const SpanAnswers& answers, const Span& span) {
  return std::any_of(answers.begin(), answers.end(),
                     [&](const SpanAnswer& each) { return each.is_there && each.span.crosses(span); });
}

}  // namespace

std::vector<Part> parts_of(const SpanTree& brackets, const Span& span, const std::vector<std::string>& names) {
  std::vector<Part> out;
  auto next = std::upper_bound(brackets.begin(), brackets.end(), span,
                               [](const Span& asked, const Bracket& each) { return asked < each.span; });
  for (std::int32_t word = span.first; word <= span.last; word = out.back().span.last + 1) {
    while (next != brackets.end() && next->span.first < word) ++next;
    const bool is_bracket = next != brackets.end() && next->span.first == word && next->span.last <= span.last;
    if (is_bracket) {
      out.push_back({next->span, next->label});
    } else {
      out.push_back({{word, word}, names[static_cast<std::size_t>(word)]});
    }
  }
  return out;
}

const Bracket* around(const SpanTree& brackets, const Span& span) {
  const Bracket* best = nullptr;
  for (const Bracket& each : brackets) {
    // Those around a span hold one another, and the last of them is the smallest.
    if (each.span != span && each.span.holds(span)) best = &each;
  }
  return best;
}

BracketConfusions::BracketConfusions(const std::vector<Sentence>& sentences, const NumberedTreebank& words,
                                     std::span<const std::vector<SpanAnswers>> answers,
                                     const InjectionRequest& request) {
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const SpanTree gold = span_tree_of(sentences[i].constituents());
    const std::vector<std::string> names = tag_names(words, i);
    for (const auto& parser : answers) add(gold, names, parser[i], request);
  }
}

void BracketConfusions::add(const SpanTree& gold, const std::vector<std::string>& names, const SpanAnswers& answers,
                            const InjectionRequest& request) {
  for (const Bracket& each : gold) {
    if (around(gold, each.span) == nullptr) continue;
    const SpanAnswer* answer = answer_at(answers, each.span);
    Confusion found;
    if (answer != nullptr && answer->is_there) {
      if (!request.labels || answer->label == each.label) continue;
      found.name = answer->label;
    } else if (!request.heads) {
      continue;
    } else if (!find_move(gold, each, names, answers, found)) {
      if (is_crossed(answers, each.span)) continue;  // more than one bracket is wrong
      found.kind = Kind::kRemove;
    }
    by_label_[each.label].push_back(found);
    ++size_;
  }
}

Span BracketConfusions::moved(const Confusion& confusion, const SpanTree& brackets, const Span& span,
                              const std::vector<std::string>& names) {
  const bool widens = confusion.kind == Kind::kWiden;
  const Bracket* above = around(brackets, span);
  if (above == nullptr) return span;
  const std::vector<Part> parts = parts_of(brackets, widens ? above->span : span, names);
  for (const Part& part : parts) {
    if (part.name != confusion.name) continue;
    Span out = span;
    if (widens) {
      if (confusion.is_right && part.span.first == span.last + 1) out.last = part.span.last;
      if (!confusion.is_right && part.span.last == span.first - 1) out.first = part.span.first;
    } else {
      if (confusion.is_right && part.span.last == span.last) out.last = part.span.first - 1;
      if (!confusion.is_right && part.span.first == span.first) out.first = part.span.last + 1;
    }
    if (out != span && out.first <= out.last && find(brackets, out) == nullptr) return out;
  }
  return span;
}

bool BracketConfusions::find_move(const SpanTree& gold, const Bracket& bracket, const std::vector<std::string>& names,
                                  const SpanAnswers& answers, Confusion& found) {
  const Bracket* above = around(gold, bracket.span);
  for (const Kind kind : {Kind::kWiden, Kind::kNarrow}) {
    for (const Part& part : parts_of(gold, kind == Kind::kWiden ? above->span : bracket.span, names)) {
      for (const bool is_right : {false, true}) {
        found = {kind, is_right, part.name};
        const Span span = moved(found, gold, bracket.span, names);
        if (span == bracket.span) continue;
        const SpanAnswer* answer = answer_at(answers, span);
        if (answer != nullptr && answer->is_there && answer->label == bracket.label) return true;
      }
    }
  }
  found = {};
  return false;
}

std::vector<Bracket> BracketConfusions::make_wrong(SpanTree& brackets, const Span& span,
                                                   const std::vector<std::string>& names, const std::set<Span>& taken,
                                                   base::Random& random) const {
  const Bracket* here = find(brackets, span);
  const auto found = here == nullptr ? by_label_.end() : by_label_.find(here->label);
  if (found == by_label_.end() || taken.contains(span)) return {};
  const Bracket was = *here;
  for (int i = 0; i < kConfusionDraws; ++i) {
    const Confusion& confusion = found->second[random.below(found->second.size())];
    if (confusion.kind == Kind::kLabel || confusion.kind == Kind::kRemove) {
      set_label(brackets, span, confusion.name);
      return {was};
    }
    const Span to = moved(confusion, brackets, span, names);
    if (to == span || taken.contains(to)) continue;
    set_label(brackets, span, {});
    set_label(brackets, to, was.label);
    return {was, {to, {}}};
  }
  return {};
}

std::vector<std::string> tag_names(const NumberedTreebank& words, std::size_t sentence) {
  std::vector<std::string> out;
  for (const std::int32_t tag : words.tags[sentence]) {
    out.push_back(words.tag_names.names()[static_cast<std::size_t>(tag)]);
  }
  return out;
}

std::vector<InjectedBracket> inject_brackets(double share, const NumberedTreebank& words,
                                             const BracketConfusions& confusions, base::Random& random,
                                             std::vector<Sentence>& sentences) {
  struct Place {
    std::size_t sentence;
    Span span;
  };
  std::vector<SpanTree> trees;
  std::vector<Place> places;
  std::size_t all = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    trees.push_back(span_tree_of(sentences[i].constituents()));
    all += trees.back().size();
    for (const Bracket& each : trees.back()) {
      if (each.span != Span{1, sentences[i].size()}) places.push_back({i, each.span});
    }
  }
  const std::size_t wanted = share_of(share, all);
  random.shuffle(places);
  std::vector<std::set<Span>> taken(sentences.size());
  std::vector<InjectedBracket> out;
  for (const Place& each : places) {
    if (out.size() == wanted) break;
    std::vector<Bracket> was = confusions.make_wrong(trees[each.sentence], each.span, tag_names(words, each.sentence),
                                                     taken[each.sentence], random);
    if (was.empty()) continue;
    for (const Bracket& change : was) taken[each.sentence].insert(change.span);
    out.push_back({each.sentence, std::move(was)});
  }
  for (const InjectedBracket& each : out) {
    sentences[each.sentence].constituents() = tree_of(trees[each.sentence], sentences[each.sentence].size()).value();
  }
  return out;
}

}  // namespace espalier::curation
