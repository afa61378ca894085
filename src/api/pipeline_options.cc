// The options of a pipeline by name, for bindings: one table for all of them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "espalier/error.h"
#include "espalier/pipeline.h"

namespace espalier {
namespace {

constexpr std::int32_t kWidestBeam = 10'000;

struct Flag {
  std::string_view name;
  bool& value;
  bool is_negated = false;
};

[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view can_be) {
  throw Error(ErrorKind::kUsage, fmt::format("{} cannot be '{}': it is {}", name, value, can_be));
}

template <class Value, std::size_t N>
void choose(std::string_view name, std::string_view value,
            const std::array<std::pair<std::string_view, Value>, N>& from, Value& chosen) {
  const auto found = std::find_if(from.begin(), from.end(), [&](const auto& each) { return each.first == value; });
  if (found != from.end()) {
    chosen = found->second;
    return;
  }
  std::string names;
  for (const auto& [each, ignored] : from) names += fmt::format("{}{}", names.empty() ? "" : ", ", each);
  refuse(name, value, "one of " + names);
}

std::int32_t beam_of(std::string_view value) {
  std::int32_t number = -1;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_number = error == std::errc() && end == value.data() + value.size();
  if (!is_number || number < 0 || number > kWidestBeam) refuse("beam", value, "a number from 0 to 10000");
  return number;
}

}  // namespace

void set_option(PipelineOptions& options, std::string_view name, std::string_view value) {
  static constexpr std::array<std::pair<std::string_view, Stage>, 3> kStages = {
      {{"tokens", Stage::kTokens}, {"tags", Stage::kTags}, {"trees", Stage::kTrees}}};
  static constexpr std::array<std::pair<std::string_view, Lines>, 3> kLines = {
      {{"free", Lines::kFree}, {"sentence", Lines::kSentences}, {"token", Lines::kTokens}}};
  static constexpr std::array<std::pair<std::string_view, bool>, 2> kAnswers = {{{"yes", true}, {"no", false}}};
  if (name == "last") return choose(name, value, kStages, options.last);
  if (name == "lines") return choose(name, value, kLines, options.lines);
  if (name == "beam") {
    options.parse.beam = beam_of(value);
    return;
  }
  const std::array<Flag, 7> flags = {{{"retag", options.retag},
                                      {"columns", options.columns},
                                      {"offsets", options.offsets},
                                      {"constraints", options.parse.constraints},
                                      {"confidence", options.parse.confidence},
                                      {"projective", options.parse.crossing, true},
                                      {"merge-states", options.parse.merge_states}}};
  std::vector<std::string> names = {"last", "lines", "beam"};
  for (const Flag& flag : flags) {
    if (flag.name == name) {
      bool answer = false;
      choose(name, value, kAnswers, answer);
      flag.value = answer != flag.is_negated;
      return;
    }
    names.emplace_back(flag.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("there is no option '{}'{} (there are {})", name,
                                             did_you_mean(name, names), fmt::join(names, ", ")));
}

}  // namespace espalier
