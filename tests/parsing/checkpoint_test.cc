#include "parsing/checkpoint.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "base/random.h"
#include "espalier/error.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace espalier::parsing {
namespace {

using tests::error_of;
using tests::slurp;
using tests::spill;
using tests::TemporaryFolder;

const RunDescription kRun = {{"training data", "one"}, {"epochs", "3"}};

class CheckpointTest : public testing::Test {
 protected:
  CheckpointOptions options(bool resumes, double seconds = 0) const { return {path_, resumes, seconds, &stop_}; }
  static std::string once(Checkpoint& checkpoint, const std::string& name, const std::string& bytes, int& made) {
    return CheckpointPlace(&checkpoint).once(name, [&] {
      ++made;
      return bytes;
    });
  }

  TemporaryFolder folder_;
  std::string path_ = folder_ / "model.state";
  std::atomic<bool> stop_ = false;
};

TEST_F(CheckpointTest, WhatIsDoneIsNotDoneAgain) {
  int made = 0;
  {
    Checkpoint first(options(false), kRun);
    EXPECT_EQ(once(first, "tags", std::string("a\0b", 3), made), std::string("a\0b", 3));
  }
  Checkpoint second(options(true), kRun);
  EXPECT_EQ(once(second, "tags", "other", made), std::string("a\0b", 3));
  EXPECT_EQ(made, 1);
  EXPECT_EQ(once(second, "trees", "new", made), "new");
  EXPECT_EQ(made, 2);
}

TEST_F(CheckpointTest, PlacesWithoutAFileKeepNothing) {
  int made = 0;
  const CheckpointPlace nowhere = CheckpointPlace().within("a");
  for (int i = 0; i < 2; ++i) nowhere.once("part", [&] { return std::to_string(++made); });
  EXPECT_EQ(made, 2);
  CheckpointPart part(nowhere, "part");
  EXPECT_FALSE(part.is_kept() || part.is_due() || part.is_done() || part.has_begun());
  part.put("x");
  part.finish("x");
}

TEST_F(CheckpointTest, TheSameNameTwiceIsTwoParts) {
  int made = 0;
  const auto run = [&](bool resumes) {
    Checkpoint checkpoint(options(resumes), kRun);
    return once(checkpoint, "trees", "first", made) + once(checkpoint, "trees", "second", made);
  };
  EXPECT_EQ(run(false), "firstsecond");
  EXPECT_EQ(run(true), "firstsecond");
  EXPECT_EQ(made, 2);
}

TEST_F(CheckpointTest, WhatIsInWorkGoesOn) {
  {
    Checkpoint first(options(false), kRun);
    const CheckpointPlace place(&first);
    CheckpointPart part(place.within("parser"), "moves");
    EXPECT_TRUE(part.is_due());
    part.put("half");
    part.put("more than half");
    CheckpointPart other(place, "labels");
    other.finish("labels");
  }
  Checkpoint second(options(true), kRun);
  const CheckpointPlace place(&second);
  CheckpointPart labels(place, "labels");
  EXPECT_TRUE(labels.is_done());
  EXPECT_EQ(labels.bytes(), "labels");
}

TEST_F(CheckpointTest, TheOnlyPartInWorkIsInTheFile) {
  {
    Checkpoint first(options(false), kRun);
    CheckpointPart part(CheckpointPlace(&first).within("parser"), "moves");
    part.put("half");
    part.put("more");
  }
  Checkpoint second(options(true), kRun);
  CheckpointPart part(CheckpointPlace(&second).within("parser"), "moves");
  EXPECT_TRUE(part.has_begun());
  EXPECT_FALSE(part.is_done());
  EXPECT_EQ(part.bytes(), "more");
  part.finish("all");
  Checkpoint third(options(true), kRun);
  CheckpointPart again(CheckpointPlace(&third).within("parser"), "moves");
  EXPECT_TRUE(again.is_done());
  EXPECT_EQ(again.bytes(), "all");
}

TEST_F(CheckpointTest, PartsOfWhatIsDoneAreForgotten) {
  {
    Checkpoint first(options(false), kRun);
    const CheckpointPlace place(&first);
    place.once("fold", [&] { return place.within("fold").once("weights", [] { return std::string(5000, 'w'); }); });
    EXPECT_LT(std::filesystem::file_size(path_), 9000U);
  }
  Checkpoint second(options(true), kRun);
  const CheckpointPlace place(&second);
  EXPECT_FALSE(CheckpointPart(place.within("fold"), "weights").is_done());
  EXPECT_TRUE(CheckpointPart(place, "fold").is_done());
}

TEST_F(CheckpointTest, NothingIsWrittenBeforeItIsTime) {
  int made = 0;
  {
    Checkpoint slow(options(false, 3600), kRun);
    once(slow, "tags", "a", made);
    CheckpointPart part(CheckpointPlace(&slow), "trees");
    EXPECT_FALSE(part.is_due());
  }
  EXPECT_TRUE(folder_.list().empty());
}

TEST_F(CheckpointTest, WhoIsStoppedWritesAtTheEnd) {
  int made = 0;
  {
    Checkpoint slow(options(false, 3600), kRun);
    once(slow, "tags", "a", made);
    CheckpointPart part(CheckpointPlace(&slow), "trees");
    stop_ = true;
    EXPECT_TRUE(part.is_due());
    part.put("half");
    EXPECT_TRUE(folder_.list().empty());
  }
  stop_ = false;
  Checkpoint second(options(true), kRun);
  EXPECT_EQ(CheckpointPart(CheckpointPlace(&second), "trees").bytes(), "half");
  EXPECT_TRUE(CheckpointPart(CheckpointPlace(&second), "tags").is_done());
}

TEST_F(CheckpointTest, StatesOfOtherRunsAreRefused) {
  int made = 0;
  {
    Checkpoint first(options(false), kRun);
    once(first, "tags", "a", made);
  }
  const Error error = error_of([&] { Checkpoint(options(true), {{"training data", "one"}, {"epochs", "4"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_EQ(error.place().file, path_);
  EXPECT_NE(error.reason().find("epochs was 3, now it is 4"), std::string::npos) << error.reason();
  // Without --resume it begins anew.
  Checkpoint anew(options(false), {{"training data", "two"}});
  EXPECT_EQ(once(anew, "tags", "b", made), "b");
}

TEST_F(CheckpointTest, DamagedStatesAreRefused) {
  int made = 0;
  {
    Checkpoint first(options(false), kRun);
    once(first, "tags", std::string(100, 'a'), made);
  }
  const std::string whole = slurp(path_);
  base::Random random(1);
  for (std::size_t i = 0; i < 100; ++i) {
    std::string bytes = whole;
    if (i % 2 == 0)
      bytes.resize(random.below(whole.size()));
    else
      bytes[random.below(bytes.size())] ^= 1;
    spill(path_, bytes);
    const Error error = error_of([&] { Checkpoint(options(true), kRun); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.reason();
    EXPECT_EQ(error.place().file, path_);
  }
}

}  // namespace
}  // namespace espalier::parsing
