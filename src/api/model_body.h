// What a Model holds: its file, where it comes from, and the stages in it.
#pragma once

#include <memory>

#include "espalier/model.h"
#include "model_file/file.h"
#include "parsing/pipeline.h"

namespace espalier {

struct Model::Body {
  explicit Body(std::shared_ptr<const model_file::File> file_) : file(std::move(file_)), stages(file) {}

  std::shared_ptr<const model_file::File> file;
  ModelOrigin origin;
  parsing::PipelineModel stages;
};

}  // namespace espalier
