#include "base/mapped_file.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/expect_error.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/temporary_folder.h"

namespace espalier::base {
namespace {

TEST(MappedFileTest, HoldsTheBytes) {
  const tests::TemporaryFolder folder;
  tests::FaultyFileSystem files;
  for (const std::size_t size : {0, 1, 4096, 100'000, 1 << 20, (2 << 20) + 1, 5'000'000, (64 << 20) + 1}) {
    std::string bytes(size, 'x');
    if (size > 0) bytes.back() = 'y';
    tests::spill(folder / "file", bytes);
    MappedFile one(folder / "file", &files);
    EXPECT_EQ(one.bytes(), bytes);
    const MappedFile two(std::move(one));
    EXPECT_EQ(two.bytes(), bytes);
    EXPECT_EQ(files.open_descriptors(), 0);
  }
}

TEST(MappedFileTest, AssignmentFreesWhatWasThere) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "one", "1");
  tests::spill(folder / "two", "2");
  MappedFile file(folder / "one");
  file = MappedFile(folder / "two");
  EXPECT_EQ(file.bytes(), "2");
}

TEST(MappedFileTest, RefusesWhatCannotBeMapped) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(tests::error_of([&] { MappedFile(folder / "missing"); }).kind(), ErrorKind::kUsage);
  EXPECT_EQ(tests::error_of([&] { MappedFile(folder.path().string()); }).kind(), ErrorKind::kUsage);
  const Error device = tests::error_of([] { MappedFile("/dev/null"); });
  EXPECT_EQ(device.kind(), ErrorKind::kUsage);
  EXPECT_STREQ(device.what(), "/dev/null: not a regular file");

  tests::spill(folder / "file", "content");
  tests::FaultyFileSystem files;
  files.fail(tests::Call::kMap, 1, ENOMEM);
  const Error error = tests::error_of([&] { MappedFile(folder / "file", &files); });
  EXPECT_EQ(error.kind(), ErrorKind::kSystem);
  EXPECT_EQ(error.what(), folder / "file" + ": Cannot allocate memory");
  EXPECT_EQ(files.open_descriptors(), 0);
}

}  // namespace
}  // namespace espalier::base
