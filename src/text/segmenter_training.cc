#include "text/segmenter_training.h"

#include "espalier/error.h"
#include "text/aligned_copy.h"
#include "text/expansion_training.h"
#include "text/token_training.h"

namespace espalier::text {
SegmenterParts train_segmenter(std::span<const Sentence> sentences, const SegmenterTraining& options, base::Team& team,
                               const std::function<void(int, int)>& progress) {
  TrainingText text(sentences, options.spacing);
  if (text.tokens().empty()) throw Error(ErrorKind::kInput, "the treebank has no word to learn segmentation from");
  const int all = options.tokens.epochs + options.expansions.epochs + 1;
  int done = 0;
  const auto step = [&] {
    if (progress) progress(++done, all);
  };
  SegmenterParts parts;
  ExpansionParts expansions = train_expansions(text, options.expansions, options.seed, team, step);
  parts.rules = std::move(expansions.rules);
  parts.forms = std::move(expansions.forms);
  parts.endings = std::move(expansions.endings);
  parts.expansion_weights = std::move(expansions.weights);
  ChunkParts chunks = collect_chunks(text);
  parts.cuts = std::move(chunks.cuts);
  parts.chunks = std::move(chunks.chunks);
  parts.contexts = count_contexts(text);
  parts.words = collect_words(text);
  const ContextFilter filter(parts.contexts);
  const AlignedCopy words(parts.words);
  const Lexicon lexicon(words.bytes(), Lexicon::kAnyNumber);
  TokenProblem tokens(text, filter, lexicon, options.tokens.min_updates, team.size());
  parts.token_weights = train_binary(tokens, options.tokens, options.seed, team, step);
  parts.sentence_weights = train_sentences(text, filter, options.sentences, options.seed);
  step();
  return parts;
}

}  // namespace espalier::text
