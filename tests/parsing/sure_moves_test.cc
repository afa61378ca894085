#include "parsing/sure_moves.h"

#include <gtest/gtest.h>

#include "decoding/oracle.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/damaged_models.h"
#include "tests/support/graph_models.h"

namespace espalier::parsing {
namespace {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

struct Session {
  tests::GraphData data{"[arc]\nupos(h) & upos(m)\n", read_treebank(tests::sample_path("en"))};
  features::ColumnSet columns = data.programs.encoder().columns();
  std::uint32_t tags = columns.add(features::AttributeId::kUpos);
  std::shared_ptr<const model_file::File> file;
  SureMoves sure;

  Session(decoding::SystemKind system, std::size_t least) {
    model_file::Writer writer;
    writer.add("part", 1, freeze_sure_moves(data.set, tags, system, decoding::Roots::kOne, least));
    file = model_file::File::from_bytes(writer.bytes());
    sure = SureMoves(file->section("part"), tags);
  }

  /// Calls visit(sentence, configuration, legal moves, true move) for all configurations of the true ways.
  template <class Visit>
  void walk(decoding::SystemKind kind, const Visit& visit) const {
    decoding::with_system(kind, [&](auto type) {
      using System = decltype(type);
      for (std::size_t i = 0; i < data.set.encoded.size(); ++i) {
        Configuration c;
        c.reset(data.set.encoded[i].words(), decoding::Roots::kOne);
        decoding::Oracle oracle;
        oracle.start(kind, data.set.heads[i], decoding::Roots::kOne);
        while (!System::is_final(c)) {
          const Move move = oracle.next<System>(c);
          visit(data.set.encoded[i], c, System::legal(c), move);
          System::apply(c, move);
        }
      }
    });
  }
};

// Against a plain count: narrow() leaves one move exactly where the four tags always had it, often enough.
TEST(SureMovesTest, NarrowsWhereTrainingHadOneMove) {
  constexpr std::size_t kLeast = 3;
  for (const decoding::SystemInfo& info : decoding::kSystems) {
    const Session session(info.kind, kLeast);
    std::map<std::uint64_t, std::map<Move, std::size_t>> counts;
    session.walk(info.kind, [&](const features::Encoded& sentence, const Configuration& c, MoveSet legal, Move move) {
      if (legal.has_many()) ++counts[SureMoves::key(sentence, session.tags, c)][move];
    });
    std::size_t narrowed = 0;
    session.walk(info.kind, [&](const features::Encoded& sentence, const Configuration& c, MoveSet legal, Move move) {
      const MoveSet left = session.sure.narrow(sentence, c, legal);
      EXPECT_TRUE(left.has(move));
      if (!legal.has_many()) {
        EXPECT_EQ(left, legal);
        return;
      }
      const auto& seen = counts[SureMoves::key(sentence, session.tags, c)];
      const bool is_sure = seen.size() == 1 && seen.begin()->second >= kLeast;
      EXPECT_EQ(left, is_sure ? MoveSet{move} : legal);
      narrowed += is_sure ? 1U : 0U;
    });
    EXPECT_GT(narrowed, 0U) << info.name;
  }
}

TEST(SureMovesTest, AMoveThatIsNotLegalIsNotForced) {
  const Session session(decoding::SystemKind::kArcHybrid, 1);
  session.walk(decoding::SystemKind::kArcHybrid,
               [&](const features::Encoded& sentence, const Configuration& c, MoveSet legal, Move) {
                 const MoveSet left = session.sure.narrow(sentence, c, legal);
                 if (left == legal) return;
                 MoveSet others;
                 for (const Move move : {Move::kShift, Move::kLeft, Move::kRight, Move::kReduce}) {
                   others.add_if(move, !left.has(move));
                 }
                 EXPECT_EQ(session.sure.narrow(sentence, c, others), others);
               });
}

TEST(SureMovesTest, NoneForNothing) {
  EXPECT_EQ(Session(decoding::SystemKind::kArcHybrid, 0).sure.size(), 0U);
  EXPECT_EQ(Session(decoding::SystemKind::kArcHybrid, 1'000'000).sure.size(), 0U);
  EXPECT_GT(Session(decoding::SystemKind::kArcHybrid, 1).sure.size(),
            Session(decoding::SystemKind::kArcHybrid, 3).sure.size());
}

TEST(SureMovesTest, DamagedSectionsAreRefusedOrParseAllTheSame) {
  const std::vector<std::string> twice(2, tests::sample_path("en"));
  const Model model =
      tests::trained_model("transition-best", {{"beam", "4"}, {"sure-moves", "2"}, {"sure-labels", "0.9"}}, twice);
  for (const auto& [name, text] : tests::sections_of(model)) {
    EXPECT_FALSE(name.starts_with("transition/sure-") && text.empty()) << name;
  }
  tests::expect_damage_harmless(model, "transition/");
}

// The model learns and parses with fewer questions; trees stay trees, and heads that are given are kept.
TEST(SureMovesTest, TheParserAsksLess) {
  const tests::Options plain = {{"beam", "4"}, {"greedy-epochs", "1"}};
  tests::Options sure = plain;
  sure.emplace_back("sure-moves", "2");
  const Model without = tests::trained_model("transition-best", plain);
  const Model with = tests::trained_model("transition-best", sure);
  const auto decisions = [](const Model& model) {
    const Parser parser(model);
    for (Sentence& sentence : read_treebank(tests::sample_path("en"))) {
      parser.parse(sentence);
      EXPECT_TRUE(reference::is_tree(tests::heads_of(sentence)));
    }
    return parser.counts().decisions;
  };
  EXPECT_LT(decisions(with), decisions(without));
  const Parser parser(with, {.constraints = true});
  for (const Sentence& gold : read_treebank(tests::sample_path("en"))) {
    if (!reference::is_projective(tests::heads_of(gold))) continue;
    Sentence sentence = gold;
    parser.parse(sentence);
    EXPECT_EQ(tests::heads_of(sentence), tests::heads_of(gold));
  }
}

}  // namespace
}  // namespace espalier::parsing
