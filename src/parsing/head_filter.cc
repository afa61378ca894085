#include "parsing/head_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "parsing/arc_filter.h"

namespace espalier::parsing {
namespace {

constexpr std::array<std::string_view, 6> kVerbsAndNouns = {"v", "n", "VERB", "NOUN", "V", "N"};
constexpr float kUnlikely = 1e-12F;
// What comes back where there is no tree: arcs less and less likely, and in the end all.
constexpr std::array<float, 5> kMargins = {1, 3, 7, 15, std::numeric_limits<float>::infinity()};

float log_of(float probability) noexcept { return std::log(std::max(probability, kUnlikely)); }

std::int32_t likeliest(std::span<const float> row, std::size_t first) noexcept {
  return static_cast<std::int32_t>(std::max_element(row.begin() + static_cast<std::ptrdiff_t>(first), row.end()) -
                                   row.begin());
}

std::span<const float> answers_of(const HeadAnswers& answers, HeadQuestion question, std::size_t size,
                                  std::int32_t word) noexcept {
  return std::span(answers.probabilities[index_of(question)]).subspan(static_cast<std::size_t>(word) * size, size);
}

std::int32_t side_of(std::int32_t head, std::int32_t word) noexcept {
  if (head == 0) return 0;
  return static_cast<std::int32_t>(head < word ? HeadClasses::kLeft : HeadClasses::kRight);
}

}  // namespace

void answer_truly(const HeadClasses& classes, const Sentence& sentence, HeadAnswers& out) {
  classes.number_tags(sentence, out.tags);
  for (const HeadQuestion question : kAllHeadQuestions) {
    const std::size_t size = classes.size(question);
    std::vector<float>& row = out.probabilities[index_of(question)];
    row.assign(out.tags.size() * size, 0);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::int32_t truth = HeadClasses::answer(question, out.tags, sentence.head(word), word);
      if (truth >= 0) row[static_cast<std::size_t>(word) * size + static_cast<std::size_t>(truth)] = 1;
    }
  }
}

std::vector<HeadAnswers> answer_truly(const HeadClasses& classes, std::span<const Sentence> sentences) {
  std::vector<HeadAnswers> out(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) answer_truly(classes, sentences[i], out[i]);
  return out;
}

void HeadFilter::weigh(const HeadClasses& classes, const HeadAnswers& answers, std::int32_t word) {
  const auto sides = answers_of(answers, HeadQuestion::kSide, classes.size(HeadQuestion::kSide), word);
  const auto tags = answers_of(answers, HeadQuestion::kTag, classes.size(HeadQuestion::kTag), word);
  std::transform(sides.begin(), sides.end(), sides_.begin(), log_of);
  tags_.resize(tags.size());
  std::transform(tags.begin(), tags.end(), tags_.begin(), log_of);
  side_ = likeliest(sides, 0);
  tag_ = likeliest(tags, 0);
  if (side_ == 0 && tag_ != 0) side_ = likeliest(sides, 1);
  if (tag_ == 0 && side_ != 0 && tags.size() > 1) tag_ = likeliest(tags, 1);
  const auto words = static_cast<std::int32_t>(answers.tags.size()) - 1;
  best_ = -std::numeric_limits<float>::infinity();
  for (std::int32_t head = 0; head <= words; ++head) {
    if (head != word) best_ = std::max(best_, worth(answers, head, word));
  }
}

float HeadFilter::worth(const HeadAnswers& answers, std::int32_t head, std::int32_t word) const noexcept {
  const std::int32_t tag = answers.tags[static_cast<std::size_t>(head)];
  const float of_tag = tag < 0 ? log_of(0) : tags_[static_cast<std::size_t>(tag)];
  return sides_[static_cast<std::size_t>(side_of(head, word))] + of_tag;
}

bool HeadFilter::has_tree(const decoding::ArcSet& arcs, decoding::Roots roots) {
  zeros_.assign(static_cast<std::size_t>(arcs.size()), 0);
  heads_.resize(static_cast<std::size_t>(arcs.words()) + 1);
  return branching_.best(arcs, zeros_, roots, heads_);
}

/// keeps(head, word): the arc stays.
template <class Keeps>
void HeadFilter::collect(const HeadClasses& classes, const HeadAnswers& answers, std::span<const std::int32_t> must,
                         decoding::ArcSet& arcs, const Keeps& keeps) {
  const auto words = static_cast<std::int32_t>(answers.tags.size()) - 1;
  arcs.start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    weigh(classes, answers, word);
    const std::int32_t needed = must.empty() ? -1 : must[static_cast<std::size_t>(word)];
    for (std::int32_t head = 0; head <= words; ++head) {
      if (head == word) continue;
      const bool is_near = head == 0 || std::abs(head - word) <= kReach;
      if (head == needed || (is_near && keeps(head, word))) arcs.add_head(head);
    }
    arcs.end_word();
  }
}

void HeadFilter::filter(const HeadClasses& classes, const HeadAnswers& answers, const HeadFilterOptions& options,
                        decoding::Roots roots, decoding::ArcSet& arcs, std::span<const std::int32_t> must) {
  if (known_ != &classes) {
    known_ = &classes;
    is_verb_or_noun_.clear();
    for (const std::string& tag : classes.names(HeadQuestion::kTag)) {
      is_verb_or_noun_.push_back(std::count(kVerbsAndNouns.begin(), kVerbsAndNouns.end(), tag) > 0 ? 1 : 0);
    }
  }
  const auto margin = static_cast<float>(-std::log(options.keep));
  const auto keeps = [&](std::int32_t head, std::int32_t word) {
    if (options.kind == HeadFilterKind::kSoft) return worth(answers, head, word) >= best_ - margin;
    const std::int32_t tag = answers.tags[static_cast<std::size_t>(head)];
    if (side_of(head, word) == side_ && tag == tag_) return true;
    return options.kind == HeadFilterKind::kKeepVerbsAndNouns && tag > 0 &&
           is_verb_or_noun_[static_cast<std::size_t>(tag)] != 0;
  };
  collect(classes, answers, must, arcs, keeps);
  for (const float more : kMargins) {
    if (has_tree(arcs, roots)) return;
    collect(classes, answers, must, arcs, [&](std::int32_t head, std::int32_t word) {
      return worth(answers, head, word) >= best_ - more || keeps(head, word);
    });
  }
}

std::vector<decoding::ArcSet> filter_by_heads(const HeadClasses& classes, std::span<const HeadAnswers> answers,
                                              std::span<const std::vector<std::int32_t>> heads,
                                              const HeadFilterOptions& options, decoding::Roots roots,
                                              base::Team& team) {
  std::vector<decoding::ArcSet> arcs(answers.size());
  std::vector<HeadFilter> filters(static_cast<std::size_t>(team.size()));
  team.run(answers.size(), [&](std::size_t i, int worker) {
    filters[static_cast<std::size_t>(worker)].filter(classes, answers[i], options, roots, arcs[i], heads[i]);
  });
  return arcs;
}

void FilterReport::add(const decoding::ArcSet& arcs, std::span<const std::int32_t> heads) {
  const auto words = static_cast<std::size_t>(arcs.words());
  if (words == 0) return;
  ++sentences_;
  words_ += words;
  arcs_ += static_cast<std::size_t>(arcs.size());
  densities_ += static_cast<double>(arcs.size()) / static_cast<double>(words * (words + 1));
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    const std::int32_t head = heads[static_cast<std::size_t>(word)];
    if (head < 0) continue;
    ++known_;
    found_ += arcs.find(head, word) >= 0 ? 1 : 0;
  }
}

double FilterReport::recall() const noexcept {
  return known_ == 0 ? 0 : 100 * static_cast<double>(found_) / static_cast<double>(known_);
}

double FilterReport::density() const noexcept {
  return sentences_ == 0 ? 0 : densities_ / static_cast<double>(sentences_);
}

double FilterReport::arcs_a_word() const noexcept {
  return words_ == 0 ? 0 : static_cast<double>(arcs_) / static_cast<double>(words_);
}

}  // namespace espalier::parsing
