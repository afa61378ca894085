// Espalier: several models that parse as one.
//
// Every member finds a tree. An arc has the weights of the members that have it for votes, and the tree with the most
// votes is the ensemble's: the best one over the arcs that anybody proposes, so it is always a tree, and has one root
// where the treebanks had one. The label of an arc is the one that most of its proposers give it. Where votes are tied,
// the first member is followed.
//
// The first member does the stages before: what the words are, and their tags. All members parse with the tags that the
// sentence has then, whichever tagger they were trained with.
#pragma once

#include <memory>
#include <vector>

#include "espalier/model.h"

namespace espalier {

/// Immutable and cheap to copy (copies share it); any number of threads may use it at once.
class Ensemble {
 public:
  /// One model of any kind, which nobody votes against. Implicit: where an ensemble will do, a model will.
  Ensemble(Model model);  // NOLINT(google-explicit-constructor)
  /// Weights are by model and above 0; none: all are the same. Throws Error kUsage when there is no model, when one of
  /// several has no parser or a parser of constituents, or when the weights do not fit.
  explicit Ensemble(std::vector<Model> models, std::vector<double> weights = {});

  /// The first is never missing.
  const std::vector<Model>& models() const noexcept;
  const std::vector<double>& weights() const noexcept;

  struct Body;
  const Body& body() const noexcept { return *body_; }

 private:
  std::shared_ptr<const Body> body_;
};

}  // namespace espalier
