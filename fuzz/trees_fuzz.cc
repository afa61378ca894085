// Whatever brackets can say is binarised and back, drawn, and turned into dependencies; whatever CoNLL-U can say is
// lifted and drawn.
#include <cstdint>
#include <cstdlib>

#include "base/byte_source.h"
#include "espalier/constituency.h"
#include "espalier/dependency.h"
#include "treebank/record_stream.h"

namespace espalier::treebank {
namespace {

void draw(const Sentence& sentence) {
  for (const Format* format :
       {&tree_format(), &svg_format(), &html_format(), &latex_format(), &triples_format(), &text_format()}) {
    std::string out;
    WriteOptions options;
    options.width = 100;
    format->piece(sentence, options, out);
  }
}

void check_constituents(Sentence& sentence) {
  static const HeadRules rules = HeadRules::load("default");
  const ConstituentTree before = sentence.constituents();
  binarize(sentence, {}, &rules);
  unbinarize(sentence);
  if (!(sentence.constituents() == before)) std::abort();
  to_dependencies(sentence, rules);
}

void check_dependencies(Sentence& sentence) {
  for (const LiftMarking marking : {LiftMarking::kHead, LiftMarking::kPath, LiftMarking::kHeadPath}) {
    Sentence copy = sentence;
    projectivize(copy, marking);
    if (!is_projective(copy.heads())) std::abort();
    deprojectivize(copy);
    if (check_heads(copy.heads()).fault != TreeFault::kNone) std::abort();
  }
}

void run(std::string_view bytes) {
  ReadOptions options;
  options.limits.depth = 100;
  options.limits.words = 300;
  const Format& format = bytes.starts_with('(') ? penn_format() : conllu_format();
  RecordStream stream(base::memory_source(bytes), "fuzz", &format, options);
  Sentence sentence;
  for (Block block; stream.next(block);) {
    for (const Record& record : block.records) {
      if (!parse_record(format, block.text(record), stream.context(record), sentence)) continue;
      draw(sentence);
      if (!sentence.constituents().empty()) check_constituents(sentence);
      check_dependencies(sentence);
    }
  }
}

}  // namespace
}  // namespace espalier::treebank

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    espalier::treebank::run(std::string_view(reinterpret_cast<const char*>(data), size));
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput) std::abort();
  }
  return 0;
}
