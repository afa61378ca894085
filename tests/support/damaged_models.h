// Model files with one thing wrong, and what must come of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "model_file/writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/model_seal.h"

namespace espalier::tests {

/// The file with one section changed, and its checksums right.
inline std::string with_section(const Model& model, const std::string& name, const std::string& text) {
  model_file::Writer writer;
  const auto file = model_file::File::from_bytes(model.bytes());
  for (const model_file::Section& section : file->list()) {
    writer.add(std::string(section.name), section.version, section.name == name ? text : std::string(section.text()));
  }
  return writer.bytes();
}

/// Sections of a parser (`below` its folder) that end early or go on are refused by name.
inline void expect_cut_sections_refused(const Model& model, const std::string& below) {
  for (const auto& [name, text] : sections_of(model)) {
    if (!name.starts_with(below) || name == below + "features") continue;  // a text of lines, good to any of them
    const std::size_t half = text.size() / 2;
    for (const std::string& damaged :
         {std::string(), text.substr(0, half), text.substr(0, text.size() - 1), text + std::string(64, '\0')}) {
      const Error error = error_of([&] { Model::from_bytes(with_section(model, name, damaged)).heaviest(); });
      EXPECT_EQ(error.kind(), ErrorKind::kInput) << name << " of " << damaged.size();
      EXPECT_THAT(error.what(), ::testing::HasSubstr(name));
    }
  }
}

/// A byte changed anywhere in a parser's sections: refused, or trees all the same.
inline void expect_damage_harmless(const Model& model, const std::string& below) {
  base::Random random(79);
  const Sentence sentence = read_treebank(sample_path("en"))[1];
  ParseOptions options;
  options.confidence = true;
  const std::string bytes = model.bytes();
  const auto file = model_file::File::from_bytes(bytes);
  std::size_t refused = 0;
  for (const model_file::Section& section : file->list()) {
    if (!section.name.starts_with(below) || section.bytes.empty()) continue;
    const std::size_t begin = bytes.find(section.text());
    ASSERT_NE(begin, std::string::npos);
    for (int i = 0; i < 40; ++i) {
      // The first bytes hold counts and sizes: all of them in turn.
      const std::size_t at = i < 24 ? static_cast<std::size_t>(i) : random.below(section.bytes.size());
      if (at >= section.bytes.size()) continue;
      std::string damaged = bytes;
      damaged[begin + at] = static_cast<char>(damaged[begin + at] ^ static_cast<char>(1 + random.below(255)));
      seal(damaged);
      try {
        const Model read = Model::from_bytes(damaged);
        Sentence parsed = sentence;
        Parser(read, options).parse(parsed);
        EXPECT_EQ(check_heads(parsed.heads()).fault, TreeFault::kNone) << section.name << " at " << at;
        Parser(read).parse_best(sentence, 3);
        read.heaviest();
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 20u);
}

}  // namespace espalier::tests
