#include "treebank/labels.h"

#include <gtest/gtest.h>

namespace espalier::treebank {
namespace {

bool matches(std::string_view pattern, std::string_view label) { return LabelPattern(pattern).matches(label); }

TEST(LabelPatternTest, NamesMatchWithAndWithoutFunction) {
  EXPECT_TRUE(matches("NP", "NP"));
  EXPECT_TRUE(matches("NP", "NP-SBJ-1"));
  EXPECT_TRUE(matches("NP", "NP=2"));
  EXPECT_FALSE(matches("NP", "NPP"));
  EXPECT_FALSE(matches("NP", "N"));
  EXPECT_FALSE(matches("NP", ""));
  EXPECT_TRUE(matches("-LRB-", "-LRB-"));
  EXPECT_TRUE(matches("v-fin", "v-fin-P"));
  EXPECT_FALSE(matches("P", "P+D"));
}

TEST(LabelPatternTest, StarsStandForAnything) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "-NONE-"));
  EXPECT_TRUE(matches("grup.nom*", "grup.nom.ms-SUJ"));
  EXPECT_TRUE(matches("grup.nom*", "grup.nom"));
  EXPECT_TRUE(matches("*-H", "pron-det-H"));
  EXPECT_TRUE(matches("*-H", "vp-H=1"));
  EXPECT_FALSE(matches("*-H", "art->H"));
  EXPECT_FALSE(matches("*-H", "np-HX"));
  EXPECT_TRUE(matches("*-P", "x-PX-P"));
  EXPECT_TRUE(matches("*.co", "sn.co-SUJ"));
  EXPECT_FALSE(matches("*.co", "sn.com"));
  EXPECT_TRUE(matches("a*b*c", "a-b-xb-c"));
  EXPECT_FALSE(matches("a*b*c", "acb"));
}

TEST(LabelPatternTest, BackslashTakesTheNextCharacterLiterally) {
  EXPECT_TRUE(matches("S\\*", "S*"));
  EXPECT_FALSE(matches("S\\*", "Sx"));
  EXPECT_TRUE(matches("\\#", "#"));
  EXPECT_TRUE(matches("\\\\", "\\"));
}

TEST(LabelSchemeTest, CategoryAndFunction) {
  LabelScheme scheme;
  scheme.add_compound("v-fin");
  scheme.add_compound("IP-*");
  struct Case {
    std::string_view label, category, function;
  };
  for (const Case& c : {
           Case{"NP", "NP", ""},
           Case{"NP-SBJ", "NP", "SBJ"},
           Case{"NP-SBJ-1", "NP", "SBJ"},
           Case{"PP-LOC-PRD=2", "PP", "LOC-PRD"},
           Case{"NP-3", "NP", ""},
           Case{"-LRB-", "-LRB-", ""},
           Case{"-NONE-", "-NONE-", ""},
           Case{"-", "-", ""},
           Case{"--", "--", ""},
           Case{"", "", ""},
           Case{"art->N", "art", ">N"},
           Case{"vp-P=1", "vp", "P"},
           Case{"prp-PRT-AUX<", "prp", "PRT-AUX<"},
           Case{"v-fin", "v-fin", ""},
           Case{"v-fin-P", "v-fin", "P"},
           Case{"v-pcp-P", "v", "pcp-P"},
           Case{"IP-MAT-SPE", "IP-MAT", "SPE"},
           Case{"IP", "IP", ""},
           Case{"NP-OBJ::OBJ##OBJ/OBJ", "NP", "OBJ::OBJ##OBJ/OBJ"},
       }) {
    EXPECT_EQ(scheme.category(c.label), c.category) << c.label;
    EXPECT_EQ(scheme.function(c.label), c.function) << c.label;
  }
}

}  // namespace
}  // namespace espalier::treebank
