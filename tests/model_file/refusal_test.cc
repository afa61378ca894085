// Every way in which a file can fail to be a model, and what is said of it.
#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "base/byte_sink.h"
#include "model_file/file.h"
#include "model_file/layout.h"
#include "model_file/writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/model_seal.h"
#include "tests/support/temporary_folder.h"

namespace espalier::model_file {
namespace {

std::string sample() {
  Writer writer;
  writer.add("one", 1, "first section");
  writer.add("parser/weights", 2, std::string(70, 'w'));
  writer.add("last", 1, "end");
  return writer.bytes();  // sections at 448, 512 and 640; 643 bytes
}

/// What is said of the bytes; always as bad input, and of the file.
std::string refusal(std::string_view bytes) {
  const Error error = tests::error_of([&] { File::from_bytes(bytes, "m"); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.place().file, "m");
  return error.reason();
}

/// The sample with a number of its header or table changed, all checksums right.
template <class T>
std::string changed(std::size_t offset, T value) {
  std::string bytes = sample();
  std::memcpy(bytes.data() + offset, &value, sizeof value);
  tests::seal(bytes);
  return bytes;
}

std::size_t in_entry(std::size_t entry, std::size_t field) { return sizeof(Header) + entry * sizeof(Entry) + field; }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(RefusalTest, TheSampleItselfIsFine) {
  EXPECT_EQ(File::from_bytes(sample(), "m")->list().size(), 3U);
  EXPECT_EQ(changed(in_entry(0, offsetof(Entry, version)), std::uint32_t{1}), sample());
}

TEST(RefusalTest, NotAModel) {
  EXPECT_EQ(refusal(""), "not a model file: it is empty");
  EXPECT_EQ(refusal("1\tTrees\ttree\n"), "not a model file: it is text");
  EXPECT_EQ(refusal("\xC3\x81rvore\r\n"), "not a model file: it is text");
  std::string cut_character(4095, 'a');
  cut_character += "\xC3\x81 and more";  // the look at the first 4096 bytes ends within it
  EXPECT_EQ(refusal(cut_character), "not a model file: it is text");
  EXPECT_EQ(refusal(std::string("\x7F"
                                "ELF\x02\x01\x01\0",
                                8)),
            "not a model file");
  EXPECT_EQ(refusal("\xFF\xFEx"), "not a model file");
  EXPECT_EQ(refusal(std::string(100, '\0')), "not a model file");
}

TEST(RefusalTest, Compressed) {
  const tests::TemporaryFolder folder;
  for (const auto& [suffix, name] : {std::pair("gz", "gzip"), std::pair("xz", "xz"), std::pair("zst", "zstd")}) {
    const std::string path = folder / (std::string("model.") + suffix);
    const auto sink = base::open_sink(path);
    sink->write(sample());
    sink->commit();
    const Error error = tests::error_of([&] { File::open(path); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.what(),
              path + ": not a model file: it is compressed (" + name + "); if a model is inside, decompress it first");
  }
}

TEST(RefusalTest, CopiedAsText) {
  const std::string said = "damaged: the model was copied as text, which changed its line ends; copy it as binary";
  EXPECT_EQ(refusal(replaced(sample(), "\r\n", "\n")), said);
  EXPECT_EQ(refusal(replaced(sample(), "\n", "\r\n")), said);
  EXPECT_EQ(refusal(replaced(sample(), "\r", "\n")), said);
  std::string seven_bits = sample();
  for (char& c : seven_bits) c = static_cast<char>(c & 0x7F);
  EXPECT_EQ(refusal(seven_bits), said);
  EXPECT_EQ(refusal(replaced(sample(), "\x8B", "\xC2\x8B")), said);
}

TEST(RefusalTest, Truncated) {
  EXPECT_EQ(refusal(sample().substr(0, 5)), "truncated: only 5 bytes are left of the model");
  EXPECT_EQ(refusal(sample().substr(0, 63)), "truncated: only 63 bytes are left of the model");
  EXPECT_EQ(refusal(sample().substr(0, 64)), "truncated: 64 of 643 bytes are there");
  EXPECT_EQ(refusal(sample().substr(0, 642)), "truncated: 642 of 643 bytes are there");
}

TEST(RefusalTest, TruncatedAnywhere) {
  const std::string whole = sample();
  EXPECT_EQ(refusal(whole.substr(0, 0)), "not a model file: it is empty");
  for (std::size_t length = 1; length < whole.size(); ++length) {
    EXPECT_EQ(refusal(whole.substr(0, length)).substr(0, 11), "truncated: ") << length;
  }
}

TEST(RefusalTest, LongerThanItSays) {
  EXPECT_EQ(refusal(sample() + "\n"), "damaged: 644 bytes are there, 643 should be");
  EXPECT_EQ(refusal(sample() + sample()), "damaged: 1286 bytes are there, 643 should be");
}

TEST(RefusalTest, OtherMachines) {
  EXPECT_EQ(refusal(changed(8, kSwappedByteOrder)), "the model was made on a machine of the other byte order");
  EXPECT_EQ(refusal(changed(16, 2.0F)), "the model was made on a machine with other floating-point numbers");
}

TEST(RefusalTest, FutureFormat) {
  EXPECT_EQ(refusal(changed(12, std::uint32_t{3})), "made by a newer Espalier, format 3; this one reads up to 1");
}

TEST(RefusalTest, DamagedHeader) {
  std::string bytes = sample();
  bytes[24] ^= 1;
  EXPECT_EQ(refusal(bytes), "damaged: the header");
  const std::string nobody = "damaged: the header holds what no Espalier writes";
  EXPECT_EQ(refusal(changed(8, std::uint32_t{5})), nobody);
  EXPECT_EQ(refusal(changed(12, std::uint32_t{0})), nobody);
  EXPECT_EQ(refusal(changed(32, std::uint64_t{128})), nobody);
  EXPECT_EQ(refusal(changed(40, std::uint64_t{1})), nobody);
}

TEST(RefusalTest, DamagedTable) {
  std::string bytes = sample();
  bytes[in_entry(1, offsetof(Entry, length))] ^= 1;
  EXPECT_EQ(refusal(bytes), "damaged: the table of sections");
  const std::string outside = "damaged: the table of sections lies outside the file";
  EXPECT_EQ(refusal(changed(20, std::uint32_t{5})), outside);
  EXPECT_EQ(refusal(changed(20, std::uint32_t{0xFFFFFFFF})), outside);
}

TEST(RefusalTest, DamagedSection) {
  std::string bytes = sample();
  bytes[530] ^= 0x40;
  EXPECT_EQ(refusal(bytes), "damaged: section 'parser/weights'");
}

TEST(RefusalTest, SectionsInWrongPlaces) {
  const std::size_t offset = in_entry(1, offsetof(Entry, offset));
  const std::size_t length = in_entry(1, offsetof(Entry, length));
  const std::string outside = "damaged: section 'parser/weights' lies outside the file";
  EXPECT_EQ(refusal(changed(offset, std::uint64_t{704})), outside);
  EXPECT_EQ(refusal(changed(offset, ~std::uint64_t{63})), outside);  // offset + length would overflow
  EXPECT_EQ(refusal(changed(length, ~std::uint64_t{0})), outside);
  EXPECT_EQ(refusal(changed(length, std::uint64_t{132})), outside);
  const std::string overlaps = "damaged: section 'parser/weights' overlaps what lies before it";
  EXPECT_EQ(refusal(changed(offset, std::uint64_t{448})), overlaps);
  EXPECT_EQ(refusal(changed(offset, std::uint64_t{0})), overlaps);
  EXPECT_EQ(refusal(changed(length, std::uint64_t{131})), "damaged: section 'last' overlaps what lies before it");
  const std::string displaced = "damaged: section 'parser/weights' is not in its place";
  EXPECT_EQ(refusal(changed(offset, std::uint64_t{500})), displaced);
  EXPECT_EQ(refusal(changed(offset, std::uint64_t{513})), displaced);
  EXPECT_EQ(refusal(changed(in_entry(2, offsetof(Entry, length)), std::uint64_t{2})),
            "damaged: bytes after the last section");
}

TEST(RefusalTest, BytesBetweenSections) {
  std::string bytes = sample();
  bytes[511] = 1;
  EXPECT_EQ(refusal(bytes), "damaged: the space before section 'parser/weights'");
}

TEST(RefusalTest, SectionNames) {
  const std::size_t name = in_entry(2, offsetof(Entry, name));
  const std::size_t length = in_entry(2, offsetof(Entry, name_length));
  const std::string damaged = "damaged: the name of section 3";
  EXPECT_EQ(refusal(changed(name, '\n')), damaged);
  EXPECT_EQ(refusal(changed(name + 10, 'x')), damaged);
  EXPECT_EQ(refusal(changed(length, std::uint32_t{0})), damaged);
  EXPECT_EQ(refusal(changed(length, std::uint32_t{5})), damaged);
  EXPECT_EQ(refusal(changed(length, std::uint32_t{97})), damaged);
  EXPECT_EQ(refusal(changed(length, std::uint32_t{0xFFFFFFFF})), damaged);
  EXPECT_EQ(refusal(changed(in_entry(2, offsetof(Entry, version)), std::uint32_t{0})),
            "damaged: section 'last' has no version");

  std::string twins = changed(length, std::uint32_t{3});
  std::memcpy(twins.data() + name, "one\0", 4);
  tests::seal(twins);
  EXPECT_EQ(refusal(twins), "damaged: there are two sections 'one'");
}

TEST(RefusalTest, AnyFlippedBitIsSeen) {
  const std::string whole = sample();
  std::set<std::string> reasons;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = whole;
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      reasons.insert(refusal(bytes));
    }
    std::string bytes = whole;
    bytes[i] = static_cast<char>(~bytes[i]);
    reasons.insert(refusal(bytes));
  }
  EXPECT_EQ(reasons.count("damaged: the header"), 1U);
  EXPECT_EQ(reasons.count("damaged: the table of sections"), 1U);
  EXPECT_EQ(reasons.count("damaged: the space before section 'last'"), 1U);
  EXPECT_EQ(reasons.count("damaged: section 'last'"), 1U);
}

/// The layout has no freedom: whatever is accepted, checksums aside, is what the writer makes of it.
TEST(RefusalTest, WhatIsAcceptedIsCanonical) {
  const std::string whole = sample();
  int accepted = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int delta : {1, 2, 64, 128}) {
      std::string bytes = whole;
      bytes[i] = static_cast<char>(bytes[i] + delta);
      tests::seal(bytes);
      try {
        const auto file = File::from_bytes(bytes);
        Writer writer;
        for (const Section& section : file->list()) {
          writer.add(std::string(section.name), section.version, std::string(section.text()));
        }
        EXPECT_EQ(writer.bytes(), bytes);
        ++accepted;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
      }
    }
  }
  EXPECT_GT(accepted, 4 * (13 + 70 + 3));  // at least the changes to the contents
}

}  // namespace
}  // namespace espalier::model_file
