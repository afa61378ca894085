#include "curation/training_team.h"

namespace espalier::curation {

void TrainingTeam::run(std::size_t count, const TrainingWork& work) {
  Control control;
  control.threads = 1;
  control.stop = own_.stop;
  // Of one training among many nobody wants to know how far it is, but that time goes by.
  control.progress = [this](const Progress&) { tell(0); };
  base::SpreadWork pieces;
  pieces.work = [&](std::size_t index, int /*worker*/) { work.train(index, control); };
  pieces.pack = work.pack;
  pieces.unpack = work.unpack;
  pieces.done = [&](std::size_t index) {
    if (work.done) work.done(index);
    tell(1);
  };
  base::spread(ranks_, team_, count, pieces);
}

void TrainingTeam::tell(std::size_t more) {
  const std::lock_guard lock(mutex_);
  done_ += more;
  watch_.tell("parsers", done_, expected_);
}

}  // namespace espalier::curation
