#include "treebank/markovise.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/support/treebank.h"
#include "treebank/constituents.h"

namespace espalier::treebank {
namespace {

constexpr std::int32_t kNone = ConstituentTree::kNone;

std::string binary(std::string_view text, int order, const HeadRules* rules = nullptr) {
  Sentence sentence = testing::read_one(text, penn_format());
  BinarizeOptions options;
  options.order = order;
  binarize(sentence, options, rules);
  std::string out;
  penn_format().piece(sentence, {}, out);
  return out;
}

// Head d; from the outside: e goes first, then a, b, c.
constexpr std::string_view kFlat = "(NP (DT a) (JJ b) (JJR c) (NN d) (PP (IN e) (NN f)))";

TEST(MarkoviseTest, SymbolsRememberAsManySistersAsTheOrderSays) {
  const HeadRules rules = HeadRules::parse("NP left NN", "rules");
  EXPECT_EQ(binary(kFlat, 0, &rules), "(NP (NP: (DT a) (NP: (JJ b) (NP: (JJR c) (NN d)))) (PP (IN e) (NN f)))\n");
  EXPECT_EQ(binary(kFlat, 1, &rules),
            "(NP (NP:DT (DT a) (NP:JJ (JJ b) (NP:JJR (JJR c) (NN d)))) (PP (IN e) (NN f)))\n");
  EXPECT_EQ(binary(kFlat, 2, &rules),
            "(NP (NP:DT,JJ (DT a) (NP:JJ,JJR (JJ b) (NP:JJR,NN (JJR c) (NN d)))) (PP (IN e) (NN f)))\n");
  EXPECT_EQ(binary(kFlat, kUnlimitedOrder, &rules),
            "(NP (NP:DT,JJ,JJR,NN (DT a) (NP:JJ,JJR,NN (JJ b) (NP:JJR,NN (JJR c) (NN d)))) (PP (IN e) (NN f)))\n");
}

TEST(MarkoviseTest, WithoutRulesTheLeftmostIsTheHead) {
  EXPECT_EQ(binary("(X (A a) (B b) (C c))", 1), "(X (X:B (A a) (B b)) (C c))\n");
}

TEST(MarkoviseTest, RightSistersAreOutermost) {
  const HeadRules rules = HeadRules::parse("X left H", "rules");
  EXPECT_EQ(binary("(X (A a) (B b) (H h) (C c) (D d))", 1, &rules),
            "(X (X:C (X:A (A a) (X:B (B b) (H h))) (C c)) (D d))\n");
}

TEST(MarkoviseTest, UnaryChainsAreJoinedDownToTheTag) {
  EXPECT_EQ(binary("(ROOT (S (VP (VB go))))", 0), "(ROOT+S+VP (VB go))\n");
  EXPECT_EQ(binary("(ROOT (S (NP (PRP I)) (VP (VBP go))))", 0), "(ROOT+S (NP (PRP I)) (VP (VBP go)))\n");
  EXPECT_EQ(binary("( (S (A a) (B b)))", 0), "(+S (A a) (B b))\n");
  EXPECT_EQ(binary("(NN x)", 0), "(NN x)\n");
}

TEST(MarkoviseTest, SeparatorsInLabelsAreEscaped) {
  EXPECT_EQ(binary("(NC+ (P+D: a) (, b) (C\\ c))", 2), "(NC\\+ (NC\\+:\\,,P\\+D\\: (P+D: a) (, b)) (C\\ c))\n");
  EXPECT_EQ(binary("(A:B (C+D (x y) (z w)))", 0), "(A\\:B+C\\+D (x y) (z w))\n");
  EXPECT_EQ(split_chain("A\\:B+C\\+D"), (std::vector<std::string>{"A:B", "C+D"}));
  EXPECT_TRUE(is_temporary("NC\\+:"));
  EXPECT_FALSE(is_temporary("A\\:B+C"));
  for (const char* label : {"C\\+D", "A\\:B+C\\+D", "C\\+D:", "C\\+D:x,y"}) EXPECT_EQ(base_of(label), "C\\+D");
}

TEST(MarkoviseTest, BinaryNodesMarkTheirHeads) {
  Sentence sentence = testing::read_one(kFlat, penn_format());
  sentence.constituents().set_head(0, 4);  // d
  const ConstituentTree marked = sentence.constituents();
  binarize(sentence);
  const ConstituentTree& tree = sentence.constituents();
  std::int32_t at = 0;
  while (!tree.node(at).is_leaf()) at = tree.node(at).head;
  EXPECT_EQ(tree.node(at).word, 4);
  unbinarize(sentence, false);
  EXPECT_EQ(sentence.constituents().node(0).head, kNone);
}

TEST(MarkoviseTest, TemporarySymbolsInOddPlacesAreDissolvedToo) {
  // What a parser may predict: a temporary symbol at the top, one below another label, one with a single child.
  Sentence sentence = testing::read_one("(X:A (Y: (a b)) (VP (Y:B,C (c d) (e f)) (g h)))", penn_format());
  unbinarize(sentence);
  std::string out;
  penn_format().piece(sentence, {}, out);
  EXPECT_EQ(out, "(X (a b) (VP (c d) (e f) (g h)))\n");
}

/// Checks the shape of the binary tree and that the inverse gives back the very tree.
void expect_round_trip(Sentence& sentence, int order, const HeadRules* rules, bool keep_heads) {
  const ConstituentTree original = sentence.constituents();
  BinarizeOptions options;
  options.order = order;
  const ConstituentTree made = markovised(sentence, options, rules);
  for (std::int32_t i = 0; i < made.size(); ++i) {
    if (made.node(i).is_leaf()) continue;
    const std::int32_t first = made.node(i).first_child;
    const std::int32_t last = made.node(i).last_child;
    ASSERT_NE(first, kNone);
    ASSERT_TRUE(first == last ? made.node(first).is_leaf() : made.node(first).next_sibling == last);
    ASSERT_NE(made.node(i).head, kNone);
  }
  ASSERT_EQ(unmarkovised(made, keep_heads), original);
}

/// All trees over n leaves whose labels are A or B, with at most `chain` unary constituents above any node.
class AllTrees {
 public:
  AllTrees(int chain, bool unary_leaves) : chain_(chain), unary_leaves_(unary_leaves) {}

  // A tree as text: `x` is a leaf, `A(...)` a constituent.
  const std::vector<std::string>& of(std::size_t n) {
    while (trees_.size() <= n) add(trees_.size());
    return trees_[n];
  }

 private:
  void add(std::size_t n) {
    std::vector<std::string> layer;
    if (n == 1) layer.push_back("x");
    std::vector<std::string> rows;
    if (n > 1) sequences(n, n - 1, "", rows);
    for (const std::string& row : rows) {
      for (const char* label : {"A(", "B("}) layer.push_back(label + row + ")");
    }
    std::vector<std::string> all = layer;
    for (int k = 0; k < (n > 1 || unary_leaves_ ? chain_ : 0); ++k) {
      std::vector<std::string> above;
      for (const std::string& tree : layer) {
        for (const char* label : {"A(", "B("}) above.push_back(label + tree + ")");
      }
      all.insert(all.end(), above.begin(), above.end());
      layer.swap(above);
    }
    trees_.push_back(std::move(all));
  }

  /// Appends all sequences of trees that cover n leaves, none of them more than `most`.
  void sequences(std::size_t n, std::size_t most, const std::string& done, std::vector<std::string>& rows) {
    if (n == 0) rows.push_back(done);
    for (std::size_t first = 1; first <= std::min(n, most); ++first) {
      for (const std::string& tree : trees_[first]) sequences(n - first, most, done + tree, rows);
    }
  }

  int chain_;
  bool unary_leaves_;
  std::vector<std::vector<std::string>> trees_ = {{}};
};

ConstituentTree built(const std::string& text) {
  ConstituentTree tree;
  std::int32_t at = kNone;
  std::int32_t word = 0;
  for (const char c : text) {
    if (c == 'x') {
      tree.add_leaf(at, ++word);
    } else if (c == ')') {
      at = tree.node(at).parent;
    } else if (c != '(') {
      at = tree.add(at, std::string_view(&c, 1));
    }
  }
  return tree;
}

void try_all(std::size_t n, AllTrees trees) {
  const HeadRules right = HeadRules::parse("* right", "rules");
  const HeadRules middle = HeadRules::parse("* left B > x", "rules");
  Sentence sentence;
  for (std::size_t word = 0; word < n; ++word) {
    sentence.set(sentence.add_word("w"), Column::kXpos, word % 2 == 0 ? "x" : "y");
  }
  for (const std::string& text : trees.of(n)) {
    sentence.constituents() = built(text);
    for (int order = 0; order <= 2; ++order) {
      for (const HeadRules* rules : {static_cast<const HeadRules*>(nullptr), &right, &middle}) {
        expect_round_trip(sentence, order, rules, false);
        ASSERT_FALSE(::testing::Test::HasFailure()) << text << " order " << order;
      }
    }
  }
}

TEST(MarkoviseTest, AllSmallTreesComeBack) {
  AllTrees one(1, true);
  EXPECT_EQ(one.of(1).size(), 3u);
  EXPECT_EQ(one.of(2).size(), 54u);    // 3 × 2 labels × 3²
  EXPECT_EQ(one.of(3).size(), 2106u);  // 3 × 2 × (2 × 3 × 54 + 3³)
  for (std::size_t n = 1; n <= 3; ++n) try_all(n, one);
  for (std::size_t n = 1; n <= 2; ++n) try_all(n, AllTrees(2, true));
  for (std::size_t n = 4; n <= 5; ++n) try_all(n, AllTrees(1, false));
}

TEST(MarkoviseTest, RandomTreesWithMarksGapsAndOddLabelsComeBack) {
  const std::vector<std::string> labels = {"NP", "S+VP", "NP:", ":", "+", "\\", "a\\:b", "", "A,B", "\\+"};
  base::Random random(1);
  for (int round = 0; round < 2000; ++round) {
    Sentence sentence;
    std::vector<std::int32_t> words;
    for (std::size_t n = 1 + random.below(30); n > 0; --n) {
      words.push_back(sentence.add_word("w"));
      sentence.set(words.back(), Column::kXpos, labels[random.below(labels.size())]);
    }
    random.shuffle(words);  // leaves in any order: gaps everywhere
    ConstituentTree tree;
    tree.add(kNone, labels[random.below(labels.size())]);
    std::vector<std::int32_t> inner = {0};
    for (std::size_t n = random.below(20); n > 0; --n) {
      inner.push_back(tree.add(inner[random.below(inner.size())], labels[random.below(labels.size())]));
    }
    for (const std::int32_t node : inner) {  // no constituent without a word
      if (tree.node(node).first_child == kNone && !words.empty()) {
        tree.add_leaf(node, words.back());
        words.pop_back();
      }
    }
    for (const std::int32_t word : words) tree.add_leaf(inner[random.below(inner.size())], word);
    if (!find_fault(tree, sentence.size()).empty()) continue;
    for (const std::int32_t node : inner) {
      std::vector<std::int32_t> children;
      for (const std::int32_t child : tree.children(node)) children.push_back(child);
      tree.set_head(node, children[random.below(children.size())]);
    }
    sentence.constituents() = renumbered(tree);
    for (const int order : {0, 1, 2, 5, kUnlimitedOrder}) expect_round_trip(sentence, order, nullptr, true);
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
}

TEST(MarkoviseTest, DepthAndWidthCostNoStack) {
  Sentence deep, wide;
  std::int32_t at = kNone;
  wide.constituents().add(kNone, "S");
  for (int i = 0; i < 100'000; ++i) {
    deep.add_word("w");
    at = deep.constituents().add(at, "S");
    deep.constituents().add_leaf(at, deep.size());
    wide.constituents().add_leaf(0, wide.add_word("w"));
  }
  expect_round_trip(deep, 0, nullptr, false);
  expect_round_trip(wide, 1, nullptr, false);
  try {
    BinarizeOptions options;
    options.order = kUnlimitedOrder;
    for (std::int32_t word = 1; word <= wide.size(); ++word) wide.set(word, Column::kXpos, "NN");
    binarize(wide, options);
    FAIL() << "labels of 100,000² bytes";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
  }
}

}  // namespace
}  // namespace espalier::treebank
