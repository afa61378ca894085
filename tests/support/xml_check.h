// Says whether a text is well-formed XML as far as our writers can go wrong: tags balanced, attributes quoted and not
// repeated, entities known, no forbidden characters. HTML pages pass with their void elements named.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::test_support {

class XmlCheck {
 public:
  explicit XmlCheck(std::string_view text, std::set<std::string, std::less<>> void_elements = {})
      : text_(text), void_elements_(std::move(void_elements)) {}

  /// Empty when well-formed, otherwise what is wrong and where.
  std::string run() {
    while (at_ < text_.size() && fault_.empty()) {
      if (text_[at_] == '<') {
        tag();
      } else {
        character();
      }
    }
    if (fault_.empty() && !open_.empty()) wrong("not closed: " + open_.back());
    return fault_;
  }

 private:
  void wrong(const std::string& what) {
    if (fault_.empty()) fault_ = what + " at byte " + std::to_string(at_);
  }
  bool skip(std::string_view token) {
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void skip_spaces() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && std::string_view(" \t\r\n/>=<\"'").find(text_[at_]) == std::string_view::npos) ++at_;
    if (at_ == start) wrong("no name");
    return std::string(text_.substr(start, at_ - start));
  }

  void character() {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') return wrong("control character");
    if (text_.substr(at_, 3) == "\xEF\xBF\xBE" || text_.substr(at_, 3) == "\xEF\xBF\xBF")
      return wrong("not a character");
    if (byte != '&') {
      ++at_;
      return;
    }
    for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&apos;"}) {
      if (skip(entity)) return;
    }
    wrong("unknown entity");
  }

  void attributes() {
    std::set<std::string> seen;
    for (;;) {
      skip_spaces();
      if (at_ >= text_.size()) return wrong("tag not closed");
      if (text_[at_] == '>' || text_[at_] == '/' || text_[at_] == '?') return;
      const std::string key = name();
      if (!fault_.empty()) return;
      if (!seen.insert(key).second) return wrong("attribute twice: " + key);
      if (!skip("=") || at_ >= text_.size() || text_[at_] != '"') return wrong("attribute not quoted: " + key);
      ++at_;
      while (at_ < text_.size() && text_[at_] != '"' && fault_.empty()) {
        if (text_[at_] == '<') return wrong("< in attribute " + key);
        character();
      }
      if (!skip("\"")) return wrong("attribute not closed: " + key);
    }
  }

  void tag() {
    if (skip("<!DOCTYPE html>")) return;
    if (skip("</")) {
      const std::string closed = name();
      if (!skip(">")) return wrong("bad end tag");
      if (open_.empty() || open_.back() != closed) return wrong("closes what is not open: " + closed);
      open_.pop_back();
      return;
    }
    ++at_;
    const bool is_declaration = skip("?");
    const std::string opened = name();
    attributes();
    if (!fault_.empty()) return;
    if (is_declaration) {
      if (!skip("?>")) wrong("declaration not closed");
      return;
    }
    if (skip("/>")) return;
    if (!skip(">")) return wrong("tag not closed");
    if (void_elements_.count(opened) == 0) open_.push_back(opened);
  }

  std::string_view text_;
  std::set<std::string, std::less<>> void_elements_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  std::string fault_;
};

/// Empty when `text` is well-formed XML.
inline std::string xml_fault(std::string_view text) { return XmlCheck(text).run(); }
/// The same for our HTML, which closes everything but the void elements.
inline std::string html_fault(std::string_view text) {
  return XmlCheck(text, {"meta", "br", "hr", "img", "link"}).run();
}

}  // namespace espalier::test_support
