#include "espalier/sentence.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(SentenceTest, StartsWithTheRootOnly) {
  Sentence sentence;
  EXPECT_TRUE(sentence.empty());
  EXPECT_EQ(sentence.heads().size(), 1u);
  EXPECT_EQ(sentence.head(0), kNoHead);
}

TEST(SentenceTest, WordsKeepTheirFields) {
  Sentence sentence;
  EXPECT_EQ(sentence.add_word("Trees"), 1);
  EXPECT_EQ(sentence.add_word("grow"), 2);
  sentence.set(1, Column::kUpos, "NOUN");
  sentence.set_head(1, 2);
  sentence.set_head(2, 0);
  EXPECT_EQ(sentence.form(1), "Trees");
  EXPECT_EQ(sentence.form(2), "grow");
  EXPECT_EQ(sentence.upos(1), "NOUN");
  EXPECT_EQ(sentence.upos(2), "");
  EXPECT_EQ(sentence.head(1), 2);
  EXPECT_TRUE(sentence.has_dependencies());
}

TEST(SentenceTest, DepsOfWordsAndEmptyNodesAreForgotten) {
  Sentence sentence;
  sentence.add_word("trees");
  sentence.set(1, Column::kDeps, "1.1:nsubj");
  sentence.set(1, Column::kMisc, "Kept=Yes");
  EmptyNode node;
  node.after = 1;
  node.fields[static_cast<std::size_t>(Column::kForm)] = sentence.add_text("grow");
  node.fields[static_cast<std::size_t>(Column::kDeps)] = sentence.add_text("0:root");
  sentence.empty_nodes().push_back(node);
  sentence.clear_deps();
  EXPECT_EQ(sentence.deps(1), "");
  EXPECT_EQ(sentence.misc(1), "Kept=Yes");
  EXPECT_EQ(sentence.text(sentence.empty_nodes()[0].fields[static_cast<std::size_t>(Column::kForm)]), "grow");
  EXPECT_EQ(sentence.text(sentence.empty_nodes()[0].fields[static_cast<std::size_t>(Column::kDeps)]), "");
}

TEST(SentenceTest, CommentsAreFoundByKey) {
  Sentence sentence;
  sentence.add_comment("# sent_id = en-1");
  sentence.add_comment("# text_en = no");
  sentence.add_comment("#text=Trees grow");
  sentence.add_comment("# newpar");
  EXPECT_EQ(sentence.comment("sent_id"), "en-1");
  EXPECT_EQ(sentence.comment("text"), "Trees grow");
  EXPECT_EQ(sentence.comment("newpar"), "");
  EXPECT_EQ(sentence.comment("newdoc"), std::nullopt);
}

TEST(SentenceTest, AttributesOfAList) {
  EXPECT_EQ(attribute("Case=Nom|Number=Sing", "Number"), "Sing");
  EXPECT_EQ(attribute("Case=Nom|Number=Sing", "Num"), std::nullopt);
  EXPECT_EQ(attribute("", "Case"), std::nullopt);
}

}  // namespace
}  // namespace espalier
