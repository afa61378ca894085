// Changes to model files that leave them whole as files, so that what reads their sections is met and not the container
// alone: its checksums let nothing pass that was changed at random.
//
// Idea: the file is taken apart into sections, one or a few of them are changed, and it is written anew, as the writer
// does. What is changed inside a section is what its readers rely on: whole numbers become those at the edges of their
// types, of the section and of what they were; floating-point numbers become those that are none; pieces of 1, 8 or 64
// bytes go, come twice or change places; texts lose, repeat and swap lines. Sections go, come twice under the names of
// others, or come from another model (crossing over). One change in eight is of the file as it is, by the fuzzer's own
// means, for the sake of the container.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace espalier::fuzz {

struct LooseSection {
  std::string name;
  std::uint32_t version = 1;
  std::string bytes;
};
using LooseModel = std::vector<LooseSection>;

/// As far as the table of sections can be followed; nothing where there is none to be seen.
std::optional<LooseModel> take_apart(std::string_view bytes);
/// Sections that no file can have (by their names) are left out.
std::string put_together(const LooseModel& model);

/// Changes the bytes by the fuzzer's own means; false where it has none.
using PlainMutator = bool (*)(std::string& bytes, std::size_t most, base::Random& random);

/// Changes one section, or which there are.
void mutate(LooseModel& model, PlainMutator plainly, base::Random& random);
/// Takes over sections of another.
void cross(LooseModel& model, const LooseModel& other, base::Random& random);

}  // namespace espalier::fuzz
