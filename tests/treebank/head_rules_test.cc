#include "treebank/head_rules.h"

#include <gtest/gtest.h>

#include "espalier/constituency.h"
#include "tests/support/treebank.h"

namespace espalier {
namespace {

using treebank::penn_format;

std::string error_of(std::string_view text) {
  try {
    HeadRules::parse(text, "rules");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return {};
}

/// The form of the head word of each word, in order; `-` for the root.
std::string heads(const std::string& rules, std::string_view tree) {
  Sentence sentence = testing::read_one(tree, penn_format());
  to_dependencies(sentence, HeadRules::parse(HeadRules::text(rules), rules));
  std::string out;
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (word > 1) out += ' ';
    out += sentence.head(word) == 0 ? "-" : std::string(sentence.form(sentence.head(word)));
  }
  return out;
}

std::size_t found(std::string_view rules, std::string_view label, std::vector<std::string_view> children) {
  return treebank::HeadTable::parse(rules, "rules").find(label, children);
}

TEST(HeadRulesTest, NamesBesideOneAnotherAreEqual) {
  EXPECT_EQ(found("X left A B", "X", {"C", "B", "A"}), 1u);
  EXPECT_EQ(found("X right A B", "X", {"B", "A", "C"}), 1u);
  EXPECT_EQ(found("X right-to-left A B", "X", {"B", "A", "C"}), 1u);
}

TEST(HeadRulesTest, GreaterComesFirst) {
  EXPECT_EQ(found("X left A > B", "X", {"C", "B", "A"}), 2u);
  EXPECT_EQ(found("X left A > B C", "X", {"D", "C", "B"}), 1u);
}

TEST(HeadRulesTest, StepsInTurnAndThenAnyChild) {
  EXPECT_EQ(found("X left A | right B", "X", {"B", "C", "B", "D"}), 2u);
  EXPECT_EQ(found("X left A | right", "X", {"B", "C"}), 1u);
  EXPECT_EQ(found("X left A", "X", {"B", "C"}), 0u) << "nothing found: the leftmost";
  EXPECT_EQ(found("X left A", "Y", {"B", "A"}), 0u) << "no rule: the leftmost";
}

TEST(HeadRulesTest, TheFirstRuleThatMatchesCounts) {
  const std::string_view rules = "S.F left A\nS* left B\n* right\n";
  EXPECT_EQ(found(rules, "S.F-SUJ", {"B", "A"}), 1u);
  EXPECT_EQ(found(rules, "S.NF", {"A", "B"}), 1u);
  EXPECT_EQ(found(rules, "", {"A", "B", "C"}), 2u);
}

TEST(HeadRulesTest, SkippedChildrenAreLastResort) {
  const std::string_view rules = "@skip , .\nX left , | left";
  EXPECT_EQ(found(rules, "X", {",", "A", "."}), 1u);
  EXPECT_EQ(found(rules, "X", {",", "."}), 0u);
}

TEST(HeadRulesTest, HashIsATagAndAComment) {
  EXPECT_EQ(found("  # a comment\n\nX left # >  $\n", "X", {"$", "#"}), 1u);
  EXPECT_EQ(found("\\# left A\n", "#", {"B", "A"}), 1u);
}

TEST(HeadRulesTest, ErrorsNameLineAndColumn) {
  EXPECT_EQ(error_of("# x\nNP  up NN"), "rules:2:5: 'left' or 'right' is wanted, not 'up'");
  EXPECT_EQ(error_of("NP"), "rules:1:3: 'left' or 'right' is missing at the end");
  EXPECT_EQ(error_of("NP left A |"), "rules:1:12: 'left' or 'right' is missing at the end");
  EXPECT_EQ(error_of("NP left A | | left"), "rules:1:13: 'left' or 'right' is wanted, not '|'");
  EXPECT_EQ(error_of("NP left > A"), "rules:1:9: no label before '>'");
  EXPECT_EQ(error_of("NP left A > > B"), "rules:1:13: no label before '>'");
  EXPECT_EQ(error_of("NP left A >"), "rules:1:12: no label after '>'");
  EXPECT_EQ(error_of("NP left A\n\n NP right"), "rules:3:2: second rule for 'NP'");
  EXPECT_EQ(error_of("@skp A"), "rules:1:1: unknown directive '@skp' (there are @skip, @compound, @relation)");
  EXPECT_EQ(error_of("@skip"), "rules:1:6: @skip wants labels");
  EXPECT_EQ(error_of("@relation punct"), "rules:1:16: @relation wants a name and labels");
}

TEST(HeadRulesTest, BuiltInTablesAreReadable) {
  const std::vector<std::string> expected = {"english", "french", "portuguese", "spanish", "default"};
  EXPECT_EQ(HeadRules::built_in(), expected);
  for (const std::string& name : HeadRules::built_in()) EXPECT_NO_THROW(HeadRules::load(name)) << name;
  EXPECT_THROW(HeadRules::text("klingon"), Error);
}

TEST(HeadRulesTest, UnknownNamesAreUsageErrors) {
  try {
    HeadRules::load("klingon");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("no head rules named 'klingon' (there are english, french, portuguese, spanish, "
                                 "default), and as a file: "))
        << error.what();
  }
}

TEST(HeadRulesTest, MarksComeBeforeRules) {
  Sentence sentence = testing::read_one("(NP (DT the) (NN tree))", penn_format());
  const HeadRules rules = HeadRules::load("english");
  EXPECT_EQ(rules.head_child(sentence, 0), 2);
  sentence.constituents().set_head(0, 1);
  EXPECT_EQ(rules.head_child(sentence, 0), 1);
}

TEST(HeadRulesTest, English) {
  EXPECT_EQ(heads("english",
                  "(ROOT (S (NP (DT The) (JJ old) (NN tree)) (VP (MD may) (VP (VB fall) (PP (IN on) (NP (PRP$ our) "
                  "(NN house))))) (. .)))"),
            "tree tree may - may fall house on may");
  // Possessives head their phrase, the last noun the larger one.
  EXPECT_EQ(heads("english", "(NP (NP (NNP Ann) (POS 's)) (NN pear) (NNS trees))"), "'s trees trees -");
  EXPECT_EQ(heads("english", "(NP (NP (NNS pears)) (CC and) (NP (NNS plums)))"), "- pears pears");
  EXPECT_EQ(heads("english", "(SBAR (WHNP (WDT that)) (S (VP (VBZ grows))))"), "- that");
  EXPECT_EQ(heads("english", "(SBARQ (WHADVP (WRB Why)) (SQ (VBZ does) (NP (PRP it)) (VP (VB grow))) (. ?))"),
            "does - does does does");
  EXPECT_EQ(heads("english", "(ADVP (RB very) (RB slowly))"), "slowly -");
  EXPECT_EQ(heads("english", "(QP (JJR more) (IN than) (CD ten))"), "than - than");
}

TEST(HeadRulesTest, French) {
  EXPECT_EQ(heads("french",
                  "(ROOT (SENT (NP-SUJ (DET Le) (NC loyer)) (VN (V sera) (VPP plafonné)) (PP-MOD (P en) (NP (NC mai))) "
                  "(PONCT .)))"),
            "loyer plafonné plafonné - plafonné en plafonné");
  EXPECT_EQ(heads("french", "(NP (DET les) (NC pommes) (COORD (CC et) (NP (DET les) (NC poires))))"),
            "pommes - pommes poires et");
  EXPECT_EQ(heads("french", "(SENT (VN (CLS Il) (V dit)) (Ssub-OBJ (CS que) (NP-SUJ (NPP Anne)) (VN (V vient))))"),
            "dit - dit que que");
  EXPECT_EQ(heads("french", "(NP (NC arbre) (Srel (PROREL qui) (VN (V pousse))))"), "- pousse arbre");
}

TEST(HeadRulesTest, PortugueseByFunctionAndByCategory) {
  for (const std::string_view tree :
       {"(ROOT (fcl-STA (np-SUBJ (art->N O) (n-H vento) (adj-N< frio)) (v-fin-P dobra) (np-ACC (art->N a) (n-H "
        "árvore)) (punc .)))",
        "(ROOT (fcl (np (art O) (n vento) (adj frio)) (v-fin dobra) (np (art a) (n árvore)) (punc .)))"}) {
    EXPECT_EQ(heads("portuguese", tree), "vento dobra vento - árvore dobra dobra") << tree;
  }
  EXPECT_EQ(heads("portuguese", "(fcl-STA (vp-P (v-fin-AUX tem) (v-pcp-MV crescido)) (adv-ADVL muito))"), "- tem tem");
  EXPECT_EQ(heads("portuguese", "(cu-SUBJ (np-CJT (n-H uvas)) (conj-c-CO e) (np-CJT (n-H figos)))"), "- uvas uvas");
  EXPECT_EQ(heads("portuguese", "(pp-ADVL (adv->A só) (prp-H em) (np-P< (n-H maio)))"), "em - em");
}

TEST(HeadRulesTest, Spanish) {
  EXPECT_EQ(heads("spanish",
                  "(ROOT (S (sn-SUJ (espec.ms (da0ms0 El)) (grup.nom.ms (ncms000 viento) (s.a.ms (grup.a.ms (aq0cs0 "
                  "frío))))) (grup.verb (vaip3s0 ha) (vmp00sm doblado)) (sn-CD (espec.fs (da0fs0 la)) (grup.nom.fs "
                  "(ncfs000 rama))) (Fp .)))"),
            "viento doblado viento doblado - rama doblado doblado");
  EXPECT_EQ(heads("spanish", "(sp (prep (sps00 en)) (sn (grup.nom (nc mayo))))"), "- en");
  EXPECT_EQ(heads("spanish", "(sn.co (sn (grup.nom (nc uvas))) (coord (cc e)) (sn (grup.nom (nc higos))))"),
            "- uvas uvas");
  EXPECT_EQ(heads("spanish", "(S.F.C-CD (conj.subord (cs que)) (grup.verb (vm crece)))"), "crece -");
}

TEST(HeadRulesTest, DefaultKnowsTheCommonNames) {
  EXPECT_EQ(
      heads("default", "(ROOT (IP-MAT (NP (D-N sá) (N-N maður)) (VBDI plantaði) (PP (P í) (NP (N-D garði))) (. .)))"),
      "maður plantaði - plantaði í plantaði");
  EXPECT_EQ(heads("default", "(ROOT (VP (NP (DET the) (NOUN tree)) (VERB grows)))"), "tree grows -");
}

}  // namespace
}  // namespace espalier
