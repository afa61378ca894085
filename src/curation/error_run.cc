#include "curation/error_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/spread.h"
#include "curation/bracket_run.h"
#include "curation/cross_parse.h"
#include "curation/fresh_parser.h"
#include "parsing/recipe_use.h"
#include "parsing/run_description.h"

namespace espalier::curation {
namespace {

constexpr std::size_t kPoints = 20;  // of a list are measured

void demand(bool holds, const std::string& otherwise) {
  if (!holds) throw Error(ErrorKind::kUsage, otherwise);
}

void demand_sense(const InjectionRequest& inject) {
  demand(inject.share >= 0 && inject.share <= 0.5, "no more than half of a treebank can be made wrong");
  demand(inject.share == 0 || inject.heads || inject.labels || inject.trees, "there is nothing to inject");
}

void demand_three(const std::vector<Recipe>& parsers) {
  demand(parsers.size() == kParsers, "errors are found by three parsers: two that detect and one that decides");
  for (const Recipe& each : parsers) {
    demand(parsing::makes_constituents(each) == parsing::makes_constituents(parsers.front()),
           "a parser of constituents finds no wrong heads, and one of dependencies no wrong brackets");
    demand(!each.features().empty(), "a recipe of a parser names no feature file");
  }
  // Parsers of constituents are of one kind; they differ by where they begin to read.
  const bool differ =
      parsing::makes_constituents(parsers.front()) || parsers[0].get("parser") != parsers[1].get("parser");
  demand(differ, fmt::format("the two parsers that detect must be of different kinds, or they err alike: '{}' and '{}'",
                             parsers[0].name(), parsers[1].name()));
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

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

double f_of(const InjectionPoint& point) {
  const double sum = point.recall + point.precision;
  return sum == 0 ? 0 : 2 * point.recall * point.precision / sum;
}

}  // namespace

std::vector<InjectedPlace> places_of(const std::vector<InjectedWord>& injected, const NumberedTreebank& numbers) {
  std::vector<InjectedPlace> out;
  out.reserve(injected.size());
  for (const InjectedWord& each : injected) {
    out.push_back({each.sentence, each.word, 0, attachment_of(each.was, numbers), out.size()});
  }
  return out;
}

InjectionResult measure(const std::vector<InjectedPlace>& injected, std::vector<Suspect>& suspects) {
  std::map<std::tuple<std::size_t, std::int32_t, std::int32_t>, const InjectedPlace*> places;
  std::set<std::size_t> errors;
  for (const InjectedPlace& each : injected) {
    places[{each.sentence, each.word, each.last}] = &each;
    errors.insert(each.error);
  }
  std::set<std::size_t> found;
  std::set<std::size_t> mended;
  std::size_t rows = 0;
  InjectionResult out;
  out.words = errors.size();
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    Suspect& each = suspects[i];
    const auto place = places.find({each.sentence, each.word, each.last});
    each.injected = place != places.end();
    if (each.injected) {
      ++rows;
      found.insert(place->second->error);
      if (place->second->was == each.proposed) mended.insert(place->second->error);
    }
    const InjectionPoint point{i + 1, each.score, found.size(), percent(found.size(), out.words), percent(rows, i + 1)};
    if (!out.best || f_of(point) > f_of(*out.best)) out.best = point;
    // A point after every twentieth of the list.
    if ((i + 1) * kPoints / suspects.size() > i * kPoints / suspects.size()) out.points.push_back(point);
  }
  out.found = found.size();
  out.mended = mended.size();
  return out;
}

ErrorResult begin_result(const ErrorRequest& request, Judgements& judged) {
  const std::size_t all = judged.kept.size();
  if (request.least) {
    std::erase_if(judged.kept, [&](const RankedItem& each) { return each.score < *request.least; });
  }
  if (request.most > 0 && judged.kept.size() > request.most) judged.kept.resize(request.most);
  ErrorResult out;
  out.candidates = judged.candidates;
  out.no_agreement = judged.no_agreement;
  out.decided_gold = judged.decided_gold;
  out.decided_other = judged.decided_other;
  out.left_off = all - judged.kept.size();
  return out;
}

ErrorRun::ErrorRun(const ErrorRequest& request, const Control& control, parsing::MakeParserTraining make_training)
    : request_(request), control_(control), make_training_(std::move(make_training)) {
  demand_sense(request.inject);
  if (!base::is_first(control.ranks)) request_.on_skipped = {};
  if (!request.parsers.empty()) demand_three(request.parsers);
  // What is wrong with a recipe is better known before anything is read.
  if (const auto kind = kind_asked_for()) take_parsers(*kind);
}

std::optional<bool> ErrorRun::kind_asked_for() const {
  if (request_.parsers.empty()) return request_.constituents;
  const bool kind = parsing::makes_constituents(request_.parsers.front());
  demand(request_.constituents.value_or(kind) == kind,
         kind ? "parsers of constituents find no wrong heads" : "parsers of dependencies find no wrong brackets");
  return kind;
}

void ErrorRun::take_parsers(bool constituents) {
  if (request_.parsers.empty()) {
    for (const std::string& name : constituents ? default_bracket_parsers() : default_error_parsers()) {
      request_.parsers.push_back(Recipe::load(name));
    }
  }
  demand(constituents || request_.heads.empty(), "head rules are for parsers of constituents");
  demand(!constituents || !request_.inject.trees, "whole wrong trees can be put into dependency treebanks only");
  for (Recipe& each : request_.parsers) {
    if (!request_.heads.empty()) each.set("heads", request_.heads);
    parsers_.push_back(gold_tag_request(each, request_.seed, control_, make_training_));
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
                                     control_, make_training_, confusion_place(checkpoint_.get()));
    const Confusions confusions(numbers, answers, request);
    injected = inject_words(request.share, numbers, confusions, random, treebank_.sentences);
  }
  numbers.renew(treebank_.sentences);
  return injected;
}

Suspect ErrorRun::suspect_of(const RankedItem& word, const NumberedTreebank& numbers,
                             const std::vector<Answers>& answers) const {
  const auto at = static_cast<std::size_t>(word.item);
  const Sentence& sentence = treebank_.sentences[word.sentence];
  Suspect out;
  out.sentence = word.sentence;
  out.word = word.item;
  out.place = {treebank_.files[word.sentence], line_of(sentence, word.item), 0};
  out.gold = {sentence.head(word.item), std::string(sentence.deprel(word.item))};
  out.proposed = attachment_of(word.proposed, numbers);
  for (const Answers& each : answers) out.said.push_back(attachment_of(each[word.sentence][at], numbers));
  out.score = word.score;
  out.evidence = word.evidence;
  return out;
}

std::unique_ptr<parsing::Checkpoint> ErrorRun::open_checkpoint() const {
  if (request_.state.empty()) {
    demand(!request_.resume, "there is no state to go on from");
    return nullptr;
  }
  if (control_.ranks != nullptr) return nullptr;  // several processes share the trainings: none has them all
  parsing::TrainingData data;
  data.train = treebank_.sentences;
  TrainRequest seeded;
  seeded.seed = request_.seed;
  parsing::RunDescription run = parsing::describe_data_of_run(seeded, data);
  for (std::size_t i = 0; i < parsers_.size(); ++i) {
    run.emplace_back(fmt::format("parser {}", i + 1),
                     fmt::format("{} {:016x}", request_.parsers[i].name(), parsing::hash_of(parsers_[i].recipe)));
  }
  run.emplace_back("folds", std::to_string(request_.folds));
  const InjectionRequest& inject = request_.inject;
  run.emplace_back("injected", fmt::format("{}{}{}{}", inject.share, inject.heads ? " heads" : "",
                                           inject.labels ? " labels" : "", inject.trees ? " trees" : ""));
  return std::make_unique<parsing::Checkpoint>(
      parsing::CheckpointOptions{request_.state, request_.resume, request_.checkpoint, control_.stop}, std::move(run));
}

ErrorResult ErrorRun::run() {
  treebank_ = read_sentences(request_.treebanks, request_.read, control_, request_.on_skipped);
  const Sentence& first = treebank_.sentences.front();
  const bool constituents = kind_asked_for().value_or(!first.has_dependencies() && !first.constituents().empty());
  if (constituents) {
    demand_constituents(treebank_);
  } else {
    demand_dependencies(treebank_);
  }
  if (parsers_.empty()) take_parsers(constituents);
  checkpoint_ = open_checkpoint();
  return constituents ? find_bracket_errors(request_, std::move(treebank_), parsers_, control_, make_training_,
                                            checkpoint_.get())
                      : run_words();
}

ErrorResult ErrorRun::run_words() {
  NumberedTreebank numbers(treebank_.sentences);
  const std::vector<InjectedWord> injected = inject(numbers);
  const auto answers = cross_parse(treebank_.sentences, numbers, parsers_, request_.folds, control_, make_training_,
                                   answer_place(checkpoint_.get()));
  Judgements judged = judge_words(numbers, answers, request_.agree);
  ErrorResult out = begin_result(request_, judged);
  for (const Sentence& each : treebank_.sentences) out.words += static_cast<std::size_t>(each.size());
  for (std::size_t i = 0; i < kParsers; ++i) {
    out.parsers.push_back(mark_of(request_.parsers[i].name(), numbers, answers[i]));
  }
  for (const RankedItem& each : judged.kept) out.suspects.push_back(suspect_of(each, numbers, answers));
  if (request_.inject.share > 0) out.injection = measure(places_of(injected, numbers), out.suspects);
  out.sentences = std::move(treebank_.sentences);
  return out;
}

}  // namespace espalier::curation

namespace espalier {

std::vector<std::string> default_error_parsers() { return {"transition", "graph-fast", "token"}; }
std::vector<std::string> default_bracket_parsers() {
  return {"constituency-best", "constituency-best", "constituency-fast"};
}

}  // namespace espalier
