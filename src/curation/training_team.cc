#include "curation/training_team.h"

namespace espalier::curation {

void TrainingTeam::run(std::size_t count, const std::function<void(std::size_t, const Control&)>& work) {
  Control control;
  control.threads = 1;
  control.stop = watch_.control().stop;
  // Of one training among many nobody wants to know how far it is, but that time goes by.
  control.progress = [this](const Progress&) { tell(0); };
  team_.run(count, [&](std::size_t index, int /*worker*/) {
    work(index, control);
    tell(1);
  });
}

void TrainingTeam::tell(std::size_t more) {
  const std::lock_guard lock(mutex_);
  done_ += more;
  watch_.tell("parsers", done_, expected_);
}

}  // namespace espalier::curation
