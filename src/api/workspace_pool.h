// Workspaces on loan: a thread takes one, uses it and gives it back; its work is counted then.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
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
      workspace_ = pool_.take();
    }
    ~Loan() {
      const std::lock_guard lock(pool_.mutex_);
      pool_.counts_ += workspace_->take_counts();
      pool_.idle_.push_back({std::this_thread::get_id(), std::move(workspace_)});
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
  struct Idle {
    std::thread::id last;  // that had it
    std::unique_ptr<parsing::EnsembleWorkspace> workspace;
  };

  /// The one that the thread had last, if it can be: much of that is still in the cache of its core.
  std::unique_ptr<parsing::EnsembleWorkspace> take() {
    if (idle_.empty()) return model_.make_workspace();
    const auto own = std::find_if(idle_.rbegin(), idle_.rend(),
                                  [me = std::this_thread::get_id()](const Idle& each) { return each.last == me; });
    const auto taken = own == idle_.rend() ? std::prev(idle_.end()) : std::prev(own.base());
    auto workspace = std::move(taken->workspace);
    idle_.erase(taken);
    return workspace;
  }

  const parsing::EnsembleModel& model_;
  mutable std::mutex mutex_;
  std::vector<Idle> idle_;
  ParseCounts counts_;
};

}  // namespace espalier
