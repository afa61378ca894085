// Values of options that are tried before a training: the same on any number of ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "espalier/trainer.h"
#include "tests/support/graph_data.h"
#include "tests/support/local_ranks.h"

namespace espalier {
namespace {

struct Tuned {
  std::string lines;  // without times
  std::vector<double> seconds;
  std::string step;
  std::string margin;
};

Tuned tuned(const Control& control, std::vector<std::string>& heard) {
  TrainRequest request;
  request.train = {tests::sample_path("fr"), tests::sample_path("pt")};
  request.dev = tests::sample_path("en");
  request.recipe = Recipe::load("transition");
  request.recipe.set("epochs", "3");
  Tuned out;
  for (const TuneLine& line :
       tune(request, control, [&](const TuneLine& each) { heard.push_back(each.options.begin()->second); })) {
    const auto& [option, value] = *line.options.begin();
    out.lines += option + " " + value + " " + std::to_string(line.uas) + " " + std::to_string(line.las) + "\n";
    out.seconds.push_back(line.seconds);
  }
  out.step = request.recipe.get("step");
  out.margin = request.recipe.get("margin");
  return out;
}

TEST(TuneTest, TheSameOnAnyNumberOfRanks) {
  std::vector<std::string> first;
  Control alone;
  alone.threads = 1;
  const Tuned one = tuned(alone, first);
  EXPECT_EQ(first.size(), one.seconds.size());
  for (const int size : {2, 3}) {
    std::vector<std::string> heard;
    const auto found =
        testing::results_on_ranks<Tuned>(size, [&](Ranks& ranks) { return tuned(testing::control_on(ranks), heard); });
    for (const Tuned& each : found) {
      EXPECT_EQ(each.lines, one.lines);
      EXPECT_EQ(each.step, one.step);
      EXPECT_EQ(each.margin, one.margin);
      EXPECT_EQ(each.seconds, found.front().seconds);
    }
    EXPECT_EQ(heard, first) << "the first rank speaks, in the order of values";
  }
}

}  // namespace
}  // namespace espalier
