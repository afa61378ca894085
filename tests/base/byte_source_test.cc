#include "base/byte_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <tuple>

#include "base/peeked_source.h"
#include "tests/support/expect_error.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/redirected.h"
#include "tests/support/temporary_folder.h"

namespace espalier::base {
namespace {

using tests::Call;
using tests::FaultyFileSystem;
using tests::spill;
using tests::TemporaryFolder;

std::string read_file(const std::string& path, const SourceOptions& options = {}) {
  return read_all(*open_source(path, options));
}

TEST(ByteSourceTest, ReadsPlainFilesOfAllSizes) {
  const TemporaryFolder folder;
  for (const std::size_t size : {0, 1, 2, 5, 6, 7, 1000, 131'071, 131'072, 131'073, 1'000'000}) {
    std::string bytes(size, 'x');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 % 251);
    spill(folder / "in", bytes);
    EXPECT_EQ(read_file(folder / "in"), bytes) << size;
  }
}

TEST(ByteSourceTest, SmallReadsGiveTheSameBytes) {
  const TemporaryFolder folder;
  spill(folder / "in", "hello, world");
  const auto source = open_source(folder / "in");
  std::string all;
  char byte = 0;
  EXPECT_EQ(source->read(&byte, 0), 0u);
  while (source->read(&byte, 1) == 1) all += byte;
  EXPECT_EQ(all, "hello, world");
  EXPECT_EQ(source->read(&byte, 1), 0u);
}

TEST(ByteSourceTest, WhatIsNoFileIsWrongUsage) {
  const TemporaryFolder folder;
  const Error missing = tests::error_of([&] { open_source(folder / "missing"); });
  EXPECT_EQ(missing.kind(), ErrorKind::kUsage);
  EXPECT_EQ(missing.what(), folder / "missing" + ": No such file or directory");
  const Error directory = tests::error_of([&] { open_source(folder.path()); });
  EXPECT_EQ(directory.kind(), ErrorKind::kUsage);
  EXPECT_EQ(directory.what(), folder.path().string() + ": Is a directory");
}

TEST(ByteSourceTest, FailuresOfTheSystemAreNamed) {
  const TemporaryFolder folder;
  spill(folder / "in", "content");
  for (const auto& [call, code, reason] :
       {std::tuple{Call::kOpenRead, EACCES, "Permission denied"}, std::tuple{Call::kRead, EIO, "Input/output error"}}) {
    FaultyFileSystem files;
    files.fail(call, 1, code);
    const Error error = tests::error_of([&] { read_file(folder / "in", {.files = &files}); });
    EXPECT_EQ(error.kind(), ErrorKind::kSystem);
    EXPECT_EQ(error.what(), folder / "in" + ": " + reason);
    EXPECT_EQ(files.open_descriptors(), 0);
  }
}

TEST(ByteSourceTest, EveryReadMayFail) {
  const TemporaryFolder folder;
  spill(folder / "in", std::string(1000, 'x'));
  FaultyFileSystem sound;
  sound.set_most_bytes(100);
  read_file(folder / "in", {.files = &sound});
  EXPECT_GE(sound.count(Call::kRead), 11);
  for (int k = 1; k <= sound.count(Call::kRead); ++k) {
    FaultyFileSystem files;
    files.set_most_bytes(100);
    files.fail(Call::kRead, k, EIO);
    EXPECT_EQ(tests::error_of([&] { read_file(folder / "in", {.files = &files}); }).kind(), ErrorKind::kSystem);
    EXPECT_EQ(files.open_descriptors(), 0);
  }
}

TEST(ByteSourceTest, InterruptedAndShortCallsGoOn) {
  const TemporaryFolder folder;
  spill(folder / "in", "hello, world");
  FaultyFileSystem files;
  files.set_most_bytes(1);
  files.set_interrupting();
  EXPECT_EQ(read_file(folder / "in", {.files = &files}), "hello, world");
  EXPECT_EQ(files.open_descriptors(), 0);
}

TEST(ByteSourceTest, AnInterruptWithAWishToStopStops) {
  const TemporaryFolder folder;
  spill(folder / "in", "hello, world");
  const std::atomic<bool> stop{true};
  for (const Call call : {Call::kOpenRead, Call::kRead}) {
    FaultyFileSystem files;
    files.fail(call, 1, EINTR);
    const Error error = tests::error_of([&] { read_file(folder / "in", {.files = &files, .stop = &stop}); });
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
    EXPECT_STREQ(error.what(), "interrupted");
    EXPECT_EQ(files.open_descriptors(), 0);
  }
}

TEST(StandardInputTest, IsReadAndStaysOpen) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "piped", 5), 5);
  ::close(ends[1]);
  {
    const tests::Redirected redirected(STDIN_FILENO, ends[0]);
    const std::atomic<bool> stop{false};
    EXPECT_EQ(read_file("-", {.stop = &stop}), "piped");
    EXPECT_NE(::fcntl(STDIN_FILENO, F_GETFD), -1);
  }
  ::close(ends[0]);
}

// The signal may have come to another thread, or just before the read: no call is interrupted, and yet the read ends.
TEST(StandardInputTest, AReadThatWaitsCanBeLeft) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::atomic<bool> stop{false};
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  {
    const tests::Redirected redirected(STDIN_FILENO, ends[0]);
    EXPECT_EQ(tests::error_of([&] { read_file("-", {.stop = &stop}); }).kind(), ErrorKind::kInterrupted);
  }
  stopper.join();
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(StandardInputTest, MayBeNonBlocking) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_EQ(::write(ends[1], "late", 4), 4);
    ::close(ends[1]);
  });
  {
    const tests::Redirected redirected(STDIN_FILENO, ends[0]);
    EXPECT_EQ(read_file("-"), "late");
  }
  writer.join();
  ::close(ends[0]);
}

TEST(StandardInputTest, OpeningDoesNotWait) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  {
    const tests::Redirected redirected(STDIN_FILENO, ends[0]);
    const auto source = open_source("-");
    ASSERT_EQ(::write(ends[1], "after", 5), 5);
    ::close(ends[1]);
    EXPECT_EQ(read_all(*source), "after");
  }
  ::close(ends[0]);
}

TEST(StandardInputTest, AShortFirstLineIsGivenBeforeTheNextHasCome) {
  for (const std::string line : {"a\n", "P\n", "(\n", "x"}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    {
      const tests::Redirected redirected(STDIN_FILENO, ends[0]);
      const auto source = open_source("-");
      ASSERT_EQ(::write(ends[1], line.data(), line.size()), static_cast<ssize_t>(line.size()));
      char bytes[100];  // the other end stays open: who waited for more would wait for ever
      EXPECT_EQ(std::string(bytes, source->read(bytes, sizeof bytes)), line);
    }
    ::close(ends[0]);
    ::close(ends[1]);
  }
}

TEST(ReadAllTest, RefusesMoreThanTheLimit) {
  const std::string bytes(1000, 'x');
  EXPECT_EQ(read_all(*memory_source(bytes), 1000), bytes);
  EXPECT_EQ(tests::error_of([&] { read_all(*memory_source(bytes), 999); }).kind(), ErrorKind::kInput);
  EXPECT_EQ(read_all(*memory_source(bytes), static_cast<std::size_t>(-1)), bytes);
  EXPECT_EQ(read_all(*memory_source(""), 0), "");
}

TEST(PeekedSourceTest, GivesAllBytesAgain) {
  const std::string text = "0123456789";
  for (const std::size_t ahead : {0U, 1U, 4U, 10U, 11U}) {
    PeekedSource source(memory_source(text), ahead);
    EXPECT_EQ(source.head(), text.substr(0, ahead));
    std::string got;
    for (char bytes[3];;) {
      const std::size_t count = source.read(bytes, sizeof bytes);
      if (count == 0) break;
      got.append(bytes, count);
    }
    EXPECT_EQ(got, text) << ahead;
  }
}

}  // namespace
}  // namespace espalier::base
