// Workspaces on loan: a thread takes one, uses it and gives it back; its work is counted then.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "parsing/ensemble_model.h"

namespace espalier {

class WorkspacePool {
 public:
  explicit WorkspacePool(const parsing::EnsembleModel& model) : model_(model) {}

  class Loan {
   public:
    explicit Loan(WorkspacePool& pool) : pool_(pool) {
      const std::lock_guard lock(pool_.mutex_);
      if (!pool_.idle_.empty()) {
        workspace_ = std::move(pool_.idle_.back());
        pool_.idle_.pop_back();
      }
      if (!workspace_) workspace_ = pool_.model_.make_workspace();
    }
    ~Loan() {
      const std::lock_guard lock(pool_.mutex_);
      pool_.counts_ += workspace_->take_counts();
      pool_.idle_.push_back(std::move(workspace_));
    }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    parsing::EnsembleWorkspace& operator*() const noexcept { return *workspace_; }
    parsing::EnsembleWorkspace* operator->() const noexcept { return workspace_.get(); }

   private:
    WorkspacePool& pool_;
    std::unique_ptr<parsing::EnsembleWorkspace> workspace_;
  };

  ParseCounts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  const parsing::EnsembleModel& model_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<parsing::EnsembleWorkspace>> idle_;
  ParseCounts counts_;
};

}  // namespace espalier
