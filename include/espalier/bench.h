// Espalier: how fast is a model on this machine, stage by stage?
//
// A stage goes over all sentences, in memory, pass after pass for a given time. What is told of it is the median of the
// rounds and how far they lie apart, so that a noisy machine shows. The very model is scored in the same run: a speed
// means little without the accuracy it was had at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/parser.h"

namespace espalier {

/// What the rounds of a measurement gave.
struct Spread {
  double median = 0;
  double low = 0;
  double high = 0;
};

/// The median of an even number of values is the mean of the two in the middle; of no values all is 0.
Spread spread_of(std::vector<double> values);

struct BenchStage {
  std::string name;  ///< `load`, `read`, `tokenize`, `tag`, `parse`, `write`, `whole`, `annotate`
  int threads = 1;
  Spread seconds;  ///< of one pass over all sentences
  std::size_t rounds = 0;
  /// Time on processors by time on the clock: near `threads` when the machine had nothing else to do. The rates go by
  /// the clock; divided by this they say what one core would have done.
  double cores = 0;
  std::uint64_t words = 0;  ///< of a pass; 0: the stage looks at none
  std::uint64_t bytes = 0;  ///< of CoNLL-U or plain text, read or written in a pass; 0: none
  /// Calls for memory a sentence, once there was a pass to warm up; nothing where they were not counted.
  std::optional<double> allocations;

  /// At the median, the slowest and the fastest round; 0 for a stage without words, or without bytes.
  Spread words_per_second() const noexcept;
  Spread bytes_per_second() const noexcept;
};

struct BenchOptions {
  ParseOptions parse;
  double seconds = 1;      ///< about how long each stage is measured; never fewer than three rounds
  std::string model_file;  ///< the stage `load` loads it again and again; empty: there is no such stage
  /// How often the calling thread has asked for memory so far; empty: not counted.
  std::function<std::uint64_t()> allocations;
};

struct BenchResult {
  std::size_t sentences = 0;
  std::size_t words = 0;
  std::size_t bytes = 0;       ///< of the sentences as CoNLL-U
  std::size_t text_bytes = 0;  ///< as plain text
  std::size_t model_bytes = 0;
  std::vector<BenchStage> stages;  ///< in the order in which a sentence goes through them
  ParseCounts counts;              ///< of all passes together: only means a word say something
  /// The words of the sentences that came with heads; 0: none did, and there are no scores.
  std::size_t scored_words = 0;
  double uas = 0;  ///< percent, as the CoNLL 2018 scores have them: labels without subtypes
  double las = 0;

  /// Null when it was not measured.
  const BenchStage* find(std::string_view name, int threads = 1) const noexcept;
  /// How many times as fast all threads do a stage as one does; 0 when only one was asked for.
  double speedup(std::string_view stage = "parse") const noexcept;
};

/// Measures reading, the stages of the model on one thread and on control.threads, writing, and all of it together:
/// from CoNLL-U with its tags (`whole`), and from plain text where the model has a tokenizer (`annotate`). `sentences`
/// as they were read: their heads are what the model is scored by. Throws Error kInput when there is no word to measure
/// with.
BenchResult measure(const Model& model, std::vector<Sentence> sentences, const BenchOptions& options = {},
                    const Control& control = {});

}  // namespace espalier
