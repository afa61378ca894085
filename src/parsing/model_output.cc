#include "parsing/model_output.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::parsing {
namespace {

/// MISC with `Conf=` set, other items as they were.
std::string with_confidence(std::string_view misc, double confidence) {
  std::string out;
  while (!misc.empty()) {
    const std::size_t bar = std::min(misc.find('|'), misc.size());
    const std::string_view item = misc.substr(0, bar);
    if (!item.starts_with("Conf=")) out.append(out.empty() ? "" : "|").append(item);
    misc.remove_prefix(std::min(bar + 1, misc.size()));
  }
  return fmt::format("{}{}Conf={:.3f}", out, out.empty() ? "" : "|", confidence);
}

}  // namespace

void write_confidence(Sentence& sentence, const std::vector<float>& raw, const learning::Calibration* calibration) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const double value = static_cast<double>(raw[static_cast<std::size_t>(word)]);
    const double confidence = calibration != nullptr ? calibration->probability(value) : value;
    sentence.set(word, Column::kMisc, with_confidence(sentence.misc(word), confidence));
  }
}

std::vector<std::pair<std::string, std::size_t>> template_counts(const std::vector<features::Section>& sections) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const features::Section& section : sections) {
    if (!section.templates.empty())
      counts.emplace_back("templates in [" + section.name + "]", section.templates.size());
  }
  return counts;
}

}  // namespace espalier::parsing
