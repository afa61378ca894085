#include "espalier/constituency.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "tests/support/treebank.h"
#include "treebank/constituents.h"

namespace espalier {
namespace {

using testing::read_one;
using treebank::discbracket_format;
using treebank::penn_format;

/// `1:2:SBJ 2:0:root`: word, head, label.
std::string arcs(const Sentence& sentence) {
  std::string out;
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (word > 1) out += ' ';
    out += std::to_string(word) + ":" + std::to_string(sentence.head(word)) + ":" + std::string(sentence.deprel(word));
  }
  return out;
}

std::string dependencies(std::string_view tree, const std::string& rules,
                         const treebank::Format& format = penn_format()) {
  Sentence sentence = read_one(tree, format);
  to_dependencies(sentence, HeadRules::load(rules));
  return arcs(sentence);
}

TEST(ToDependenciesTest, LabelsAreFunctionsOfMaximalProjections) {
  EXPECT_EQ(
      dependencies("(ROOT (S (NP-SBJ (DT The) (NN tree)) (VP (VBZ grows) (ADVP-MNR (RB slowly))) (. .)))", "english"),
      "1:2:NP|DT 2:3:SBJ 3:0:root 4:3:MNR 5:3:punct");
}

TEST(ToDependenciesTest, WithoutFunctionsTheCategoriesAreTheLabel) {
  EXPECT_EQ(dependencies("(ROOT (S (NP (DT The) (NN tree)) (VP (VBZ grows))))", "english"),
            "1:2:NP|DT 2:3:S|NP 3:0:root");
}

TEST(ToDependenciesTest, TheRootTakesTheFunctionBelowTheTop) {
  const std::string_view clause = "(fcl-STA (np-SUBJ (n-H uvas)) (v-fin-P crescem) (punc .))";
  EXPECT_EQ(dependencies("(ROOT " + std::string(clause) + ")", "portuguese"), "1:2:SUBJ 2:0:STA 3:2:PUNC");
  EXPECT_EQ(dependencies(clause, "portuguese"), "1:2:SUBJ 2:0:STA 3:2:PUNC");
  EXPECT_EQ(dependencies("(NN x)", "english"), "1:0:root");
}

TEST(ToDependenciesTest, DiscontinuousConstituentsGiveNonProjectiveArcs) {
  EXPECT_EQ(dependencies("(S (VP (NP (A 0=a) (B 3=b)) (V 2=v)) (C 1=c))", "default", discbracket_format()),
            "1:3:VP|NP 2:3:S|C 3:0:root 4:1:NP|B");
}

TEST(ToDependenciesTest, NeedsConstituents) {
  Sentence sentence;
  sentence.add_word("x");
  EXPECT_THROW(to_dependencies(sentence, HeadRules::load("default")), Error);
}

Sentence tagged(const std::vector<std::pair<std::int32_t, std::string>>& words) {
  Sentence sentence;
  for (const auto& [head, upos] : words) {
    const std::int32_t word = sentence.add_word("w" + std::to_string(sentence.size() + 1));
    sentence.set_head(word, head);
    sentence.set(word, Column::kUpos, upos);
    sentence.set(word, Column::kDeprel, "r" + std::to_string(word));
  }
  return sentence;
}

std::string bracketed(const Sentence& sentence) {
  std::string out;
  penn_format().piece(sentence, {}, out);
  return out;
}

TEST(ToConstituentsTest, WordsWithDependentsProject) {
  Sentence sentence = tagged({{2, "DET"}, {3, "NOUN"}, {0, "VERB"}, {5, "ADP"}, {3, "PROPN"}, {3, "PUNCT"}});
  to_constituents(sentence);
  EXPECT_EQ(bracketed(sentence), "(ROOT (VP (NP (DET w1) (NOUN w2)) (VERB w3) (NP (ADP w4) (PROPN w5)) (PUNCT w6)))\n");
  EXPECT_EQ(sentence.constituents().node(0).head, 1);
  const std::int32_t head = sentence.constituents().node(1).head;
  EXPECT_EQ(sentence.constituents().node(head).word, 3);
}

TEST(ToConstituentsTest, FunctionsCarryTheLabels) {
  Sentence sentence = tagged({{2, "NOUN"}, {0, "X"}, {2, ""}});
  to_constituents(sentence, {.functions = true});
  EXPECT_EQ(bracketed(sentence), "(ROOT (XP-r2 (NP-r1 (NOUN w1)) (X w2) (XP-r3 (_ w3))))\n");
  const std::string before = arcs(sentence);
  to_dependencies(sentence, HeadRules::load("default"));
  EXPECT_EQ(arcs(sentence), before);
}

std::string refusal(Sentence sentence) {
  sentence.set_line(5);
  try {
    to_constituents(sentence);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return {};
}

TEST(ToConstituentsTest, RefusesWhatIsNoProjectiveTree) {
  EXPECT_EQ(refusal(tagged({{3, "X"}, {4, "X"}, {0, "X"}, {3, "X"}})), "line 5: tree is not projective at word 2");
  EXPECT_EQ(refusal(tagged({{3, "X"}, {0, "X"}, {2, "X"}})), "line 5: tree is not projective at word 1")
      << "over the root";
  EXPECT_EQ(refusal(tagged({{0, "X"}, {kNoHead, "X"}})), "line 5: word 2 has no head");
  EXPECT_EQ(refusal(tagged({{0, "X"}, {3, "X"}, {2, "X"}})), "line 5: word 2 is on a cycle");
  EXPECT_EQ(refusal(tagged({{0, "X"}, {7, "X"}})), "line 5: the head of word 2 is out of range");
  EXPECT_EQ(refusal(Sentence()), "line 5: sentence has no words");
}

/// An arc is projective when its head dominates all between; the root 0 dominates all.
bool is_projective_by_definition(const std::vector<std::int32_t>& heads) {
  for (std::size_t word = 1; word < heads.size(); ++word) {
    const auto head = static_cast<std::size_t>(heads[word]);
    for (std::size_t between = std::min(word, head) + 1; between < std::max(word, head); ++between) {
      std::size_t at = between;
      while (at != 0 && at != head) at = static_cast<std::size_t>(heads[at]);
      if (at != head) return false;
    }
  }
  return true;
}

// All head vectors of up to six words: the projective trees with one root come back, the others are refused.
TEST(ToConstituentsTest, AllSmallTreesComeBackOrAreRefused) {
  const HeadRules rules = HeadRules::load("default");
  std::map<std::size_t, int> projective;
  for (std::size_t n = 1; n <= 6; ++n) {
    std::vector<std::int32_t> heads(n + 1, 0);
    heads[0] = kNoHead;
    while (true) {
      if (check_heads(heads).fault == TreeFault::kNone && std::count(heads.begin() + 1, heads.end(), 0) == 1) {
        Sentence sentence;
        for (std::size_t word = 1; word <= n; ++word) sentence.set_head(sentence.add_word("w"), heads[word]);
        const bool expected = is_projective_by_definition(heads);
        bool given = true;
        try {
          to_constituents(sentence);
        } catch (const Error&) {
          given = false;
        }
        ASSERT_EQ(given, expected);
        projective[n] += expected;
        if (given) {
          for (std::size_t word = 1; word <= n; ++word) sentence.set_head(static_cast<std::int32_t>(word), kNoHead);
          to_dependencies(sentence, rules);
          ASSERT_TRUE(std::equal(heads.begin(), heads.end(), sentence.heads().begin()));
        }
      }
      std::size_t at = 1;
      while (at <= n && heads[at] == static_cast<std::int32_t>(n)) heads[at++] = 0;
      if (at > n) break;
      ++heads[at];
    }
  }
  // Projective trees with one root: 1, 2, 7, 30, 143, 728 (OEIS A006013).
  EXPECT_EQ(projective, (std::map<std::size_t, int>{{1, 1}, {2, 2}, {3, 7}, {4, 30}, {5, 143}, {6, 728}}));
}

std::string cleaned(std::string_view text, const CleanOptions& options = {}) {
  Sentence sentence = read_one(text, penn_format());
  return clean(sentence, options) ? bracketed(sentence) : "";
}

TEST(CleanTest, FunctionsAndEmptyElementsGo) {
  EXPECT_EQ(cleaned("( (S (NP-SBJ-1 (NNP Ann)) (VP (VBD was) (VP (VBN seen) (NP (-NONE- *-1)))) (-LRB- -LRB-)))"),
            "( (S (NP (NNP Ann)) (VP (VBD was) (VP (VBN seen))) (-LRB- -LRB-)))\n");
  EXPECT_EQ(cleaned("(S (sn.e-SUJ *0*) (grup.verb (vm crece)))"), "(S (grup.verb (vm crece)))\n");
  EXPECT_EQ(cleaned("(fcl-STA (pron-det-SUBJ isto) (vp-P=1 (v-fin-AUX vai)))"),
            "(fcl (pron-det isto) (vp (v-fin vai)))\n");
  EXPECT_EQ(cleaned("(IP-MAT-SPE (NP-SBJ (N-N x)) (CP-REL-2 (C y)))"), "(IP-MAT (NP (N-N x)) (CP-REL (C y)))\n");
  EXPECT_EQ(cleaned("(S (NP (-NONE- *)))"), "");
  EXPECT_EQ(cleaned("(S (UH *sigh*) (SYM *))"), "(S (UH *sigh*) (SYM *))\n") << "stars alone make no word empty";
}

TEST(CleanTest, PartsCanBeChosen) {
  CleanOptions options;
  options.strip_functions = false;
  EXPECT_EQ(cleaned("(S (NP-SBJ (-NONE- *)) (VP-X (V v)))", options), "(S (VP-X (V v)))\n");
  options.empty_words = {"*con*"};
  EXPECT_EQ(cleaned("(S (NP-SBJ *con*) (V v))", options), "(S (V v))\n");
  options = {};
  options.remove_empty = false;
  EXPECT_EQ(cleaned("(S (NP-SBJ (-NONE- *)) (V v))", options), "(S (NP (-NONE- *)) (V v))\n");
}

TEST(CleanTest, RepeatsAreMergedAndKeepTheirHead) {
  EXPECT_EQ(cleaned("(S (NP-SBJ (NP (PRP it)) (S (-NONE- *EXP*))) (VP (V v)))"), "(S (NP (PRP it)) (VP (V v)))\n");
  EXPECT_EQ(cleaned("(S (S (S (A a) (B (A b)))))"), "(S (A a) (B (A b)))\n");
  CleanOptions options;
  options.merge_repeats = false;
  EXPECT_EQ(cleaned("(S (S (A a)))", options), "(S (S (A a)))\n");
  Sentence sentence = read_one("(S (S (A a) (B b)))", penn_format());
  sentence.constituents().set_head(0, 1);
  sentence.constituents().set_head(1, 3);
  clean(sentence);
  EXPECT_EQ(sentence.constituents().node(0).head, 2);
}

TEST(CleanTest, WordsHeadsMarksAndRangesAreRenumbered) {
  Sentence sentence = read_one("(S (A a) (-NONE- *) (B b) (C c))", penn_format());
  sentence.constituents().set_head(0, 3);
  sentence.set_head(1, 2);
  sentence.set_head(2, 3);
  sentence.set_head(3, 0);
  sentence.set_head(4, 3);
  sentence.add_comment("# kept");
  sentence.multiword_tokens().push_back({2, 4, sentence.add_text("bc"), {}, {}});
  ASSERT_TRUE(clean(sentence));
  EXPECT_EQ(arcs(sentence), "1:2: 2:0: 3:2:");
  EXPECT_EQ(sentence.form(2), "b");
  EXPECT_EQ(sentence.constituents().node(sentence.constituents().node(0).head).word, 2);
  EXPECT_EQ(sentence.text(sentence.comments().at(0)), "# kept");
  ASSERT_EQ(sentence.multiword_tokens().size(), 1u);
  EXPECT_EQ(sentence.multiword_tokens()[0].first, 2);
  EXPECT_EQ(sentence.multiword_tokens()[0].last, 3);
  EXPECT_EQ(sentence.text(sentence.multiword_tokens()[0].form), "bc");
}

TEST(MarkHeadsTest, FillsWhatIsNotMarked) {
  Sentence sentence = read_one("(S (NP (DT a) (NN b)) (VP (VB c)))", penn_format());
  sentence.constituents().set_head(1, 2);
  mark_heads(sentence, HeadRules::load("english"));
  EXPECT_EQ(sentence.constituents().node(0).head, 4);
  EXPECT_EQ(sentence.constituents().node(1).head, 2);
  EXPECT_EQ(sentence.constituents().node(4).head, 5);
}

}  // namespace
}  // namespace espalier
