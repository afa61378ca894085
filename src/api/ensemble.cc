#include "espalier/ensemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "api/ensemble_body.h"
#include "api/model_body.h"
#include "espalier/error.h"

namespace espalier {
namespace {

void check_members(const std::vector<Model>& models) {
  if (models.empty()) throw Error(ErrorKind::kUsage, "an ensemble has one model at least");
  if (models.size() == 1) return;
  for (const Model& model : models) {
    const parsing::ParserModel* parser = model.body().stages.parser();
    if (parser != nullptr && !parser->makes_constituents()) continue;
    throw Error(ErrorKind::kUsage,
                fmt::format("{} has no {}; of several models all must have one, to vote on trees",
                            model.body().file->path(), parser == nullptr ? "parser" : "dependency parser"));
  }
}

std::vector<double> checked_weights(std::vector<double> weights, std::size_t models) {
  if (weights.empty()) return std::vector<double>(models, 1.0);
  if (weights.size() != models) {
    throw Error(ErrorKind::kUsage,
                fmt::format("weights are by model: {} of them, and {} of models", weights.size(), models));
  }
  for (const double weight : weights) {
    if (!std::isfinite(weight) || weight <= 0) {
      throw Error(ErrorKind::kUsage, fmt::format("the weight of a model is above 0, not {}", weight));
    }
  }
  return weights;
}

std::vector<parsing::EnsembleModel::Member> members_of(const std::vector<Model>& models,
                                                       const std::vector<double>& weights) {
  // Only what weights are to one another counts, and votes are added up in single precision.
  const double most = *std::max_element(weights.begin(), weights.end());
  std::vector<parsing::EnsembleModel::Member> members;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const double weight = std::max(weights[i] / most, 1e-6);
    members.push_back({&models[i].body().stages, static_cast<float>(weight)});
  }
  return members;
}

}  // namespace

Ensemble::Body::Body(std::vector<Model> models_, std::vector<double> weights_)
    : models(std::move(models_)), weights(std::move(weights_)), stages(members_of(models, weights)) {}

Ensemble::Ensemble(Model model) : Ensemble(std::vector<Model>{std::move(model)}) {}

Ensemble::Ensemble(std::vector<Model> models, std::vector<double> weights) {
  check_members(models);
  std::vector<double> by_model = checked_weights(std::move(weights), models.size());
  body_ = std::make_shared<const Body>(std::move(models), std::move(by_model));
}

const std::vector<Model>& Ensemble::models() const noexcept { return body_->models; }

const std::vector<double>& Ensemble::weights() const noexcept { return body_->weights; }

}  // namespace espalier
