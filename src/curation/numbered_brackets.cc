#include "curation/numbered_brackets.h"

#include <algorithm>

namespace espalier::curation {
namespace {

/// A key for more and more words in a row.
void extend(Meetings::Key& key, std::uint64_t word, std::int32_t tag) {
  key = {mixed(key.words, word, 1), mixed(key.tags, static_cast<std::uint64_t>(tag), 1)};
}

}  // namespace

NumberedBrackets::NumberedBrackets(const std::vector<Sentence>& sentences,
                                   std::span<const std::vector<SpanAnswers>> answers)
    : spans(sentences.size()), gold(sentences.size()), said(answers.size(), Answers(sentences.size())) {
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::map<Span, std::int32_t> items;
    const SpanTree tree = span_tree_of(sentences[i].constituents());
    brackets += tree.size();
    for (const Bracket& each : tree) items[each.span] = 0;
    for (const auto& parser : answers) {
      for (const SpanAnswer& each : parser[i]) {
        if (each.is_there) items[each.span] = 0;
      }
    }
    spans[i].resize(1);
    for (auto& [span, item] : items) {
      item = static_cast<std::int32_t>(spans[i].size());
      spans[i].push_back(span);
    }
    const Answer nothing{kNotBracketed, -1, SpanAnswer::kSure};
    gold[i].assign(spans[i].size(), nothing);
    for (const Bracket& each : tree) {
      gold[i][static_cast<std::size_t>(items[each.span])] = {kBracketed, labels.add(each.label), SpanAnswer::kSure};
    }
    for (std::size_t parser = 0; parser < answers.size(); ++parser) {
      said[parser][i].assign(spans[i].size(), nothing);
      for (const SpanAnswer& each : answers[parser][i]) {
        const auto item = items.find(each.span);
        if (item == items.end()) continue;
        said[parser][i][static_cast<std::size_t>(item->second)] = {
            each.is_there ? kBracketed : kNotBracketed, each.is_there ? labels.add(each.label) : -1, each.confidence};
      }
    }
  }
}

AnswerContext bracket_context(const NumberedTreebank& words, const NumberedBrackets& brackets) {
  return [&words, &brackets](std::size_t sentence, std::int32_t item, const Answer& answer) {
    const std::vector<std::int32_t>& tags = words.tags[sentence];
    const Span& span = brackets.span(sentence, item);
    const auto behind = static_cast<std::size_t>(span.last) + 1;
    const auto first = static_cast<std::uint64_t>(tags[static_cast<std::size_t>(span.first)]);
    // Behind the last word is what is before the first: the root's tag.
    const auto next = static_cast<std::uint64_t>(tags[behind < tags.size() ? behind : 0]);
    return ((first & 0xFFFFU) << 16U | (next & 0xFFFFU)) << 1U | (answer.head == kBracketed ? 1U : 0U);
  };
}

bool StringEvidence::is_long(std::size_t sentence, std::int32_t item) const {
  const Span& span = brackets_.span(sentence, item);
  return span.last - span.first >= kLongest;
}

Meetings::Key StringEvidence::key(std::size_t sentence, const Span& span) const {
  Meetings::Key out;
  for (auto word = static_cast<std::size_t>(span.first); word <= static_cast<std::size_t>(span.last); ++word) {
    extend(out, words_.words[sentence][word], words_.tags[sentence][word]);
  }
  return out;
}

void StringEvidence::want(std::size_t sentence, std::int32_t item, const Answer& /*answer*/) {
  if (!is_long(sentence, item)) meetings_.want(key(sentence, brackets_.span(sentence, item)));
}

void StringEvidence::count() {
  for (std::size_t i = 0; i < brackets_.gold.size(); ++i) {
    std::map<Span, std::int32_t> labels;
    for (std::size_t item = 1; item < brackets_.gold[i].size(); ++item) {
      labels[brackets_.spans[i][item]] = brackets_.gold[i][item].label;
    }
    const auto size = static_cast<std::int32_t>(words_.words[i].size()) - 1;
    for (std::int32_t first = 1; first <= size; ++first) {
      Meetings::Key key;
      for (std::int32_t last = first; last <= std::min(size, first + kLongest - 1); ++last) {
        const auto word = static_cast<std::size_t>(last);
        extend(key, words_.words[i][word], words_.tags[i][word]);
        const auto found = labels.find(Span{first, last});
        meetings_.add(key, found == labels.end() ? -1 : found->second);
      }
    }
  }
}

double StringEvidence::rate(std::size_t sentence, std::int32_t item, const Answer& answer, const Answer& gold) const {
  return meetings_.rate(key(sentence, brackets_.span(sentence, item)), answer.label, answer.same_as(gold));
}

double StringEvidence::evidence(std::size_t sentence, std::int32_t item, const Answer& proposed,
                                const Answer& gold) const {
  if (is_long(sentence, item)) return 0;
  return Meetings::evidence(rate(sentence, item, proposed, gold), rate(sentence, item, gold, gold));
}

}  // namespace espalier::curation
