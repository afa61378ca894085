#include "selection/induction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "features/template.h"
#include "selection/sifis_setup.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/xml_check.h"

namespace espalier::selection {
namespace {

using tests::error_of;
using tests::rows_of;
using tests::sample_path;
using tests::threads;

constexpr const char* kBasic =
    "[arc]\nupos(h)\nupos(m)\nlower(m)\nnear.6(h,m)\nupos(m+1)\nupos(h-1)\n\n[label]\nupos(h) & upos(m) & dir(h,m)\n";

/// Three cycles in a moment, on samples.
InduceRequest request_of(const std::string& options = "min-updates = 2\n") {
  InduceRequest request;
  request.training.train = {sample_path("en"), sample_path("fr"), sample_path("pt")};
  request.training.recipe = Recipe::parse(
      "parser = \"graph\"\nfilter = \"no\"\ncycles = 2\nselect-epochs = 2\nmost-templates = 2\ntrees = 3\nepochs = 2\n"
      "label-epochs = 1\n" +
          options,
      "test");
  request.training.recipe.set_features(kBasic, "basic");
  return request;
}

std::vector<features::Template> templates_of(const InductionResult& result) {
  return arc_section().templates_in(result.features, "result");
}

/// Runs until this cycle is over, and leaves the state.
void run_until(InduceRequest request, std::size_t cycle) {
  request.on_cycle = [cycle](const InductionCycle& row) {
    if (row.cycle == cycle) throw Error(ErrorKind::kInterrupted, "enough");
  };
  EXPECT_EQ(error_of([&] { induce(request); }).kind(), ErrorKind::kInterrupted);
}

TEST(InductionTest, ARowACycle) {
  InduceRequest request = request_of();
  std::vector<InductionCycle> heard;
  request.on_cycle = [&](const InductionCycle& row) { heard.push_back(row); };
  const InductionResult result = induce(request);
  ASSERT_EQ(result.cycles.size(), 3U);
  EXPECT_EQ(rows_of(heard), rows_of(result.cycles));
  EXPECT_EQ(result.cycles[0].templates, 6U);
  EXPECT_EQ(result.cycles[2].induced, 0U);
  EXPECT_EQ(result.chosen, 2U);
  for (std::size_t i = 0; i < 3; ++i) {
    const InductionCycle& row = result.cycles[i];
    EXPECT_EQ(row.cycle, i);
    EXPECT_GT(row.examples, 0U);
    EXPECT_EQ(row.examples, result.cycles[0].examples);
    EXPECT_GT(row.kept, 0U);
    EXPECT_LT(row.kept, row.features);
    EXPECT_GT(row.wrong.value_or(-1), 0);
    EXPECT_FALSE(row.uas);
    if (i == 0) continue;
    EXPECT_EQ(row.templates, result.cycles[i - 1].templates + result.cycles[i - 1].induced);
    EXPECT_GT(row.features, result.cycles[i - 1].features);
    EXPECT_GE(row.kept, result.cycles[i - 1].kept);  // what is selected stays
  }
  const auto found = templates_of(result);
  const auto basic = arc_section().templates_in(kBasic, "basic");
  ASSERT_EQ(found.size(), result.cycles[2].templates);
  EXPECT_TRUE(std::equal(basic.begin(), basic.end(), found.begin()));
  EXPECT_NE(result.features.find("[label]"), std::string::npos);
}

TEST(InductionTest, TheTableHasWhatIsKnown) {
  InductionCycle row;
  row.templates = 7;
  row.features = 400;
  row.kept = 100;
  row.uas = 87.5;
  row.las = 82.5;
  row.seconds = 2;
  EXPECT_EQ(
      report::render(induction_table(std::span(&row, 1)), report::TableFormat::kTsv),
      "cycle\ttemplates\tinduced\texamples\tfeatures\tkept\tkept_percent\twrong_percent\tdev_uas\tdev_las\tseconds\n"
      "0\t7\t0\t0\t400\t100\t25.00\t\t87.50\t82.50\t2.00\n");
}

TEST(InductionTest, WithoutSelectionAllIsKept) {
  const InductionResult result = induce(request_of(""));
  for (const InductionCycle& row : result.cycles) {
    EXPECT_GT(row.features, 0U);
    EXPECT_EQ(row.kept, row.features);
    EXPECT_FALSE(row.wrong);
  }
}

TEST(InductionTest, NoCyclesSelectAlone) {
  InduceRequest request = request_of();
  request.training.recipe.set("cycles", "0");
  const InductionResult result = induce(request);
  ASSERT_EQ(result.cycles.size(), 1U);
  EXPECT_EQ(templates_of(result), arc_section().templates_in(kBasic, "basic"));
  EXPECT_LT(result.cycles[0].kept, result.cycles[0].features);
}

TEST(InductionTest, TheSameOnAnyNumberOfThreads) {
  const InductionResult one = induce(request_of("min-updates = 2\ncount-prob = 0.9\n"), threads(1));
  const InductionResult two = induce(request_of("min-updates = 2\ncount-prob = 0.9\n"), threads(2));
  EXPECT_EQ(one.features, two.features);
  EXPECT_EQ(rows_of(one.cycles), rows_of(two.cycles));
}

TEST(InductionTest, ACutRunGoesOnAsIfItHadNotBeenCut) {
  for (const char* options : {"min-updates = 2\n", "", "learn-from = \"mistakes\"\n", "search = \"gains\"\n"}) {
    InduceRequest request = request_of(options);
    request.training.dev = sample_path("de");
    const InductionResult whole = induce(request);
    ASSERT_GE(whole.cycles.size(), 2U);
    for (std::size_t cut = 0; cut < whole.cycles.size(); ++cut) {
      const tests::TemporaryFolder folder;
      request.state = folder / "state";
      request.resume = false;
      request.on_cycle = {};
      run_until(request, cut);
      EXPECT_EQ(folder.list(), std::vector<std::string>{"state"});
      request.resume = true;
      std::vector<InductionCycle> heard;
      request.on_cycle = [&](const InductionCycle& row) { heard.push_back(row); };
      const InductionResult resumed = induce(request, threads(2));
      EXPECT_EQ(resumed.features, whole.features) << cut;
      EXPECT_EQ(rows_of(resumed.cycles), rows_of(whole.cycles)) << cut;
      EXPECT_EQ(rows_of(heard), rows_of(whole.cycles)) << cut;
    }
  }
}

TEST(InductionTest, TheSameOnAnyNumberOfRanks) {
  for (const std::size_t patience : {0U, 1U}) {
    InduceRequest request = request_of();
    request.training.dev = sample_path("de");
    request.training.recipe.set("cycles", "4");
    request.patience = patience;
    std::vector<InductionCycle> heard;
    request.on_cycle = [&](const InductionCycle& row) { heard.push_back(row); };
    const InductionResult one = induce(request, threads(1));
    heard.clear();
    for (const int size : {2, 3}) {
      const auto found = testing::results_on_ranks<InductionResult>(
          size, [&](Ranks& ranks) { return induce(request, testing::control_on(ranks)); });
      for (const InductionResult& each : found) {
        EXPECT_EQ(each.features, one.features);
        EXPECT_EQ(each.chosen, one.chosen);
        EXPECT_EQ(rows_of(each.cycles), rows_of(one.cycles));
      }
      EXPECT_EQ(rows_of(std::exchange(heard, {})), rows_of(one.cycles));
    }
  }
}

TEST(InductionTest, RanksThatWereCutGoOnToTheSameEnd) {
  InduceRequest request = request_of();
  request.training.dev = sample_path("de");
  const InductionResult whole = induce(request);
  const tests::TemporaryFolder folder;
  request.state = folder / "state";
  InduceRequest cut = request;
  cut.on_cycle = [](const InductionCycle& row) {
    if (row.cycle == 1) throw Error(ErrorKind::kInterrupted, "enough");
  };
  const auto kinds = testing::results_on_ranks<ErrorKind>(
      2, [&](Ranks& ranks) { return error_of([&] { induce(cut, testing::control_on(ranks)); }).kind(); });
  EXPECT_THAT(kinds, ::testing::Each(ErrorKind::kInterrupted));
  // As it is between two meetings: the last cycle has yet to be scored.
  InductionState state = read_state(*model_file::File::open(request.state));
  ASSERT_EQ(state.cycles.size(), 2U);
  state.cycles.back().uas = state.cycles.back().las = std::nullopt;
  request.resume = true;
  for (const int size : {1, 3}) {
    write_state(request.state, state);
    std::vector<InductionCycle> heard;
    request.on_cycle = [&](const InductionCycle& row) { heard.push_back(row); };
    const auto resumed = testing::results_on_ranks<InductionResult>(
        size, [&](Ranks& ranks) { return induce(request, testing::control_on(ranks)); });
    for (const InductionResult& each : resumed) {
      EXPECT_EQ(each.features, whole.features);
      EXPECT_EQ(rows_of(each.cycles), rows_of(whole.cycles));
    }
    EXPECT_EQ(rows_of(heard), rows_of(whole.cycles));
  }
}

TEST(InductionTest, AStateThatIsNotThereIsNoneToGoOnFrom) {
  const tests::TemporaryFolder folder;
  InduceRequest request = request_of();
  request.state = folder / "state";
  request.resume = true;
  EXPECT_EQ(induce(request).features, induce(request_of()).features);
}

TEST(InductionTest, AStateOfAnotherRunIsRefusedByName) {
  const tests::TemporaryFolder folder;
  InduceRequest request = request_of();
  request.state = folder / "state";
  run_until(request, 0);
  request.resume = true;
  const auto reason = [](const InduceRequest& other) {
    const Error error = error_of([&] { induce(other); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.reason();
  };
  InduceRequest other = request;
  other.training.recipe.set("margin", "3");
  EXPECT_NE(reason(other).find("margin was 1, now it is 3"), std::string::npos);
  other = request;
  other.training.train = {sample_path("de")};
  EXPECT_NE(reason(other).find("training data was"), std::string::npos);
  other = request;
  other.training.dev = sample_path("de");
  EXPECT_NE(reason(other).find("development data was none"), std::string::npos);
  other = request;
  other.training.recipe.set_features("[arc]\nupos(h)\nupos(m)\n", "other");
  EXPECT_NE(reason(other).find("feature file was"), std::string::npos);
  other = request;
  other.training.seed = 2;
  EXPECT_NE(reason(other).find("seed was 1, now it is 2"), std::string::npos);
}

TEST(InductionTest, ADamagedStateIsRefused) {
  const tests::TemporaryFolder folder;
  InduceRequest request = request_of();
  request.state = folder / "state";
  run_until(request, 1);
  const std::string good = tests::slurp(request.state);
  request.resume = true;
  for (std::size_t i = 0; i < 20; ++i) {
    std::string bad = good;
    bad[i * (bad.size() - 1) / 19] ^= 0x20;
    tests::spill(request.state, bad);
    EXPECT_THROW(read_state(*model_file::File::open(request.state)), Error) << i;
    tests::spill(request.state, good.substr(0, i * good.size() / 20));
    EXPECT_THROW(read_state(*model_file::File::open(request.state)), Error) << i;
  }
}

/// Sealed as it should be, and yet not true.
TEST(InductionTest, AStateThatDoesNotHoldTogetherIsRefused) {
  const tests::TemporaryFolder folder;
  InduceRequest request = request_of();
  request.state = folder / "state";
  run_until(request, 1);
  request.resume = true;
  const InductionState good = read_state(*model_file::File::open(request.state));
  InductionState bad = good;
  bad.features = kBasic;  // fewer templates than its cycles tell of
  write_state(request.state, bad);
  EXPECT_EQ(error_of([&] { induce(request); }).kind(), ErrorKind::kInput);
  bad = good;
  bad.features = "[arc]\nnonsense(";
  write_state(request.state, bad);
  EXPECT_THROW(induce(request), Error);
  bad = good;
  bad.cycles[1].templates = 1'000'000;
  write_state(request.state, bad);
  EXPECT_EQ(error_of([&] { induce(request); }).kind(), ErrorKind::kInput);
  bad = good;
  bad.cycles.clear();
  write_state(request.state, bad);
  EXPECT_EQ(error_of([&] { induce(request); }).kind(), ErrorKind::kInput);
}

TEST(InductionTest, TheBestListIsKept) {
  InduceRequest request = request_of();
  request.training.dev = sample_path("de");
  const InductionResult result = induce(request);
  for (const InductionCycle& row : result.cycles) {
    ASSERT_TRUE(row.uas);
    EXPECT_LE(*row.uas, *result.cycles[result.chosen].uas);
    EXPECT_TRUE(row.cycle >= result.chosen || *row.uas < *result.cycles[result.chosen].uas);
  }
  EXPECT_EQ(templates_of(result).size(), result.cycles[result.chosen].templates);
}

TEST(InductionTest, PatienceEndsWhatDoesNotGetBetter) {
  InduceRequest request = request_of();
  request.training.dev = sample_path("de");
  request.training.recipe.set("cycles", "4");
  const InductionResult whole = induce(request);
  request.patience = 1;
  const InductionResult patient = induce(request);
  std::size_t expected = 1;  // rows until the first that is no better than all before it
  double best = *whole.cycles[0].uas;
  for (; expected < whole.cycles.size(); ++expected) {
    if (*whole.cycles[expected].uas <= best) break;
    best = *whole.cycles[expected].uas;
  }
  EXPECT_EQ(patient.cycles.size(), std::min(expected + 1, whole.cycles.size()));
  EXPECT_EQ(*patient.cycles[patient.chosen].uas, best);
}

TEST(InductionTest, TrainLearnsFromWhatIsFound) {
  InduceRequest request = request_of();
  request.training.dev = sample_path("de");
  const InductionResult result = induce(request);
  TrainRequest training = request.training;
  training.only = {Stage::kTrees};
  training.recipe.set("cycles", "0");
  training.recipe.set_features(result.features, "induced");
  double best = 0;
  training.on_epoch = [&](const EpochLine& line) {
    if (line.scored && line.best) best = line.uas;
  };
  train(training);
  EXPECT_DOUBLE_EQ(best, *result.cycles[result.chosen].uas);
}

TEST(InductionTest, SaysWhatDoesNotGoTogether) {
  InduceRequest request = request_of();
  request.patience = 1;
  EXPECT_EQ(error_of([&] { induce(request); }).kind(), ErrorKind::kUsage);
  for (const char* recipe : {"mdparser", "token", "mst1", "mst2"}) {
    InduceRequest other = request_of();
    other.training.recipe = Recipe::load(recipe);
    EXPECT_EQ(error_of([&] { induce(other); }).kind(), ErrorKind::kUsage) << recipe;
  }
  InduceRequest lengths = request_of();
  lengths.training.recipe.set("shortest", "5");
  EXPECT_EQ(error_of([&] { induce(lengths); }).kind(), ErrorKind::kUsage);
}

TEST(InductionTest, StopsWhenAskedTo) {
  std::atomic<bool> stop{false};
  Control control;
  control.stop = &stop;
  std::uint64_t last = 0;
  std::uint64_t total = 0;
  InduceRequest request = request_of();
  control.progress = [&](const Progress& progress) {
    if (progress.what != "cycles") return;
    EXPECT_LE(progress.done, progress.total);
    EXPECT_GE(progress.done, last);
    last = progress.done;
    total = progress.total;
    if (progress.done * 2 > progress.total) stop = true;
  };
  EXPECT_EQ(error_of([&] { induce(request, control); }).kind(), ErrorKind::kInterrupted);
  EXPECT_GT(last * 2, total);
}

TEST(InductionTest, ThePlotIsWellFormed) {
  InduceRequest request = request_of();
  const InductionResult result = induce(request);
  const std::string plain = induction_plot(result.cycles);
  EXPECT_EQ(test_support::XmlCheck(plain).run(), "");
  std::vector<InductionCycle> scored = result.cycles;
  for (InductionCycle& row : scored) row.uas = 80 + static_cast<double>(row.cycle);
  EXPECT_EQ(test_support::XmlCheck(induction_plot(scored)).run(), "");
  EXPECT_NE(induction_plot(scored), plain);
  EXPECT_EQ(test_support::XmlCheck(induction_plot({})).run(), "");
}

}  // namespace
}  // namespace espalier::selection
