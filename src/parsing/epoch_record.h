// What the epochs of a training have brought so far: enough, with the trainer's state, to go on with the next example.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "espalier/trainer.h"
#include "learning/trainer.h"
#include "parsing/checkpoint.h"

namespace espalier::parsing {

/// In percent of the words; of constituency parsers F of brackets, unlabelled and labelled.
struct Scores {
  double uas = 0;
  double las = 0;
};

struct EpochRecord {
  std::vector<EpochLine> lines;  ///< one for each epoch that is over
  double seconds = 0;            ///< in the one that is not
  int best_epoch = 0;            ///< 0: none was scored
  Scores best;
  std::vector<std::string> kept;  ///< frozen weights of the best epoch; when all is over, those of the training

  int epochs() const noexcept { return static_cast<int>(lines.size()); }
  void take(std::span<std::string* const> frozen);
  /// Where there are any.
  void give(std::span<std::string* const> frozen) const;
};

/// Of a training that is over, or in the middle of it.
std::string packed(const EpochRecord& record);
std::string packed(const EpochRecord& record, const learning::Trainer& trainer);
/// What is there of a part; the trainer goes on from there, unless all is over. `frozen`: how many weights it keeps.
/// Throws Error kInput for what was not packed so.
EpochRecord read_record(const CheckpointPart& part, learning::Trainer& trainer, std::size_t frozen);

}  // namespace espalier::parsing
