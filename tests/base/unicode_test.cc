#include "base/unicode.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/random.h"

namespace espalier::base {
namespace {

/// The naive twin: decodes by the definition and then forbids what is overlong, a surrogate or too large.
std::size_t naive_find_invalid(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
    std::size_t length = 1;
    std::uint32_t value = byte(0);
    if (byte(0) >= 0xF0) {
      length = 4, value = byte(0) & 0x0F;
    } else if (byte(0) >= 0xE0) {
      length = 3, value = byte(0) & 0x0F;
    } else if (byte(0) >= 0xC0) {
      length = 2, value = byte(0) & 0x1F;
    } else if (byte(0) >= 0x80) {
      return at;
    }
    if (at + length > bytes.size()) return at;
    for (std::size_t i = 1; i < length; ++i) {
      if ((byte(i) & 0xC0) != 0x80) return at;
      value = value << 6 | (byte(i) & 0x3Fu);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    if (value < kLeast[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return at;
    at += length;
  }
  return kValid;
}

TEST(Utf8Test, EveryCodePointComesBack) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string bytes;
    append_utf8(bytes, c);
    ASSERT_EQ(find_invalid_utf8(bytes), kValid) << std::uint32_t{c};
    ASSERT_EQ(count_code_points(bytes), 1u);
    std::size_t at = 0;
    ASSERT_EQ(decode(bytes, at), c);
    ASSERT_EQ(at, bytes.size());
  }
}

TEST(Utf8Test, WhatIsNoCodePointIsWrittenAsTheReplacement) {
  std::string bytes;
  append_utf8(bytes, 0xD800);
  append_utf8(bytes, 0x110000);
  EXPECT_EQ(bytes, "\xEF\xBF\xBD\xEF\xBF\xBD");
}

// All sequences of up to three bytes, and all of four whose last two are at the borders of their classes.
TEST(Utf8Test, CheckAgreesWithTheDefinitionOnAllShortInputs) {
  std::string bytes(3, '\0');
  for (unsigned i = 0; i < 0x1000000; ++i) {
    bytes[0] = static_cast<char>(i >> 16);
    bytes[1] = static_cast<char>(i >> 8);
    bytes[2] = static_cast<char>(i);
    if (bytes[0] >= 0 && bytes[1] >= 0 && bytes[2] >= 0) continue;
    ASSERT_EQ(find_invalid_utf8(bytes), naive_find_invalid(bytes)) << i;
  }
  const std::string borders("\x00\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC2\xFF", 11);
  for (unsigned i = 0; i < 0x10000; ++i) {
    for (const char third : borders) {
      for (const char fourth : borders) {
        const std::string four{static_cast<char>(i >> 8), static_cast<char>(i), third, fourth};
        ASSERT_EQ(find_invalid_utf8(four), naive_find_invalid(four)) << i;
      }
    }
  }
}

// A bad byte at every place of a text that crosses blocks, so that every state at a block's border is met.
TEST(Utf8Test, CheckFindsTheExactPlaceAcrossBlocks) {
  const std::vector<std::string> texts{"plain ASCII text, long enough for some blocks of sixteen bytes",
                                       "съешь же ещё этих мягких французских булок",
                                       "天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往", "a𝄞b😀c日dйe𐍈f𝄞😀日й𐍈𝄞😀",
                                       std::string("\0\0zero bytes\0 are well-formed\0", 31)};
  for (const std::string& text : texts) {
    ASSERT_EQ(find_invalid_utf8(text), kValid);
    for (std::size_t at = 0; at < text.size(); ++at) {
      EXPECT_EQ(find_invalid_utf8(std::string_view(text).substr(0, at)),
                naive_find_invalid(std::string_view(text).substr(0, at)));
      for (const unsigned bad : {0x00u, 0x41u, 0x80u, 0xBFu, 0xC0u, 0xC3u, 0xE2u, 0xEDu, 0xF0u, 0xF4u, 0xFFu}) {
        std::string damaged = text;
        damaged[at] = static_cast<char>(bad);
        ASSERT_EQ(find_invalid_utf8(damaged), naive_find_invalid(damaged)) << text << " at " << at << " byte " << bad;
      }
    }
  }
}

TEST(Utf8Test, CheckAgreesWithTheDefinitionOnRandomBytes) {
  Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes;
    for (std::uint64_t left = random.below(12); left > 0; --left)
      append_utf8(bytes, static_cast<char32_t>(random.below(0x11000)));
    if (!bytes.empty() && random.below(2) == 0)
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    ASSERT_EQ(find_invalid_utf8(bytes), naive_find_invalid(bytes));
  }
}

TEST(Utf8Test, DecodeMovesOneByteOverWhatIsMalformed) {
  const std::string_view bytes =
      "\xE2\x82"
      "A";
  std::size_t at = 0;
  EXPECT_EQ(decode(bytes, at), 0xFFFDu);
  EXPECT_EQ(at, 1u);
  EXPECT_EQ(decode(bytes, at), 0xFFFDu);
  EXPECT_EQ(decode(bytes, at), U'A');
  EXPECT_EQ(at, 3u);
}

TEST(Utf8Test, CodePointsAreCounted) {
  EXPECT_EQ(count_code_points(""), 0u);
  EXPECT_EQ(count_code_points("naïve 日本 😀"), 10u);
}

TEST(UnicodeTest, PunctuationIsCategoryP) {
  for (const char* word :
       {".", "...", "«", "»", "—", "‘’", "?!", "、", "。", "؟", "…", "-", "%", "_", "@", "#", "&", "*"}) {
    EXPECT_TRUE(is_all_punctuation(word)) << word;
  }
  for (const char* word : {"", "a", "a.", ".a", "$", "+", "<", "=", "`", "^", "|", "~", "€", "°", "1", " ", "\xFF"}) {
    EXPECT_FALSE(is_all_punctuation(word)) << word;
  }
}

TEST(UnicodeTest, SpaceIsWhiteSpace) {
  for (const char32_t c : {U' ', U'\t', U'\n', U'\r', U'\u0085', U'\u00A0', U'\u2003', U'\u2028', U'\u3000'}) {
    EXPECT_TRUE(is_space(c)) << std::uint32_t{c};
  }
  for (const char32_t c : {U'a', U'\u200B', U'\uFEFF', U'\0', U'\u2060'}) EXPECT_FALSE(is_space(c)) << std::uint32_t{c};
}

TEST(UnicodeTest, NormalFormC) {
  EXPECT_TRUE(is_nfc("plain"));
  EXPECT_TRUE(is_nfc("caf\u00E9"));
  EXPECT_FALSE(is_nfc("cafe\u0301"));
  EXPECT_EQ(to_nfc("cafe\u0301"), "caf\u00E9");
  EXPECT_EQ(to_nfc("\u1100\u1161\u11A8"), "\uAC01");
  EXPECT_EQ(to_nfc("\u212B"), "\u00C5");
  EXPECT_EQ(to_nfc("ti\u1EBFng Vi\u1EC7t"), "ti\u1EBFng Vi\u1EC7t");
  EXPECT_EQ(to_nfc(""), "");
}

TEST(UnicodeTest, LowerCase) {
  EXPECT_EQ(to_lower("ABC xyz [09]"), "abc xyz [09]");
  EXPECT_EQ(to_lower("ÉCOLE"), "école");
  EXPECT_EQ(to_lower("ΟΔΟΣ"), "οδος");  // the sigma at the end of a word
  EXPECT_EQ(to_lower("МОСКВА"), "москва");
  EXPECT_EQ(to_lower("日本"), "日本");
  EXPECT_EQ(to_lower("TITLE"), "title");  // not the Turkish i, whatever the locale
}

TEST(UnicodeTest, DisplayWidth) {
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("tree"), 4);
  EXPECT_EQ(display_width("árvore"), 6);
  EXPECT_EQ(display_width("a\u0301"), 1);
  EXPECT_EQ(display_width("日本語"), 6);
  EXPECT_EQ(display_width("ｆｕｌｌ"), 8);
  EXPECT_EQ(display_width("ﾊﾝｶｸ"), 4);
  EXPECT_EQ(display_width("각"), 2);
  EXPECT_EQ(display_width("\u1100\u1161\u11A8"), 2);  // the same syllable in parts
  EXPECT_EQ(display_width("a\u200Bb\uFEFF"), 2);
  EXPECT_EQ(display_width("שָׁלוֹם"), 4);
  EXPECT_EQ(display_width("a\tb\n"), 2);
}

TEST(UnicodeTest, DisplayWidthOfEmoji) {
  EXPECT_EQ(display_width("😀"), 2);
  EXPECT_EQ(display_width("😀😀"), 4);
  EXPECT_EQ(display_width("\u2764"), 1);
  EXPECT_EQ(display_width("\u2764\uFE0F"), 2);
  EXPECT_EQ(display_width("\U0001F44D\U0001F3FD"), 2);                        // with a skin tone
  EXPECT_EQ(display_width("\U0001F468\u200D\U0001F469\u200D\U0001F467"), 2);  // a family
  EXPECT_EQ(display_width("\U0001F469\u200D\u2764\uFE0F\u200D\U0001F468!"), 3);
  EXPECT_EQ(display_width("\U0001F1EA\U0001F1F8"), 2);  // a flag
  EXPECT_EQ(display_width("日\u200D本"), 4);            // joins nothing
}

TEST(UnicodeTest, DirectionIsThatOfTheFirstStrongCharacter) {
  EXPECT_TRUE(is_right_to_left("שלום"));
  EXPECT_TRUE(is_right_to_left("123 (مرحبا) hello"));
  EXPECT_FALSE(is_right_to_left("hello مرحبا"));
  EXPECT_FALSE(is_right_to_left("123"));
  EXPECT_FALSE(is_right_to_left(""));
  EXPECT_FALSE(is_right_to_left("\u2067שלום\u2069 hello"));  // what is isolated does not decide
}

}  // namespace
}  // namespace espalier::base
