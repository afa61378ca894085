#include "api/json_document.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/unicode.h"
#include "treebank/json_fault.h"

namespace espalier {
namespace {

using Json = nlohmann::json;

/// Looks at the values of one line as they pass; keeps the text only.
class Reading final : public nlohmann::json_sax<Json> {
 public:
  Reading(std::string_view field, std::size_t deepest, JsonDocument& document)
      : field_(field), deepest_(deepest), document_(document) {}

  bool is_object() const noexcept { return is_object_; }
  bool has_fields() const noexcept { return has_fields_; }

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_array(std::size_t) override { return value() && open(); }
  bool end_array() override { return close(); }
  bool end_object() override { return close(); }

  bool start_object(std::size_t) override {
    if (depth_ == 0) is_object_ = true;
    return (depth_ == 0 || value()) && open();
  }

  bool string(string_t& text) override {
    if (depth_ == 0 || (depth_ == 1 && is_text_)) {
      document_.text.swap(text);
      has_text_ = true;
      return true;
    }
    return value();
  }

  bool key(string_t& name) override {
    if (depth_ != 1) return true;
    has_fields_ = true;
    is_text_ = name == "text";
    if (is_text_ && has_text_) blame("\"text\" is there twice");
    if (name == field_) blame(fmt::format("the object has \"{}\" already", field_));
    if (name == "error") document_.has_error = true;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception& exception) override {
    document_.fault = treebank::json_fault(exception);
    is_object_ = false;  // half of it would be no object either
    return false;
  }

  /// When all was read.
  void finish() {
    if (!has_text_) blame(is_object_ ? "the object has no \"text\"" : "neither an object with \"text\" nor a string");
  }

 private:
  /// One that is no text; what it is matters only where there should be one.
  bool value() {
    if (depth_ == 1 && is_object_ && is_text_) blame("\"text\" is not a string");
    return true;
  }

  bool open() {
    if (++depth_ <= deepest_) return true;
    blame(fmt::format("nested deeper than {} (--max-depth)", deepest_));
    is_object_ = false;  // it is not read to its end
    return false;
  }

  bool close() {
    --depth_;
    return true;
  }

  /// The first thing that is wrong is what is told.
  void blame(std::string fault) {
    if (document_.fault.empty()) document_.fault = std::move(fault);
  }

  std::string_view field_;
  std::size_t deepest_;
  JsonDocument& document_;
  std::size_t depth_ = 0;
  bool is_object_ = false;
  bool has_fields_ = false;
  bool has_text_ = false;
  bool is_text_ = false;  // the last key on the first level was "text"
};

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kSpace = " \t\r\n";
  if (line.starts_with(base::kByteOrderMark)) line.remove_prefix(base::kByteOrderMark.size());
  const std::size_t begin = line.find_first_not_of(kSpace);
  return begin == std::string_view::npos ? "" : line.substr(begin, line.find_last_not_of(kSpace) + 1 - begin);
}

}  // namespace

JsonDocument read_json_document(std::string_view line, std::string_view field, std::size_t deepest) {
  JsonDocument document;
  document.head = "{";
  line = trimmed(line);
  if (line.empty()) {
    document.is_blank = true;
    return document;
  }
  if (line.starts_with(base::kByteOrderMark)) {  // the parser would pass over it, in the midst of a line, too
    document.fault = "not JSON: a byte order mark that does not begin the line";
    return document;
  }
  if (line.find('\0') != std::string_view::npos) {  // to the parser that is the end, whatever comes after it
    document.fault = "not JSON: a NUL byte";
    return document;
  }
  Reading reading(field, deepest, document);
  if (Json::sax_parse(line, &reading)) reading.finish();
  if (reading.is_object()) {
    document.head = line.substr(0, line.size() - 1);
    if (reading.has_fields()) document.head += ',';
  } else if (document.fault.empty()) {
    document.head = fmt::format("{{\"text\":{},", line);
  }
  return document;
}

void JsonDocument::answer(std::string_view field, std::string_view json, std::string& out) const {
  fmt::format_to(std::back_inserter(out), "{}{}:{}}}\n", head, quoted_json(field), json);
}

void JsonDocument::refuse(std::string_view message, std::string& out) const {
  fmt::format_to(std::back_inserter(out), "{}\"error\":{}}}\n", has_error ? "{" : head, quoted_json(message));
}

std::string quoted_json(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace espalier
