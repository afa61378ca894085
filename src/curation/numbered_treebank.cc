#include "curation/numbered_treebank.h"

#include <algorithm>
#include <iterator>

#include "base/hash.h"

namespace espalier::curation {
namespace {

std::string_view tag_of(const Sentence& sentence, std::int32_t word) {
  const std::string_view upos = sentence.upos(word);
  return upos.empty() ? sentence.xpos(word) : upos;
}

std::string_view name_of(const Sentence& sentence, std::int32_t word) {
  const std::string_view lemma = sentence.lemma(word);
  return lemma.empty() ? sentence.form(word) : lemma;
}

void demand_heads(const std::string& path, const std::vector<Sentence>& sentences) {
  for (const Sentence& sentence : sentences) {
    if (sentence.has_dependencies()) continue;
    if (!sentence.constituents().empty()) {
      throw Error(ErrorKind::kUsage, Place{path, sentence.line(), 0},
                  "these are constituents, and only dependencies can be curated; convert --heads RULES makes them");
    }
    throw Error(ErrorKind::kInput, Place{path, sentence.line(), 0}, "the sentence has no heads to be looked at");
  }
}

}  // namespace

ReadTreebank read_dependencies(const std::vector<std::string>& paths, const ReadOptions& options,
                               const Control& control,
                               const std::function<void(const std::vector<Error>&)>& on_skipped) {
  ReadTreebank out;
  std::vector<Error> skipped;
  for (const std::string& path : paths) {
    std::vector<Sentence> part = parsing::read_training(path, options, control, skipped);
    demand_heads(path, part);
    std::move(part.begin(), part.end(), std::back_inserter(out.sentences));
    out.files.resize(out.sentences.size(), path);
  }
  if (!skipped.empty() && on_skipped) on_skipped(skipped);
  if (out.sentences.empty()) throw Error(ErrorKind::kInput, "there are no sentences to look at");
  return out;
}

std::size_t line_of(const Sentence& sentence, std::int32_t word) {
  if (sentence.line() == 0) return 0;
  const auto before = static_cast<std::size_t>(word - 1);
  const auto tokens = std::count_if(sentence.multiword_tokens().begin(), sentence.multiword_tokens().end(),
                                    [&](const MultiwordToken& token) { return token.first <= word; });
  const auto nodes = std::count_if(sentence.empty_nodes().begin(), sentence.empty_nodes().end(),
                                   [&](const EmptyNode& node) { return node.after < word; });
  return sentence.line() + sentence.comments().size() + before + static_cast<std::size_t>(tokens + nodes);
}

NumberedTreebank::NumberedTreebank(const std::vector<Sentence>& sentences) {
  for (const Sentence& sentence : sentences) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (!sentence.deprel(word).empty()) labels.add(sentence.deprel(word));
    }
    // No tag is empty and no word has the empty name and tag: these are the root's.
    std::vector<std::int32_t>& tag = tags.emplace_back();
    std::vector<std::uint64_t>& name = words.emplace_back();
    tag.push_back(tag_names.add("(root)"));
    name.push_back(base::hash(""));
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      tag.push_back(tag_names.add(tag_of(sentence, word)));
      name.push_back(base::hash(name_of(sentence, word), 1 + static_cast<std::uint64_t>(tag.back())));
    }
  }
  renew(sentences);
}

void NumberedTreebank::renew(const std::vector<Sentence>& sentences) {
  gold.assign(sentences.size(), {});
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    gold[i].resize(sentences[i].heads().size());
    for (std::int32_t word = 1; word <= sentences[i].size(); ++word) {
      gold[i][static_cast<std::size_t>(word)] = {sentences[i].head(word), labels.find(sentences[i].deprel(word)), 1};
    }
  }
}

}  // namespace espalier::curation
