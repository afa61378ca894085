#include "evaluation/evalb_params.h"

#include <fmt/format.h>

#include <charconv>

#include "base/byte_source.h"

namespace espalier::evaluation {
namespace {

constexpr std::string_view kBlank = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text = trimmed(text.substr(word.size()));
  return word;
}

class ParamsReader {
 public:
  explicit ParamsReader(const std::string& name) : name_(name) {}

  EvalbParams read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      ++line_;
      read_line(trimmed(text.substr(0, end)));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return std::move(params_);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw Error(ErrorKind::kInput, {name_, line_, 0}, reason); }

  void read_line(std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    std::string_view value = line;
    const std::string_view key = take_word(value);
    if (value.empty()) fail(fmt::format("{} has no value", key));
    if (key == "DEBUG") {
      number(key, value);  // we have no debugging output to switch on, but the value should still be sound
    } else if (key == "MAX_ERROR") {
      params_.max_error = number(key, value);
    } else if (key == "CUTOFF_LEN") {
      params_.cutoff_length = number(key, value);
    } else if (key == "LABELED") {
      params_.labeled = number(key, value) != 0;
    } else if (key == "DELETE_LABEL") {
      params_.delete_labels.push_back(one(key, value));
    } else if (key == "DELETE_LABEL_FOR_LENGTH") {
      params_.delete_labels_for_length.push_back(one(key, value));
    } else if (key == "QUOTE_LABEL") {
      params_.quote_labels.push_back(one(key, value));
    } else if (key == "EQ_LABEL") {
      params_.equal_labels.push_back(two(key, value));
    } else if (key == "EQ_WORD") {
      params_.equal_words.push_back(two(key, value));
    } else {
      fail(fmt::format("unknown parameter '{}'", key));
    }
  }

  std::size_t number(std::string_view key, std::string_view value) const {
    std::size_t result = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    if (error != std::errc() || end != value.data() + value.size()) {
      fail(fmt::format("the value of {} is '{}', not a whole number", key, value));
    }
    return result;
  }

  std::string one(std::string_view key, std::string_view value) const {
    const std::string_view word = take_word(value);
    if (!value.empty()) fail(fmt::format("{} takes one value, but '{}' follows '{}'", key, value, word));
    return std::string(word);
  }

  std::pair<std::string, std::string> two(std::string_view key, std::string_view value) const {
    const std::string_view first = take_word(value);
    const std::string_view second = take_word(value);
    if (second.empty() || !value.empty()) fail(fmt::format("{} takes two values", key));
    return {std::string(first), std::string(second)};
  }

  const std::string& name_;
  std::size_t line_ = 0;
  EvalbParams params_;
};

}  // namespace

EvalbParams usual_params(Punctuation punctuation) {
  EvalbParams params;
  params.delete_labels = {"TOP", "-NONE-", "ROOT", "S1", "VROOT", "PSEUDO", ""};
  if (punctuation != Punctuation::kCount) {
    for (const char* tag : {",", ":", "``", "''", "."}) params.delete_labels.emplace_back(tag);
  }
  params.delete_punctuation_words = punctuation == Punctuation::kOmit;
  params.delete_labels_for_length = {"-NONE-"};
  params.equal_labels = {{"ADVP", "PRT"}};
  return params;
}

EvalbParams parse_params(std::string_view text, const std::string& name) { return ParamsReader(name).read(text); }

EvalbParams load_params(const std::string& path) {
  const auto source = base::open_source(path);
  return parse_params(base::read_all(*source, std::size_t{1} << 20), path);
}

}  // namespace espalier::evaluation
