#include "parsing/heavy_moves.h"

#include <array>
#include <limits>

#include "parsing/heavy_search.h"
#include "parsing/local_options.h"
#include "parsing/oracle_walk.h"

namespace espalier::parsing {
namespace {

using decoding::Configuration;
using decoding::Move;

// Few, as these models are small.
constexpr std::size_t kMostOfMove = 10;
constexpr std::size_t kMostOfLabel = 3;
constexpr std::size_t kMostOfClass = 3;

constexpr std::array<const char*, 6> kReaches = {"<root>", "1", "2-3", "4-5", "6-9", "10+"};

/// The features of configurations, all templates of [move] in one program, which names them.
class MoveNames {
 public:
  /// `names`: of the labels. Both must outlive it.
  MoveNames(const TransitionPrograms& programs, const std::vector<std::string>& names)
      : names_(names),
        columns_(programs.encoder().columns()),
        program_(transition_schemas()[0], programs.sections()[0].templates, columns_),
        places_(program_),
        named_(transition_schemas()[0], programs.sections()[0].templates, program_) {}
  MoveNames(const MoveNames&) = delete;
  MoveNames& operator=(const MoveNames&) = delete;

  void prepare(const TrainingSet& data, std::size_t sentence) { named_.prepare(data, sentence); }

  std::size_t source() const noexcept { return named_.source(); }

  /// Calls use(feature, name) as NamedFeatures::each does.
  template <class Use>
  void each(const Configuration& c, const Use& use) {
    const auto text = [&](std::uint8_t state, std::int32_t node, std::size_t) { return state_text(c, state, node); };
    named_.each(places_.find(c, scratch_), MoveStateOf{c}, text, use);
  }

 private:
  std::string state_text(const Configuration& c, std::uint8_t state, std::int32_t node) const {
    if (node < 0) return "<none>";
    const decoding::NodeState& at = c.node(node);
    switch (static_cast<MoveState>(state)) {
      case MoveState::kLefts:
        return std::to_string(at.lefts);
      case MoveState::kRights:
        return std::to_string(at.rights);
      case MoveState::kDeprel:
        return label_text(names_, node, at.label);
      case MoveState::kDistance:
        break;
    }
    return c.buffer_size() == 0 ? "<none>" : kReaches[reach_class(node, c.buffer(0))];
  }

  const std::vector<std::string>& names_;
  features::ColumnSet columns_;  // those of the model: the program adds none
  features::Program program_;
  PlaceFinder places_;
  NamedFeatures named_;
  std::vector<std::int32_t> scratch_;
};

/// The weights of a feature by move, less their mean.
void read_moves(const TransitionModel& model, std::uint64_t feature, decoding::MoveSet moves, std::span<float> row) {
  MoveScores<std::int32_t> scores{};
  model.moves().add_scores({&feature, 1}, scores.data() + 1);
  const MoveClasses classes = model.settings().classes();
  float sum = 0;
  for (const Move move : moves) sum += static_cast<float>(scores[classes.of(move)]);
  const float mean = sum / static_cast<float>(moves.size());
  for (const Move move : moves) {
    row[static_cast<std::size_t>(move)] = (static_cast<float>(scores[classes.of(move)]) - mean) * model.moves().scale();
  }
}

/// How far weights set the moves of a system apart; others are in the row, too.
float spread_of(std::span<const float> row, decoding::MoveSet moves) {
  float least = std::numeric_limits<float>::max();
  float most = std::numeric_limits<float>::lowest();
  for (const Move move : moves) {
    least = std::min(least, row[static_cast<std::size_t>(move)]);
    most = std::max(most, row[static_cast<std::size_t>(move)]);
  }
  return most - least;
}

std::vector<std::string> move_names(decoding::SystemKind kind) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < decoding::kMoveKinds; ++i) names.emplace_back(move_name(kind, static_cast<Move>(i)));
  return names;
}

/// The split as a template of its own, for the value that a part stands for.
features::Template split_template(std::uint8_t split) {
  return split == 0 ? features::Template{}
                    : features::parse_template(std::string(kSplits[split]) + "(b0)", transition_schemas()[0]);
}

std::vector<HeavyFeature> search(const TransitionModel& model, const TrainingSet& data, TemplateTally* tally) {
  const TransitionPrograms& programs = model.programs();
  const TransitionSettings& settings = model.settings();
  const decoding::MoveSet moves = decoding::system_info(settings.kind()).moves;
  MoveNames names(programs, model.labels());
  OracleWalk walk(settings.kind(), settings.roots(), data, false);
  HeavyClasses shelves(decoding::kMoveKinds, kMostOfMove);
  HeavyLabels<learning::FrozenLabels> labels(programs.sections()[1], transition_schemas()[1], programs.label(),
                                             model.label_rows(), model.labels(), kMostOfLabel, tally);
  visit_sample(data, [&](std::size_t sentence) {
    names.prepare(data, sentence);
    walk.run(sentence, [&](const Configuration& c, const LocalClass&) {
      names.each(c, [&](std::uint64_t feature, const auto& name) {
        read_moves(model, feature, moves, shelves.row());
        shelves.offer(feature, name);
        if (tally != nullptr) tally->add(transition_schemas()[0].name, names.source(), spread_of(shelves.row(), moves));
      });
    });
    labels.visit(data, sentence);
  });
  std::vector<HeavyFeature> result;
  shelves.append_to(result, transition_schemas()[0].name, move_names(settings.kind()));
  labels.append_to(result);
  return result;
}

std::vector<HeavyFeature> search(const LocalModel& model, const TrainingSet& data, TemplateTally* tally) {
  const TransitionPrograms& programs = model.programs();
  const LocalSettings& settings = model.settings();
  MoveNames names(programs, model.labels());
  OracleWalk walk(settings.kind(), settings.roots(), data, true);
  HeavyClasses shelves(model.classes().size(), kMostOfClass);
  const features::Template split = split_template(settings.split);
  LocalScorer scorer;  // knows which part is asked
  visit_sample(data, [&](std::size_t sentence) {
    names.prepare(data, sentence);
    scorer.prepare(programs, data.encoded[sentence], model.weights());
    const features::Renderer renderer(transition_schemas()[0], data.sentences[sentence], data.columns_of(sentence));
    walk.run(sentence, [&](const Configuration& c, const LocalClass&) {
      const std::int32_t front[] = {c.buffer(0)};
      const LocalPart& part = model.weights().parts[scorer.part_at(front[0])];
      names.each(c, [&](std::uint64_t feature, const auto& name) {
        const std::uint64_t own = salted(feature, part.salt());
        shelves.read(*model.weights().rows, own);
        if (tally != nullptr) tally->add(transition_schemas()[0].name, names.source(), shelves.spread());
        shelves.offer(own, [&] {
          if (part.value == 0) return name();
          const features::PlaceSlot slots[] = {{static_cast<std::uint8_t>(MovePlace::kBuffer0), {}}};
          return renderer.render(split, slots, front)[0] + " & " + name();
        });
      });
    });
  });
  std::vector<std::string> classes;
  for (const LocalClass& item : model.classes()) {
    classes.emplace_back(move_name(settings.kind(), item.kind()));
    if (item.label != LocalClass::kNoLabel) classes.back() += " " + model.labels()[item.label];
  }
  std::vector<HeavyFeature> result;
  shelves.append_to(result, transition_schemas()[0].name, classes);
  return result;
}

}  // namespace

std::vector<HeavyFeature> find_heaviest(const TransitionModel& model, const TrainingSet& data) {
  return search(model, data, nullptr);
}

std::vector<HeavyFeature> find_heaviest(const LocalModel& model, const TrainingSet& data) {
  return search(model, data, nullptr);
}

void weigh_templates(const TransitionModel& model, const TrainingSet& data, TemplateTally& tally) {
  search(model, data, &tally);
}

void weigh_templates(const LocalModel& model, const TrainingSet& data, TemplateTally& tally) {
  search(model, data, &tally);
}

}  // namespace espalier::parsing
