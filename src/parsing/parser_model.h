// What every kind of trained parser offers: the face that the rest of the system sees.
//
// One virtual call a sentence; inside, everything is compiled for the kind. A model is immutable and shared by threads,
// each with a workspace of its own.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "decoding/arc_set.h"
#include "espalier/parser.h"
#include "features/encoding.h"
#include "parsing/head_schema.h"

namespace espalier::parsing {

/// What one thread needs to parse; each kind of parser adds its own.
struct Workspace {
  Workspace() = default;
  virtual ~Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Of the sentence that is parsed next, for templates that ask for them; null: there are none. Not owned.
  const features::ExtraColumns* columns = nullptr;
  HeadView heads;      ///< what predictors say of it, for parsers and filters that ask
  ParseCounts counts;  ///< of what this workspace did; sentences, words and seconds are the caller's to fill
};

class ParserModel {
 public:
  ParserModel() = default;
  virtual ~ParserModel() = default;
  ParserModel(const ParserModel&) = delete;
  ParserModel& operator=(const ParserModel&) = delete;

  /// The name of the kind, as recipes have it.
  virtual std::string_view kind() const = 0;
  /// It cannot do without Workspace::heads.
  virtual bool asks_heads() const { return false; }
  virtual std::unique_ptr<Workspace> make_workspace() const = 0;
  /// `workspace` must come from make_workspace(), here and below.
  virtual void parse(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const = 0;
  virtual std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                             Workspace& workspace) const = 0;
  /// Heads of the tree last parsed in the workspace, by node, and how sure each is, before calibration.
  virtual std::vector<float> arc_confidence(const ParseOptions& options, Workspace& workspace) const = 0;

  /// What makes numbers of its sentences.
  virtual const features::Encoder& encoder() const = 0;
  virtual const std::vector<std::string>& labels() const = 0;
  /// How many words may hang from the root of its trees.
  virtual decoding::Roots roots() const { return decoding::Roots::kOne; }
  /// The templates, as a feature file.
  virtual std::string feature_text() const = 0;
  /// Counts by what they are of, for people.
  virtual std::vector<std::pair<std::string, std::size_t>> sizes() const = 0;
  virtual std::vector<HeavyFeature> heaviest() const = 0;
  /// Its trees are constituents, not dependencies.
  virtual bool makes_constituents() const { return false; }
};

}  // namespace espalier::parsing
