#include "model_file/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "model_file/file.h"
#include "model_file/writer.h"
#include "tests/support/expect_error.h"

namespace espalier::model_file {

struct ClassWeight {
  std::uint32_t label;
  float weight;
};
template <>
inline constexpr bool kIsPlain<ClassWeight> = true;

namespace {

struct Padded {
  std::uint32_t number;
  std::uint8_t small;
};
static_assert(Plain<std::uint8_t> && Plain<std::int64_t> && Plain<float> && Plain<double> && Plain<ClassWeight>);
static_assert(!Plain<bool> && !Plain<Padded> && !Plain<int*> && !Plain<std::string> && !Plain<long double>);

std::shared_ptr<const File> file_with(std::string bytes) {
  Writer writer;
  writer.add("s", 1, std::move(bytes));
  return File::from_bytes(writer.bytes(), "m");
}

TEST(BytesTest, RoundTrip) {
  const std::vector<double> doubles = {0.5, -0.0, std::numeric_limits<double>::infinity()};
  const std::vector<ClassWeight> weights = {{1, 0.25F}, {7, -3.0F}};
  Packer packer;
  packer.value(std::uint8_t{200});
  packer.value(-1.5);
  packer.string("naïve");
  packer.string("");
  packer.array(std::span(doubles));
  packer.value(std::uint32_t{9});
  packer.array(std::span(weights));
  packer.array(std::span<const int>());
  const auto file = file_with(packer.take());
  EXPECT_EQ(packer.take(), "");

  Unpacker unpacker(file->section("s"));
  EXPECT_EQ(unpacker.value<std::uint8_t>(), 200);
  EXPECT_EQ(unpacker.value<double>(), -1.5);
  EXPECT_EQ(unpacker.string(), "naïve");
  EXPECT_EQ(unpacker.string(), "");
  const std::span<const double> read = unpacker.array<double>(3);
  EXPECT_EQ(std::vector(read.begin(), read.end()), doubles);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(read.data()) % 64, 0U);
  EXPECT_EQ(unpacker.value<std::uint32_t>(), 9U);
  const auto rows = unpacker.array<ClassWeight>(2);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(rows.data()) % 64, 0U);
  EXPECT_EQ(rows[1].label, 7U);
  EXPECT_EQ(rows[1].weight, -3.0F);
  EXPECT_TRUE(unpacker.array<int>(0).empty());
  unpacker.finish();
}

TEST(BytesTest, ArraysBeginAtMultiplesOf64) {
  Packer packer;
  packer.value(std::uint8_t{1});
  packer.array(std::span<const std::uint8_t>(std::array<std::uint8_t, 2>{2, 3}));
  EXPECT_EQ(packer.take(), "\x01" + std::string(63, '\0') + "\x02\x03");
}

TEST(BytesTest, NothingIsReadBeyondTheEnd) {
  Packer packer;
  packer.value(std::uint64_t{5});
  packer.value(std::uint32_t{0});  // one byte less than a string of five
  const auto file = file_with(packer.take());
  const Section section = file->section("s");
  const std::string prefix = "m: section 's' is damaged: it ends where ";
  EXPECT_EQ(tests::error_of([&] { Unpacker(section).string(); }).what(), prefix + "5 more were expected");
  EXPECT_EQ(tests::error_of([&] { Unpacker(section).value<std::array<char, 13>>(); }).what(),
            prefix + "13 more were expected");
  EXPECT_EQ(Unpacker(section).array<char>(12).size(), 12U);
  const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max() / 4 + 2;  // times 4 is 4
  for (const std::uint64_t count : {std::uint64_t{4}, huge}) {
    const Error error = tests::error_of([&] { Unpacker(section).array<std::uint32_t>(count); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.what(), prefix + std::to_string(count) + " more were expected");
  }
  Unpacker late(section);
  late.value<std::uint8_t>();
  tests::error_of([&] { late.array<char>(0); });  // it would begin at 64
}

TEST(BytesTest, AStringLongerThanAnything) {
  Packer packer;
  packer.value(std::numeric_limits<std::uint64_t>::max());
  const auto file = file_with(packer.take());
  EXPECT_EQ(tests::error_of([&] { Unpacker(file->section("s")).string(); }).kind(), ErrorKind::kInput);
}

TEST(BytesTest, NothingMayBeLeft) {
  const auto file = file_with("abc");
  Unpacker unpacker(file->section("s"));
  unpacker.value<char>();
  EXPECT_STREQ(tests::error_of([&] { unpacker.finish(); }).what(),
               "m: section 's' is damaged: it should end after 1 of its 3 bytes");
}

TEST(BytesTest, MisalignedMemoryIsRefused) {
  alignas(64) const std::array<std::byte, 65> memory{};
  const Section section{"s", 1, std::span(memory).subspan(1), "m"};
  EXPECT_EQ(Unpacker(section).array<char>(64).size(), 64U);
  EXPECT_STREQ(tests::error_of([&] { Unpacker(section).array<std::uint32_t>(16); }).what(),
               "m: section 's' is damaged: an array is not aligned in memory");
}

TEST(BytesTest, ReadSectionNamesTheSectionOnce) {
  const auto file = file_with("abc");
  const Section& section = file->section("s");
  const auto message = [&](auto&& use) {
    return std::string(tests::error_of([&] { read_section(section, use); }).what());
  };
  EXPECT_EQ(message([](const Section&) { throw Error(ErrorKind::kInput, "no table"); }),
            "m: section 's' is damaged: no table");
  EXPECT_EQ(message([](const Section& bytes) { fail_damaged(bytes, "no table"); }),
            "m: section 's' is damaged: no table");
}

}  // namespace
}  // namespace espalier::model_file
