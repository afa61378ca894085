// A recursive-descent reader, one function a rule of the grammar; functions of places nest in a loop, not by recursion.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/unicode.h"
#include "espalier/error.h"
#include "features/template.h"

namespace espalier::features {
namespace {

/// Functions of a place in one another, such as head(left(s0)).
constexpr std::size_t kDeepest = 64;

/// Numbers that parameters must be, by attribute.
bool wants_numbers(AttributeId id) {
  return id == AttributeId::kPrefix || id == AttributeId::kSuffix || id == AttributeId::kDist ||
         id == AttributeId::kNear;
}

/// Attributes that stand inside others as parameters (`between.upos`) have one text a word. Those that need a name
/// themselves bring it along (`between.feat.Case`) where there is room for it.
bool takes_name(const AttributeInfo& info) { return info.id == AttributeId::kFeat || info.id == AttributeId::kColumn; }
bool is_plain(const AttributeInfo& info) { return info.kind == AttributeKind::kToken && info.max_parameters == 0; }

class Parser {
 public:
  Parser(std::string_view text, const Schema& schema, const std::string& file, std::size_t line)
      : text_(text), schema_(schema), file_(file), line_(line) {}

  Template parse() {
    Template result;
    do {
      result.terms.push_back(term());
    } while (take('&'));
    skip_blanks();
    if (at_ != text_.size()) fail(fmt::format("expected '&' or the end of the template, found '{}'", character()));
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { fail_at(at_, reason); }
  [[noreturn]] void fail_at(std::size_t at, const std::string& reason) const {
    throw Error(ErrorKind::kUsage, Place{file_.empty() ? "template" : file_, line_, at + 1}, reason);
  }

  /// The one that is next, whole.
  std::string_view character() const {
    std::size_t end = at_;
    base::decode(text_, end);
    return text_.substr(at_, end - at_);
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(char wanted) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted, std::string_view where) {
    if (!take(wanted)) {
      fail(at_ == text_.size() ? fmt::format("expected '{}' {}, found the end", wanted, where)
                               : fmt::format("expected '{}' {}, found '{}'", wanted, where, character()));
    }
  }

  std::string_view word(std::string_view what) {
    skip_blanks();
    const std::size_t from = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (at_ == from) fail(fmt::format("expected {}", what));
    return text_.substr(from, at_ - from);
  }
  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  /// Names may hold a hyphen between letters; an offset's minus follows a place, never an attribute.
  std::string_view attribute_name() {
    skip_blanks();
    const std::size_t from = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '-')) ++at_;
    if (at_ == from) fail("expected an attribute");
    return text_.substr(from, at_ - from);
  }

  /// Bare up to the next `.` or `(`, or in double quotes.
  std::string parameter() {
    if (at_ < text_.size() && text_[at_] == '"') {
      const std::size_t close = text_.find('"', at_ + 1);
      if (close == std::string_view::npos) fail("the quote is not closed");
      std::string value(text_.substr(at_ + 1, close - at_ - 1));
      at_ = close + 1;
      return value;
    }
    const std::size_t from = at_;
    at_ = std::min(text_.find_first_of(".(),& \t\"", at_), text_.size());
    if (at_ == from) fail("expected a parameter after '.'");
    return std::string(text_.substr(from, at_ - from));
  }

  Term term() {
    Term result;
    skip_blanks();
    const std::size_t start = at_;
    const std::string_view name = attribute_name();
    while (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      result.parameters.push_back(parameter());
    }
    std::size_t wanted = 1;
    const auto state = std::find(schema_.states.begin(), schema_.states.end(), name);
    if (state != schema_.states.end()) {
      result.attribute = AttributeId::kState;
      result.kind = AttributeKind::kState;
      result.state = static_cast<std::uint8_t>(state - schema_.states.begin());
      if (!result.parameters.empty()) fail_at(start, fmt::format("'{}' takes no parameter", name));
    } else {
      const AttributeInfo& info = lookup(name, start);
      result.attribute = info.id;
      result.kind = info.kind;
      wanted = info.addresses;
      check_parameters(info, result.parameters, start);
    }
    addresses(result, wanted, name);
    return result;
  }

  const AttributeInfo& lookup(std::string_view name, std::size_t at) const {
    if (const AttributeInfo* info = find_attribute(name)) return *info;
    std::vector<std::string> known(schema_.states);
    for (const AttributeInfo& info : attribute_catalogue()) known.emplace_back(info.name);
    fail_at(at, fmt::format("there is no attribute '{}'{}", name, did_you_mean(name, known)));
  }

  void check_parameters(const AttributeInfo& info, const std::vector<std::string>& given, std::size_t at) const {
    if (given.size() < info.min_parameters || given.size() > info.max_parameters) {
      fail_at(at, info.max_parameters == 0 ? fmt::format("'{}' takes no parameter", info.name)
                                           : fmt::format("'{0}' is written {0}{1}", info.name, info.parameters));
    }
    if (wants_numbers(info.id)) check_numbers(info, given, at);
    switch (info.id) {
      case AttributeId::kLeftCount:
      case AttributeId::kRightCount:
      case AttributeId::kCount:
      case AttributeId::kBetween:
      case AttributeId::kSame:
        return check_inner(info, given[0], given.size() == info.max_parameters, at);
      case AttributeId::kLeftNearest:
      case AttributeId::kRightNearest:
        check_inner(info, given[0], false, at);
        return check_inner(info, given[1], false, at);
      default:
        return;
    }
  }

  /// `named`: a parameter follows that can only be the name of a feature or column.
  void check_inner(const AttributeInfo& outer, const std::string& name, bool named, std::size_t at) const {
    const AttributeInfo& inner = lookup(name, at);
    const bool room = outer.max_parameters > outer.min_parameters;
    if (takes_name(inner) && room && !named) {
      fail_at(at, fmt::format("'{}' inside '{}' needs a name, as in {}.{}.Name", name, outer.name, outer.name, name));
    }
    if (named && !takes_name(inner)) {
      fail_at(at, fmt::format("inside '{}' only feat and column take a name, not '{}'", outer.name, name));
    }
    if (!named && !is_plain(inner)) fail_at(at, fmt::format("'{}' cannot stand inside '{}'", name, outer.name));
  }

  void check_numbers(const AttributeInfo& info, const std::vector<std::string>& given, std::size_t at) const {
    int last = 0;
    for (const std::string& text : given) {
      int value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > 60) {
        fail_at(at, fmt::format("'{}' is not a number from 1 to 60, as '{}' wants", text, info.name));
      }
      if (value <= last) fail_at(at, fmt::format("the bins of '{}' must rise", info.name));
      last = value;
    }
  }

  void addresses(Term& result, std::size_t wanted, std::string_view name) {
    expect('(', fmt::format("after '{}'", name));
    result.addresses.push_back(address());
    while (take(',')) result.addresses.push_back(address());
    expect(')', "after the address");
    if (result.addresses.size() != wanted) {
      fail_at(at_ - 1, fmt::format("'{}' takes {}, not {}", name, wanted == 1 ? "one address" : "two addresses",
                                   result.addresses.size()));
    }
    if (wanted == 2 || result.kind == AttributeKind::kState) {
      for (const Address& each : result.addresses) {
        if (each.offset != 0) fail_at(at_ - 1, fmt::format("'{}' takes places without an offset", name));
      }
    }
  }

  Address address() {
    Address result;
    std::vector<std::uint8_t> outer;
    std::size_t open = 0;
    for (;;) {
      skip_blanks();
      const std::size_t start = at_;
      const std::string_view name = word("a place");
      if (take('(')) {
        outer.push_back(index(schema_.functions, name, "function", start));
        if (outer.size() > kDeepest) fail_at(start, fmt::format("more than {} functions in one another", kDeepest));
        ++open;
        continue;
      }
      result.anchor = index(schema_.anchors, name, "place", start);
      break;
    }
    for (; open > 0; --open) expect(')', "to close the function");
    result.functions.assign(outer.rbegin(), outer.rend());
    if (take('+'))
      result.offset = offset(1);
    else if (take('-'))
      result.offset = offset(-1);
    return result;
  }

  std::uint8_t index(const std::vector<std::string>& names, std::string_view name, std::string_view what,
                     std::size_t at) const {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::uint8_t>(found - names.begin());
    fail_at(at, names.empty() ? fmt::format("there are no {}s in [{}]", what, schema_.name)
                              : fmt::format("there is no {} '{}' in [{}], only {}", what, name, schema_.name,
                                            fmt::join(names, ", ")));
  }

  std::int8_t offset(int sign) {
    const std::size_t start = at_;
    const std::string_view digits = word("a number");
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value < 1 || value > kMaxOffset) {
      fail_at(start, fmt::format("an offset is a number from 1 to {}", kMaxOffset));
    }
    return static_cast<std::int8_t>(sign * value);
  }

  std::string_view text_;
  const Schema& schema_;
  const std::string& file_;
  std::size_t line_;
  std::size_t at_ = 0;
};

}  // namespace

Template parse_template(std::string_view text, const Schema& schema, const std::string& file, std::size_t line) {
  return Parser(text, schema, file, line).parse();
}

}  // namespace espalier::features
