// Usefulness from a request to a ranked list: su against trainings through the public face, order, costs, threads.
#include "curation/usefulness_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "curation/usefulness_experiment.h"
#include "espalier/parser.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/local_ranks.h"
#include "tests/support/varied_treebank.h"

namespace espalier::curation {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using tests::error_of;
using tests::threads;

class UsefulnessRunTest : public ::testing::Test {
 protected:
  UsefulnessRunTest() : sentences_(tests::varied_treebank(80)) {
    request_.treebanks = {folder_ / "a.conllu"};
    request_.recipe = Recipe::load(default_usefulness_recipe());
    request_.train = 6;
    request_.candidates = 6;
    write_file(request_.treebanks[0], tests::conllu_of(sentences_));
  }

  void give_pool(std::vector<Sentence> pool) {
    request_.unannotated = {folder_ / "pool.conllu"};
    write_file(request_.unannotated[0], tests::conllu_of(pool));
  }
  UsefulnessResult run(int count = 1) { return rank_sentences(request_, threads(count)); }

  tests::TemporaryFolder folder_;
  std::vector<Sentence> sentences_;
  UsefulnessRequest request_;
};

std::string bytes_of(const UsefulnessResult& result) {
  return report::render(usefulness_table(result), report::TableFormat::kTsv) +
         report::render(usefulness_counts(result.counts), report::TableFormat::kTsv);
}

/// Trained and scored by what everybody can call.
double accuracy(const std::string& file, const Recipe& recipe, const std::vector<Sentence>& train_sentences,
                const std::vector<Sentence>& test) {
  write_file(file, tests::conllu_of(train_sentences));
  TrainRequest request;
  request.train = {file};
  request.recipe = recipe;
  request.recipe.set("tags", "gold");
  request.only = {Stage::kTrees};
  const Parser parser{Ensemble(train(request, threads(1)))};
  double words = 0;
  double right = 0;
  for (const Sentence& gold : test) {
    Sentence parsed = gold;
    parser.parse(parsed);
    for (std::int32_t word = 1; word <= gold.size(); ++word) {
      words += 1;
      right += parsed.head(word) == gold.head(word) && parsed.deprel(word) == gold.deprel(word) ? 1 : 0;
    }
  }
  return 100 * right / words;
}

TEST(UsefulnessSetsTest, AreSharesOfTheTreebankWithNothingInCommon) {
  UsefulnessRequest request;
  request.train = request.test = request.candidates = 0;
  const UsefulnessSets sets = cut_sets(shuffled_sentences(50, 3), request);
  EXPECT_THAT(sets.train[0], SizeIs(15));
  EXPECT_THAT(sets.train[1], SizeIs(15));
  EXPECT_THAT(sets.test[0], SizeIs(5));
  EXPECT_THAT(sets.test[1], SizeIs(5));
  EXPECT_THAT(sets.candidates, SizeIs(10));
  std::set<std::size_t> all;
  for (const SentenceSet* each : {&sets.train[0], &sets.train[1], &sets.test[0], &sets.test[1], &sets.candidates}) {
    all.insert(each->begin(), each->end());
  }
  EXPECT_THAT(all, SizeIs(50));
  request.train = 4;
  const UsefulnessSets smaller = cut_sets(shuffled_sentences(50, 3), request);
  EXPECT_THAT(smaller.train[1], SizeIs(4));
  EXPECT_THAT(smaller.training_part, SizeIs(30));
  EXPECT_EQ(smaller.candidates, sets.candidates);
  EXPECT_THAT(error_of([&] { cut_sets(shuffled_sentences(4, 3), request); }).what(),
              HasSubstr("4 sentences are too few"));
}

TEST(CorrelationTest, ByHand) {
  const std::vector<double> a = {1, 2, 3};
  EXPECT_DOUBLE_EQ(*correlation(a, std::vector<double>{2, 4, 6}), 1);
  // Deviations −1, 0, 1 and 1, −2, 1: nothing in common.
  EXPECT_DOUBLE_EQ(*correlation(a, std::vector<double>{5, 2, 5}), 0);
  EXPECT_FALSE(correlation(a, std::vector<double>{1, 1, 1}).has_value());
}

TEST_F(UsefulnessRunTest, SuIsTheMeanOfFourDifferencesOfAccuracies) {
  const UsefulnessResult result = run();
  const UsefulnessSets sets = cut_sets(shuffled_sentences(80, request_.seed), request_);
  ASSERT_THAT(result.sentences, SizeIs(6));
  const auto pick = [&](const SentenceSet& set) {
    std::vector<Sentence> out;
    for (const std::size_t each : set) out.push_back(sentences_[each]);
    return out;
  };
  const auto acc = [&](const std::vector<Sentence>& train, std::size_t m) {
    return accuracy(folder_ / "t.conllu", request_.recipe, train, pick(sets.test[m]));
  };
  for (std::size_t n = 0; n < 2; ++n) {
    for (std::size_t m = 0; m < 2; ++m) EXPECT_DOUBLE_EQ(result.counts.base[n][m], acc(pick(sets.train[n]), m));
  }
  for (const RankedSentence& each : result.sentences) {
    // Sentences of the file have as many lines as words, and one that is empty.
    std::size_t at = 0;
    for (std::size_t line = 1; line < each.place.line; ++at)
      line += static_cast<std::size_t>(sentences_[at].size()) + 1;
    ASSERT_NE(std::find(sets.candidates.begin(), sets.candidates.end(), at), sets.candidates.end());
    double su = 0;
    for (std::size_t n = 0; n < 2; ++n) {
      std::vector<Sentence> train = pick(sets.train[n]);
      train.push_back(sentences_[at]);
      for (std::size_t m = 0; m < 2; ++m) su += (acc(train, m) - result.counts.base[n][m]) / 4;
    }
    EXPECT_NEAR(each.gain, su, 1e-9);
    EXPECT_EQ(each.words, static_cast<std::size_t>(sentences_[at].size()));
  }
  EXPECT_GT(result.counts.deviation, 0);
  EXPECT_EQ(result.counts.trainings, 2U + 2 * 6);
}

TEST_F(UsefulnessRunTest, SentencesComeByWhatTheyBringForTheirCost) {
  for (const AnnotationCost cost : {AnnotationCost::kSentences, AnnotationCost::kWords}) {
    request_.cost = cost;
    const UsefulnessResult result = run();
    double before = std::numeric_limits<double>::infinity();
    for (const RankedSentence& each : result.sentences) {
      const double price = cost == AnnotationCost::kWords ? static_cast<double>(each.words) : 1;
      EXPECT_DOUBLE_EQ(each.score, each.gain / price);
      EXPECT_LE(each.score, before);
      before = each.score;
    }
  }
}

TEST_F(UsefulnessRunTest, TheSameOnAnyNumberOfThreads) {
  give_pool(tests::varied_treebank(20));
  for (const PickRule rule : {PickRule::kPredicted, PickRule::kVoted, PickRule::kLeastConfident, PickRule::kRandom}) {
    request_.by = rule;
    const std::string one = bytes_of(run(1));
    EXPECT_EQ(bytes_of(run(3)), one) << name_of(rule);
  }
}

TEST_F(UsefulnessRunTest, TheSameOnAnyNumberOfRanksCutOrNot) {
  give_pool(tests::varied_treebank(20));
  const std::string one = bytes_of(run());
  request_.state = folder_ / "state";
  const auto on_ranks = [&](int size) {
    return testing::results_on_ranks<std::string>(size, [&](Ranks& ranks) {
      Control control = testing::control_on(ranks);
      control.progress = [&](const Progress&) { EXPECT_EQ(ranks.rank(), 0); };
      return bytes_of(rank_sentences(request_, control));
    });
  };
  for (const int size : {2, 3}) EXPECT_THAT(on_ranks(size), ::testing::Each(one));
  // As if it had been cut: the state of the first rank is the one that counts, and what it has is not trained.
  RetrainingState cut = read_retraining_state(*model_file::File::open(request_.state));
  EXPECT_THAT(cut.accuracies, SizeIs(2 + 2 * 6));
  cut.accuracies.erase(cut.accuracies.begin());
  write_state(request_.state, cut);
  request_.resume = true;
  EXPECT_THAT(on_ranks(2), ::testing::Each(one));
  for (auto& [key, values] : cut.accuracies) values[0] += 50;
  write_state(request_.state, cut);
  EXPECT_THAT(on_ranks(2), ::testing::Each(::testing::Ne(one)));
}

TEST_F(UsefulnessRunTest, AnExperimentIsTheSameOnAnyNumberOfRanks) {
  UsefulnessExperimentRequest request;
  request.base = request_;
  request.runs = 2;
  request.sizes = {2};
  request.draws = 1;
  const auto tsv = [&](const Control& control) {
    return report::render(selection_points_table(measure_selection(request, control)), report::TableFormat::kTsv);
  };
  const std::string one = tsv(threads(1));
  EXPECT_THAT(testing::results_on_ranks<std::string>(3, [&](Ranks& ranks) { return tsv(testing::control_on(ranks)); }),
              ::testing::Each(one));
}

TEST_F(UsefulnessRunTest, ACutRunGoesOnToTheSameEnd) {
  give_pool(tests::varied_treebank(20));
  const std::string whole = bytes_of(run());
  request_.state = folder_ / "state";
  // Parsers are told of one by one; stopped after five, the state has those that were trained.
  Control control = threads(1);
  std::uint64_t trained = 0;
  control.progress = [&](const Progress& progress) {
    trained = std::max(trained, progress.done);
    if (trained == 5) throw Error(ErrorKind::kInterrupted, "enough");
  };
  EXPECT_EQ(error_of([&] { rank_sentences(request_, control); }).kind(), ErrorKind::kInterrupted);
  RetrainingState cut = read_retraining_state(*model_file::File::open(request_.state));
  EXPECT_THAT(cut.accuracies, SizeIs(5));
  request_.resume = true;
  EXPECT_EQ(bytes_of(run(2)), whole);
  EXPECT_THAT(read_retraining_state(*model_file::File::open(request_.state)).accuracies, SizeIs(2 + 2 * 6));

  // What the state has is believed, not trained: a wrong accuracy shows.
  for (auto& [key, values] : cut.accuracies) values[0] += 50;
  write_state(request_.state, cut);
  EXPECT_NE(bytes_of(run()), whole);

  request_.seed = 2;
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("seed was 1, now it is 2"));
  tests::spill(request_.state, "nothing");
  EXPECT_EQ(error_of([&] { run(); }).kind(), ErrorKind::kInput);
  request_.state.clear();
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("no state to go on from"));
}

TEST_F(UsefulnessRunTest, AnExperimentThatWasCutGoesOnToTheSameEnd) {
  UsefulnessExperimentRequest request;
  request.base = request_;
  request.runs = 2;
  request.sizes = {2};
  request.draws = 1;
  const auto tsv = [&](int count) {
    return report::render(selection_points_table(measure_selection(request, threads(count))),
                          report::TableFormat::kTsv);
  };
  const std::string whole = tsv(1);
  request.base.state = folder_ / "state";
  Control control = threads(2);
  control.progress = [&](const Progress& progress) {
    if (progress.done >= 20) throw Error(ErrorKind::kInterrupted, "enough");
  };
  EXPECT_EQ(error_of([&] { measure_selection(request, control); }).kind(), ErrorKind::kInterrupted);
  request.base.resume = true;
  EXPECT_EQ(tsv(2), whole);
}

TEST_F(UsefulnessRunTest, TreesOfThePoolAreNotLookedAt) {
  std::vector<Sentence> pool = tests::varied_treebank(20);
  give_pool(pool);
  const std::string with_trees = bytes_of(run());
  for (Sentence& sentence : pool) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      sentence.set_head(word, word - 1);
      sentence.set(word, Column::kDeprel, "wrong");
    }
  }
  give_pool(pool);
  EXPECT_EQ(bytes_of(run()), with_trees);
}

TEST_F(UsefulnessRunTest, LongSentencesFirstAndWhatIsNewFirst) {
  give_pool(
      tests::sentences_of({"the/DET/2/det cat/NOUN/3/nsubj sees/VERB/0/root a/DET/5/det dog/NOUN/3/obj ./PUNCT/3/punct",
                           "quite/ADV/2/advmod unheard/ADJ/0/root of/ADP/2/case !/PUNCT/2/punct"}));
  request_.by = PickRule::kLongest;
  EXPECT_EQ(run().sentences[0].words, 6U);
  request_.by = PickRule::kPredicted;
  request_.cost = AnnotationCost::kWords;
  const UsefulnessResult result = run();
  ASSERT_THAT(result.sentences, SizeIs(2));
  EXPECT_EQ(result.sentences[0].text, "quite unheard of !");
  EXPECT_EQ(result.sentences[0].place.line, 8U);
  EXPECT_GT(result.sentences[0].score, result.sentences[1].score);
}

TEST_F(UsefulnessRunTest, RefusesWhatDoesNotGoTogether) {
  request_.by = PickRule::kLongest;
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("'longest' ranks sentences that are not annotated"));
  give_pool(tests::varied_treebank(2));
  request_.by = PickRule::kSu;
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("only be predicted"));
  request_.by.reset();
  write_file(request_.unannotated[0],
             "# a comment\n1\tcat\t_\tNOUN\t_\t_\t_\t_\t_\t_\n2\tsat\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
  const Error error = error_of([&] { run(); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("pool.conllu:3: 'sat' has no tag"));
  EXPECT_THAT(error_of([] { pick_rule_named("best"); }).what(), HasSubstr("no rule of picking 'best'"));
}

TEST(CompareWithRandomTest, ByHand) {
  SelectionPoint point;
  point.gains = {1, 2, 3};
  compare_with_random({1, 1, 1}, 1, point);
  EXPECT_DOUBLE_EQ(point.gain.value, 2);
  // Standard error 1/√3, Student's t of two degrees of freedom 4.3027.
  EXPECT_NEAR(point.gain.interval->low, 2 - 4.3027 / std::sqrt(3), 1e-3);
  EXPECT_DOUBLE_EQ(point.over_random.value, 1);
  EXPECT_DOUBLE_EQ(*point.ratio, 2);
  EXPECT_DOUBLE_EQ(point.ratio_interval->low, 1);  // of 27 samples one is 1, 1, 1
  EXPECT_DOUBLE_EQ(point.ratio_interval->high, 3);
  compare_with_random({-1, 0, 1}, 1, point);
  EXPECT_DOUBLE_EQ(point.over_random.value, 2);
  EXPECT_DOUBLE_EQ(point.over_random.interval->high, 2);  // the same in every run
}

TEST_F(UsefulnessRunTest, AnExperimentMeasuresAllRulesWithEqualNumbers) {
  UsefulnessExperimentRequest request;
  request.base = request_;
  request.runs = 2;
  request.sizes = {2, 4};
  request.draws = 2;
  const UsefulnessExperiment result = measure_selection(request, threads(1));
  EXPECT_THAT(result.points, SizeIs(2 * 2 * kPickRules));
  EXPECT_EQ(result.pool, 20U);
  EXPECT_EQ(result.test, 20U);
  ASSERT_THAT(result.best, SizeIs(2));
  for (const SelectionPoint& each : result.points) {
    EXPECT_THAT(each.gains, SizeIs(2));
    EXPECT_DOUBLE_EQ(each.gain.value, (each.gains[0] + each.gains[1]) / 2);
    if (each.cost == AnnotationCost::kSentences) {
      EXPECT_DOUBLE_EQ(each.sentences, static_cast<double>(each.size));
    }
    if (each.cost == AnnotationCost::kWords && each.rule == PickRule::kLongest) {
      EXPECT_LE(each.sentences, static_cast<double>(each.size));
    }
  }
  const auto tsv = [](const UsefulnessExperiment& from) {
    return report::render(selection_points_table(from), report::TableFormat::kTsv) +
           report::render(best_against_random_table(from), report::TableFormat::kTsv);
  };
  EXPECT_EQ(tsv(measure_selection(request, threads(3))), tsv(result));
  request.sizes = {7};
  EXPECT_THAT(error_of([&] { measure_selection(request); }).what(),
              HasSubstr("7 sentences cannot be picked from 6 candidates and a pool of 20"));
}

}  // namespace
}  // namespace espalier::curation
