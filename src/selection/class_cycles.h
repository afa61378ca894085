// Cycles of selection and induction for problems of classes, whatever they are classes of.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "learning/sparse_selection.h"
#include "selection/cycles.h"
#include "selection/ifis.h"

namespace espalier::selection {

class ClassProblem : public CycleProblem {
 public:
  ClassProblem(std::shared_ptr<ExampleSource> source, const learning::SparseOptions& selection)
      : source_(std::move(source)), selection_(selection) {}

  std::uint32_t classes() const override { return source_->classes(); }
  bool selects() const override { return selection_.min_updates > 0; }
  double select(const Templates& templates, std::vector<std::uint64_t>& selected,
                const std::function<void(double)>& progress) override;
  learning::Examples examples(const Templates& templates) override { return source_->examples(templates); }
  Choices choices(const Templates& attributes, std::size_t most) override { return source_->choices(attributes, most); }
  Decisions decisions(const Templates& conditions, std::size_t most) override {
    return source_->decisions(conditions, most);
  }

 private:
  std::shared_ptr<ExampleSource> source_;
  learning::SparseOptions selection_;
};

}  // namespace espalier::selection
