#include "base/byte_sink.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/expect_error.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/redirected.h"
#include "tests/support/temporary_folder.h"

namespace espalier::base {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using tests::Call;
using tests::FaultyFileSystem;
using tests::slurp;
using tests::spill;
using tests::TemporaryFolder;

constexpr const char* kOld = "the old content";

void write_file(const std::string& path, const std::vector<std::string>& pieces, const SinkOptions& options = {}) {
  const auto sink = open_sink(path, options);
  for (const std::string& piece : pieces) sink->write(piece);
  sink->commit();
}

unsigned mode_of(const std::string& path) {
  struct stat found {};
  EXPECT_EQ(::stat(path.c_str(), &found), 0);
  return found.st_mode & 0777u;
}

TEST(ByteSinkTest, FileAppearsWholeAtCommit) {
  const TemporaryFolder folder;
  const auto sink = open_sink(folder / "out.txt");
  sink->write("one ");
  EXPECT_FALSE(std::filesystem::exists(folder / "out.txt"));
  sink->write("two");
  sink->commit();
  EXPECT_EQ(slurp(folder / "out.txt"), "one two");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"out.txt"});
}

TEST(ByteSinkTest, TheTemporaryFileStandsBesideItsTarget) {
  const TemporaryFolder folder;
  const auto sink = open_sink(folder / "out.txt");
  ASSERT_EQ(folder.list().size(), 1u);
  const std::string name = folder.list()[0];
  EXPECT_EQ(name.size(), std::string(".out.txt.XXXXXX.part").size());
  EXPECT_TRUE(name.starts_with(".out.txt."));
  EXPECT_TRUE(name.ends_with(".part"));
}

TEST(ByteSinkTest, WithoutCommitNothingChanges) {
  const TemporaryFolder folder;
  spill(folder / "old.txt", kOld);
  for (const char* name : {"old.txt", "new.txt", "new.gz"}) {
    const auto sink = open_sink(folder / name);
    sink->write(std::string(1'000'000, 'x'));
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"old.txt"});
  EXPECT_EQ(slurp(folder / "old.txt"), kOld);
}

TEST(ByteSinkTest, AnEmptyFileIsAFile) {
  const TemporaryFolder folder;
  write_file(folder / "empty", {});
  EXPECT_TRUE(std::filesystem::exists(folder / "empty"));
  EXPECT_EQ(slurp(folder / "empty"), "");
}

TEST(ByteSinkTest, PiecesOfAllSizesComeInOrder) {
  const TemporaryFolder folder;
  std::vector<std::string> pieces;
  std::string all;
  for (const std::size_t size : {1, 100'000, 200'000, 3, 262'143, 262'144, 262'145, 0, 1'000'000, 7}) {
    pieces.emplace_back(size, static_cast<char>('a' + pieces.size()));
    all += pieces.back();
  }
  write_file(folder / "out", pieces);
  EXPECT_EQ(slurp(folder / "out"), all);
}

TEST(ByteSinkTest, PermissionsOfAnExistingFileAreKept) {
  const TemporaryFolder folder;
  for (const unsigned mode : {0600u, 0640u, 0755u, 0666u}) {
    spill(folder / "out", kOld);
    ASSERT_EQ(::chmod((folder / "out").c_str(), mode), 0);
    write_file(folder / "out", {"new"});
    EXPECT_EQ(mode_of(folder / "out"), mode);
    EXPECT_EQ(slurp(folder / "out"), "new");
  }
}

TEST(ByteSinkTest, ANewFileHasTheUsualPermissions) {
  const TemporaryFolder folder;
  const mode_t mask = ::umask(027);
  write_file(folder / "out", {"new"});
  ::umask(mask);
  EXPECT_EQ(mode_of(folder / "out"), 0640u);
}

TEST(ByteSinkTest, LinksAreWrittenThrough) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "sub");
  spill(folder / "sub/file", kOld);
  std::filesystem::create_symlink("sub/file", folder.path() / "link");
  std::filesystem::create_symlink(folder.path() / "link", folder.path() / "second");
  write_file(folder / "second", {"new"});
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "second"));
  EXPECT_EQ(slurp(folder / "sub/file"), "new");
}

TEST(ByteSinkTest, ALinkToNothingGetsItsFile) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("missing", folder.path() / "link");
  write_file(folder / "link", {"new"});
  EXPECT_EQ(slurp(folder / "missing"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
}

TEST(ByteSinkTest, DevicesAndPipesAreWrittenDirectly) {
  write_file("/dev/null", {"gone"});
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));

  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = slurp(folder / "pipe"); });
  write_file(folder / "pipe", {"through ", "the pipe"});
  reader.join();
  EXPECT_EQ(read, "through the pipe");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"pipe"});
}

TEST(ByteSinkTest, ALongNameLeavesRoomForTheTemporaryOne) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_file(folder / name, {"new"});
  EXPECT_EQ(folder.list(), std::vector<std::string>{name});
}

TEST(ByteSinkTest, WhatCannotBeAFileIsWrongUsage) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& name) {
    const Error error = tests::error_of([&] { open_sink(folder / name); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << name;
    EXPECT_EQ(error.place().file, folder / name);
    return error.reason();
  };
  EXPECT_EQ(refusal("missing/out"), "No such file or directory");
  EXPECT_EQ(refusal("new/"), "Is a directory");
  std::filesystem::create_directory(folder.path() / "sub");
  EXPECT_EQ(refusal("sub"), "Is a directory");
  std::filesystem::create_symlink("loop", folder.path() / "loop");
  EXPECT_EQ(refusal("loop"), "Too many levels of symbolic links");
}

// A rename would replace it all the same. The refusal is made by hand, for root is never refused.
TEST(ByteSinkTest, AProtectedFileIsNotReplaced) {
  const TemporaryFolder folder;
  spill(folder / "out", kOld);
  FaultyFileSystem files;
  files.fail(Call::kOpenWrite, 1, EACCES);
  const Error error = tests::error_of([&] { open_sink(folder / "out", {&files, nullptr}); });
  EXPECT_EQ(error.kind(), ErrorKind::kSystem);
  EXPECT_EQ(error.what(), folder / "out" + ": Permission denied");
  EXPECT_EQ(slurp(folder / "out"), kOld);
}

// Every call of every kind fails once: either there is an error, the old file is whole and nothing else is left, or (a
// failure after the rename, or of a mere check) the new file is whole.
class FailingSinkTest : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Codecs, FailingSinkTest, testing::Values("out", "out.gz", "out.xz", "out.zst"));

TEST_P(FailingSinkTest, TheOldFileStaysWhole) {
  const std::vector<std::string> pieces{std::string(300'000, 'a'), "b", std::string(300'000, 'c')};
  const TemporaryFolder folder;
  const std::string path = folder / GetParam();
  write_file(path, pieces);
  const std::string fresh = slurp(path);
  FaultyFileSystem sound;
  write_file(path, pieces, {&sound, nullptr});

  for (const Call call : {Call::kStatus, Call::kOpenWrite, Call::kCreate, Call::kSetMode, Call::kWrite, Call::kSync,
                          Call::kClose, Call::kRename, Call::kReadLink, Call::kOpenRead, Call::kSize}) {
    for (int k = 1; k <= sound.count(call); ++k) {
      for (const int code : {EIO, ENOSPC}) {
        SCOPED_TRACE(testing::Message() << "call " << static_cast<int>(call) << " number " << k << " errno " << code);
        spill(path, kOld);
        FaultyFileSystem files;
        files.fail(call, k, code);
        std::string reason;
        try {
          write_file(path, pieces, {&files, nullptr});
        } catch (const Error& error) {
          reason = error.reason();
          EXPECT_EQ(error.kind(), ErrorKind::kSystem);
          EXPECT_EQ(error.place().file, path);
        }
        const std::string meaning = code == EIO ? "Input/output error" : "No space left on device";
        const bool is_late = reason == "written, but a power cut may undo it: " + meaning;  // the folder's sync
        EXPECT_EQ(reason.empty() || is_late ? fresh : kOld, slurp(path));
        if (!is_late) {
          EXPECT_THAT(reason, AnyOf("", meaning));
        }
        EXPECT_EQ(folder.list(), std::vector<std::string>{GetParam()});
        EXPECT_EQ(files.open_descriptors(), 0);
      }
    }
  }
}

TEST_P(FailingSinkTest, TheCallsThatMatterAreNeverIgnored) {
  const TemporaryFolder folder;
  for (const Call call : {Call::kCreate, Call::kWrite, Call::kSync, Call::kClose, Call::kRename}) {
    FaultyFileSystem files;
    files.fail(call, 1, ENOSPC);
    const Error error = tests::error_of([&] { write_file(folder / GetParam(), {"new"}, {&files, nullptr}); });
    EXPECT_EQ(error.what(), folder / GetParam() + ": No space left on device");
    EXPECT_TRUE(folder.list().empty());
    EXPECT_EQ(files.open_descriptors(), 0);
  }
}

// The second sync is that of the folder.
TEST_P(FailingSinkTest, AFolderThatIsNotSyncedIsToldOf) {
  const TemporaryFolder folder;
  const std::string path = folder / GetParam();
  spill(path, kOld);
  FaultyFileSystem files;
  files.fail_once(Call::kSync, 2, EIO);
  const Error error = tests::error_of([&] { write_file(path, {"new"}, {&files, nullptr}); });
  EXPECT_EQ(error.what(), path + ": written, but a power cut may undo it: Input/output error");
  EXPECT_NE(slurp(path), kOld);
  EXPECT_THAT(files.struck(), ElementsAre(folder / ""));
  // Some file systems cannot sync folders at all.
  FaultyFileSystem remote;
  remote.fail_once(Call::kSync, 2, EINVAL);
  write_file(path, {"newer"}, {&remote, nullptr});
  EXPECT_THAT(remote.struck(), ElementsAre(folder / ""));
  EXPECT_EQ(remote.open_descriptors(), 0);
}

TEST_P(FailingSinkTest, InterruptedAndShortCallsGoOn) {
  const TemporaryFolder folder;
  const std::string path = folder / GetParam();
  const std::vector<std::string> pieces{"one ", std::string(2000, 'x'), " two"};
  write_file(path, pieces);
  const std::string expected = slurp(path);
  spill(path, kOld);
  FaultyFileSystem files;
  files.set_interrupting();
  files.set_most_bytes(1);
  write_file(path, pieces, {&files, nullptr});
  EXPECT_EQ(slurp(path), expected);
  EXPECT_EQ(folder.list(), std::vector<std::string>{GetParam()});
  EXPECT_EQ(files.open_descriptors(), 0);
}

TEST_P(FailingSinkTest, AnInterruptWithAWishToStopStops) {
  const TemporaryFolder folder;
  spill(folder / GetParam(), kOld);
  const std::atomic<bool> stop{true};
  for (const Call call : {Call::kCreate, Call::kWrite, Call::kSync, Call::kRename}) {
    FaultyFileSystem files;
    files.fail(call, 1, EINTR);
    const Error error = tests::error_of([&] { write_file(folder / GetParam(), {"new"}, {&files, &stop}); });
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
    EXPECT_EQ(slurp(folder / GetParam()), kOld);
    EXPECT_EQ(folder.list(), std::vector<std::string>{GetParam()});
    EXPECT_EQ(files.open_descriptors(), 0);
  }
}

TEST(ByteSinkTest, ANameThatIsTakenIsNotUsed) {
  struct Crowded : FaultyFileSystem {
    int create(const std::string& path, unsigned mode) override {
      if (++tries < 5) {
        errno = EEXIST;
        return -1;
      }
      return FaultyFileSystem::create(path, mode);
    }
    int tries = 0;
  };
  const TemporaryFolder folder;
  Crowded files;
  write_file(folder / "out", {"new"}, {&files, nullptr});
  EXPECT_EQ(slurp(folder / "out"), "new");
  EXPECT_EQ(files.tries, 5);
}

TEST(StandardOutputTest, IsWrittenAndStaysOpen) {
  const TemporaryFolder folder;
  for (const char* name : {"-", ""}) {
    const int file = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    {
      const tests::Redirected redirected(STDOUT_FILENO, file);
      write_file(name, {"to ", "stdout"});
      EXPECT_NE(::fcntl(STDOUT_FILENO, F_GETFD), -1);
    }
    ::close(file);
    EXPECT_EQ(slurp(folder / "out"), "to stdout");
  }
}

TEST(StandardOutputTest, ABrokenPipeIsAnError) {
  const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  const std::atomic<bool> stop{false};
  for (const bool can_stop : {false, true}) {
    const tests::Redirected redirected(STDOUT_FILENO, ends[1]);
    const Error error = tests::error_of([&] {
      write_file("-", {"nobody reads"}, {nullptr, can_stop ? &stop : nullptr});
    });
    EXPECT_EQ(error.kind(), ErrorKind::kSystem);
    EXPECT_STREQ(error.what(), "standard output: Broken pipe");
  }
  ::close(ends[1]);
  std::signal(SIGPIPE, old_handler);
}

TEST(StandardOutputTest, AFullPipeCanBeLeft) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::atomic<bool> stop{false};
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  {
    const tests::Redirected redirected(STDOUT_FILENO, ends[1]);
    const Error error = tests::error_of([&] { write_file("-", {std::string(1'000'000, 'x')}, {nullptr, &stop}); });
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
  stopper.join();
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(MemorySinkTest, Appends) {
  std::string out = "a";
  const auto sink = memory_sink(out);
  sink->write("b");
  sink->write("c");
  sink->commit();
  EXPECT_EQ(out, "abc");
}

}  // namespace
}  // namespace espalier::base
