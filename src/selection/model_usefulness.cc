#include "selection/model_usefulness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "base/team.h"
#include "evaluation/document.h"
#include "evaluation/sentences.h"
#include "model_file/writer.h"
#include "parsing/pipeline.h"
#include "parsing/template_weights.h"
#include "parsing/watch.h"

namespace espalier::selection {
namespace {

/// The text of a line, and what follows it.
std::pair<std::string_view, std::string_view> cut_line(std::string_view text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return {text.substr(0, end), text.substr(std::min(end + 1, text.size()))};
}

/// Which words of a sentence have the right head and label, as the LAS of conll18 counts.
std::vector<bool> right_words(const Sentence& gold, const Sentence& found) {
  std::vector<bool> right;
  for (std::int32_t word = 1; word <= gold.size(); ++word) {
    right.push_back(gold.head(word) == found.head(word) &&
                    evaluation::without_subtype(gold.deprel(word)) == evaluation::without_subtype(found.deprel(word)));
  }
  return right;
}

bool same_tree(const Sentence& a, const Sentence& b, bool constituents) {
  if (constituents) return a.constituents() == b.constituents();
  for (std::int32_t word = 1; word <= a.size(); ++word) {
    if (a.head(word) != b.head(word) || a.deprel(word) != b.deprel(word)) return false;
  }
  return true;
}

class UsefulnessRun {
 public:
  UsefulnessRun(std::shared_ptr<const model_file::File> file, std::vector<Sentence> sentences, const Control& control)
      : file_(std::move(file)), gold_(std::move(sentences)), watch_(control), model_(file_) {
    features_ = model_.parser()->feature_text();
    section_ = std::string(model_.parser()->kind()) + "/features";
    constituents_ = model_.parser()->makes_constituents();
    templates_ = list_templates(features_);
    inputs_ = gold_;
    const auto workspace = model_.make_workspace();
    for (Sentence& sentence : inputs_) model_.tag(sentence, false, *workspace);
  }

  ModelUsefulness run() {
    ModelUsefulness result;
    result.measure = constituents_ ? "F1" : "LAS";
    result.sentences = gold_.size();
    for (const Sentence& sentence : gold_) result.words += static_cast<std::size_t>(sentence.size());
    tell(0);
    std::vector<features::ExtraColumns> columns;
    whole_ = parse(model_, &columns);
    result.score = score(whole_);
    result.templates.resize(templates_.size());
    tell(1);
    base::Team team(watch_.control().threads);
    team.run(templates_.size(), [&](std::size_t at, int /*worker*/) {
      result.templates[at] = without(templates_[at]);
      tell(1);
    });
    weigh(columns, result.templates);
    std::stable_sort(result.templates.begin(), result.templates.end(), [](const auto& a, const auto& b) {
      return a.score.has_value() != b.score.has_value() ? a.score.has_value()
                                                        : a.score.value_or(0) < b.score.value_or(0);
    });
    return result;
  }

 private:
  TemplateUsefulness without(const ListedTemplate& item) const {
    TemplateUsefulness result;
    result.section = item.section;
    result.text = item.text;
    if (item.is_alone) return result;
    const parsing::PipelineModel model(
        model_file::File::from_bytes(with_templates(*file_, section_, without_line(features_, item.line)), "model"));
    const std::vector<Sentence> found = parse(model);
    result.score = score(found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (same_tree(whole_[i], found[i], constituents_)) continue;
      ++result.changed;
      if (constituents_) continue;
      const std::vector<bool> before = right_words(gold_[i], whole_[i]);
      const std::vector<bool> after = right_words(gold_[i], found[i]);
      for (std::size_t word = 0; word < before.size(); ++word) {
        result.lost += before[word] && !after[word] ? 1 : 0;
        result.won += !before[word] && after[word] ? 1 : 0;
      }
    }
    return result;
  }

  /// By the trees of the model as it is.
  void weigh(std::span<const features::ExtraColumns> columns, std::vector<TemplateUsefulness>& rows) const {
    const parsing::TemplateTally tally = parsing::weigh_templates(*model_.parser(), whole_, columns);
    std::map<std::string, std::size_t> places;  // in the sections, which are gone through in turn
    for (TemplateUsefulness& row : rows) {
      const auto found = tally.rows.find({row.section, places[row.section]++});
      if (found == tally.rows.end()) continue;
      row.uses = found->second.uses;
      row.weight = found->second.weight / static_cast<double>(row.uses);
    }
  }

  /// `columns`: those that the parser was shown, if any, by sentence.
  std::vector<Sentence> parse(const parsing::PipelineModel& model,
                              std::vector<features::ExtraColumns>* columns = nullptr) const {
    std::vector<Sentence> found = inputs_;
    const auto workspace = model.make_workspace();
    for (Sentence& sentence : found) {
      base::check_stop(watch_.control().stop);
      model.parse(sentence, {}, *workspace);
      if (columns != nullptr && workspace->parser->columns != nullptr) columns->push_back(*workspace->parser->columns);
    }
    return found;
  }

  double score(const std::vector<Sentence>& found) const {
    if (constituents_) {
      for (const Measure& measure : evaluation::bracket_measures(gold_, found, Punctuation::kUsual)) {
        if (measure.name == "Labelled") return measure.value();
      }
    }
    std::size_t words = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::vector<bool> each = right_words(gold_[i], found[i]);
      words += each.size();
      right += static_cast<std::size_t>(std::count(each.begin(), each.end(), true));
    }
    return words > 0 ? 100 * static_cast<double>(right) / static_cast<double>(words) : 0;
  }

  void tell(std::size_t more) {
    const std::lock_guard lock(mutex_);
    done_ += more;
    watch_.tell("templates", done_, templates_.size() + 1);
  }

  std::shared_ptr<const model_file::File> file_;
  std::vector<Sentence> gold_;
  std::vector<Sentence> inputs_;  // with tags
  std::vector<Sentence> whole_;   // parsed by the model as it is
  parsing::Watch watch_;
  parsing::PipelineModel model_;
  std::string features_;
  std::string section_;  // of the file, that has them
  bool constituents_ = false;
  std::vector<ListedTemplate> templates_;
  std::mutex mutex_;  // of what follows, and of telling it
  std::size_t done_ = 0;
};

}  // namespace

std::vector<ListedTemplate> list_templates(std::string_view features) {
  std::vector<ListedTemplate> list;
  std::map<std::string, std::size_t> counts;
  std::string section;
  for (std::size_t line = 0; !features.empty(); ++line) {
    const auto [text, rest] = cut_line(features);
    features = rest;
    if (text.starts_with('[')) {
      section = text.substr(1, text.size() - 2);
    } else if (!text.empty()) {
      list.push_back({section, std::string(text), line, false});
      ++counts[section];
    }
  }
  for (ListedTemplate& each : list) each.is_alone = counts[each.section] == 1;
  return list;
}

std::string without_line(std::string_view features, std::size_t line) {
  std::string out;
  for (std::size_t at = 0; !features.empty(); ++at) {
    const auto [text, rest] = cut_line(features);
    features = rest;
    if (at != line) out += std::string(text) + "\n";
  }
  return out;
}

std::string with_templates(const model_file::File& file, std::string_view section, std::string_view features) {
  model_file::Writer writer;
  for (const model_file::Section& each : file.list()) {
    writer.add(std::string(each.name), each.version, std::string(each.name == section ? features : each.text()));
  }
  return writer.bytes();
}

ModelUsefulness find_usefulness(std::shared_ptr<const model_file::File> file, std::vector<Sentence> sentences,
                                const Control& control) {
  return UsefulnessRun(std::move(file), std::move(sentences), control).run();
}

}  // namespace espalier::selection
