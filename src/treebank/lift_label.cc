#include "treebank/lift_label.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kUp = "↑";
constexpr std::string_view kDown = "↓";

void append_escaped(std::string& out, std::string_view label) {
  for (std::size_t i = 0; i < label.size(); ++i) {
    const std::string_view rest = label.substr(i);
    if (rest.front() == '\\' || rest.starts_with(kUp) || rest.starts_with(kDown)) out += '\\';
    out += label[i];
  }
}

}  // namespace

std::string encode(const LiftLabel& label) {
  std::string out;
  append_escaped(out, label.label);
  if (label.is_lifted) {
    out += kUp;
    append_escaped(out, label.head_label);
  }
  if (label.is_on_path) out += kDown;
  return out;
}

LiftLabel decode_lift_label(std::string_view text) {
  LiftLabel label;
  std::string* part = &label.label;
  while (!text.empty()) {
    std::size_t taken = 1;
    if (text.front() == '\\' && text.size() > 1) {
      text.remove_prefix(1);
      part->push_back(text.front());
    } else if (text.starts_with(kUp) && !label.is_lifted) {
      label.is_lifted = true;
      part = &label.head_label;
      taken = kUp.size();
    } else if (text == kDown) {
      label.is_on_path = true;
      taken = kDown.size();
    } else {
      part->push_back(text.front());
    }
    text.remove_prefix(taken);
  }
  return label;
}

bool is_plain_label(std::string_view text) noexcept {
  return text.find('\\') == std::string_view::npos && text.find(kUp) == std::string_view::npos &&
         text.find(kDown) == std::string_view::npos;
}

}  // namespace espalier::treebank
