// Treebanks in memory, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "treebank/record_stream.h"

namespace espalier::testing {

/// All sentences of a text in a format; errors name the file `test`.
inline std::vector<Sentence> read(std::string_view text, const treebank::Format& format,
                                  const ReadOptions& options = {}) {
  treebank::RecordStream stream(base::memory_source(text), "test", &format, options);
  std::vector<Sentence> sentences;
  Sentence sentence;
  for (treebank::Block block; stream.next(block);) {
    for (const treebank::Record& record : block.records) {
      if (parse_record(format, block.text(record), stream.context(record), sentence)) sentences.push_back(sentence);
    }
  }
  return sentences;
}

/// The one sentence of a text.
inline Sentence read_one(std::string_view text, const treebank::Format& format) {
  std::vector<Sentence> sentences = read(text, format);
  EXPECT_EQ(sentences.size(), 1u);
  return sentences.empty() ? Sentence() : std::move(sentences.front());
}

/// A whole document.
inline std::string write(const std::vector<Sentence>& sentences, const treebank::Format& format,
                         WriteOptions options = {}) {
  std::string out;
  std::vector<std::string> pieces;
  format.prologue(sentences.empty() ? nullptr : &sentences.front(), options, out);
  for (const Sentence& sentence : sentences) format.piece(sentence, options, pieces.emplace_back());
  format.compose(pieces, options, out);
  format.epilogue(options, out);
  return out;
}

/// The message that reading the text gives; empty when it gives none.
inline std::string error_of(std::string_view text, const treebank::Format& format, const ReadOptions& options = {}) {
  try {
    read(text, format, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return {};
}

}  // namespace espalier::testing
