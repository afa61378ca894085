// What a Model holds: its file, where it comes from, and the parser in it.
#pragma once

#include <memory>

#include "espalier/model.h"
#include "model_file/file.h"
#include "parsing/graph_model.h"

namespace espalier {

struct Model::Body {
  std::shared_ptr<const model_file::File> file;
  ModelOrigin origin;
  std::unique_ptr<const parsing::GraphModel> graph;
};

}  // namespace espalier
