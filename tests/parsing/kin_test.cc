#include "parsing/kin.h"

#include <gtest/gtest.h>

#include "model_file/file.h"
#include "model_file/writer.h"

namespace espalier::parsing {
namespace {

constexpr std::uint64_t kNone = features::number_value(0);
constexpr std::uint16_t kNoun = 0;
constexpr std::uint16_t kVerb = 1;
constexpr std::uint16_t kAdjective = 2;

struct Word {
  std::string form;
  std::int32_t label;  // -1: none
};

struct Session {
  explicit Session(const std::vector<Word>& words) {
    features::ColumnSet set;
    columns.lower = set.add(features::AttributeId::kLower);
    for (std::size_t i = 0; i < kKinLengths.size(); ++i) {
      columns.beginnings[i] = set.add(features::AttributeId::kPrefix, {kKinLengths[i]});
    }
    column = set.add(features::AttributeId::kDict, {"kin"});
    encoder = features::Encoder(std::move(set));
    Sentence sentence;
    gold.emplace_back(1, -1);
    for (const Word& word : words) {
      sentence.add_word(word.form);
      gold[0].push_back(word.label);
    }
    encoded.resize(1);
    encoder.encode(sentence, encoded[0]);
    model_file::Writer writer;
    writer.add("kin", 1, learn_kin(column, encoded, gold, columns));
    file = model_file::File::from_bytes(writer.bytes());
    kin = Kin(file->section("kin"), 3);
  }

  std::uint64_t of(const std::string& form) const {
    Sentence sentence;
    sentence.add_word(form);
    features::Encoded one;
    encoder.encode(sentence, one);
    return kin.value(one, 1, columns);
  }
  // Of the n-th word, as training sees it.
  std::uint64_t of_others(std::int32_t n) const { return encoded[0].value(column, n); }

  KinColumns columns;
  std::uint32_t column = 0;
  features::Encoder encoder;
  std::vector<std::vector<std::int32_t>> gold;
  std::vector<features::Encoded> encoded;
  std::shared_ptr<const model_file::File> file;
  Kin kin;
};

std::uint64_t set_of(std::vector<std::uint16_t> labels) { return set_value(labels); }

TEST(Kin, TheLongestBeginningThatOthersShare) {
  const Session session({{"dormir", kVerb},
                         {"dormiu", kVerb},
                         {"dormem", kVerb},
                         {"dorme", kNoun},
                         {"economia", kNoun},
                         {"económico", kAdjective}});
  EXPECT_EQ(session.of("dormia"), set_of({kVerb}));
  EXPECT_EQ(session.of("Dormia"), set_of({kVerb}));
  EXPECT_EQ(session.of("dorminhoco"), set_of({kVerb}));
  EXPECT_EQ(session.of("dorm"), set_of({kNoun, kVerb}));
  EXPECT_EQ(session.of("dormência"), set_of({kNoun, kVerb}));
  EXPECT_EQ(session.of("economista"), set_of({kNoun, kAdjective})) << "é is not e, so only four characters are shared";
  EXPECT_EQ(session.of("dor"), kNone);
  EXPECT_EQ(session.of("casa"), kNone);
}

TEST(Kin, FormsCountNotWords) {
  const Session session(
      {{"cantar", kVerb}, {"cantar", kVerb}, {"cantar", kVerb}, {"cantou", kVerb}, {"cantos", kNoun}});
  EXPECT_EQ(session.of("cantil"), set_of({kNoun, kVerb}));
  const Session one({{"cantar", kVerb}, {"cantar", kVerb}, {"cantou", -1}});
  EXPECT_EQ(one.of("cantil"), kNone);
}

TEST(Kin, ClassesOfFewFormsAreNotOfTheFamily) {
  std::vector<Word> words;
  for (const char* end : {"a", "e", "i", "o", "u"}) words.push_back({std::string("xxxx") + end, kVerb});
  words.push_back({"xxxxy", kNoun});
  EXPECT_EQ(Session(words).of("xxxxz"), set_of({kVerb}));
}

TEST(Kin, NoFormIsKinToItselfInTraining) {
  const Session session(
      {{"dormir", kVerb}, {"dormiu", kVerb}, {"dormida", kNoun}, {"dormir", kVerb}, {"dormira", kNoun}});
  EXPECT_EQ(session.of_others(1), set_of({kNoun, kVerb}));
  EXPECT_EQ(session.of_others(4), session.of_others(1)) << "all words of the form are left out";
  const Session few({{"dormir", kVerb}, {"dormiu", kVerb}});
  EXPECT_EQ(few.of("dormia"), set_of({kVerb}));
  EXPECT_EQ(few.of_others(1), kNone) << "one other form is no family";
}

}  // namespace
}  // namespace espalier::parsing
