// Models of all kinds of parsers: any bytes, their checksums made right, are refused as bad input or make trees.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "espalier/parser.h"
#include "tests/support/model_seal.h"
#include "treebank/constituents.h"

namespace {

using namespace std::string_view_literals;

espalier::Sentence small_sentence() {
  espalier::Sentence sentence;
  for (const std::string_view form : {"the"sv, "old"sv, "tree"sv, "grows"sv, "."sv}) {
    const std::int32_t node = sentence.add_word(form);
    sentence.set(node, espalier::Column::kUpos, node % 2 == 0 ? "NOUN" : "DET");
  }
  return sentence;
}

void demand_tree(std::span<const std::int32_t> heads, bool crossing) {
  if (espalier::check_heads(heads).fault != espalier::TreeFault::kNone) std::abort();
  if (!crossing && !espalier::is_projective(heads)) std::abort();
}

void demand_constituents(const espalier::Sentence& sentence) {
  if (!espalier::treebank::find_fault(sentence.constituents(), sentence.size()).empty()) std::abort();
  if (!espalier::treebank::is_in_word_order(sentence.constituents())) std::abort();
}

void run(const espalier::Model& model) {
  model.features();
  model.counts();
  model.heaviest();
  model.self_test();
  if (model.parser_kind() == "constituency") {
    for (const int beam : {0, 1, 3}) {
      const espalier::Parser parser(model, {.beam = beam, .merge_states = beam == 3});
      espalier::Sentence sentence = small_sentence();
      parser.parse(sentence);
      demand_constituents(sentence);
      for (espalier::ParsedTree& tree : parser.parse_best(sentence, 3)) {
        sentence.constituents() = std::move(tree.constituents);
        demand_constituents(sentence);
      }
    }
    return;
  }
  for (const bool crossing : {true, false}) {
    const espalier::Parser parser(model, {.confidence = true, .crossing = crossing});
    espalier::Sentence sentence = small_sentence();
    for (const espalier::ParsedTree& tree : parser.parse_best(sentence, 3)) demand_tree(tree.heads, crossing);
    parser.parse(sentence);
    demand_tree(sentence.heads(), crossing);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  espalier::tests::seal(bytes);
  try {
    run(espalier::Model::from_bytes(bytes, "fuzz"));
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput) std::abort();
  }
  return 0;
}
