// Trainings that are cut in the middle and go on: the models are those of trainings that were left in peace.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "espalier/trainer.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using tests::error_of;
using tests::sample_path;
using tests::slurp;
using tests::spill;
using tests::TemporaryFolder;

/// As a program ends that is killed: nobody is told.
struct Killed {};

struct Case {
  const char* name;
  const char* recipe;
  tests::Options options;
  bool has_dev = true;
  bool brackets = false;
  std::vector<Stage> only = {Stage::kTrees};
};

std::ostream& operator<<(std::ostream& out, const Case& item) { return out << item.name; }

class TrainingResumeTest : public testing::TestWithParam<Case> {
 protected:
  TrainRequest request() const {
    const Case& item = GetParam();
    const auto path = [&](const std::string& language) {
      return item.brackets ? tests::source_path("samples/" + language + ".mrg") : sample_path(language);
    };
    TrainRequest out = tests::request_for(item.recipe, item.options, {path("fr"), path("pt")});
    if (item.has_dev) out.dev = path("en");
    out.only = item.only;
    out.state = state_;
    out.checkpoint = checkpoint_;
    return out;
  }

  /// Until the caller has heard of progress so often; 0: to the end. Counts how often that is.
  Model run(bool resumes, std::size_t last, std::size_t& heard) const {
    TrainRequest wanted = request();
    wanted.resume = resumes;
    Control control = tests::threads(2);
    control.progress = [&](const Progress&) {
      if (++heard == last) throw Killed();
    };
    return train(wanted, control);
  }

  double checkpoint_ = 0.01;
  TemporaryFolder folder_;
  std::string state_ = folder_ / "model.state";
};

TEST_P(TrainingResumeTest, EndsWithTheSameBytes) {
  std::size_t all = 0;
  const std::string expected = run(false, 0, all).bytes();
  base::Random random(11);
  for (int i = 0; i < 6; ++i) {
    std::filesystem::remove(state_);
    std::size_t heard = 0;
    std::size_t before = 0;
    const std::size_t first = 1 + random.below(all);
    EXPECT_THROW(run(false, first, before), Killed);
    std::size_t again = 0;
    const std::size_t second = 1 + random.below(4);
    const bool is_over = [&] {
      try {
        return run(true, second, again).bytes() == expected;
      } catch (const Killed&) {
        return false;
      }
    }();
    if (is_over) continue;
    EXPECT_EQ(run(true, 0, heard).bytes(), expected) << first << " of " << all << ", then " << second;
  }
}

TEST_P(TrainingResumeTest, StatesOfOtherTrainingsAreRefused) {
  checkpoint_ = 0;  // however fast it is, there is a state
  std::size_t all = 0;
  run(false, 0, all);
  TrainRequest other = request();
  other.resume = true;
  other.seed = 2;
  const Error error = error_of([&] { train(other); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_NE(error.reason().find("seed was 1, now it is 2"), std::string::npos) << error.reason();
  std::string bytes = slurp(state_);
  bytes[bytes.size() / 2] ^= 16;
  spill(state_, bytes);
  std::size_t heard = 0;
  EXPECT_EQ(error_of([&] { run(true, 0, heard); }).kind(), ErrorKind::kInput);
}

INSTANTIATE_TEST_SUITE_P(
    Recipes, TrainingResumeTest,
    testing::Values(
        Case{"Greedy", "transition", {{"tags", "gold"}, {"epochs", "4"}}},
        Case{"Explores", "transition-standard", {{"tags", "gold"}, {"epochs", "3"}, {"calibration-folds", "2"}}},
        Case{"Beam", "transition-best", {{"tags", "gold"}, {"epochs", "3"}, {"beam", "4"}}},
        Case{"ChoosesEpochs", "transition-fast", {{"tags", "gold"}, {"epochs", "auto"}, {"patience", "2"}}, false},
        Case{"Graph", "graph-fast", {{"tags", "gold"}, {"epochs", "3"}}},
        Case{"SecondOrder", "mst2", {{"tags", "gold"}, {"epochs", "2"}}, false},
        Case{"Sparse", "sperc", {{"tags", "gold"}, {"epochs", "3"}}}, Case{"Linear", "malt-eager", {{"tags", "gold"}}},
        Case{"Kernel", "malt-svm", {{"tags", "gold"}}, false}, Case{"Token", "token", {{"tags", "gold"}}},
        Case{"Constituency", "constituency-best", {{"epochs", "3"}, {"beam", "4"}}, true, true},
        Case{"AllStages", "transition-fast", {{"epochs", "2"}, {"folds", "2"}}, true, false, {}}),
    [](const auto& item) { return std::string(item.param.name); });

TEST(TrainingWithoutState, HasNothingToResume) {
  TrainRequest request = tests::request_for("transition-fast", {}, {sample_path("fr")});
  request.resume = true;
  EXPECT_EQ(error_of([&] { train(request); }).kind(), ErrorKind::kUsage);
}

TEST(TrainingWithState, LinesOfEpochsAreToldAgain) {
  TemporaryFolder folder;
  TrainRequest request =
      tests::request_for("transition-fast", {{"tags", "gold"}, {"epochs", "3"}}, {sample_path("fr")});
  request.only = {Stage::kTrees};
  request.dev = sample_path("pt");
  request.state = folder / "state";
  request.checkpoint = 0;
  const auto lines = [&](bool resumes) {
    std::vector<std::string> out;
    request.resume = resumes;
    request.on_epoch = [&](const EpochLine& line) {
      out.push_back(line.stage + std::to_string(line.epoch) + " " + std::to_string(line.las) + (line.best ? "*" : "") +
                    " " + std::to_string(line.features) + " " + std::to_string(line.loss));
    };
    train(request, tests::threads(1));
    return out;
  };
  const std::vector<std::string> first = lines(false);
  EXPECT_GT(first.size(), 3U);
  EXPECT_EQ(lines(true), first);
}

}  // namespace
}  // namespace espalier
