#include "text/lexicon.h"

#include <algorithm>

namespace espalier::text {

Lexicon read_lexicon(const model_file::Section& section, std::uint64_t most) {
  Lexicon lexicon;
  const auto bound = static_cast<std::uint32_t>(std::min<std::uint64_t>(most + 1, Lexicon::kAnyNumber));
  model_file::read_section(section, [&](const auto& found) { lexicon = Lexicon(found.bytes, bound); });
  return lexicon;
}

}  // namespace espalier::text
