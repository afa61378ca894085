#include "text/characters.h"

#include <gtest/gtest.h>

namespace espalier::text {
namespace {

TEST(CharactersTest, WhiteSpaceIsOneEntryAndABlankLineAnEdge) {
  Characters text;
  text.assign("a \t\u00A0b\r\nc \n\t\r\n d\u2029");
  ASSERT_EQ(text.size(), 8);
  const std::vector<Class> kinds = {Class::kLower, Class::kSpace, Class::kLower, Class::kSpace,
                                    Class::kLower, Class::kEdge,  Class::kLower, Class::kEdge};
  for (std::int32_t i = 0; i < text.size(); ++i) EXPECT_EQ(text.kind(i), kinds[static_cast<std::size_t>(i)]) << i;
  EXPECT_FALSE(text.breaks_line(1));
  EXPECT_TRUE(text.breaks_line(3));
  EXPECT_EQ(text.bytes(5, 6), " \n\t\r\n ");
  EXPECT_EQ(text.kind(-1), Class::kEdge);
  EXPECT_EQ(text.kind(8), Class::kEdge);
}

TEST(CharactersTest, ClassesAndCase) {
  Characters text;
  text.assign("aÉ3ไ漢ش.。’-(»%€\x01");
  const std::vector<Class> kinds = {Class::kLower,       Class::kUpper,  Class::kDigit,  Class::kUnspaced,
                                    Class::kUnspaced,    Class::kLetter, Class::kPeriod, Class::kStop,
                                    Class::kApostrophe,  Class::kDash,   Class::kOpen,   Class::kClose,
                                    Class::kPunctuation, Class::kOther,  Class::kOther};
  ASSERT_EQ(text.size(), static_cast<std::int32_t>(kinds.size()));
  for (std::int32_t i = 0; i < text.size(); ++i) EXPECT_EQ(text.kind(i), kinds[static_cast<std::size_t>(i)]) << i;
  EXPECT_EQ(text.lower(1), U'é');
}

TEST(CharactersTest, ClustersBeginWhereNothingIsJoined) {
  Characters text;
  text.assign("e\u0301x \u0301\U0001F468\u200D\U0001F469\U0001F1E7\U0001F1F7\U0001F1F5");
  const std::vector<bool> begins = {true, false, true, true, true, true, false, false, true, false, true};
  ASSERT_EQ(text.size(), static_cast<std::int32_t>(begins.size()));
  for (std::int32_t i = 0; i < text.size(); ++i) {
    EXPECT_EQ(text.begins_cluster(i), begins[static_cast<std::size_t>(i)]) << i;
  }
  EXPECT_EQ(text.kind(1), Class::kLower);  // a mark is what it stands on
}

TEST(CharactersTest, HashesDoNotSeeCase) {
  Characters text;
  text.assign("Straße strAße strasse");
  EXPECT_EQ(text.hash(0, 6), text.hash(7, 13));
  EXPECT_NE(text.hash(0, 6), text.hash(14, 20));
}

}  // namespace
}  // namespace espalier::text
