// What an Ensemble holds: its members, and their stages put together.
#pragma once

#include <vector>

#include "espalier/ensemble.h"
#include "parsing/ensemble_model.h"

namespace espalier {

struct Ensemble::Body {
  Body(std::vector<Model> models_, std::vector<double> weights_);

  std::vector<Model> models;
  std::vector<double> weights;
  parsing::EnsembleModel stages;
};

}  // namespace espalier
