#include "selection/move_setup.h"

#include <algorithm>
#include <array>

#include "parsing/transition_model.h"
#include "selection/class_cycles.h"

namespace espalier::selection {
namespace {

using Flags = std::vector<std::vector<bool>>;

class MoveProblem final : public ClassProblem {
 public:
  using FindMistakes = std::function<Flags(const MoveExamples&, const Templates&)>;

  /// Without `find_mistakes` trees are grown from all moves.
  MoveProblem(const std::shared_ptr<MoveExamples>& moves, const learning::SparseOptions& selection,
              FindMistakes find_mistakes)
      : ClassProblem(moves, selection), moves_(moves), find_mistakes_(std::move(find_mistakes)) {}

  bool has_mistakes() const override { return find_mistakes_ != nullptr; }
  learning::Examples mistakes(const Templates& templates, const Templates& asked, double& wrong) override {
    const Flags flags = find_mistakes_(*moves_, templates);
    std::size_t all = 0;
    for (const auto& sentence : flags) all += sentence.size();
    learning::Examples out = moves_->examples(asked, flags);
    wrong = 100 * static_cast<double>(out.size()) / static_cast<double>(std::max<std::size_t>(all, 1));
    return out;
  }

 private:
  std::shared_ptr<const MoveExamples> moves_;
  FindMistakes find_mistakes_;
};

/// Asks a greedy parser for its move in configurations of a sentence. One a thread.
class Judge {
 public:
  explicit Judge(const parsing::TransitionModel& model)
      : model_(model), classes_(model.settings().classes()), table_{model.moves()} {}

  /// By number of the example: the parser would have gone wrong.
  std::vector<bool> run(const MoveExamples& moves, std::size_t index, const features::ExtraColumns* extra) {
    model_.programs().encoder().encode(moves.sentences().sentences[index], encoded_, extra);
    scorer_.prepare(model_.programs(), encoded_, table_);
    std::vector<bool> out;
    moves.walk(index, [&](const decoding::Configuration& c, decoding::MoveSet legal, std::uint32_t right) {
      const auto scores = scorer_.score(c, table_);
      std::uint32_t best = classes_.of(legal.first());
      for (const decoding::Move move : legal) {
        if (scores[classes_.of(move)] > scores[best]) best = classes_.of(move);
      }
      out.push_back(best != right);
    });
    return out;
  }

 private:
  const parsing::TransitionModel& model_;
  parsing::MoveClasses classes_;
  parsing::TrainedMoves table_;
  features::Encoded encoded_;
  parsing::MoveScorer<parsing::TrainedMoves> scorer_;
};

}  // namespace

const InducedSection& transition_section(std::size_t number) {
  // Programs have one name for each place.
  const auto read = [](std::string_view text, const std::string& from) {
    return parsing::TransitionPrograms(features::parse_features(text, parsing::transition_schemas(), from)).sections();
  };
  static const std::array<InducedSection, 2> kSections = {{
      {parsing::transition_schemas(), 0, read, true},
      {parsing::transition_schemas(), 1, read, true},
  }};
  return kSections.at(number);
}

MoveSetup::MoveSetup(const TrainRequest& request, const Control& control)
    : InductionSetup(request, control, move_section()),
      options_(parsing::transition_options(request.recipe, request.seed)),
      programs_(sections()) {}

std::unique_ptr<CycleProblem> MoveSetup::make_problem(const parsing::TrainingData& data, base::Team& team) const {
  MoveProblem::FindMistakes find;
  if (learns_from_mistakes()) {
    find = [this, &data, &team](const MoveExamples& moves, const Templates& templates) {
      return find_mistakes(data, moves, templates, team);
    };
  }
  return std::make_unique<MoveProblem>(
      std::make_shared<MoveExamples>(SentenceSet{data.train, data.train_columns}, options_), selection_options(),
      std::move(find));
}

std::vector<std::vector<bool>> MoveSetup::find_mistakes(const parsing::TrainingData& data, const MoveExamples& moves,
                                                        const Templates& templates, base::Team& team) const {
  TrainRequest training = request_for(templates);
  training.recipe.set("beam", "1");
  Flags out(data.train.size());
  for (std::size_t half = 0; half < 2; ++half) {
    const parsing::TransitionModel model(train_without(half, data, training));
    std::vector<Judge> judges(static_cast<std::size_t>(team.size()), Judge(model));
    team.run(data.train.size(), [&](std::size_t i, int worker) {
      if (i % 2 != half) return;
      const features::ExtraColumns* extra = data.train_columns.empty() ? nullptr : &data.train_columns[i];
      out[i] = judges[static_cast<std::size_t>(worker)].run(moves, i, extra);
    });
  }
  return out;
}

}  // namespace espalier::selection
