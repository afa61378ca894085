// Sentences written in a line, for tests of what treebanks say.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "espalier/treebank.h"
#include "tests/support/temporary_folder.h"

namespace espalier::tests {

/// Of words `form/UPOS/head/deprel` between spaces.
inline Sentence sentence_of(const std::string& line) {
  Sentence out;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    std::istringstream fields(word);
    std::string form;
    std::string upos;
    std::string head;
    std::string deprel;
    std::getline(fields, form, '/');
    std::getline(fields, upos, '/');
    std::getline(fields, head, '/');
    std::getline(fields, deprel, '/');
    const std::int32_t node = out.add_word(form);
    out.set(node, Column::kUpos, upos);
    out.set(node, Column::kDeprel, deprel);
    out.set_head(node, std::stoi(head));
  }
  return out;
}

inline std::vector<Sentence> sentences_of(const std::vector<std::string>& lines) {
  std::vector<Sentence> out;
  for (const std::string& line : lines) out.push_back(sentence_of(line));
  return out;
}

inline std::string conllu_of(const std::vector<Sentence>& sentences) {
  std::string out;
  for (const Sentence& each : sentences) out += to_string(each);
  return out;
}

/// Sentences of one pattern with all choices of words: determiner, noun, verb, determiner, adjective, noun, stop.
inline std::vector<Sentence> pattern_treebank() {
  std::vector<Sentence> out;
  for (const char* subject : {"cat", "dog", "bird", "child"}) {
    for (const char* verb : {"sees", "likes", "finds"}) {
      for (const char* adjective : {"old", "small", "red"}) {
        for (const char* object : {"tree", "house"}) {
          out.push_back(sentence_of(std::string("the/DET/2/det ") + subject + "/NOUN/3/nsubj " + verb +
                                    "/VERB/0/root a/DET/6/det " + adjective + "/ADJ/6/amod " + object +
                                    "/NOUN/3/obj ./PUNCT/3/punct"));
        }
      }
    }
  }
  return out;
}

}  // namespace espalier::tests
