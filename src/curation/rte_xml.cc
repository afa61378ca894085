// Pairs as the RTE challenges write them: the little of XML that they use, and nothing else.
//
//   <entailment-corpus> <pair id="1" entailment="YES" task="IE"> <t>…</t> <h>…</h> </pair> … </entailment-corpus>
//
// RTE 1 says value="TRUE", RTE 2 and 3 entailment="YES"; other attributes are passed over. Text may hold the five named
// entities, character numbers and CDATA. Elements are not nested beyond this, so that no stack is needed.
#include <fmt/format.h>

#include <charconv>

#include "base/unicode.h"
#include "curation/pair_files.h"
#include "report/escape.h"

namespace espalier::curation {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

class RteReader {
 public:
  RteReader(std::string_view xml, PairList& pairs) : xml_(xml), pairs_(pairs) {}

  void read() {
    skip_between();
    open("entailment-corpus");
    while (!attribute().name.empty()) {
    }
    expect(">");
    for (skip_between(); !sees("</"); skip_between()) read_pair();
    close("entailment-corpus");
    skip_between();
    if (at_ < xml_.size()) fail("something stands after the end of <entailment-corpus>");
  }

 private:
  struct Attribute {
    std::string_view name = {};
    std::string value = {};
  };

  [[noreturn]] void fail(const std::string& reason) const { pairs_.fail(line_, reason); }
  bool sees(std::string_view what) const { return xml_.substr(at_).starts_with(what); }
  std::string_view next_word() const {
    const std::size_t end = xml_.find_first_of(" \t\r\n>", at_ + 1);
    return xml_.substr(at_, std::min<std::size_t>(end == std::string_view::npos ? end : end - at_, 40));
  }

  void advance(std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) line_ += xml_[at_ + i] == '\n' ? 1 : 0;
    at_ += bytes;
  }
  void expect(std::string_view what) {
    if (!sees(what)) fail(at_ < xml_.size() ? fmt::format("'{}' expected", what) : "the file ends too early");
    advance(what.size());
  }
  void skip_space() {
    while (at_ < xml_.size() && kSpace.find(xml_[at_]) != std::string_view::npos) advance(1);
  }
  void skip_past(std::string_view end, const char* what) {
    const std::size_t found = xml_.find(end, at_);
    if (found == std::string_view::npos) fail(fmt::format("{} has no end", what));
    advance(found + end.size() - at_);
  }
  /// White space, comments, declarations.
  void skip_between() {
    for (;;) {
      skip_space();
      if (sees("<!--")) {
        skip_past("-->", "a comment");
      } else if (sees("<?")) {
        skip_past("?>", "a declaration");
      } else if (sees("<!DOCTYPE")) {
        skip_past(">", "a declaration");
      } else {
        return;
      }
    }
  }

  std::string_view name() {
    const std::size_t begin = at_;
    while (at_ < xml_.size() && is_name_char(xml_[at_])) advance(1);
    return xml_.substr(begin, at_ - begin);
  }
  void open(std::string_view element) {
    if (!sees("<") || sees("</")) {
      fail(at_ < xml_.size() ? fmt::format("<{}> expected, not '{}'", element, report::printable(next_word()))
                             : "the file ends too early");
    }
    advance(1);
    if (const std::string_view found = name(); found != element) {
      fail(fmt::format("<{}> expected, not <{}>", element, report::printable(found.substr(0, 40))));
    }
  }
  void close(std::string_view element) {
    expect("</");
    if (name() != element) fail(fmt::format("</{}> expected", element));
    skip_space();
    expect(">");
  }
  /// The next one of a tag; without a name where there are no more.
  Attribute attribute() {
    skip_space();
    Attribute out{name()};
    if (out.name.empty()) return out;
    skip_space();
    expect("=");
    skip_space();
    const char quote = at_ < xml_.size() ? xml_[at_] : '\0';
    if (quote != '"' && quote != '\'') fail("a value between quotes expected");
    advance(1);
    while (at_ < xml_.size() && xml_[at_] != quote) append_character(out.value);
    expect(std::string_view(&quote, 1));
    return out;
  }

  /// A character of text, or what an entity stands for.
  void append_character(std::string& out) {
    if (xml_[at_] == '&') {
      append_entity(out);
      return;
    }
    if (xml_[at_] == '<') fail("'<' in a text; it is written &lt;");
    out += xml_[at_];
    advance(1);
  }
  void append_entity(std::string& out) {
    const std::size_t end = xml_.find(';', at_);
    const std::string_view entity = end == std::string_view::npos ? "" : xml_.substr(at_ + 1, end - at_ - 1);
    if (entity.empty() || entity.size() > 10) fail("'&' in a text; it is written &amp;");
    advance(end + 1 - at_);
    if (entity == "amp") return void(out += '&');
    if (entity == "lt") return void(out += '<');
    if (entity == "gt") return void(out += '>');
    if (entity == "quot") return void(out += '"');
    if (entity == "apos") return void(out += '\'');
    if (entity.front() == '#') return append_number(entity.substr(1), out);
    fail(fmt::format("there is no entity '&{};' here", report::printable(entity)));
  }
  void append_number(std::string_view number, std::string& out) const {
    const bool hex = number.starts_with('x');
    const std::string_view digits = number.substr(hex ? 1 : 0);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
    const bool is_number = error == std::errc() && end == digits.data() + digits.size();
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (!is_number || code == 0 || code > 0x10FFFF || is_surrogate) {
      fail(fmt::format("'&#{};' is no character", report::printable(number)));
    }
    base::append_utf8(out, static_cast<char32_t>(code));
  }

  std::string content(std::string_view element) {
    skip_between();
    open(element);
    skip_space();
    expect(">");
    std::string out;
    while (at_ < xml_.size() && !sees("</")) {
      if (sees("<![CDATA[")) {
        advance(9);
        const std::size_t begin = at_;
        skip_past("]]>", "CDATA");
        out += xml_.substr(begin, at_ - 3 - begin);
      } else if (sees("<!--")) {
        skip_past("-->", "a comment");
      } else {
        append_character(out);
      }
    }
    close(element);
    return out;
  }

  void read_pair() {
    const std::size_t line = line_;
    open("pair");
    EntailmentPair pair;
    for (Attribute each = attribute(); !each.name.empty(); each = attribute()) {
      if (each.name == "id") pair.id = each.value;
      if (each.name == "task") pair.group = each.value;
      if (each.name == "entailment" || each.name == "value") pair.gold = pairs_.answer(each.value, line_);
    }
    expect(">");
    pair.text = content("t");
    pair.hypothesis = content("h");
    skip_between();
    close("pair");
    pairs_.add(std::move(pair), line);
  }

  std::string_view xml_;
  PairList& pairs_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

void read_rte(std::string_view xml, PairList& pairs) { RteReader(xml, pairs).read(); }

}  // namespace espalier::curation
