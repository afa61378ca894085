#include "evaluation/relevant.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/byte_source.h"
#include "base/unicode.h"
#include "evaluation/sentence_names.h"

namespace espalier::evaluation {
namespace {

constexpr std::string_view kFormPrefix = "form:";

class ListReader {
 public:
  ListReader(const std::string& name, RelevantList& list) : name_(name), list_(list) {}

  void read(std::string_view text) {
    list_.files.push_back(name_);
    const std::size_t before = entries();
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      ++line_;
      std::string_view line = text.substr(0, end);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty() && line.front() != '#') read_line(line);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (entries() == before) throw Error(ErrorKind::kInput, {name_, 0, 0}, "the list names nothing to score");
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw Error(ErrorKind::kInput, {name_, line_, 0}, reason); }
  std::size_t entries() const { return list_.relations.size() + list_.forms.size() + list_.words.size(); }

  void read_line(std::string_view line) {
    if (const std::size_t tab = line.find('\t'); tab != std::string_view::npos) {
      read_words(line.substr(0, tab), line.substr(tab + 1));
    } else if (line.starts_with(kFormPrefix)) {
      const std::string_view form = line.substr(kFormPrefix.size());
      if (form.empty()) fail("form: has no word after it");
      list_.forms.push_back(base::to_lower(form));
    } else if (line.find(' ') != std::string_view::npos) {
      fail(fmt::format("'{}' is no relation; a word is written as sent_id, tab, number of the word", line));
    } else {
      list_.relations.emplace_back(line);
    }
  }

  void read_words(std::string_view sentence, std::string_view words) {
    if (sentence.empty()) fail("no sentence stands before the tab");
    ListedWords listed{std::string(sentence), 0, 0, list_.files.size() - 1, line_};
    const std::size_t dash = words.find('-');
    listed.first = number(words.substr(0, dash), words);
    listed.last = dash == std::string_view::npos ? listed.first : number(words.substr(dash + 1), words);
    if (listed.first == 0 || listed.last < listed.first)
      fail(fmt::format("'{}' are no words; they count from 1", words));
    list_.words.push_back(std::move(listed));
  }

  std::size_t number(std::string_view digits, std::string_view words) const {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      fail(fmt::format("'{}' is not the number of a word (4, or 4-6)", words));
    }
    return value;
  }

  const std::string& name_;
  RelevantList& list_;
  std::size_t line_ = 0;
};

void add_unknown(std::string_view kind, const std::vector<std::string>& entries,
                 const std::vector<std::string>& candidates, std::vector<std::string>& remarks) {
  for (const std::string& entry : entries) {
    if (std::find(candidates.begin(), candidates.end(), entry) != candidates.end()) continue;
    remarks.push_back(fmt::format("No word of the gold standard has the {} '{}', which is listed as relevant{}.", kind,
                                  entry, did_you_mean(entry, candidates)));
  }
}

}  // namespace

void add_relevant(std::string_view text, const std::string& name, RelevantList& list) {
  ListReader(name, list).read(text);
}

RelevantList load_relevant(const std::vector<std::string>& relations, const std::vector<std::string>& files) {
  RelevantList list;
  list.relations = relations;
  for (const std::string& file : files) {
    const auto source = base::open_source(file);
    add_relevant(base::read_all(*source, std::size_t{1} << 28), file, list);
  }
  return list;
}

void apply_relevant(const RelevantList& list, const Document& gold, WordFilter& filter) {
  filter.relevant = list.relations;
  filter.relevant_forms = list.forms;
  std::sort(filter.relevant_forms.begin(), filter.relevant_forms.end());
  if (list.words.empty()) return;
  filter.relevant_words.assign(gold.words(), 0);
  const SentenceNames names(gold);
  for (const ListedWords& listed : list.words) {
    const auto fail = [&](const std::string& reason) {
      throw Error(ErrorKind::kInput, {list.files[listed.file], listed.line, 0}, reason);
    };
    const std::size_t s = names.find(listed.sentence);
    if (s == SentenceNames::kNone) fail(fmt::format("the gold standard has no sentence '{}'", listed.sentence));
    if (s == SentenceNames::kSeveral) fail(fmt::format("several sentences are called '{}'", listed.sentence));
    const std::size_t n = gold.sentence_end(s) - gold.sentence_begin(s);
    if (listed.last > n) fail(fmt::format("sentence '{}' has {} words, not {}", listed.sentence, n, listed.last));
    for (std::size_t i = listed.first; i <= listed.last; ++i) {
      filter.relevant_words[gold.sentence_begin(s) + i - 1] = 1;
    }
  }
}

std::vector<std::string> unknown_entries(const RelevantList& list, const Document& gold, const Vocabulary& vocabulary) {
  std::vector<std::string> labels;
  for (std::uint32_t id = 0; id < vocabulary.fields[index(Field::kLabel)].size(); ++id) {
    const std::string_view label = vocabulary.text(Field::kLabel, id);
    labels.emplace_back(label);
    if (without_subtype(label) != label) labels.emplace_back(without_subtype(label));
  }
  std::vector<std::string> remarks;
  add_unknown("relation", list.relations, labels, remarks);
  if (list.forms.empty()) return remarks;
  std::vector<std::string> forms;
  for (std::size_t w = 0; w < gold.words(); ++w) forms.push_back(gold.form(w, vocabulary));
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
  add_unknown("form", list.forms, forms, remarks);
  return remarks;
}

}  // namespace espalier::evaluation
