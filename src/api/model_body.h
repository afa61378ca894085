// What a Model holds: its file, where it comes from, and the parser in it.
#pragma once

#include <memory>

#include "espalier/model.h"
#include "model_file/file.h"
#include "parsing/parser_model.h"

namespace espalier {

struct Model::Body {
  std::shared_ptr<const model_file::File> file;
  ModelOrigin origin;
  std::unique_ptr<const parsing::ParserModel> parser;
};

}  // namespace espalier
