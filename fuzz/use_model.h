// What a model that was opened must stand, whoever made it: all questions about it are answered, trees are trees, and
// what is written can be read again.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "espalier/parser.h"
#include "espalier/pipeline.h"
#include "espalier/treebank.h"
#include "treebank/constituents.h"
#include "treebank/document_writer.h"

namespace espalier::fuzz {

/// A finding: fuzzers take it for a crash, tests for a failure.
inline void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

inline Sentence small_sentence() {
  Sentence sentence;
  for (const char* form : {"the", "old", "tree", "grows", "."}) {
    const std::int32_t node = sentence.add_word(form);
    sentence.set(node, Column::kUpos, node % 2 == 0 ? "NOUN" : "DET");
  }
  return sentence;
}

inline void require_tree(std::span<const std::int32_t> heads, bool crossing) {
  require(check_heads(heads).fault == TreeFault::kNone, "no tree");
  require(crossing || is_projective(heads), "a tree with crossing arcs");
}

inline void require_constituents(const Sentence& sentence) {
  require(treebank::find_fault(sentence.constituents(), sentence.size()).empty(), "no tree of constituents");
  require(treebank::is_in_word_order(sentence.constituents()), "constituents out of order");
}

/// As brackets: reads to the same again.
inline void require_readable(const Sentence& parsed) {
  const std::string written = treebank::document_of({&parsed, 1}, treebank::penn_format(), {});
  ReadOptions options;
  options.format = "penn";
  std::string again;
  try {
    TreebankReader reader = TreebankReader::of_text(written, options, "written");
    for (Sentence sentence; reader.next(sentence);) {
      again += treebank::document_of({&sentence, 1}, treebank::penn_format(), {});
    }
  } catch (const Error& error) {
    throw std::logic_error(std::string("brackets that were written cannot be read: ") + error.what());
  }
  require(again == written, "brackets that were written read as something else");
}

inline void ask_about(const Model& model) {
  model.features();
  model.labels();
  model.sections();
  model.counts();
  model.heaviest();
  model.familiarity("the old tree grows.");
  model.self_test();
}

inline void use_constituency_parser(const Model& model) {
  for (const int beam : {0, 1, 3}) {
    const Parser parser(model, {.beam = beam, .merge_states = beam == 3});
    Sentence sentence = small_sentence();
    parser.parse(sentence);
    require_constituents(sentence);
    require_readable(sentence);
    for (ParsedTree& tree : parser.parse_best(sentence, 3)) {
      sentence.constituents() = std::move(tree.constituents);
      require_constituents(sentence);
    }
  }
}

inline void use_parser(const Model& model) {
  if (model.parser_kind() == "constituency") return use_constituency_parser(model);
  for (const bool crossing : {true, false}) {
    const Parser parser(model, {.confidence = true, .crossing = crossing});
    Sentence sentence = small_sentence();
    for (const ParsedTree& tree : parser.parse_best(sentence, 3)) require_tree(tree.heads, crossing);
    parser.parse(sentence);
    require_tree(sentence.heads(), crossing);
  }
}

/// As CoNLL-U: reads to the same again.
inline void require_readable(const std::string& written) {
  ReadOptions options;
  options.format = "conllu";
  std::string again;
  TreebankReader reader = TreebankReader::of_text(written, options, "written");
  for (Sentence sentence; reader.next(sentence);) again += to_string(sentence);
  require(again == written, "what was written reads as something else");
}

inline constexpr std::string_view kSmallText =
    "The old tree can't grow 1 000 leaves. \"Why?\" (she's asking)\n\nDo they?";

/// All stages that the model has, from text where it can.
inline void use_pipeline(const Model& model) {
  // One that has no stage is good for nothing, and whoever asks it for one is told so.
  if (!model.has(Stage::kTokens) && !model.has(Stage::kTags) && !model.has(Stage::kTrees)) return;
  PipelineOptions options;
  options.last = model.has(Stage::kTrees) ? Stage::kTrees : model.has(Stage::kTags) ? Stage::kTags : Stage::kTokens;
  options.columns = true;
  options.offsets = true;
  const Pipeline pipeline(model, options);
  std::string written;
  if (model.has(Stage::kTokens)) {
    pipeline.annotate(kSmallText, [&](Sentence& sentence) { written += to_string(sentence); });
  } else {
    Sentence sentence = small_sentence();
    pipeline.annotate(sentence);
    written = to_string(sentence);
  }
  try {
    require_readable(written);
  } catch (const Error& error) {
    throw std::logic_error(std::string("what was written cannot be read: ") + error.what());
  }
}

/// Opens the bytes and uses the model for all that it is good for. False: it was refused, as bad input.
inline bool use_model(std::string_view bytes) {
  try {
    const Model model = Model::from_bytes(bytes, "fuzz");
    ask_about(model);
    if (model.has(Stage::kTrees)) use_parser(model);
    use_pipeline(model);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::kInput, error.what());
    return false;
  }
  return true;
}

}  // namespace espalier::fuzz
