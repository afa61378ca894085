// Files to a file in shards, by all ranks together: what Pipeline::annotate does where there are several, byte for
// byte.
//
// 1. The ranks measure the shards of the inputs, each the next that nobody has (ShardInputs), and tell one another.
// 2. Each then makes the next shard that nobody has taken and that is not there from an earlier run (ShardFolder).
// 3. When all are there each rank writes its own into one file, at their places (MPI-IO). Where that cannot be, because
// the output is compressed or what stands between two shards depends on both, the first rank does it alone.
// Invariant: the output is that of one process without shards; shards hold whole sentences, and know all that they need
// of what comes before them. Where some cannot be made, all ranks throw what is wrong with the first of them, as one
// process would. Cost: the input is read twice, plain text segmented twice, the output written twice.
#pragma once

#include <map>

#include "api/shard_folder.h"
#include "api/shard_plan.h"
#include "api/workspace_pool.h"

namespace espalier {

class ShardedRun {
 public:
  /// All must outlive it.
  ShardedRun(const Pipeline& pipeline, const Ensemble& models, const PipelineOptions& options,
             const AnnotateRequest& request, const Control& control, WorkspacePool& pool);

  ConvertSummary run();

 private:
  std::vector<Shard> plan();
  std::size_t count_sentences(const Shard& shard);
  std::string manifest(const std::vector<Shard>& shards) const;
  /// A shard that is there.
  struct Made {
    int rank = 0;  // that made or found it
    std::uint64_t bytes = 0;
    ConvertSummary summary;
  };
  ConvertSummary make(const Shard& shard, std::size_t number);
  /// Makes it unless it is there: what is known of it then, as text for other ranks.
  std::string make_once(const Shard& shard, std::size_t number);
  std::map<std::size_t, Made> make_all(const std::vector<Shard>& shards);
  void put_together(const std::map<std::size_t, Made>& made);
  bool write_together(const std::map<std::size_t, Made>& made);
  void write_alone(const std::map<std::size_t, Made>& made);
  std::string read(std::size_t number) const;
  AnnotateRequest request_for(const Shard& shard) const;

  const Pipeline& pipeline_;
  const Ensemble& models_;
  const PipelineOptions& options_;
  const AnnotateRequest& request_;
  const Control& control_;
  WorkspacePool& pool_;
  Control own_;  // what a shard is made with: by this rank alone
  std::unique_ptr<Ranks> solo_;
  Ranks& ranks_;
  ShardInputs inputs_;
  ShardFolder folder_;
};

}  // namespace espalier
