// Several models that parse as one (decoding/vote.h): each finds a tree, and the tree with most votes is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "decoding/part_set.h"
#include "decoding/restriction.h"
#include "decoding/vote.h"
#include "parsing/constraints.h"
#include "parsing/graph_decoder.h"
#include "parsing/pipeline.h"

namespace espalier::parsing {

/// What one thread needs for all members and their vote.
struct EnsembleWorkspace {
  std::vector<std::unique_ptr<PipelineWorkspace>> members;
  std::vector<decoding::Ballot> ballots;
  std::vector<std::vector<Text>> labels;  ///< by member and node, in the sentence's store
  std::vector<Text> given_labels;         ///< by node, the same
  Constraints given;
  decoding::ArcSet arcs;
  decoding::Restriction restriction;
  decoding::PartSet parts;
  std::vector<float> votes;
  GraphDecoder decoder;
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> elected;  ///< by node: the member whose label is taken
  std::vector<float> shares;

  /// Of the member that does all stages.
  PipelineWorkspace& first() noexcept { return *members.front(); }
  /// What was done since it was last asked; sentences count once, whoever parsed them.
  ParseCounts take_counts() noexcept;
};

class EnsembleModel {
 public:
  struct Member {
    const PipelineModel* model;
    float weight;
  };

  /// One member at least; if there are several, all with dependency parsers. They must outlive it.
  explicit EnsembleModel(std::vector<Member> members);

  /// The member that does the stages before parsing.
  const PipelineModel& first() const noexcept { return *members_.front().model; }
  bool votes() const noexcept { return members_.size() > 1; }

  std::unique_ptr<EnsembleWorkspace> make_workspace() const;
  /// REQUIRES a parser. A member that cannot keep to the heads given in a sentence votes as if there were none; they
  /// are kept all the same, in the vote. Throws Error kInput when no tree agrees with them.
  void parse(Sentence& sentence, const ParseOptions& options, EnsembleWorkspace& workspace) const;
  /// Throws Error kUsage when there are several members, which have no best trees but one.
  void demand_best() const;
  /// The same.
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                     EnsembleWorkspace& workspace) const;

 private:
  void cast(std::size_t member, Sentence& sentence, const ParseOptions& options, EnsembleWorkspace& workspace) const;
  void find_tree(const Sentence& sentence, const ParseOptions& options, EnsembleWorkspace& workspace) const;

  std::vector<Member> members_;
  decoding::Roots roots_ = decoding::Roots::kAny;
};

}  // namespace espalier::parsing
