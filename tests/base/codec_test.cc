// Compression: what was written is read back, and what is truncated or damaged is refused, never misread.
#include "base/codec.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zstd.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/random.h"
#include "tests/support/expect_error.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/temporary_folder.h"

namespace espalier::base {
namespace {

std::string compressed(Codec codec, std::string_view bytes) {
  std::string out;
  const auto sink = memory_sink(out);
  const auto encoder = make_encoder(codec);
  encoder->encode(bytes, *sink);
  encoder->finish(*sink);
  return out;
}

std::string decompressed(std::string_view bytes, const SourceOptions& options = {}) {
  return read_all(*decompressing(memory_source(bytes), "file", options));
}

std::string random_bytes(std::size_t size) {
  Random random(size);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.next());
  return bytes;
}

struct Kind {
  Codec codec;
  std::string_view name;
  std::string_view extension;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class CodecTest : public testing::TestWithParam<Kind> {
 protected:
  Codec codec() const { return GetParam().codec; }
};
INSTANTIATE_TEST_SUITE_P(Codecs, CodecTest,
                         testing::Values(Kind{Codec::kGzip, "gzip", ".gz"}, Kind{Codec::kXz, "xz", ".xz"},
                                         Kind{Codec::kZstd, "zstd", ".zst"}),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST_P(CodecTest, RoundTripThroughFiles) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / ("file" + std::string(GetParam().extension));
  for (const std::string& bytes :
       {std::string(), std::string("x"), std::string(3'000'000, 'y'), random_bytes(10'000'000)}) {
    const auto sink = open_sink(path);
    sink->write(bytes);
    sink->commit();
    EXPECT_EQ(codec_of_bytes(tests::slurp(path)), codec());
    EXPECT_TRUE(read_all(*open_source(path)) == bytes) << bytes.size();
    std::filesystem::rename(path, folder / "no_extension");
    EXPECT_TRUE(read_all(*open_source(folder / "no_extension")) == bytes) << bytes.size();
  }
}

TEST_P(CodecTest, BytesDoNotDependOnHowTheyWereCut) {
  const tests::TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += std::to_string(i * 7919 % 10'007) + '\n';
  const auto written = [&](std::size_t piece) {
    const std::string path = folder / ("file" + std::string(GetParam().extension));
    const auto sink = open_sink(path);
    for (std::size_t at = 0; at < bytes.size(); at += piece) sink->write(std::string_view(bytes).substr(at, piece));
    sink->commit();
    return tests::slurp(path);
  };
  const std::string whole = written(bytes.size());
  EXPECT_LT(whole.size(), bytes.size() / 2);
  EXPECT_TRUE(written(1000) == whole);
  EXPECT_TRUE(written(262'145) == whole);
}

TEST_P(CodecTest, ReadsOneByteAtATime) {
  const std::string bytes = "one byte at a time, " + random_bytes(500);
  const tests::TemporaryFolder folder;
  tests::spill(folder / "in", compressed(codec(), bytes));
  tests::FaultyFileSystem files;
  files.set_most_bytes(1);
  files.set_interrupting();
  const auto source = open_source(folder / "in", {.files = &files});
  std::string all;
  char byte = 0;
  while (source->read(&byte, 1) == 1) all += byte;
  EXPECT_EQ(all, bytes);
}

TEST_P(CodecTest, MembersFollowOneAnother) {
  const std::string one = compressed(codec(), "one ");
  const std::string none = compressed(codec(), "");
  const std::string two = compressed(codec(), std::string(500'000, '2'));
  EXPECT_EQ(decompressed(one + none + two + one), "one " + std::string(500'000, '2') + "one ");
  EXPECT_EQ(decompressed(none + none), "");
}

TEST_P(CodecTest, SomethingElseAfterIsRefused) {
  const std::string one = compressed(codec(), "one");
  for (const char* garbage : {"x", "garbage that follows", "\x1F",
                              "\xFD"
                              "7zX"}) {
    const Error error = tests::error_of([&] { decompressed(one + garbage); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_TRUE(std::string(error.what()).starts_with("file: the " + std::string(GetParam().name) + " data is "));
  }
}

TEST_P(CodecTest, TruncatedAtEveryByte) {
  const std::string bytes = "some text, some text, some text; " + random_bytes(50);
  const std::string whole = compressed(codec(), bytes);
  const std::string twice = whole + whole;
  for (std::size_t size = 2; size < twice.size(); ++size) {
    if (size == whole.size()) continue;
    const Error error = tests::error_of([&] { decompressed(std::string_view(twice).substr(0, size)); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.what(), "file: the " + std::string(GetParam().name) + " data is truncated") << size;
  }
}

// A byte that does not matter (a flag, an operating system) may be changed; the content never comes out wrong.
TEST_P(CodecTest, EveryFlippedBitIsFoundOrHarmless) {
  const std::string bytes = "some text, some text, some text; " + random_bytes(50);
  const std::string whole = compressed(codec(), bytes);
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    if (codec_of_bytes(damaged) != codec()) continue;  // no longer taken for compressed
    try {
      EXPECT_EQ(decompressed(damaged), bytes) << "bit " << bit;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_EQ(error.place().file, "file");
    }
  }
}

std::size_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) << 10;
}

TEST_P(CodecTest, ABombIsReadInFlatMemory) {
  const std::string member = compressed(codec(), std::string(1 << 23, '\0'));
  std::string bomb;
  for (int i = 0; i < 16; ++i) bomb += member;
  ASSERT_LT(bomb.size(), 400'000u);
  const std::size_t before = peak_memory();
  const auto source = decompressing(memory_source(bomb), "bomb");
  std::vector<char> buffer(1 << 16);
  std::size_t total = 0;
  while (const std::size_t got = source->read(buffer.data(), buffer.size())) total += got;
  EXPECT_EQ(total, std::size_t{128} << 20);
  EXPECT_LT(peak_memory() - before, std::size_t{64} << 20);
}

TEST(CodecOfTest, ByFirstBytes) {
  EXPECT_EQ(codec_of_bytes(""), Codec::kNone);
  EXPECT_EQ(codec_of_bytes("("), Codec::kNone);  // the first byte of zstd, and of many a tree
  EXPECT_EQ(codec_of_bytes("(S"), Codec::kNone);
  EXPECT_EQ(codec_of_bytes("\x1F\x8B"), Codec::kGzip);
  EXPECT_EQ(codec_of_bytes("\x28\xB5\x2F"), Codec::kZstd);
  EXPECT_EQ(codec_of_bytes("\x50\x2A\x4D\x18"), Codec::kZstd);
  EXPECT_EQ(codec_of_bytes("P*M"), Codec::kNone);
  EXPECT_EQ(codec_of_bytes("\xFD"
                           "7zXZ"),
            Codec::kXz);
}

TEST(CodecOfTest, AsLongAsItMayBeCompressedMoreMustBeSeen) {
  const std::string magics[] = {"\x1F\x8B", std::string("\xFD\x37\x7A\x58\x5A\x00", 6), "\x28\xB5\x2F\xFD",
                                "\x5A\x2A\x4D\x18"};
  for (const std::string& magic : magics) {
    for (std::size_t size = 0; size <= magic.size(); ++size) EXPECT_TRUE(may_be_compressed(magic.substr(0, size)));
    for (std::size_t size = 1; size <= magic.size(); ++size) {
      EXPECT_FALSE(may_be_compressed(magic.substr(0, size - 1) + '\x01')) << size;
    }
  }
  for (const char* text : {"a", "{", "P\n", "(a"}) EXPECT_FALSE(may_be_compressed(text)) << text;
}

TEST(CodecOfTest, ByPath) {
  EXPECT_EQ(codec_of_path("a.conllu"), Codec::kNone);
  EXPECT_EQ(codec_of_path("a.conllu.gz"), Codec::kGzip);
  EXPECT_EQ(codec_of_path("a.xz"), Codec::kXz);
  EXPECT_EQ(codec_of_path("a.zst"), Codec::kZstd);
}

TEST(GzipTest, NoTimeAndNoSystemInTheHeader) {
  const std::string bytes = compressed(Codec::kGzip, "text");
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10));
}

TEST(GzipTest, ZerosMayFillUpTheEnd) {
  const std::string one = compressed(Codec::kGzip, "one");
  EXPECT_EQ(decompressed(one + std::string(300'000, '\0')), "one");
  EXPECT_EQ(tests::error_of([&] { decompressed(one + std::string(300'000, '\0') + one); }).kind(), ErrorKind::kInput);
}

TEST(XzTest, ZerosMayStandBetweenMembers) {
  const std::string one = compressed(Codec::kXz, "one ");
  EXPECT_EQ(decompressed(one + std::string(8, '\0') + one), "one one ");
}

TEST(XzTest, WhatNeedsTooMuchMemoryIsRefused) {
  const std::string bytes = compressed(Codec::kXz, "text");  // a window of 8 MB
  EXPECT_EQ(decompressed(bytes, {.decoder_memory = std::size_t{16} << 20}), "text");
  const Error error = tests::error_of([&] { decompressed(bytes, {.decoder_memory = std::size_t{4} << 20}); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_STREQ(error.what(), "file: the xz data needs 9 MB of memory to be read; 4 MB are allowed");
}

TEST(ZstdTest, WhatNeedsTooMuchMemoryIsRefused) {
  std::string bytes(1 << 16, '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 24);
  ZSTD_inBuffer input{"text", 4, 0};
  ZSTD_outBuffer output{bytes.data(), bytes.size(), 0};
  ASSERT_FALSE(ZSTD_isError(ZSTD_compressStream2(context, &output, &input, ZSTD_e_continue)));
  ASSERT_EQ(ZSTD_compressStream2(context, &output, &input, ZSTD_e_end), 0u);
  ZSTD_freeCCtx(context);
  bytes.resize(output.pos);
  EXPECT_EQ(decompressed(bytes, {.decoder_memory = std::size_t{16} << 20}), "text");
  const Error error = tests::error_of([&] { decompressed(bytes, {.decoder_memory = std::size_t{8} << 20}); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_STREQ(error.what(), "file: the zstd data needs more than the 8 MB of memory allowed");
}

TEST(ZstdTest, RemarksAreSkipped) {
  const std::string remark("\x50\x2A\x4D\x18\x03\0\0\0abc", 11);
  EXPECT_EQ(decompressed(remark + compressed(Codec::kZstd, "text") + remark), "text");
}

}  // namespace
}  // namespace espalier::base
