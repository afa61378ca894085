#include "model_file/file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>

#include "model_file/writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace espalier::model_file {
namespace {

Writer sample() {
  Writer writer;
  writer.add("one", 3, "first");
  writer.add("nothing", 1, "");
  writer.add("two", 1, std::string(200, '2'));
  return writer;
}

void expect_sample(const File& file) {
  ASSERT_EQ(file.list().size(), 3U);
  EXPECT_EQ(file.list()[0].name, "one");
  EXPECT_EQ(file.list()[1].name, "nothing");
  EXPECT_EQ(file.list()[2].name, "two");
  EXPECT_EQ(file.section("one").version, 3U);
  EXPECT_EQ(file.section("one").text(), "first");
  EXPECT_EQ(file.section("nothing").text(), "");
  EXPECT_EQ(file.section("two").text(), std::string(200, '2'));
  EXPECT_TRUE(file.has("two"));
  EXPECT_FALSE(file.has("tw"));
  EXPECT_FALSE(file.has(""));
  for (const Section& section : file.list()) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(section.bytes.data()) % 64, 0U);
    EXPECT_EQ(section.file, file.path());
  }
}

TEST(FileTest, GivesBackWhatWasWritten) {
  const tests::TemporaryFolder folder;
  sample().write(folder / "model");
  expect_sample(*File::open(folder / "model"));
  expect_sample(*File::from_bytes(sample().bytes()));
}

TEST(FileTest, ABareHeaderIsAModel) {
  const auto file = File::from_bytes(Writer().bytes());
  EXPECT_TRUE(file->list().empty());
  EXPECT_EQ(file->size(), 64U);
}

TEST(FileTest, SectionsOutliveTheFileOnTheDisk) {
  const tests::TemporaryFolder folder;
  sample().write(folder / "model");
  const auto file = File::open(folder / "model");
  Writer other;
  other.add("one", 1, "other");
  other.write(folder / "model");  // a new file under the old name; the mapping holds on to the old one
  expect_sample(*file);
  std::filesystem::remove(folder / "model");
  expect_sample(*file);
}

TEST(FileTest, CopiesTheBytes) {
  std::string bytes = sample().bytes();
  bytes.insert(0, 1, 'x');  // so that the source is aligned to nothing
  const auto file = File::from_bytes(std::string_view(bytes).substr(1), "memory");
  std::fill(bytes.begin(), bytes.end(), '\0');
  expect_sample(*file);
  EXPECT_EQ(file->path(), "memory");
}

TEST(FileTest, RefusesAMissingSection) {
  const auto file = File::from_bytes(sample().bytes(), "m.espalier");
  const Error error = tests::error_of([&] { file->section("three"); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_STREQ(error.what(), "m.espalier: the model has no section 'three'");
}

TEST(FileTest, RefusesASectionOfAnotherTime) {
  const auto file = File::from_bytes(sample().bytes(), "m");
  EXPECT_EQ(file->section("one", 3).text(), "first");
  const Error error = tests::error_of([&] { file->section("one", 2); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_STREQ(error.what(), "m: made by a newer Espalier: section 'one' has version 3; this one reads 2");
  const Error old = tests::error_of([&] { file->section("one", 4); });
  EXPECT_EQ(old.kind(), ErrorKind::kInput);
  EXPECT_STREQ(old.what(), "m: made by an older Espalier: section 'one' has version 3; this one reads 4");
}

TEST(FileTest, SaysThatAFileIsMissing) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(tests::error_of([&] { File::open(folder / "none"); }).kind(), ErrorKind::kUsage);
}

}  // namespace
}  // namespace espalier::model_file
