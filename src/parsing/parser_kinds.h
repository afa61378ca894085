// The kinds of parsers that there are: which of them a model holds, and which a recipe trains.
#pragma once

#include <memory>
#include <string>

#include "espalier/trainer.h"
#include "model_file/file.h"
#include "parsing/parser_model.h"

namespace espalier::parsing {

/// The parser in a model file. Throws Error kInput when it holds none that this version knows.
std::unique_ptr<const ParserModel> open_parser(std::shared_ptr<const model_file::File> file);

/// Trains the kind of parser that the recipe asks for; the bytes of a model file.
std::string train_parser(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
