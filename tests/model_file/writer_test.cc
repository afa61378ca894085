#include "model_file/writer.h"

#include <gtest/gtest.h>

#include "model_file/file.h"
#include "tests/support/expect_error.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/temporary_folder.h"

namespace espalier::model_file {
namespace {

TEST(WriterTest, TakesTheSectionsOfAnother) {
  Writer stage;
  stage.add("b", 2, "two");
  stage.add("c", 3, "three");
  Writer all;
  all.add("a", 1, "one");
  all.take_all(stage);
  Writer one_by_one;
  one_by_one.add("a", 1, "one");
  one_by_one.add("b", 2, "two");
  one_by_one.add("c", 3, "three");
  EXPECT_EQ(all.bytes(), one_by_one.bytes());
  EXPECT_EQ(stage.bytes(), Writer().bytes());
  EXPECT_EQ(tests::error_of([&] { all.take_all(one_by_one); }).kind(), ErrorKind::kUsage);
}

TEST(WriterTest, LaysOutWhatTheFormatSays) {
  Writer writer;
  writer.add("a", 7, std::string("abc"));
  writer.add("parser/b", 1, std::string(65, 'x'));
  writer.add("empty", 2, "");
  writer.add("last", 1, "z");
  const std::string bytes = writer.bytes();
  // Header 64, four entries of 128: 576. "a" at 576..579, "parser/b" at 640..705, "empty" and "last" at 768.
  ASSERT_EQ(bytes.size(), 769U);
  EXPECT_EQ(writer.size(), 769U);
  EXPECT_EQ(Writer().size(), Writer().bytes().size());
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x8B"
                                            "ESP\r\n\x1A\n"));
  EXPECT_EQ(bytes.substr(8, 4), std::string("\x04\x03\x02\x01", 4));
  EXPECT_EQ(bytes.substr(12, 4), std::string("\x01\0\0\0", 4));
  EXPECT_EQ(bytes.substr(16, 4), std::string("\0\0\x80\x3F", 4));
  EXPECT_EQ(bytes.substr(20, 4), std::string("\x04\0\0\0", 4));
  EXPECT_EQ(bytes.substr(24, 8), std::string("\x01\x03\0\0\0\0\0\0", 8));
  EXPECT_EQ(bytes.substr(32, 8), std::string("\x40\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(bytes.substr(40, 8), std::string(8, '\0'));
  EXPECT_EQ(bytes.substr(64, 16), std::string("\x40\x02\0\0\0\0\0\0\x03\0\0\0\0\0\0\0", 16));
  EXPECT_EQ(bytes.substr(88, 8), std::string("\x07\0\0\0\x01\0\0\0", 8));
  EXPECT_EQ(bytes.substr(96, 96), "a" + std::string(95, '\0'));
  EXPECT_EQ(bytes.substr(224, 9), std::string("parser/b\0", 9));
  EXPECT_EQ(bytes.substr(576, 64), "abc" + std::string(61, '\0'));
  EXPECT_EQ(bytes.substr(640), std::string(65, 'x') + std::string(63, '\0') + "z");
}

TEST(WriterTest, SameSectionsGiveSameBytes) {
  const auto make = [] {
    Writer writer;
    writer.add("one", 1, std::string(1000, '1'));
    writer.add("two", 1, "2");
    return writer.bytes();
  };
  EXPECT_EQ(make(), make());
}

TEST(WriterTest, WritesWholeOrNotAtAll) {
  const tests::TemporaryFolder folder;
  Writer writer;
  writer.add("one", 1, std::string(100'000, 'x'));
  writer.write(folder / "model");
  EXPECT_EQ(tests::slurp(folder / "model"), writer.bytes());

  tests::FaultyFileSystem files;
  files.fail(tests::Call::kWrite, 2, ENOSPC);
  base::SinkOptions options;
  options.files = &files;
  Writer other;
  other.add("two", 1, std::string(1'000'000, 'y'));
  EXPECT_EQ(tests::error_of([&] { other.write(folder / "model", options); }).kind(), ErrorKind::kSystem);
  EXPECT_EQ(tests::slurp(folder / "model"), writer.bytes());
  EXPECT_EQ(folder.list(), std::vector<std::string>{"model"});
}

TEST(WriterTest, RefusesNamesThatCannotBe) {
  Writer writer;
  writer.add(std::string(96, 'n'), 1, "");
  const std::string no_ascii = "\xC3\xA9";
  for (const std::string& name : {std::string(), std::string(97, 'n'), std::string("a b"), std::string("a\n"),
                                  std::string("a\0", 2), no_ascii, std::string(96, 'n')}) {
    EXPECT_EQ(tests::error_of([&] { writer.add(name, 1, ""); }).kind(), ErrorKind::kUsage) << name;
  }
  EXPECT_EQ(tests::error_of([&] { writer.add("fine", 0, ""); }).kind(), ErrorKind::kUsage);
}

TEST(WriterTest, RefusesToCompress) {
  const tests::TemporaryFolder folder;
  const Error error = tests::error_of([&] { Writer().write(folder / "model.gz"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_TRUE(folder.list().empty());
}

}  // namespace
}  // namespace espalier::model_file
