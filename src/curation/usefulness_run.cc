#include "curation/usefulness_run.h"

#include <fmt/format.h>

#include <iterator>
#include <numeric>

#include "treebank/drawing.h"

namespace espalier::curation {
namespace {

PickRule rule_of(const UsefulnessRequest& request) {
  const bool has_others = !request.unannotated.empty();
  const PickRule rule = request.by.value_or(has_others ? PickRule::kPredicted : PickRule::kSu);
  if (rule == PickRule::kSu && has_others) {
    throw Error(ErrorKind::kUsage, "su is measured with annotated sentences; of others it can only be predicted");
  }
  if (rule != PickRule::kSu && !has_others) {
    throw Error(ErrorKind::kUsage,
                fmt::format("'{}' ranks sentences that are not annotated; there are none", name_of(rule)));
  }
  return rule;
}

void demand_tags(const std::string& path, const Sentence& sentence) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (!sentence.upos(word).empty() || !sentence.xpos(word).empty()) continue;
    throw Error(ErrorKind::kInput, Place{path, line_of(sentence, word), 0},
                fmt::format("'{}' has no tag; 'espalier tag' gives one", sentence.form(word)));
  }
}

void forget_tree(Sentence& sentence) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    sentence.set_head(word, kNoHead);
    sentence.set(word, Column::kDeprel, "");
  }
}

}  // namespace

UsefulnessData read_usefulness_data(const UsefulnessRequest& request, const Control& control) {
  UsefulnessData out;
  std::vector<Error> skipped;
  const auto keep = [&](const std::vector<Error>& errors) {
    skipped.insert(skipped.end(), errors.begin(), errors.end());
  };
  out.read = read_dependencies(request.treebanks, request.read, control, keep);
  out.annotated = out.read.sentences.size();
  for (const std::string& path : request.unannotated) {
    TreebankReader reader(path, request.read, control);
    for (Sentence sentence; reader.next(sentence);) {
      if (sentence.empty()) continue;
      demand_tags(path, sentence);
      forget_tree(sentence);
      out.read.sentences.push_back(sentence);
    }
    out.read.files.resize(out.read.sentences.size(), path);
    keep(reader.skipped());
  }
  if (!skipped.empty() && request.on_skipped && base::is_first(control.ranks)) request.on_skipped(skipped);
  if (!request.unannotated.empty() && out.read.sentences.size() == out.annotated) {
    throw Error(ErrorKind::kInput, Place{request.unannotated.front(), 0, 0}, "there are no sentences to rank");
  }
  return out;
}

parsing::RunDescription describe_sentences(const TrainRequest& request, const UsefulnessData& data) {
  parsing::TrainingData all;
  all.train = data.read.sentences;
  parsing::RunDescription out = parsing::describe_data_of_run(request, all);
  out.emplace_back("annotated sentences", std::to_string(data.annotated));
  return out;
}

SentenceSet shuffled_sentences(std::size_t count, std::uint64_t seed) {
  SentenceSet out(count);
  std::iota(out.begin(), out.end(), std::size_t{0});
  base::Random(seed).shuffle(out);
  return out;
}

UsefulnessRun::UsefulnessRun(const UsefulnessRequest& request, const Control& control,
                             parsing::MakeParserTraining make_training)
    : request_(request), control_(control), make_training_(std::move(make_training)) {
  result_.by = rule_of(request);
  result_.cost = request.cost;
  training_ = gold_tag_request(request.recipe, request.seed, control, make_training_);
}

UsefulnessResult UsefulnessRun::run() {
  data_ = read_usefulness_data(request_, control_);
  const NumberedTreebank numbers(data_.read.sentences);
  if (result_.by == PickRule::kSu) {
    rank_annotated(numbers);
  } else {
    rank_others(numbers);
  }
  return std::move(result_);
}

void UsefulnessRun::add(std::size_t sentence, const Pick& pick) {
  const Sentence& from = data_.read.sentences[sentence];
  RankedSentence out;
  out.place = {data_.read.files[sentence], from.line(), 0};
  out.sentence_name = std::string(treebank::sentence_name(from));
  out.text = treebank::sentence_text(from);
  out.words = static_cast<std::size_t>(from.size());
  out.gain = pick.gain;
  out.score = pick.score;
  if (pick.usefulness_class > 0) out.usefulness_class = pick.usefulness_class;
  out.votes = pick.votes;
  result_.sentences.push_back(std::move(out));
}

void UsefulnessRun::rank_annotated(const NumberedTreebank& numbers) {
  const UsefulnessSets sets = cut_sets(shuffled_sentences(data_.annotated, request_.seed), request_);
  RetrainingMemory memory(request_.state, request_.resume, describe_sentences(training_, data_), control_.ranks);
  Retrainer retrainer(data_.read.sentences, numbers, training_, control_, make_training_, memory,
                      2 + 2 * sets.candidates.size());
  const MeasuredUsefulness measured = measure_usefulness(sets, retrainer);
  result_.counts = count_usefulness(sets, measured, data_.read.sentences);
  result_.counts.trainings = retrainer.trainings();
  for (const Pick& each : pick_by_su(sets.candidates, measured.su, data_.read.sentences, request_.cost)) {
    add(sets.candidates[each.at], each);
  }
}

void UsefulnessRun::rank_others(const NumberedTreebank& numbers) {
  const std::vector<Sentence>& sentences = data_.read.sentences;
  const bool learns = result_.by == PickRule::kPredicted || result_.by == PickRule::kVoted;
  const bool parses = learns || result_.by == PickRule::kLeastConfident;
  UsefulnessSets sets;
  if (learns) sets = cut_sets(shuffled_sentences(data_.annotated, request_.seed), request_);
  RetrainingMemory memory(request_.state, request_.resume, describe_sentences(training_, data_), control_.ranks);
  Retrainer retrainer(sentences, numbers, training_, control_, make_training_, memory,
                      1 + (learns ? 2 + 2 * sets.candidates.size() + kDescribingParsers : 0));
  std::optional<UsefulnessLessons> lessons;
  if (learns) {
    const MeasuredUsefulness measured = measure_usefulness(sets, retrainer);
    result_.counts = count_usefulness(sets, measured, sentences);
    const DescribedCandidates described = describe_candidates(sets, sentences, retrainer);
    SentenceSet all(sets.candidates.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    lessons = learn_usefulness(sets, measured, described, all, sentences, numbers, control_.stop);
  }
  SentenceSet annotated(data_.annotated);
  std::iota(annotated.begin(), annotated.end(), std::size_t{0});
  SentenceSet pool(sentences.size() - data_.annotated);
  std::iota(pool.begin(), pool.end(), data_.annotated);
  Answers said;
  if (parses) said = std::move(retrainer.answers(std::vector<RetrainingTask>{{annotated, {pool}}}).front());
  KnownForms known;
  for (const std::size_t each : annotated) known.add(sentences[each]);
  base::Random random(request_.seed);
  const SentencePicker picker(sentences, numbers, annotated, known, pool, said);
  for (const Pick& each : picker.picks(result_.by, request_.cost, lessons ? &*lessons : nullptr, random)) {
    add(pool[each.at], each);
  }
  result_.counts.trainings = retrainer.trainings();
}

}  // namespace espalier::curation
