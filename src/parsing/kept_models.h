// What learners have learned, as bytes of a checkpoint's part.
//
// Readers throw Error kInput for what was not packed so, and for classes that there are not: whatever a file holds, who
// goes on from it meets numbers in their bounds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/kernel_model.h"
#include "learning/liblinear.h"
#include "learning/row_weight.h"
#include "learning/softmax.h"
#include "model_file/section.h"
#include "parsing/arc_filter.h"
#include "parsing/checkpoint.h"

namespace espalier::parsing {

std::string packed(std::span<const learning::RowWeight> rows);
std::vector<learning::RowWeight> unpack_rows(std::string_view bytes, std::uint32_t classes);

std::string packed(const learning::SoftmaxModel& model);
learning::SoftmaxModel unpack_softmax(const model_file::Section& section, std::uint32_t classes);

std::string packed(const learning::LinearModel& model);
learning::LinearModel unpack_linear(const model_file::Section& section, std::uint32_t classes);

std::string packed(const learning::KernelModel& model);
learning::KernelModel unpack_kernel(const model_file::Section& section, std::uint32_t classes);

std::string packed(const ArcFilter& filter);
ArcFilter unpack_filter(const model_file::Section& section, const FilterOptions& options);

/// What `make` makes, or what a part is known to have made: unpack(section) of the packed bytes.
template <class Unpack, class Make>
auto learn_once(const CheckpointPlace& place, const std::string& name, const Unpack& unpack, const Make& make) {
  CheckpointPart part(place, name);
  decltype(make()) out;
  if (part.is_done()) {
    model_file::read_section(part.section(), [&](const model_file::Section& section) { out = unpack(section); });
  } else {
    out = make();
    if (part.is_kept()) part.finish(packed(out));
  }
  return out;
}

}  // namespace espalier::parsing
