// The static oracle's way through the trees of a treebank, configuration by configuration.
//
// Arcs that the gold tree does not have (a word whose head is unknown, a tree that the system cannot make) are made as
// the oracle makes them, and are not shown. Neither are configurations with nothing to decide, as no model is asked
// there.
#pragma once

#include <cstdint>
#include <vector>

#include "decoding/oracle.h"
#include "parsing/local_classes.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

class OracleWalk {
 public:
  /// `labelled`: arcs have their labels as soon as they are made, as parsers have them that choose both at once.
  OracleWalk(decoding::SystemKind kind, decoding::Roots roots, const TrainingSet& data, bool labelled)
      : kind_(kind), roots_(roots), data_(data), labelled_(labelled) {}

  /// Calls visit(configuration, class) for each configuration of a sentence, with the move that is right there.
  template <class Visit>
  void run(std::size_t index, const Visit& visit) {
    decoding::with_system(kind_, [&](auto system) { run_with<decltype(system)>(index, visit); });
  }

 private:
  template <class System, class Visit>
  void run_with(std::size_t index, const Visit& visit) {
    const std::vector<std::int32_t>& heads = data_.heads[index];
    c_.reset(data_.encoded[index].words(), roots_);
    oracle_.start(kind_, heads, roots_);
    while (!System::is_final(c_)) {
      const decoding::Move move = oracle_.next<System>(c_);
      LocalClass made{static_cast<std::uint8_t>(move), 0, LocalClass::kNoLabel};
      bool teaches = !is_forced(System::legal(c_));
      std::int32_t dependent = -1;
      std::int32_t label = -1;
      if (makes_arc(move)) {
        const decoding::MoveArc arc = arc_of<System>(c_, move);
        dependent = arc.dependent;
        const auto at = static_cast<std::size_t>(dependent);
        if (heads[at] == arc.head) label = data_.labels[index][at];
        if (label >= 0) made.label = static_cast<std::uint16_t>(label);
        teaches = teaches && heads[at] == arc.head;
      }
      if (teaches) visit(c_, made);
      System::apply(c_, move);
      if (dependent >= 0 && labelled_) c_.set_label(dependent, label);
    }
  }

  decoding::SystemKind kind_;
  decoding::Roots roots_;
  const TrainingSet& data_;
  bool labelled_;
  decoding::Configuration c_;
  decoding::Oracle oracle_;
};

}  // namespace espalier::parsing
