#include "curation/numbered_treebank.h"

#include <algorithm>
#include <iterator>

#include "base/hash.h"
#include "treebank/constituents.h"

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

}  // namespace

ReadTreebank read_sentences(const std::vector<std::string>& paths, const ReadOptions& options, const Control& control,
                            const std::function<void(const std::vector<Error>&)>& on_skipped) {
  ReadTreebank out;
  std::vector<Error> skipped;
  for (const std::string& path : paths) {
    std::vector<Sentence> part = parsing::read_training(path, options, control, skipped);
    std::move(part.begin(), part.end(), std::back_inserter(out.sentences));
    out.files.resize(out.sentences.size(), path);
  }
  if (!skipped.empty() && on_skipped) on_skipped(skipped);
  if (out.sentences.empty()) throw Error(ErrorKind::kInput, "there are no sentences to look at");
  return out;
}

void demand_dependencies(const ReadTreebank& treebank) {
  for (std::size_t i = 0; i < treebank.sentences.size(); ++i) {
    const Sentence& sentence = treebank.sentences[i];
    if (sentence.has_dependencies()) continue;
    const Place place{treebank.files[i], sentence.line(), 0};
    if (!sentence.constituents().empty()) {
      throw Error(ErrorKind::kUsage, place,
                  "these are constituents, and dependencies are asked for; convert --heads RULES makes them");
    }
    throw Error(ErrorKind::kInput, place, "the sentence has no heads to be looked at");
  }
}

void demand_constituents(const ReadTreebank& treebank) {
  for (std::size_t i = 0; i < treebank.sentences.size(); ++i) {
    const Sentence& sentence = treebank.sentences[i];
    const Place place{treebank.files[i], sentence.line(), 0};
    if (sentence.constituents().empty()) {
      const bool has_heads = sentence.has_dependencies();
      throw Error(has_heads ? ErrorKind::kUsage : ErrorKind::kInput, place,
                  has_heads ? "these are dependencies, and constituents are asked for"
                            : "the sentence has no constituents to be looked at");
    }
    if (!treebank::is_in_word_order(sentence.constituents())) {
      throw Error(ErrorKind::kInput, place, "a constituent has a gap, which a shift-reduce parser cannot learn");
    }
  }
}

ReadTreebank read_dependencies(const std::vector<std::string>& paths, const ReadOptions& options,
                               const Control& control,
                               const std::function<void(const std::vector<Error>&)>& on_skipped) {
  ReadTreebank out = read_sentences(paths, options, control, on_skipped);
  demand_dependencies(out);
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
