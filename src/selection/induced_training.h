// Training of parsers whose templates are induced first.
#pragma once

#include <memory>

#include "espalier/trainer.h"
#include "parsing/parser_training.h"

namespace espalier::selection {

/// As parsing::make_parser_training(), and where the recipe has `cycles` the templates of [arc] or [move] are what
/// these make of those given.
std::unique_ptr<parsing::ParserTraining> make_training(const TrainRequest& request, const Control& control);

}  // namespace espalier::selection
