#include "curation/injection.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace espalier::curation {
namespace {

constexpr int kTreeDraws = 100;  // of trees, before another sentence is taken

bool shares_no_arc(const Sentence& a, const Sentence& b) {
  for (std::int32_t word = 1; word <= a.size(); ++word) {
    if (a.head(word) == b.head(word)) return false;
  }
  return true;
}

}  // namespace

std::size_t share_of(double share, std::size_t all) {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(share * static_cast<double>(all))));
}

bool is_above(std::span<const std::int32_t> heads, std::int32_t above, std::int32_t word) {
  for (std::int32_t node = word; node > 0; node = heads[static_cast<std::size_t>(node)]) {
    if (node == above) return true;
  }
  return above == 0;
}

Confusions::Confusions(const NumberedTreebank& treebank, std::span<const Answers> answers,
                       const InjectionRequest& request)
    : treebank_(treebank) {
  for (const Answers& each : answers) {
    for (std::size_t i = 0; i < each.size(); ++i) {
      for (std::size_t word = 1; word < each[i].size(); ++word) {
        add(i, static_cast<std::int32_t>(word), each[i][word], request);
      }
    }
  }
}

Confusions::Kinship Confusions::kinship(std::span<const std::int32_t> heads, std::int32_t word, std::int32_t head) {
  const std::int32_t right = heads[static_cast<std::size_t>(word)];
  if (is_above(heads, head, right)) return Kinship::kHigher;
  return heads[static_cast<std::size_t>(head)] == right ? Kinship::kSister : Kinship::kOther;
}

void Confusions::add(std::size_t sentence, std::int32_t word, const Answer& answer, const InjectionRequest& request) {
  const std::vector<Answer>& gold = treebank_.gold[sentence];
  const Answer& right = gold[static_cast<std::size_t>(word)];
  if (right.head <= 0 || right.label < 0 || answer.head <= 0 || answer.label < 0 || answer.same_as(right)) return;
  Confusion found;
  found.label = answer.label;
  found.is_head = answer.head != right.head;
  if (found.is_head ? !request.heads : !request.labels) return;
  if (found.is_head) {
    std::vector<std::int32_t> heads(gold.size());
    std::transform(gold.begin(), gold.end(), heads.begin(), [](const Answer& each) { return each.head; });
    // A tree turned upside down is not the error of a single word.
    if (is_above(heads, word, answer.head)) return;
    found.is_before = answer.head < word;
    found.kinship = kinship(heads, word, answer.head);
    found.tag = treebank_.tags[sentence][static_cast<std::size_t>(answer.head)];
  }
  const std::int32_t tag = treebank_.tags[sentence][static_cast<std::size_t>(word)];
  by_kind_[{tag, right.label}].push_back(found);
  by_kind_[{tag, -1}].push_back(found);
  ++size_;
}

bool Confusions::apply(const Confusion& confusion, Sentence& sentence, std::size_t place, std::int32_t word) const {
  std::int32_t best = 0;
  const auto heads = sentence.heads();
  for (std::int32_t head = 1; confusion.is_head && head <= sentence.size(); ++head) {
    if (head == heads[static_cast<std::size_t>(word)] || (head < word) != confusion.is_before) continue;
    if (treebank_.tags[place][static_cast<std::size_t>(head)] != confusion.tag || is_above(heads, word, head)) continue;
    if (kinship(heads, word, head) != confusion.kinship) continue;
    if (best == 0 || std::abs(head - word) < std::abs(best - word)) best = head;
  }
  const std::string& label = treebank_.labels.names()[static_cast<std::size_t>(confusion.label)];
  if (confusion.is_head ? best == 0 : label == sentence.deprel(word)) return false;
  if (confusion.is_head) sentence.set_head(word, best);
  sentence.set(word, Column::kDeprel, label);
  return true;
}

bool Confusions::make_wrong(Sentence& sentence, std::size_t place, std::int32_t word, base::Random& random) const {
  if (sentence.head(word) <= 0) return false;
  const std::int32_t tag = treebank_.tags[place][static_cast<std::size_t>(word)];
  auto found = by_kind_.find({tag, treebank_.labels.find(sentence.deprel(word))});
  if (found == by_kind_.end()) found = by_kind_.find({tag, -1});
  if (found == by_kind_.end()) return false;
  for (int i = 0; i < kConfusionDraws; ++i) {
    if (apply(found->second[random.below(found->second.size())], sentence, place, word)) return true;
  }
  return false;
}

std::vector<InjectedWord> inject_words(double share, const NumberedTreebank& treebank, const Confusions& confusions,
                                       base::Random& random, std::vector<Sentence>& sentences) {
  std::vector<InjectedWord> words;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    for (std::int32_t word = 1; word <= sentences[i].size(); ++word) {
      words.push_back({i, word, treebank.gold[i][static_cast<std::size_t>(word)]});
    }
  }
  const std::size_t wanted = share_of(share, words.size());
  random.shuffle(words);
  std::vector<InjectedWord> out;
  for (const InjectedWord& each : words) {
    if (out.size() == wanted) break;
    if (confusions.make_wrong(sentences[each.sentence], each.sentence, each.word, random)) out.push_back(each);
  }
  return out;
}

std::vector<InjectedWord> inject_trees(double share, const NumberedTreebank& treebank, base::Random& random,
                                       std::vector<Sentence>& sentences) {
  const std::vector<Sentence> before = sentences;
  std::map<std::int32_t, std::vector<std::size_t>> by_length;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    by_length[sentences[i].size()].push_back(i);
    order.push_back(i);
  }
  std::size_t wanted = share_of(share, sentences.size());
  random.shuffle(order);
  std::vector<InjectedWord> out;
  for (const std::size_t i : order) {
    if (wanted == 0) break;
    const std::vector<std::size_t>& others = by_length[sentences[i].size()];
    for (int draw = 0; draw < kTreeDraws; ++draw) {
      const Sentence& other = before[others[random.below(others.size())]];
      if (!shares_no_arc(sentences[i], other)) continue;
      sentences[i].set_dependencies(other.dependencies());
      for (std::int32_t word = 1; word <= other.size(); ++word) {
        out.push_back({i, word, treebank.gold[i][static_cast<std::size_t>(word)]});
      }
      --wanted;
      break;
    }
  }
  return out;
}

}  // namespace espalier::curation
