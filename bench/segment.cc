// segment TRAIN DEV OUTPUT: trains a segmenter, segments the raw text of DEV, writes CoNLL-U to OUTPUT and prints F1 of
// tokens, words and sentences, the size of the model, how long training took and how many tokens a second came out.
#include <fmt/format.h>

#include <ctime>
#include <string>

#include "base/byte_source.h"
#include "base/team.h"
#include "espalier/error.h"
#include "espalier/evaluation.h"
#include "espalier/treebank.h"
#include "text/segmenter_model.h"
#include "text/segmenter_training.h"
#include "text/sentence_maker.h"
#include "text/training_text.h"
#include "treebank/document_writer.h"

namespace {

/// Of the processor, so that what else runs on the machine counts little.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The text as `convert --to text` writes it.
std::string text_of(const std::vector<espalier::Sentence>& sentences, bool spaces) {
  espalier::WriteOptions options;
  options.spaces = spaces;
  return espalier::treebank::document_of(sentences, espalier::treebank::text_format(), options);
}

/// `t.epochs=5` and the like; t: tokens, s: sentences, x: expansions.
void set_option(const std::string& text, espalier::text::SegmenterTraining& options) {
  auto& step = text[0] == 't' ? options.tokens : options.expansions;
  const std::string name = text.substr(2, text.find('=') - 2);
  const double value = std::stod(text.substr(text.find('=') + 1));
  if (text[0] == 's') {
    if (name == "lean") options.sentences.lean = value;
    if (name == "C") options.sentences.price = value;
    if (name == "fewest") options.sentences.fewest = static_cast<std::uint32_t>(value);
    return;
  }
  if (name == "epochs") step.epochs = static_cast<int>(value);
  if (name == "updates") step.min_updates = static_cast<std::uint32_t>(value);
  if (name == "smallest") step.smallest = static_cast<float>(value);
  if (name == "step") step.step = value;
}

}  // namespace

int main(int argc, char** argv) try {
  namespace text = espalier::text;
  if (argc < 4) {
    fmt::print(stderr, "usage: segment TRAIN DEV OUTPUT [STEP.OPTION=VALUE…]\n");
    return 2;
  }
  text::SegmenterTraining options;
  for (int i = 4; i < argc; ++i) set_option(argv[i], options);
  espalier::base::Team team(1);
  const auto train = espalier::read_treebank(argv[1]);
  const auto dev = espalier::read_treebank(argv[2]);
  double start = seconds();
  espalier::model_file::Writer writer;
  text::add_segmenter_sections(writer, text::train_segmenter(train, options, team));
  const double training = seconds() - start;
  const auto file = espalier::model_file::File::from_bytes(writer.bytes());
  const text::SegmenterModel model(file);
  const std::string raw = text_of(dev, text::has_spaces(train));
  std::vector<text::Block> blocks(1);
  text::BlockReader reader(espalier::base::memory_source(raw), "text");
  while (reader.next(blocks.back())) blocks.emplace_back();
  blocks.pop_back();
  text::SegmenterWorkspace workspace;
  std::vector<espalier::Sentence> output;
  for (const text::Block& block : blocks) {
    model.segment(block, {}, workspace, [&](espalier::Sentence& sentence) {
      text::name_sentence(sentence, output.size() + 1);
      output.push_back(sentence);
    });
  }
  const bool is_rebuilt = text_of(output, true) == raw;
  espalier::TreebankWriter out(argv[3]);
  for (espalier::Sentence& sentence : output) {
    // Any tree will do for the scorer.
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      sentence.set_head(word, word - 1);
      sentence.set(word, espalier::Column::kDeprel, word == 1 ? "root" : "dep");
    }
    out.write(sentence);
  }
  out.close();
  std::size_t tokens = 0;
  start = seconds();
  double spent = 0;
  do {
    for (const text::Block& block : blocks) {
      model.segment(block, {}, workspace,
                    [&](espalier::Sentence& sentence) { tokens += static_cast<std::size_t>(sentence.size()); });
    }
    spent = seconds() - start;
  } while (spent < 1);
  const auto result = espalier::evaluate(argv[2], {argv[3]}, {});
  const auto f1 = [&](const char* name) { return result.systems.front().find(name)->score.f1(); };
  fmt::print("{:.2f} {:.2f} {:.2f}  {:.0f} KB  {:.1f} s  {:.0f} words/s{}\n", f1("Tokens"), f1("Words"),
             f1("Sentences"), static_cast<double>(writer.bytes().size()) / 1024, training,
             static_cast<double>(tokens) / spent, is_rebuilt ? "" : "  NOT REBUILT");
  for (const auto& section : file->list()) fmt::print(stderr, "{} {}\n", section.name, section.bytes.size());
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "segment: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
