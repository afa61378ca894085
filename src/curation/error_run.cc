#include "curation/error_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "curation/cross_parse.h"
#include "curation/fresh_parser.h"

namespace espalier::curation {
namespace {

constexpr std::size_t kConfusionFolds = 2;  // kinds of confusions need no good parser
constexpr std::size_t kPoints = 20;         // of a list are measured

void demand_sense(const ErrorRequest& request) {
  const auto demand = [](bool holds, const char* otherwise) {
    if (!holds) throw Error(ErrorKind::kUsage, otherwise);
  };
  demand(request.parsers.size() == kParsers, "errors are found by three parsers: two that detect and one that decides");
  for (const Recipe& each : request.parsers) {
    demand(each.get("parser") != "constituency", "a parser of constituents finds no wrong heads");
    demand(!each.features().empty(), "a recipe of a parser names no feature file");
  }
  if (request.parsers[0].get("parser") == request.parsers[1].get("parser")) {
    throw Error(ErrorKind::kUsage,
                fmt::format("the two parsers that detect must be of different kinds, or they err alike: '{}' and '{}'",
                            request.parsers[0].name(), request.parsers[1].name()));
  }
  const InjectionRequest& inject = request.inject;
  demand(inject.share >= 0 && inject.share <= 0.5, "no more than half of a treebank can be made wrong");
  demand(inject.share == 0 || inject.heads || inject.labels || inject.trees, "there is nothing to inject");
}

ErrorParser mark_of(const std::string& name, const NumberedTreebank& numbers, const Answers& answers) {
  ErrorParser out{name, 0, 0};
  double words = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t word = 1; word < answers[i].size(); ++word) {
      const Answer& gold = numbers.gold[i][word];
      if (gold.head < 0) continue;
      words += 1;
      out.uas += answers[i][word].head == gold.head ? 1 : 0;
      out.las += answers[i][word].same_as(gold) ? 1 : 0;
    }
  }
  out.uas *= 100 / std::max(words, 1.0);
  out.las *= 100 / std::max(words, 1.0);
  return out;
}

Attachment attachment_of(const Answer& answer, const NumberedTreebank& numbers) {
  return {answer.head, answer.label < 0 ? "" : numbers.labels.names()[static_cast<std::size_t>(answer.label)]};
}

InjectionPoint point_at(std::size_t rank, double score, std::size_t found, std::size_t all) {
  const auto percent = [](std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  return {rank, score, found, percent(found, all), percent(found, rank)};
}

double f_of(const InjectionPoint& point) {
  const double sum = point.recall + point.precision;
  return sum == 0 ? 0 : 2 * point.recall * point.precision / sum;
}

}  // namespace

InjectionResult measure(const std::vector<InjectedWord>& injected, const NumberedTreebank& numbers,
                        std::vector<Suspect>& suspects) {
  std::map<std::pair<std::size_t, std::int32_t>, Attachment> was;
  for (const InjectedWord& each : injected) was[{each.sentence, each.word}] = attachment_of(each.was, numbers);
  InjectionResult out;
  out.words = was.size();
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    Suspect& each = suspects[i];
    const auto found = was.find({each.sentence, each.word});
    each.injected = found != was.end();
    out.found += each.injected ? 1 : 0;
    out.mended += each.injected && found->second == each.proposed ? 1 : 0;
    const InjectionPoint point = point_at(i + 1, each.score, out.found, out.words);
    if (!out.best || f_of(point) > f_of(*out.best)) out.best = point;
    // A point after every twentieth of the list.
    if ((i + 1) * kPoints / suspects.size() > i * kPoints / suspects.size()) out.points.push_back(point);
  }
  return out;
}

ErrorRun::ErrorRun(const ErrorRequest& request, const Control& control, parsing::MakeParserTraining make_training)
    : request_(request), control_(control), make_training_(std::move(make_training)) {
  demand_sense(request);
  for (const Recipe& each : request.parsers) {
    parsers_.push_back(gold_tag_request(each, request.seed, control, make_training_));
  }
}

std::vector<InjectedWord> ErrorRun::inject(NumberedTreebank& numbers) {
  const InjectionRequest& request = request_.inject;
  if (request.share == 0) return {};
  base::Random random(request_.seed);
  std::vector<InjectedWord> injected;
  if (request.trees) {
    injected = inject_trees(request.share, numbers, random, treebank_.sentences);
  } else {
    const auto answers = cross_parse(treebank_.sentences, numbers, std::span(parsers_).first(2), kConfusionFolds,
                                     control_, make_training_);
    const Confusions confusions(numbers, answers, request);
    injected = inject_words(request.share, numbers, confusions, random, treebank_.sentences);
  }
  numbers.renew(treebank_.sentences);
  return injected;
}

Suspect ErrorRun::suspect_of(const RankedWord& word, const NumberedTreebank& numbers,
                             const std::vector<Answers>& answers) const {
  const auto at = static_cast<std::size_t>(word.word);
  const Sentence& sentence = treebank_.sentences[word.sentence];
  Suspect out;
  out.sentence = word.sentence;
  out.word = word.word;
  out.place = {treebank_.files[word.sentence], line_of(sentence, word.word), 0};
  out.gold = {sentence.head(word.word), std::string(sentence.deprel(word.word))};
  out.proposed = attachment_of(word.proposed, numbers);
  for (const Answers& each : answers) out.said.push_back(attachment_of(each[word.sentence][at], numbers));
  out.score = word.score;
  out.evidence = word.evidence;
  return out;
}

ErrorResult ErrorRun::result_of(const NumberedTreebank& numbers, const std::vector<Answers>& answers,
                                const std::vector<InjectedWord>& injected) {
  Judgements judged = judge_all(numbers, answers, request_.agree);
  const std::size_t all = judged.kept.size();
  if (request_.least) {
    std::erase_if(judged.kept, [&](const RankedWord& each) { return each.score < *request_.least; });
  }
  if (request_.most > 0 && judged.kept.size() > request_.most) judged.kept.resize(request_.most);
  ErrorResult out;
  for (const Sentence& each : treebank_.sentences) out.words += static_cast<std::size_t>(each.size());
  for (std::size_t i = 0; i < kParsers; ++i) {
    out.parsers.push_back(mark_of(request_.parsers[i].name(), numbers, answers[i]));
  }
  out.candidates = judged.candidates;
  out.no_agreement = judged.no_agreement;
  out.decided_gold = judged.decided_gold;
  out.decided_other = judged.decided_other;
  out.left_off = all - judged.kept.size();
  for (const RankedWord& each : judged.kept) out.suspects.push_back(suspect_of(each, numbers, answers));
  if (request_.inject.share > 0) out.injection = measure(injected, numbers, out.suspects);
  out.sentences = std::move(treebank_.sentences);
  return out;
}

ErrorResult ErrorRun::run() {
  treebank_ = read_dependencies(request_.treebanks, request_.read, control_, request_.on_skipped);
  NumberedTreebank numbers(treebank_.sentences);
  const std::vector<InjectedWord> injected = inject(numbers);
  const auto answers = cross_parse(treebank_.sentences, numbers, parsers_, request_.folds, control_, make_training_);
  return result_of(numbers, answers, injected);
}

}  // namespace espalier::curation
