// The way of a block: characters, tokens, sentences, words, then one Sentence after the other.
#include "text/segmenter_model.h"

#include <algorithm>

#include "base/unicode.h"
#include "text/segmenter_sections.h"
#include "text/sentence_maker.h"
#include "text/sentence_step.h"
#include "text/token_features.h"

namespace espalier::text {
namespace {

/// Readers take 50,000 words for a sentence; so many tokens have fewer, even if most are of two words.
constexpr std::size_t kMostTokens = 24'000;

/// No text has such sentences; what has them is none, but must be read again after it was written.
void cut_long_sentences(std::vector<std::size_t>& ends) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends.size(); begin = ends[i++]) {
    if (ends[i] - begin > kMostTokens) ends.insert(ends.begin() + static_cast<std::ptrdiff_t>(i), begin + kMostTokens);
  }
}

}  // namespace

void add_segmenter_sections(model_file::Writer& writer, const SegmenterParts& parts) {
  writer.add(kContextsSection, kSegmenterVersion, parts.contexts);
  writer.add(kCutsSection, kSegmenterVersion, parts.cuts);
  writer.add(kChunksSection, kSegmenterVersion, parts.chunks);
  writer.add(kWordsSection, kSegmenterVersion, parts.words);
  writer.add(kTokenSection, kSegmenterVersion, parts.token_weights);
  writer.add(kSentenceSection, kSegmenterVersion, parts.sentence_weights);
  writer.add(kRulesSection, kSegmenterVersion, parts.rules);
  writer.add(kFormsSection, kSegmenterVersion, parts.forms);
  writer.add(kEndingsSection, kSegmenterVersion, parts.endings);
  writer.add(kExpansionSection, kSegmenterVersion, parts.expansion_weights);
}

bool SegmenterModel::is_in(const model_file::File& file) noexcept { return file.has(kContextsSection); }

SegmenterModel::SegmenterModel(std::shared_ptr<const model_file::File> file) : file_(std::move(file)) {
  using model_file::Section;
  const auto section = [&](const char* name) -> const Section& { return file_->section(name, kSegmenterVersion); };
  const auto read = [&](const char* name, auto&& use) { model_file::read_section(section(name), use); };
  read(kContextsSection, [&](const Section& found) { contexts_ = ContextFilter(found.text()); });
  words_ = read_lexicon(section(kWordsSection), Lexicon::kAnyNumber - 1);
  read(kTokenSection, [&](const Section& found) { token_weights_ = learning::FrozenTable(found.bytes); });
  read(kSentenceSection, [&](const Section& found) { sentence_weights_ = learning::FrozenTable(found.bytes); });
  const float floor = sentence_weights_.weight(SentenceFeatures::floor());
  if (floor != 0) sentence_floor_ = floor;
  expansions_ = ExpansionBook(section(kRulesSection), section(kFormsSection), section(kEndingsSection));
  read(kExpansionSection,
       [&](const Section& found) { expansion_weights_ = learning::FrozenLabels(found.bytes, expansions_.classes()); });
  chunks_ = ChunkBook(section(kCutsSection), section(kChunksSection), expansions_.classes());
}

void SegmenterModel::segment(const Block& block, const SegmenterOptions& options, SegmenterWorkspace& workspace,
                             const Sink& sink, const Counted& counted) const {
  workspace.characters.assign(block.text);
  workspace.tokens.clear();
  workspace.sentence_ends.clear();
  find_tokens(options, workspace);
  find_sentences(options, workspace);
  cut_long_sentences(workspace.sentence_ends);
  expand(workspace);
  if (counted) counted(workspace.sentence_ends.size());
  SentenceMaker(block, options, expansions_, workspace).run(sink);
}

double SegmenterModel::familiarity(std::string_view text, SegmenterWorkspace& workspace) const {
  workspace.characters.assign(text.substr(0, base::find_invalid_utf8(text)));
  workspace.tokens.clear();
  find_tokens({}, workspace);
  const Characters& characters = workspace.characters;
  std::size_t words = 0;
  std::size_t known = 0;
  for (const Token& token : workspace.tokens) {
    const Class kind = characters.kind(token.begin);
    if (kind < Class::kLower || kind > Class::kUnspaced) continue;
    ++words;
    known += words_.find(characters.hash(token.begin, token.end)) > 0 ? 1 : 0;
  }
  return words == 0 ? 0 : static_cast<double>(known) / static_cast<double>(words);
}

void SegmenterModel::find_tokens(const SegmenterOptions& options, SegmenterWorkspace& workspace) const {
  const Characters& text = workspace.characters;
  if (options.token_a_line) {
    tokens_of_lines(text, workspace.tokens);
    return;
  }
  TokenFeatures features(text, words_);
  const auto recall = [&](std::int32_t begin, std::int32_t end, std::vector<Token>& tokens) {
    return chunks_.recall(text, begin, end, tokens);
  };
  const auto decide = [&](const Place& place) { return token_weights_.score(features.of(place)) > 0; };
  TokenWalk(text, contexts_, recall, decide, workspace.tokens, options.sentence_a_line).run(0, text.size());
}

void SegmenterModel::find_sentences(const SegmenterOptions& options, SegmenterWorkspace& workspace) const {
  const Characters& text = workspace.characters;
  const std::span<const Token> tokens = workspace.tokens;
  const auto end = [&](std::size_t token) { workspace.sentence_ends.push_back(token + 1); };
  if (options.sentence_a_line || options.token_a_line) {
    for (std::size_t token = 0; token < tokens.size(); ++token) {
      const bool is_last = token + 1 == tokens.size() || text.kind(tokens[token].end) == Class::kEdge;
      if (is_last || (options.sentence_a_line && text.breaks_line(tokens[token].end))) end(token);
    }
    return;
  }
  const auto decide = [&](std::size_t token, SentenceFeatures& features) {
    const float first = sentence_weights_.score(features.first(token));
    return first >= sentence_floor_ && first + sentence_weights_.score(features.rest(token)) > 0;
  };
  const auto filter = [&](std::int32_t last, std::int32_t next) { return contexts_.sentence(text, last, next); };
  walk_sentences(text, tokens, filter, workspace.sentence_features, decide, end);
}

void SegmenterModel::expand(SegmenterWorkspace& workspace) const {
  std::size_t begin = 0;
  for (const std::size_t end : workspace.sentence_ends) {
    const std::span<Token> sentence(workspace.tokens.data() + begin, end - begin);
    for (std::size_t at = 0; at < sentence.size(); ++at) {
      Token& token = sentence[at];
      if (token.expansion == kOneWord) continue;
      // What was known of the chunk may have been meant for another with the same hash.
      const bool is_known = token.expansion != kUnknownExpansion &&
                            expansions_.rule(token.expansion).fits(workspace.characters, token.begin, token.end);
      if (!is_known) token.expansion = choose(workspace, sentence, at);
    }
    begin = end;
  }
}

Expansion SegmenterModel::choose(SegmenterWorkspace& workspace, std::span<const Token> sentence, std::size_t at) const {
  if (expansions_.empty()) return kOneWord;
  auto& candidates = workspace.candidates;
  expansions_.candidates(workspace.characters, sentence[at], false, candidates);
  if (candidates.size() == 1) return candidates.front();
  workspace.scores.assign(expansions_.classes(), 0);
  expansion_weights_.add_scores(workspace.expansion_features.of(workspace.characters, sentence, at),
                                workspace.scores.data());
  // The first of the best; candidates ascend.
  return *std::max_element(candidates.begin(), candidates.end(),
                           [&](Expansion a, Expansion b) { return workspace.scores[a] < workspace.scores[b]; });
}

}  // namespace espalier::text
