#include "treebank/conll_checker.h"

#include <fmt/format.h>

#include "base/unicode.h"

namespace espalier::treebank {
namespace {

/// Position of the first control character other than a tab; npos when there is none. C1 controls are C2 80 … C2 9F.
std::size_t find_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\t') || byte == 0x7F) return i;
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return i;
  }
  return std::string_view::npos;
}

bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
  return all < 0x80;
}

}  // namespace

void ConllChecker::take(const LinePart& part) {
  last_line_ = part.number;
  if (!part.is_whole()) {
    has_begun_ = true;
    return take_stretch(part);
  }
  const std::string_view line = normalise(part.bytes, part.number);
  if (!line.empty()) {
    has_begun_ = true;
    return hold(line, part.number);
  }
  if (!is_open_) return report_.found(rule("extra-blank-line"), part.number, "a blank line where no sentence ends");
  end_sentence();
}

// Of a line beyond the limit, only the length is reported; it is passed on as it is, and so is its sentence.
void ConllChecker::take_stretch(const LinePart& part) {
  if (part.is_first) {
    report_.found(rule("line-too-long"), part.number,
                  fmt::format("longer than {} bytes; its sentence is not checked further", limits_.line_bytes));
    spill();
  }
  if (fixed_ == nullptr) return;
  fixed_->append(part.bytes);
  if (part.is_last) *fixed_ += '\n';
}

std::string_view ConllChecker::normalise(std::string_view text, std::size_t number) {
  // Behind blank lines, too: without these it would be the beginning.
  if (!has_begun_ && text.starts_with(base::kByteOrderMark)) {
    report_.found(rule("byte-order-mark"), number, "byte order mark");
    while (text.starts_with(base::kByteOrderMark)) text.remove_prefix(base::kByteOrderMark.size());
  }
  text = strip_end(text, number);
  if (!check_bytes(text, number) || is_ascii(text) || base::is_nfc(text)) return text;
  report_.found(rule("not-nfc"), number, "not in normalisation form C");
  return scratch_ = base::to_nfc(text);
}

// A tab at the end of a word line stands before an empty column and stays.
std::string_view ConllChecker::strip_end(std::string_view text, std::size_t number) {
  const bool takes_tabs = text.starts_with('#') || text.find_first_not_of(" \t\r") == std::string_view::npos;
  bool has_cr = false;
  bool has_space = false;
  for (; !text.empty(); text.remove_suffix(1)) {
    const char c = text.back();
    if (c != '\r' && c != ' ' && (c != '\t' || !takes_tabs)) break;
    (c == '\r' ? has_cr : has_space) = true;
  }
  if (has_space) report_.found(rule("trailing-space"), number, "white space at the end of the line");
  if (has_cr && !has_reported_cr_) {
    has_reported_cr_ = true;
    report_.found(rule("carriage-return"), number, "the line ends with CR LF (further ones are not reported)");
  }
  return text;
}

/// Says whether the bytes are well-formed UTF-8.
bool ConllChecker::check_bytes(std::string_view text, std::size_t number) {
  const std::size_t bad = base::find_invalid_utf8(text);
  is_line_clean_ = bad == base::kValid;
  if (!is_line_clean_) {
    report_.found(rule("utf8"), number,
                  fmt::format("byte {} of the line (0x{:02X}) is not well-formed UTF-8", bad + 1,
                              static_cast<unsigned char>(text[bad])));
    return false;
  }
  const std::size_t control = find_control(text);
  if (control == std::string_view::npos) return true;
  is_line_clean_ = false;
  std::size_t at = control;
  report_.found(rule("control-character"), number,
                fmt::format("control character U+{:04X} at byte {} of the line",
                            static_cast<std::uint32_t>(base::decode(text, at)), control + 1));
  return true;
}

void ConllChecker::hold(std::string_view text, std::size_t number) {
  is_open_ = true;
  if (!is_spilling_) {
    const bool is_word = !(is_conllu_ && text.starts_with('#'));
    // Ranges and empty nodes make more lines than words; comments are bounded too, so that none escapes the limits.
    const bool has_room = held_words_ < 3 * limits_.words + 1 && held_.size() < 4 * limits_.words + 10'000 &&
                          store_.size() + text.size() <= limits_.sentence_bytes;
    if (has_room) {
      held_.push_back({number, store_.size(), text.size()});
      store_.append(text);
      held_words_ += is_word;
      is_clean_ = is_clean_ && is_line_clean_;
      return;
    }
    report_.found(rule("sentence-too-long"), number, "the sentence is beyond the limits; its tree is not checked");
    spill();
  }
  if (fixed_ != nullptr) fixed_->append(text).append("\n");
}

/// Passes on what is held of a sentence that cannot be held whole.
void ConllChecker::spill() {
  if (fixed_ != nullptr) {
    for (const Held& line : held_) fixed_->append(text(line)).append("\n");
  }
  held_.clear();
  store_.clear();
  held_words_ = 0;
  is_open_ = is_spilling_ = true;
}

void ConllChecker::end_sentence() {
  ++report_.summary().sentences;
  if (!is_spilling_) check_rows();
  if (fixed_ != nullptr) *fixed_ += '\n';
  held_.clear();
  store_.clear();
  held_words_ = 0;
  is_clean_ = true;
  is_open_ = is_spilling_ = false;
}

void ConllChecker::finish() {
  if (!is_open_) return;
  report_.found(rule("missing-final-blank-line"), last_line_, "the last sentence is not followed by a blank line");
  end_sentence();
}

}  // namespace espalier::treebank
