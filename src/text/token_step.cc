#include "text/token_step.h"

namespace espalier::text {

void tokens_of_lines(const Characters& text, std::vector<Token>& tokens) {
  bool is_open = false;
  for (std::int32_t at = 0; at < text.size(); ++at) {
    if (text.is_blank(at)) {
      is_open = is_open && !text.breaks_line(at);
    } else if (is_open) {
      tokens.back().end = at + 1;
    } else {
      tokens.push_back({at, at + 1, kUnknownExpansion});
      is_open = true;
    }
  }
}

}  // namespace espalier::text
