// Whole verbs on files that go wrong, at every call in turn: each fault gives an error that names the file, exit code
// 3, and the earlier file as it was, or does no harm at all. The tables are those of docs/RESULTS.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <iostream>
#include <optional>
#include <system_error>

#include "base/stand_in.h"
#include "espalier/curation.h"
#include "espalier/files.h"
#include "espalier/induction.h"
#include "espalier/pipeline.h"
#include "espalier/selection.h"
#include "tests/support/expect_error.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/graph_models.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using tests::Call;
using tests::FaultyFileSystem;
using tests::TemporaryFolder;
using tests::threads;

const std::string kOld = "what was there before\n";

/// What is done, to files of a folder of its own.
struct Work {
  std::string name;
  std::string output;
  /// Puts what it reads, and what was there before, into the folder.
  std::function<void(const TemporaryFolder&)> prepare;
  std::function<void(const TemporaryFolder&)> run;
  /// What came of it; of a search it is not the state, which tells of times.
  std::function<std::string(const TemporaryFolder&)> result;
  bool resumes = false;  ///< `output` is a state: after an error it can be gone on from, to the same result
};

void PrintTo(const Work& work, std::ostream* out) { *out << work.name; }

void copy_sample(const TemporaryFolder& folder, const std::string& name, const std::string& to) {
  tests::spill(folder / to, tests::slurp(tests::source_path("samples/" + name)));
}

/// A file is the output.
Work writing(std::string name, const std::string& output, std::function<void(const TemporaryFolder&)> prepare,
             std::function<void(const TemporaryFolder&)> run) {
  Work work{std::move(name), output, {}, std::move(run), {}};
  work.prepare = [output, prepare = std::move(prepare)](const TemporaryFolder& folder) {
    prepare(folder);
    tests::spill(folder / output, kOld);
  };
  work.result = [output](const TemporaryFolder& folder) { return tests::slurp(folder / output); };
  return work;
}

TrainRequest small_request(const std::string& treebank) {
  TrainRequest request;
  request.train = {treebank};
  request.recipe = tests::recipe_with("transition-fast", {{"epochs", "1"}});
  return request;
}

const std::string& small_model() {
  static const std::string bytes = train(small_request(tests::sample_path("en")), threads(1)).bytes();
  return bytes;
}

Work train_work() {
  return writing(
      "train", "out.model",
      [](const TemporaryFolder& folder) {
        copy_sample(folder, "he.conllu", "train.conllu");
        copy_sample(folder, "vi.conllu", "dev.conllu");
      },
      [](const TemporaryFolder& folder) {
        TrainRequest request = small_request(folder / "train.conllu");
        request.dev = folder / "dev.conllu";
        train(request, threads(1)).save(folder / "out.model");
      });
}

/// A stage is learned, the others are taken from a model.
Work base_work() {
  return writing(
      "train --base", "out.model",
      [](const TemporaryFolder& folder) {
        copy_sample(folder, "vi.conllu", "train.conllu");
        tests::spill(folder / "base.model", small_model());
      },
      [](const TemporaryFolder& folder) {
        TrainRequest request = small_request(folder / "train.conllu");
        request.base = folder / "base.model";
        request.only = {Stage::kTags};
        train(request, threads(1)).save(folder / "out.model");
      });
}

Work parse_work(const std::string& output) {
  return writing(
      "parse -o " + output, output,
      [](const TemporaryFolder& folder) {
        tests::spill(folder / "in.txt", "Gardeners train pear trees against warm walls. Pears grow.\n");
        tests::spill(folder / "en.model", small_model());
      },
      [output](const TemporaryFolder& folder) {
        const Pipeline pipeline(Model::load(folder / "en.model"));
        AnnotateRequest request;
        request.inputs = {{folder / "in.txt"}};
        request.output = folder / output;
        pipeline.annotate(request, threads(1));
      });
}

Work convert_work(const std::string& input, const std::string& output) {
  return writing(
      "convert " + input + " -o " + output, output,
      [input](const TemporaryFolder& folder) {
        write_file(folder / input, tests::slurp(tests::sample_path("en")));
        write_file(folder / "more.conllu", tests::slurp(tests::sample_path("de")));
      },
      [input, output](const TemporaryFolder& folder) {
        convert({folder / input, folder / "more.conllu"}, folder / output, {}, threads(1));
      });
}

/// A search that was cut after its first part goes on.
Work searching(std::string name, std::function<std::string(const TemporaryFolder&, bool whole)> search) {
  Work work{std::move(name), "out.state", {}, {}, {}, true};
  const auto last = std::make_shared<std::string>();
  work.prepare = [search](const TemporaryFolder& folder) {
    copy_sample(folder, "fr.mrg", "train.mrg");
    tests::spill(folder / "conditions.features", "[reduce]\ncat(s0)\ncat(s1)\ntag(q0)\n");
    copy_sample(folder, "he.conllu", "train.conllu");
    copy_sample(folder, "vi.conllu", "dev.conllu");
    search(folder, false);
  };
  work.run = [search, last](const TemporaryFolder& folder) { *last = search(folder, true); };
  work.result = [last](const TemporaryFolder&) { return *last; };
  return work;
}

Work select_work() {
  return searching("select --resume", [](const TemporaryFolder& folder, bool whole) {
    SelectRequest request;
    request.training.train = {folder / "train.mrg"};
    request.training.recipe = Recipe::parse("parser = \"constituency\"\ntags = \"gold\"\nepochs = 1\n", "test");
    request.training.recipe.set_features("[reduce]\ncat(s0)\n", "basic");
    request.pool = SelectionPool::kSingles;
    request.conditions = folder / "conditions.features";
    request.rounds = whole ? 2 : 1;
    request.state = folder / "out.state";
    request.resume = true;
    return select_templates(request, threads(1)).features;
  });
}

Work curve_work() {
  return searching("curve --resume", [](const TemporaryFolder& folder, bool whole) {
    CurveRequest request;
    request.training.train = {folder / "train.conllu"};
    request.training.dev = folder / "dev.conllu";
    request.recipes = {{"fast", tests::recipe_with("transition-fast", {{"epochs", "1"}, {"tags", "gold"}})}};
    request.repeats = 1;
    request.sizes = {1};
    if (whole) request.sizes.push_back(2);
    request.state = folder / "out.state";
    request.resume = true;
    std::string scores;
    request.on_run = [&](const CurveRun& run) { scores += std::to_string(run.score) + "\n"; };
    learning_curve(request, threads(1));
    return scores;
  });
}

class FaultsTest : public testing::TestWithParam<Work> {};

/// One fault, what came of it, and what may be left of the files.
class Trial {
 public:
  Trial(const Work& work, std::string expected) : work_(work), expected_(std::move(expected)) {}

  /// Sets the fault in `files` before. `is_harmless`: it must not matter.
  void run(FaultyFileSystem& files, Call call, int error, bool is_harmless) {
    const TemporaryFolder folder;
    work_.prepare(folder);
    const std::vector<std::string> names = folder.list();
    const std::string before = tests::slurp(folder / work_.output);
    std::optional<Error> failure;
    {
      const base::StandIn in_place(files);
      try {
        work_.run(folder);
      } catch (const Error& thrown) {
        failure = thrown;
      }
    }
    EXPECT_EQ(files.open_descriptors(), 0);
    EXPECT_EQ(files.mappings(), 0);
    EXPECT_EQ(folder.list(), names);
    ++runs_;
    if (failure) {
      EXPECT_FALSE(is_harmless) << failure->what();
      check_error(folder, *failure, files.struck(), error, before);
    } else {
      EXPECT_EQ(work_.result(folder), expected_);
      for (const std::string& each : files.struck()) EXPECT_TRUE(is_harmless || may_pass(folder, call, each)) << each;
      ++same_;
    }
  }

  int runs() const { return runs_; }
  int errors() const { return errors_; }
  int same() const { return same_; }

 private:
  /// What was read is closed, and that went wrong: it had been read. A folder that cannot be opened is not synced.
  bool may_pass(const TemporaryFolder& folder, Call call, const std::string& struck) const {
    const bool is_part = struck.ends_with(".part");
    return (call == Call::kClose && !is_part) || (call == Call::kOpenRead && struck == folder / "");
  }

  void check_error(const TemporaryFolder& folder, const Error& failure, std::vector<std::string> struck, int error,
                   const std::string& before) {
    ++errors_;
    EXPECT_EQ(exit_code(failure.kind()), 3) << failure.what();
    for (std::string& each : struck) {
      if (each.ends_with(".part") || each == folder / "") each = folder / work_.output;
    }
    EXPECT_THAT(struck, Contains(failure.place().file)) << failure.what();
    EXPECT_THAT(failure.reason(), HasSubstr(std::generic_category().message(error)));
    if (work_.resumes) {
      work_.run(folder);
      EXPECT_EQ(work_.result(folder), expected_) << "resumed";
    } else {
      const bool is_late = failure.reason().starts_with("written, but");
      EXPECT_EQ(tests::slurp(folder / work_.output), is_late ? expected_ : before);
    }
  }

  const Work& work_;
  const std::string expected_;
  int runs_ = 0;
  int errors_ = 0;
  int same_ = 0;
};

TEST_P(FaultsTest, EveryCallInTurn) {
  const Work& work = GetParam();
  FaultyFileSystem sound;
  std::string expected;
  {
    const TemporaryFolder folder;
    work.prepare(folder);
    const base::StandIn in_place(sound);
    work.run(folder);
    expected = work.result(folder);
  }
  EXPECT_EQ(sound.open_descriptors(), 0);
  EXPECT_EQ(sound.mappings(), 0);
  ASSERT_NE(expected, kOld);
  Trial trial(work, expected);
  for (int number = 0; number < static_cast<int>(Call::kCount); ++number) {
    const auto call = static_cast<Call>(number);
    for (int k = 1; k <= sound.count(call); ++k) {
      for (const int error : {EIO, ENOSPC, EXDEV, EINTR, 0}) {
        const bool is_apt = error == EXDEV   ? call == Call::kRename
                            : error == EINTR ? FaultyFileSystem::can_be_interrupted(call)
                            : error == 0     ? call == Call::kRead || call == Call::kWrite
                                             : true;
        if (!is_apt) continue;
        SCOPED_TRACE(testing::Message() << "call " << number << " number " << k << " errno " << error);
        const bool is_harmless = error == EINTR || error == 0;
        for (const bool once : {true, false}) {
          if (is_harmless && !once) continue;
          FaultyFileSystem files;
          if (error == 0) {
            files.cut(call, k);
          } else if (once) {
            files.fail_once(call, k, error);
          } else {
            files.fail(call, k, error);
          }
          trial.run(files, call, error, is_harmless);
        }
      }
    }
  }
  EXPECT_GT(trial.errors(), 0);
  std::cout << "| `" << work.name << "` | " << sound.calls() << " | " << trial.runs() << " | " << trial.errors()
            << " | " << trial.same() << " |\n";
}

// All at once: every call interrupted before it is done, a byte at a time.
TEST_P(FaultsTest, InterruptedAndShortThroughout) {
  const Work& work = GetParam();
  const TemporaryFolder folder;
  work.prepare(folder);
  const std::vector<std::string> names = folder.list();
  const TemporaryFolder twin;
  work.prepare(twin);
  work.run(twin);
  const std::string expected = work.result(twin);
  FaultyFileSystem files;
  files.set_interrupting();
  files.set_most_bytes(100);
  {
    const base::StandIn in_place(files);
    work.run(folder);
  }
  EXPECT_EQ(work.result(folder), expected);
  EXPECT_EQ(folder.list(), names);
  EXPECT_EQ(files.open_descriptors(), 0);
}

// Nothing can be done about a temporary file that cannot be removed; the error is that of the call that came before.
TEST_P(FaultsTest, WhatCannotBeRemovedIsLeftAndTheErrorIsTheFirst) {
  struct Stubborn : FaultyFileSystem {
    int remove(const std::string&) override {
      errno = EACCES;
      return -1;
    }
  };
  const Work& work = GetParam();
  const TemporaryFolder folder;
  work.prepare(folder);
  const std::string before = tests::slurp(folder / work.output);
  Stubborn files;
  files.fail(Call::kRename, 1, EIO);
  const base::StandIn in_place(files);
  const Error error = tests::error_of([&] { work.run(folder); });
  EXPECT_EQ(error.what(), folder / work.output + ": Input/output error");
  EXPECT_EQ(tests::slurp(folder / work.output), before);
  EXPECT_EQ(files.open_descriptors(), 0);
}

INSTANTIATE_TEST_SUITE_P(Verbs, FaultsTest,
                         testing::Values(train_work(), base_work(), parse_work("out.conllu"),
                                         parse_work("out.json.zst"), convert_work("in.conllu", "out.conllu"),
                                         convert_work("in.conllu.gz", "out.json.xz"), select_work(), curve_work()));

TEST(FilesTest, AreReadWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const std::string bytes(200'000, 'x');
  tests::spill(folder / "a", bytes);
  FaultyFileSystem files;
  files.set_interrupting();
  files.set_most_bytes(777);
  const base::StandIn in_place(files);
  EXPECT_EQ(read_file(folder / "a"), bytes);
  tests::spill(folder / "empty", "");
  EXPECT_EQ(read_file(folder / "empty"), "");
  files.fail(Call::kRead, files.count(Call::kRead) + 3, EIO);
  EXPECT_EQ(tests::error_of([&] { read_file(folder / "a"); }).what(), folder / "a" + ": Input/output error");
  EXPECT_EQ(tests::error_of([&] { read_file(folder / "b"); }).kind(), ErrorKind::kUsage);
  EXPECT_EQ(files.open_descriptors(), 0);
}

TEST(FilesTest, WhatTheSystemCannotTellIsAnError) {
  const TemporaryFolder folder;
  tests::spill(folder / "a", "a");
  EXPECT_TRUE(file_exists(folder / "a"));
  EXPECT_FALSE(file_exists(folder / "b"));
  EXPECT_FALSE(file_exists(folder / "a/b"));
  EXPECT_TRUE(remove_file(folder / "a"));
  EXPECT_FALSE(remove_file(folder / "a"));
  FaultyFileSystem files;
  files.fail(Call::kStatus, 1, EIO);
  const base::StandIn in_place(files);
  EXPECT_EQ(tests::error_of([&] { file_exists(folder / "a"); }).kind(), ErrorKind::kSystem);
  files.fail(Call::kRemove, 1, EACCES);
  EXPECT_EQ(tests::error_of([&] { remove_file(folder / "a"); }).kind(), ErrorKind::kSystem);
}

}  // namespace
}  // namespace espalier
