// Treebanks unlike any that people make: all stages learn what there is to learn from them, and what comes out is
// sound.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <functional>
#include <memory>

#include "base/random.h"
#include "espalier/check.h"
#include "espalier/pipeline.h"
#include "espalier/treebank.h"
#include "tests/support/graph_models.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

/// What a made-up treebank is like; every word says by itself what its tags, its lemma and its label are.
struct Kind {
  int sentences = 60;
  int words = 8;  // of a sentence
  int types = 40;
  std::function<std::string(int)> lemma = [](int type) { return fmt::format("w{}", type); };
  std::function<std::string(int)> upos = [](int type) { return fmt::format("T{}", type % 5); };
  std::function<std::string(int)> xpos = [](int type) { return fmt::format("x{}", type % 7); };
  std::function<std::string(int)> feats = [](int type) { return fmt::format("A={}", type % 3); };
  std::function<std::string(int)> label = [](int type) { return fmt::format("r{}", type % 4); };
  std::function<int(int)> head = [](int node) { return node - 1; };
  bool has_text = true;
  bool has_spaces = true;  // tells where there are none: before the last word
  bool has_ranges = false;
};

std::string none(int) { return "_"; }

void add_word(const Kind& kind, int node, int type, std::string& out) {
  const int head = kind.head(node);
  if (kind.has_ranges && node % 2 == 1 && node < kind.words) {
    out += fmt::format("{}-{}\tw{}w{}\t_\t_\t_\t_\t_\t_\t_\t_\n", node, node + 1, type, (type + 1) % kind.types);
  }
  const bool is_glued = kind.has_spaces && !kind.has_ranges && node == kind.words - 1;
  out += fmt::format("{}\tw{}\t{}\t{}\t{}\t{}\t{}\t{}\t_\t{}\n", node, type, kind.lemma(type), kind.upos(type),
                     kind.xpos(type), kind.feats(type), head, head == 0 ? "root" : kind.label(type),
                     is_glued ? "SpaceAfter=No" : "_");
  if (kind.has_ranges) out += fmt::format("{}.1\te\te\tE\te\t_\t_\t_\t{}:dep\t_\n", node, node);
}

/// Every type occurs, one after the other; then at random.
std::string treebank_of(const Kind& kind) {
  base::Random random(4);
  std::string out;
  int next = 0;
  for (int i = 0; i < kind.sentences; ++i) {
    std::string words;
    int type = 0;
    for (int node = 1; node <= kind.words; ++node) {
      const bool is_second = kind.has_ranges && node % 2 == 0;
      const int drawn =
          next < kind.types ? next++ : static_cast<int>(random.below(static_cast<std::size_t>(kind.types)));
      type = is_second ? (type + 1) % kind.types : drawn;
      add_word(kind, node, type, words);
    }
    out += (kind.has_text ? fmt::format("# sent_id = {}\n", i) : "") + words + "\n";
  }
  return out;
}

/// Percent of words for which the two agree.
template <class Get>
double agreement(const std::vector<Sentence>& gold, const std::vector<Sentence>& found, const Get& get) {
  std::size_t all = 0;
  std::size_t same = 0;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::int32_t node = 1; node <= gold[i].size(); ++node, ++all) {
      same += get(gold[i], node) == get(found[i], node) ? 1 : 0;
    }
  }
  return 100.0 * static_cast<double>(same) / static_cast<double>(all);
}

/// A treebank and the model that was trained on it alone.
class OddTreebank {
 public:
  explicit OddTreebank(const std::string& bytes, const tests::Options& settings = {}, const char* recipe = "transition",
                       const char* name = "odd.conllu")
      : path_(folder_ / name) {
    tests::spill(path_, bytes);
    gold_ = read_treebank(path_);
    TrainRequest request = tests::request_for(recipe, {{"min-updates", "0"}, {"epochs", "4"}}, {path_});
    for (const auto& [option, value] : settings) request.recipe.set(option, value);
    request.only.clear();
    model_ = std::make_unique<Model>(train(request, tests::threads(2)));
    PipelineOptions options;
    options.retag = true;
    const Pipeline pipeline(*model_, options);
    found_ = gold_;
    for (Sentence& sentence : found_) pipeline.annotate(sentence);
  }

  const Model& model() const { return *model_; }

  /// How well the model knows its own training data, in percent of words.
  double learned(Column column) const {
    return agreement(gold_, found_,
                     [&](const Sentence& sentence, std::int32_t node) { return sentence.get(node, column); });
  }
  double learned_heads() const {
    return agreement(gold_, found_, [](const Sentence& sentence, std::int32_t node) { return sentence.head(node); });
  }

  /// The treebank's text comes back from its parse, which is sound CoNLL-U.
  void expect_sound_parse() const {
    const std::string text = text_of(path_, folder_ / "gold.txt");
    AnnotateRequest request;
    request.inputs = {{folder_ / "gold.txt", {}}};
    request.output = folder_ / "parsed.conllu";
    EXPECT_GT(Pipeline(*model_).annotate(request, tests::threads(2)).words, 0U);
    EXPECT_EQ(text_of(request.output, folder_ / "back.txt"), text);
    CheckOptions check;
    check.level = 2;
    check_treebank(request.output, check, [](const Finding& finding) {
      if (finding.severity == Severity::kError) ADD_FAILURE() << to_string(finding);
    });
    EXPECT_EQ(model_->self_test(), "");
  }

 private:
  static std::string text_of(const std::string& from, const std::string& to) {
    ConvertOptions options;
    options.write.format = "text";
    convert({from}, to, options);
    return tests::slurp(to);
  }

  tests::TemporaryFolder folder_;
  std::string path_;
  std::vector<Sentence> gold_;
  std::vector<Sentence> found_;
  std::unique_ptr<Model> model_;
};

TEST(OddTreebanks, OfFiveSentencesAndOfOne) {
  for (const int sentences : {5, 1}) {
    Kind kind;
    kind.sentences = sentences;
    const OddTreebank odd(treebank_of(kind));
    odd.expect_sound_parse();
    EXPECT_GT(odd.learned(Column::kUpos), 80) << sentences;
    EXPECT_GT(odd.learned_heads(), 80) << sentences;
  }
}

TEST(OddTreebanks, OfManyTags) {
  Kind kind;
  kind.sentences = 3000;
  kind.words = 20;
  kind.types = 50'000;
  kind.xpos = [](int type) { return fmt::format("x{}", type); };
  const OddTreebank odd(treebank_of(kind), {{"tags", "gold"}});
  EXPECT_GT(odd.learned(Column::kUpos), 90);
  EXPECT_GT(odd.learned(Column::kXpos), 15);
  EXPECT_LT(odd.model().bytes().size(), 20U << 20);
  rusage usage{};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  EXPECT_LT(usage.ru_maxrss, 1 << 20);  // kilobytes
}

TEST(OddTreebanks, OfManyLabels) {
  Kind kind;
  kind.sentences = 1500;
  kind.types = 3000;
  kind.label = [](int type) { return fmt::format("r{}", type); };
  const OddTreebank odd(treebank_of(kind), {{"tags", "gold"}});
  odd.expect_sound_parse();
  EXPECT_GT(odd.learned_heads(), 95);
  EXPECT_GT(odd.learned(Column::kDeprel), 30);
}

TEST(OddTreebanks, WithoutColumns) {
  Kind kind;
  kind.feats = none;
  kind.has_text = false;
  kind.has_spaces = false;
  OddTreebank odd(treebank_of(kind));
  odd.expect_sound_parse();
  EXPECT_EQ(odd.learned(Column::kFeats), 100);
  EXPECT_GT(odd.learned(Column::kXpos), 95);
  kind.lemma = none;
  const OddTreebank without_lemmas(treebank_of(kind));
  without_lemmas.expect_sound_parse();
  EXPECT_GT(without_lemmas.learned(Column::kUpos), 95);
  kind.upos = kind.xpos = none;
  const OddTreebank bare(treebank_of(kind));
  bare.expect_sound_parse();
  EXPECT_EQ(bare.learned(Column::kUpos), 100);
  EXPECT_GT(bare.learned_heads(), 95);
}

TEST(OddTreebanks, OfLongSentences) {
  Kind kind;
  kind.sentences = 3;
  kind.words = 5000;
  const OddTreebank odd(treebank_of(kind));
  odd.expect_sound_parse();
  EXPECT_GT(odd.learned(Column::kXpos), 99);
  EXPECT_GT(odd.learned_heads(), 95);
}

TEST(OddTreebanks, OfOneTagAndOfOneWord) {
  Kind kind;
  kind.upos = [](int) { return "X"; };
  const OddTreebank one_tag(treebank_of(kind));
  one_tag.expect_sound_parse();
  EXPECT_EQ(one_tag.learned(Column::kUpos), 100);
  kind.types = 1;
  const OddTreebank one_word(treebank_of(kind));
  one_word.expect_sound_parse();
  EXPECT_EQ(one_word.learned(Column::kXpos), 100);
  EXPECT_GT(one_word.learned_heads(), 95);
}

TEST(OddTreebanks, OfMultiwordTokensAndEmptyNodes) {
  Kind kind;
  kind.has_ranges = true;
  const OddTreebank odd(treebank_of(kind));
  odd.expect_sound_parse();
  EXPECT_GT(odd.learned(Column::kUpos), 95);
  std::size_t ranges = 0;
  Pipeline(odd.model()).annotate("w3w4 w7w8", [&](Sentence& sentence) {
    ranges += sentence.multiword_tokens().size();
  });
  EXPECT_EQ(ranges, 2U);
}

TEST(OddTreebanks, OfCrossingArcs) {
  Kind kind;
  kind.head = [](int node) { return node == 1 ? 0 : node <= 3 ? 1 : node - 2; };
  const OddTreebank projective(treebank_of(kind));
  projective.expect_sound_parse();
  const OddTreebank odd(treebank_of(kind), {}, "transition-swap");
  odd.expect_sound_parse();
  EXPECT_GT(odd.learned_heads(), 90);
}

TEST(OddTreebanks, InConllX) {
  Kind kind;
  kind.has_text = false;
  kind.has_spaces = false;
  const OddTreebank odd(treebank_of(kind), {}, "transition", "odd.conllx");
  odd.expect_sound_parse();
  EXPECT_GT(odd.learned(Column::kXpos), 95);
  EXPECT_GT(odd.learned(Column::kLemma), 95);
}

}  // namespace
}  // namespace espalier
