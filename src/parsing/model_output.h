// What every kind of parser writes into sentences and tells of itself, in one way.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "espalier/sentence.h"
#include "features/template.h"
#include "learning/calibration.h"

namespace espalier::parsing {

/// Sets MISC `Conf=` of every word from its arc's raw confidence (by node); no calibration: the raw value.
void write_confidence(Sentence& sentence, const std::vector<float>& raw, const learning::Calibration* calibration);

/// How many templates each section has, those without any left out.
std::vector<std::pair<std::string, std::size_t>> template_counts(const std::vector<features::Section>& sections);

}  // namespace espalier::parsing
