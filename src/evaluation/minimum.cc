#include <fmt/format.h>

#include <charconv>

#include "espalier/evaluation.h"

namespace espalier {
namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ErrorKind::kUsage,
              fmt::format("'{}' is no demand on a score; write it as LAS=80 or LAS.recall=80", text));
}

double part_of(const Measure& measure, std::string_view part) {
  if (part == "precision") return measure.score.precision();
  if (part == "recall") return measure.score.recall();
  if (part == "f1") return measure.score.f1();
  if (part == "aligned") return measure.score.aligned_accuracy();
  return measure.value();
}

}  // namespace

Minimum parse_minimum(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) refuse(text);
  Minimum minimum;
  const std::string_view name = text.substr(0, equals);
  const std::string_view number = text.substr(equals + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), minimum.value);
  if (error != std::errc() || end != number.data() + number.size()) refuse(text);
  const std::size_t dot = name.find('.');
  minimum.measure = name.substr(0, dot);
  if (dot == std::string_view::npos) return minimum;
  minimum.part = name.substr(dot + 1);
  for (const char* part : {"precision", "recall", "f1", "aligned"}) {
    if (minimum.part == part) return minimum;
  }
  refuse(text);
}

std::vector<std::string> unmet(const EvaluationResult& result, const std::vector<Minimum>& minima) {
  std::vector<std::string> complaints;
  for (const Minimum& minimum : minima) {
    for (const SystemEvaluation& system : result.systems) {
      const Measure* measure = system.find(minimum.measure);
      if (measure == nullptr) {
        std::string known;
        for (const Measure& other : system.measures) known += (known.empty() ? "" : ", ") + other.name;
        throw Error(ErrorKind::kUsage,
                    fmt::format("{} has no measure '{}'; there are {}", result.metrics, minimum.measure, known));
      }
      const double value = part_of(*measure, minimum.part);
      const bool is_average = measure->kind == MeasureKind::kAverage && minimum.part.empty();
      if (is_average ? value <= minimum.value : value >= minimum.value) continue;
      const std::string part = minimum.part.empty() ? "" : "." + minimum.part;
      complaints.push_back(fmt::format("{}: {}{} is {:.2f}, {} {:g}", system.file, minimum.measure, part, value,
                                       is_average ? "above" : "below", minimum.value));
    }
  }
  return complaints;
}

}  // namespace espalier
