// Espalier: templates chosen from all that can be made of some conditions, whatever kind of parser they are for.
//
// A condition is one question about a parser's state, `tag(q0)`. The pool is all templates of one to three of them,
// taken one by one or in groups (a template of three and all that it subsumes). Boosting takes the group that tells
// most about what those before it leave undecided, round by round; trials then say which of those that tell most makes
// the best parser, on sentences that it has not seen. With many trials this is a wrapper. Lists that are there already
// can be made shorter. What comes out is a feature file, which train() learns from as from any other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espalier/report.h"
#include "espalier/trainer.h"

namespace espalier {

enum class SelectionMethod : std::uint8_t {
  kForward,     ///< round by round the group is taken that is worth most
  kBackward,    ///< from the recipe's list, what a parser is best without is left out, one template a round
  kUsefulness,  ///< the recipe's templates in order of their use, the best first
};

/// Which templates can be taken in a round.
enum class SelectionPool : std::uint8_t {
  kSingles,   ///< any one
  kGroups,    ///< a group
  kAdditive,  ///< one whose conditions are all in templates that were taken
};

/// What boosting brings down.
enum class BoostLoss : std::uint8_t {
  kLikelihood,   ///< minus the likelihood of the right decisions, in nats; tables have scores
  kExponential,  ///< the multi-class exponential loss (SAMME); tables have votes
};

struct SelectionRound {
  std::size_t round = 0;               ///< 1, 2, 3, …
  std::vector<std::string> templates;  ///< that are new in it, the longest last
  std::size_t size = 0;                ///< of the list, with these
  std::optional<double> error;         ///< of the new table, weighted, in percent; where decisions have weights
  std::optional<double> trial;         ///< of parsers with these on sentences that they have not seen
  double alpha = 0;                    ///< the weight of the new table; of usefulness, how much there is
  double loss = 0;                     ///< a decision, of the training data
  double accuracy = 0;                 ///< of the boosted prediction there, in percent
  std::optional<double> shape;         ///< on the development data, in percent: UAS, or F of unlabelled brackets
  std::optional<double> score;         ///< the same with labels
  double seconds = 0;
};

inline constexpr std::size_t kAllTrials = static_cast<std::size_t>(-1);
inline constexpr const char* kOwnStart = "auto";

struct SelectRequest {
  /// As for train(): what parser the templates are for, and how it is trained where there are development data. The
  /// stage of trees alone is looked at.
  TrainRequest training;
  SelectionMethod method = SelectionMethod::kForward;
  SelectionPool pool = SelectionPool::kGroups;
  BoostLoss loss = BoostLoss::kLikelihood;
  std::size_t rounds = 8;
  bool beside = false;  ///< the recipe's templates stay, and what is chosen comes to them
  /// Forward, not beside: a feature file that the list begins with, or the name of one that comes with Espalier;
  /// kOwnStart: that of the kind of parser, where its own conditions are asked for; empty: nothing.
  std::string start;
  /// Sentences of more words are not looked at by boosting and by the first heat of trials; 0: all are.
  std::size_t train_length = 0;
  /// Forward: parsers are trained from so many groups that promise most, and the best is taken; 0: what is worth most
  /// to the booster is. They are scored on thirds of the training sentences and, the last of them, on the development
  /// data, if there are any.
  std::size_t trials = 0;
  /// Of trials: all have as many epochs as the recipe says; else those that do badly with little training get no more.
  bool full_trials = false;
  /// A feature file whose terms are the conditions, or the name of one that comes with Espalier; empty: the conditions
  /// of the kind of parser.
  std::string conditions;
  /// The most rows (decisions times what could have been decided) that are looked at; of larger treebanks every so
  /// manieth sentence is.
  std::size_t most_rows = 30'000'000;
  /// A file that holds all that was found, written whole or not at all after each round; empty: none.
  std::string state;
  /// Goes on from that file, if it is there. The result is as if there had been one run.
  bool resume = false;
  /// Called after every round, for those of the state first.
  std::function<void(const SelectionRound&)> on_round;
};

struct SelectionResult {
  std::string features;    ///< the feature file: that of the round with the best score, or of the last without scores
  std::size_t chosen = 0;  ///< that round; 0: nothing was worth taking
  std::size_t size = 0;    ///< of its list
  std::vector<SelectionRound> rounds;
};

/// Runs the rounds. The same request gives the same bytes on any number of threads, in one run or several. Throws as
/// train() does, kUsage for kinds of parsers that it is not for and for a state of other data or options, kInput for a
/// damaged one.
SelectionResult select_templates(const SelectRequest& request, const Control& control = {});

/// What a template of a trained model is worth: what the model is without it, on the same treebank.
struct TemplateUsefulness {
  std::string section;  ///< of the feature file
  std::string text;
  /// Of the model without it, in percent; nothing where its section has no other template.
  std::optional<double> score;
  std::size_t uses = 0;     ///< its features that have a weight, on the way to the model's trees
  double weight = 0;        ///< mean of them: how far one sets what is decided between apart
  std::size_t changed = 0;  ///< sentences that have another tree then
  std::size_t lost = 0;     ///< words that are right with it only; of dependencies, as the next
  std::size_t won = 0;      ///< words that are right without it only
};

struct ModelUsefulness {
  std::string measure;  ///< `LAS`, as conll18 has it, or `F1` of labelled brackets, as parseval has it
  double score = 0;     ///< of the model as it is, in percent
  std::size_t sentences = 0;
  std::size_t words = 0;
  std::vector<TemplateUsefulness> templates;  ///< those that cost most first
  std::vector<Error> skipped;                 ///< sentences that could not be read (skip_invalid)
};

/// Takes the weights of each template out of a model, one template at a time and without training anew, and parses the
/// treebank; tags are those of the treebank, where it has any. Throws Error kUsage for a model without a parser, kInput
/// for a treebank without trees of the parser's kind. SelectionMethod::kUsefulness, in contrast, needs no model: it
/// asks what templates tell of a treebank before any parser is trained.
ModelUsefulness usefulness_of(const Model& model, const std::string& treebank, const ReadOptions& read = {},
                              const Control& control = {});

/// A row a template.
report::Table usefulness_table(const ModelUsefulness& usefulness);

/// A row a round.
report::Table selection_table(std::span<const SelectionRound> rounds);
/// Loss, accuracy and scores over the rounds, as a stand-alone SVG.
std::string selection_plot(std::span<const SelectionRound> rounds);

}  // namespace espalier
