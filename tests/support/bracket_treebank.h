// Constituents written in a line, for tests of what treebanks say.
#pragma once

#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "espalier/treebank.h"

namespace espalier::tests {

inline std::vector<Sentence> brackets_of(const std::string& lines) {
  ReadOptions options;
  options.format = "penn";
  TreebankReader reader = TreebankReader::of_text(lines, options);
  std::vector<Sentence> out;
  for (Sentence sentence; reader.next(sentence);) out.push_back(sentence);
  return out;
}

inline std::string penn_of(const std::vector<Sentence>& sentences) {
  WriteOptions options;
  options.format = "penn";
  std::string out;
  for (const Sentence& each : sentences) out += to_string(each, options);
  return out;
}

/// 72 sentences of one pattern with all choices of words, a line each.
inline std::vector<std::string> bracket_pattern() {
  std::vector<std::string> out;
  for (const std::string subject : {"cat", "dog", "bird", "child"}) {
    for (const std::string verb : {"sees", "likes", "finds"}) {
      for (const std::string adjective : {"old", "small", "red"}) {
        for (const std::string object : {"tree", "house"}) {
          out.push_back("(ROOT (S (NP (DT the) (NN " + subject + ")) (VP (VB " + verb + ") (NP (DT a) (JJ " +
                        adjective + ") (NN " + object + "))) (. .)))\n");
        }
      }
    }
  }
  return out;
}

}  // namespace espalier::tests
