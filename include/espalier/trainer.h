// Espalier: from a treebank to a model.
//
// Everything that can be chosen is an option with a name; one table of them (training_options) serves recipes, the
// command line and the manual. A recipe is a TOML file of such options, or the name of one that comes with Espalier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/error.h"
#include "espalier/model.h"
#include "espalier/treebank.h"

namespace espalier {

/// An option of training: its name in recipes; `--name` on the command line.
struct TrainingOption {
  std::string_view name;
  std::string_view kinds;     ///< of parsers that have a use for it, `a|b|c`
  std::string_view values;    ///< `N`, `X` (a number), or the choices `a|b|c`
  std::string_view fallback;  ///< what holds when neither recipe nor user says
  std::string_view meaning;
  double least = 0;  ///< the smallest number that it can be
};

std::span<const TrainingOption> training_options();

/// Options and templates, checked as they are set.
class Recipe {
 public:
  Recipe() = default;
  /// By name or from a TOML file; throws Error kUsage for unknown names, options or values, and for options that its
  /// kind of parser has no use for.
  static Recipe load(const std::string& name_or_path);
  static Recipe parse(std::string_view toml, const std::string& name);
  /// The name of the one that serves best where only the kind of parser, the transition system or the library that it
  /// learns by (liblinear, libsvm) is named; empty: where nothing is.
  static std::string name_for(std::string_view parser);
  /// Names of those that come with Espalier, with a line on each.
  static std::vector<std::pair<std::string, std::string>> built_in();

  const std::string& name() const noexcept { return name_; }
  /// Throws Error kUsage for an unknown option or a value that it cannot take.
  void set(const std::string& option, const std::string& value);
  /// The value set, or the fallback.
  std::string get(std::string_view option) const;
  double number(std::string_view option) const;
  bool flag(std::string_view option) const { return get(option) == "yes"; }
  /// The feature file; `where` is for messages.
  void set_features(std::string text, std::string where);
  const std::string& features() const noexcept { return features_; }
  const std::string& features_from() const noexcept { return features_from_; }
  /// Whether the kind of parser that it is for has a use for an option.
  bool uses(std::string_view option) const;
  /// Throws Error kUsage for an option that was set though there is no use for it.
  void demand_use() const;
  /// Forgets such options: what a recipe says of its own kind of parser, when another kind is asked for.
  void forget_unused();
  /// All options that there is a use for, with the values that hold.
  std::map<std::string, std::string> all() const;

 private:
  std::string name_;
  std::map<std::string, std::string, std::less<>> values_;
  std::string features_;
  std::string features_from_;
};

/// A line of the table that training prints.
struct EpochLine {
  std::string stage;  ///< filter, trees, labels
  int epoch = 0;
  double loss = 0;  ///< wrong words on the way, in percent
  std::size_t features = 0;
  bool scored = false;  ///< the rest is known
  double uas = 0;
  double las = 0;
  bool brackets = false;  ///< uas and las are F of unlabelled and of labelled brackets
  double seconds = 0;
  bool best = false;  ///< the best so far
};

/// A stage that was trained.
struct StageLine {
  Stage stage = Stage::kTokens;
  bool columns = false;  ///< not the stage itself: the taggers of extra columns, which come before trees
  bool heads = false;    ///< nor this: the predictors of heads, which come after them
  double seconds = 0;
  std::size_t bytes = 0;                               ///< of the model file
  std::vector<std::pair<std::string, double>> scores;  ///< on the development data, in percent
};

struct TrainRequest {
  std::vector<std::string> train;
  std::string dev;  ///< empty: none
  /// Files of extra columns (chunks, clauses) to learn, one for each of `train`; empty: none.
  std::vector<std::string> columns;
  std::string dev_columns;  ///< those of `dev`; empty: the columns are not scored
  Recipe recipe;
  ReadOptions read;
  std::uint64_t seed = 1;
  /// `dev` is scored once, after the last epoch, and that one is kept, where the recipe says how many there are; else
  /// it is scored after each, and the best is kept.
  bool scores_last_epoch = false;
  std::string language;
  std::string licence;
  std::string credit;
  /// Stages to train; empty: all. Those left out are taken from `base`, or are not in the model.
  std::vector<Stage> only;
  std::string base;  ///< a model file; empty: none
  /// Where what is done so far is kept; empty: nowhere. It is written every `checkpoint` seconds, not before these are
  /// over, and is left when all is done: removing it is for who has the model in safety.
  std::string state;
  double checkpoint = 60;
  bool resume = false;  ///< go on from `state`, if it is there; the model is the same then, byte for byte
  /// Of several processes (Control::ranks): how often in an epoch they put together what they have learned.
  int mixes = 64;
  /// Called after every stage.
  std::function<void(const StageLine&)> on_stage;
  /// Called after every epoch.
  std::function<void(const EpochLine&)> on_epoch;
  /// Called once all is read, with the sentences that were left out under `read.skip_invalid`, if there are any.
  std::function<void(const std::vector<Error>&)> on_skipped;
};

/// Trains a model. The same request gives the same bytes on any number of threads. Several processes (Control::ranks)
/// learn together: each has the model then, which depends on how many there are; no state is kept. Throws Error kInput
/// for bad data (with its place), kUsage for options that do not fit together or that the kind of parser has no use
/// for.
Model train(const TrainRequest& request, const Control& control = {});

/// One row of the search for the margin and the step (`tune`).
struct TuneLine {
  std::map<std::string, std::string> options;
  double uas = 0;
  double las = 0;
  double seconds = 0;
};

/// Tries values of the margin C (and of what else the recipe can tune) and leaves the best in the request's recipe.
/// What it has found so far is kept in STATE.tune, where the request has a STATE.
std::vector<TuneLine> tune(TrainRequest& request, const Control& control = {},
                           const std::function<void(const TuneLine&)>& on_line = {});

}  // namespace espalier
