// Small treebanks of made-up text, and segmenters trained on them in a moment.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_sink.h"
#include "base/random.h"
#include "tests/support/treebank.h"
#include "text/segmenter_model.h"
#include "text/segmenter_training.h"
#include "treebank/document_writer.h"
#include "treebank/surface_text.h"

namespace espalier::testing {

/// A sentence from a line: tokens end at a space, or at a bar where none follows; `im=in+dem` is a multiword token.
inline Sentence marked_sentence(std::string_view line, const std::vector<std::string>& comments = {}) {
  Sentence sentence;
  for (const std::string& comment : comments) sentence.add_comment(comment);
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(" |"), line.size());
    const std::string_view item = line.substr(0, end);
    const std::string misc = end < line.size() && line[end] == '|' ? "SpaceAfter=No" : "";
    line.remove_prefix(std::min(end + 1, line.size()));
    const std::size_t equal = item.find('=');
    if (equal == std::string_view::npos || equal == 0) {
      sentence.set(sentence.add_word(item), Column::kMisc, misc);
      continue;
    }
    const std::int32_t first = sentence.size() + 1;
    for (std::string_view words = item.substr(equal + 1); !words.empty();) {
      const std::size_t plus = std::min(words.find('+'), words.size());
      sentence.add_word(words.substr(0, plus));
      words.remove_prefix(std::min(plus + 1, words.size()));
    }
    sentence.multiword_tokens().push_back(
        {first, sentence.size(), sentence.add_text(item.substr(0, equal)), {}, sentence.add_text(misc)});
  }
  return sentence;
}

/// The other way: what a sentence is made of, on a line.
inline std::string marked_line(const Sentence& sentence) {
  std::string line;
  bool space = false;
  treebank::for_each_token(sentence, [&](const treebank::SurfaceToken& token) {
    if (!line.empty()) line += space ? ' ' : '|';
    line += token.form;
    for (std::int32_t word = token.first; token.last > token.first && word <= token.last; ++word) {
      line += word == token.first ? '=' : '+';
      line += sentence.form(word);
    }
    space = attribute(token.misc, "SpaceAfter") != "No";
  });
  return line;
}

inline std::vector<Sentence> marked_treebank(const std::vector<std::string>& lines) {
  std::vector<Sentence> sentences;
  for (const std::string& line : lines) sentences.push_back(marked_sentence(line));
  return sentences;
}

/// Sentences put together at random: English of a few words, with abbreviations, contractions, quotes and numbers.
inline std::vector<Sentence> english_treebank(std::size_t count, std::uint64_t seed = 1) {
  base::Random random(seed);
  const std::vector<std::string> subjects = {"The gardener", "A friend of Dr. Pear", "She", "My neighbour", "Mr. Plum"};
  const std::vector<std::string> verbs = {"doesn't=does+n't like", "planted",          "sold", "can't=ca+n't find",
                                          "isn't=is+n't fond of",  "won't=wo+n't keep"};
  const std::vector<std::string> objects = {"the trees",     "3.5 apples",    "\"|sour cherries|\"",
                                            "(|old|) roots", "1,000 pears|,", "a 10:30 o'clock tea"};
  const std::vector<std::string> ends = {"|.", "|!", "|?", "|...", "|."};
  const auto pick = [&](const std::vector<std::string>& list) { return list[random.below(list.size())]; };
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < count; ++i) {
    std::string line = pick(subjects) + ' ' + pick(verbs) + ' ' + pick(objects);
    if (line.back() == ',') line += " and " + pick(verbs) + " the leaves";
    sentences.push_back(marked_sentence(line + pick(ends)));
  }
  return sentences;
}

inline std::string segmenter_bytes(const std::vector<Sentence>& sentences, int threads = 1,
                                   const text::SegmenterTraining& training = {}) {
  base::Team team(threads);
  model_file::Writer writer;
  text::add_segmenter_sections(writer, text::train_segmenter(sentences, training, team));
  return writer.bytes();
}

inline text::SegmenterModel segmenter_of(const std::vector<Sentence>& sentences,
                                         const text::SegmenterTraining& training = {}) {
  return text::SegmenterModel(model_file::File::from_bytes(segmenter_bytes(sentences, 1, training)));
}

/// All sentences of a text.
inline std::vector<Sentence> segment(const text::SegmenterModel& model, std::string_view text,
                                     const text::SegmenterOptions& options = {}) {
  std::vector<Sentence> sentences;
  text::SegmenterWorkspace workspace;
  text::BlockReader reader(base::memory_source(text), "test", options.sentence_a_line || options.token_a_line);
  for (text::Block block; reader.next(block);) {
    model.segment(block, options, workspace, [&](Sentence& sentence) { sentences.push_back(sentence); });
  }
  return sentences;
}

inline std::vector<std::string> marked_lines(const std::vector<Sentence>& sentences) {
  std::vector<std::string> lines;
  for (const Sentence& sentence : sentences) lines.push_back(marked_line(sentence));
  return lines;
}

/// The text as `convert --to text` writes it.
inline std::string raw_text_of(const std::vector<Sentence>& sentences, bool spaces = true) {
  WriteOptions options;
  options.spaces = spaces;
  return treebank::document_of(sentences, treebank::text_format(), options);
}

}  // namespace espalier::testing
