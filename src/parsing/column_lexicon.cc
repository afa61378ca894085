#include "parsing/column_lexicon.h"

#include <numeric>

#include "base/hash.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {
namespace {

// Keys of different kinds never meet.
constexpr std::uint64_t kOfWord = 0x8F14'2B9E'0D6C'53A7;
constexpr std::uint64_t kOfContext = 0x3C79'E1B5'A84D'26F3;

// What a context allows is cut here: what it had less often than so many others is hardly ever right.
constexpr std::size_t kMostCandidates = 1000;
// What a frequent word had less often than in so many parts of its cases is a mistake of the treebank more often than
// it is right.
constexpr double kLeastShare = 0.002;

constexpr std::uint64_t kUnknownWord = features::number_value(0);

SetLimits dictionary_limits(const LexiconLimits& limits) { return {limits.dictionary, 0.01, 0}; }

constexpr std::uint64_t add_to_key(std::uint64_t key, std::uint64_t value) noexcept {
  return features::number_value(key ^ (value + 0x9E37'79B9'7F4A'7C15));
}

/// The key of the first `size` columns of the context.
std::uint64_t context_key(const KeyColumns& keys, std::size_t size, const features::Encoded& sentence,
                          std::int32_t node) noexcept {
  std::uint64_t key = kOfContext + size;
  for (std::size_t i = 0; i < size; ++i) key = add_to_key(key, sentence.value(keys.context[i], node));
  return key;
}

std::uint64_t word_key(std::uint64_t word, std::uint64_t context) noexcept {
  return add_to_key(context ^ kOfWord, word);
}

/// Calls visit(sentence, node, class) for every word that has a class.
template <class Sentences, class Visit>
void for_each_word(Sentences sentences, std::span<const std::vector<std::int32_t>> gold, const Visit& visit) {
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    for (std::int32_t node = 1; node <= sentences[i].words(); ++node) {
      const std::int32_t truth = gold[i][static_cast<std::size_t>(node)];
      if (truth >= 0) visit(sentences[i], node, static_cast<std::uint16_t>(truth));
    }
  }
}

}  // namespace

ColumnLexicon::ColumnLexicon(const model_file::File& file, const std::string& folder, KeyColumns keys)
    : keys_(std::move(keys)),
      names_(unpack_labels(file.section(folder + "classes", kSectionVersion))),
      all_(names_.size()),
      dictionary_(file.section(folder + "dictionary", kSectionVersion), classes()),
      candidates_(file.section(folder + "candidates", kSectionVersion), classes()) {
  std::iota(all_.begin(), all_.end(), std::uint16_t{0});
  for (const std::string& name : names_) values_.push_back(base::hash(name));
}

std::uint64_t ColumnLexicon::dictionary_value(const features::Encoded& sentence, std::int32_t node) const noexcept {
  const std::uint64_t form = sentence.value(keys_.form, node);
  const std::uint64_t lower = sentence.value(keys_.lower, node);
  std::int32_t set = dictionary_.find(form);
  if (set < 0 && lower != form) set = dictionary_.find(lower);
  return set < 0 ? kUnknownWord : dictionary_.value(set);
}

std::span<const std::uint16_t> ColumnLexicon::candidates(const features::Encoded& sentence, std::int32_t node,
                                                         bool by_word) const noexcept {
  for (std::size_t size = keys_.context.size();; --size) {
    const std::uint64_t context = context_key(keys_, size, sentence, node);
    if (by_word && size == keys_.context.size()) {
      const std::int32_t set = candidates_.find(word_key(sentence.value(keys_.form, node), context));
      if (set >= 0) return candidates_.members(set);
    }
    if (size == 0) return all_;
    if (const std::int32_t set = candidates_.find(context); set >= 0) return candidates_.members(set);
  }
}

void add_lexicon_sections(model_file::Writer& writer, const std::string& folder, const std::vector<std::string>& names,
                          std::span<const features::Encoded> sentences, std::span<const std::vector<std::int32_t>> gold,
                          const KeyColumns& keys, const LexiconLimits& limits) {
  ClassCounts words;
  ClassCounts words_in_context;
  ClassCounts contexts;
  const std::size_t size = keys.context.size();
  for_each_word(sentences, gold, [&](const features::Encoded& sentence, std::int32_t node, std::uint16_t label) {
    words.add(sentence.value(keys.form, node), label);
    for (std::size_t i = 1; i <= size; ++i) contexts.add(context_key(keys, i, sentence, node), label);
    words_in_context.add(word_key(sentence.value(keys.form, node), context_key(keys, size, sentence, node)), label);
  });
  words.cut(dictionary_limits(limits));
  contexts.cut({1, 0, kMostCandidates});
  ClassCounts candidates = contexts;
  ClassCounts frequent = words_in_context;
  frequent.cut({limits.candidates, kLeastShare, 0});
  frequent.visit([&](std::uint64_t key, std::uint32_t) { candidates.take(key, frequent); });
  // What is no candidate of the context must be one of the word, however rare that is.
  for_each_word(sentences, gold, [&](const features::Encoded& sentence, std::int32_t node, std::uint16_t label) {
    const std::uint64_t context = context_key(keys, size, sentence, node);
    if (size == 0 || contexts.has(context, label)) return;
    candidates.take(word_key(sentence.value(keys.form, node), context), words_in_context);
  });
  writer.add(folder + "classes", kSectionVersion, pack_labels(names));
  writer.add(folder + "dictionary", kSectionVersion, words.freeze());
  writer.add(folder + "candidates", kSectionVersion, candidates.freeze());
}

void fill_dictionary_of_others(std::uint32_t column, std::span<features::Encoded> sentences,
                               std::span<const std::vector<std::int32_t>> gold, const KeyColumns& keys,
                               const LexiconLimits& limits) {
  ClassCounts words;
  for_each_word(sentences, gold, [&](const features::Encoded& sentence, std::int32_t node, std::uint16_t label) {
    words.add(sentence.value(keys.form, node), label);
  });
  const SetLimits set_limits = dictionary_limits(limits);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    for (std::int32_t node = 1; node <= sentences[i].words(); ++node) {
      const std::uint64_t form = sentences[i].value(keys.form, node);
      const std::uint64_t lower = sentences[i].value(keys.lower, node);
      const std::int32_t label = gold[i][static_cast<std::size_t>(node)];
      const auto own = static_cast<std::uint16_t>(label);
      auto members = words.without(form, std::span(&own, label < 0 ? 0 : 1), set_limits);
      if (members.empty() && lower != form) members = words.without(lower, {}, set_limits);
      sentences[i].set(column, node, members.empty() ? kUnknownWord : set_value(members));
    }
  }
}

}  // namespace espalier::parsing
