// The kinds of parsers that there are: which of them a model holds, and which a recipe trains.
#pragma once

#include <memory>
#include <string>

#include "espalier/trainer.h"
#include "model_file/file.h"
#include "parsing/parser_model.h"
#include "parsing/parser_training.h"

namespace espalier::parsing {

bool has_parser(const model_file::File& file) noexcept;
/// The parser in a model file. Throws Error kInput when it holds none that this version knows.
std::unique_ptr<const ParserModel> open_parser(std::shared_ptr<const model_file::File> file);

/// The training of the kind of parser that the recipe asks for; both must outlive it. Throws Error kUsage for options
/// that do not go together, and what parsing of feature files throws.
std::unique_ptr<ParserTraining> make_parser_training(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
