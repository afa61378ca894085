// Raw text: any bytes are refused as bad input or cut into sentences that give them back; the model may be damaged.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_sink.h"
#include "base/team.h"
#include "espalier/error.h"
#include "tests/support/model_seal.h"
#include "text/segmenter_model.h"
#include "text/segmenter_training.h"
#include "treebank/document_writer.h"

namespace {

using espalier::Sentence;
namespace text = espalier::text;
namespace treebank = espalier::treebank;

/// A few sentences with a contraction, numbers, quotes and a token with a space.
std::vector<Sentence> small_treebank() {
  std::vector<Sentence> sentences;
  for (const char* end : {".", "!", "?", "..."}) {
    Sentence sentence;
    for (const char* form : {"She", "do", "n't", "grow", "1 000", "trees", "\"", "here", "\"", end}) {
      sentence.add_word(form);
    }
    for (const std::int32_t word : {6, 7, 8, 9}) sentence.set(word, espalier::Column::kMisc, "SpaceAfter=No");
    sentence.multiword_tokens().push_back({2, 3, sentence.add_text("don't"), {}, {}});
    sentences.push_back(sentence);
  }
  return sentences;
}

std::string model_bytes() {
  espalier::base::Team team(1);
  espalier::model_file::Writer writer;
  text::add_segmenter_sections(writer, text::train_segmenter(small_treebank(), {}, team));
  return writer.bytes();
}

void demand_round_trip(const text::SegmenterModel& model, std::string_view input,
                       const text::SegmenterOptions& options) {
  text::SegmenterWorkspace workspace;
  treebank::Pieces pieces;
  text::BlockReader reader(espalier::base::memory_source(input), "fuzz", options.sentence_a_line);
  for (text::Block block; reader.next(block);) {
    model.segment(block, options, workspace,
                  [&](Sentence& sentence) { pieces.add(treebank::text_format(), sentence, {}); });
  }
  if (pieces.sentences == 0) return;
  std::string out;
  treebank::DocumentWriter writer(espalier::base::memory_sink(out), treebank::text_format(), {});
  writer.write(pieces);
  writer.close();
  if (out != input) std::abort();
}

}  // namespace

/// Byte 0: options; byte 1: how many of the next pairs (place, change) damage the model; then the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string bytes = model_bytes();
  if (size < 2) return 0;
  text::SegmenterOptions options;
  options.offsets = (data[0] & 1) != 0;
  options.sentence_a_line = (data[0] & 2) != 0;
  options.token_a_line = (data[0] & 4) != 0;
  std::string damaged = bytes;
  std::size_t at = 2;
  for (int i = data[1] % 4; i > 0 && at + 3 <= size; --i, at += 3) {
    damaged[(data[at] * 256U + data[at + 1]) % damaged.size()] ^= static_cast<char>(data[at + 2]);
  }
  espalier::tests::seal(damaged);
  try {
    const text::SegmenterModel model(espalier::model_file::File::from_bytes(damaged, "fuzz"));
    demand_round_trip(model, {reinterpret_cast<const char*>(data) + at, size - at}, options);
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput) std::abort();
  }
  return 0;
}
