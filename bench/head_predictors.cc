// How well IFIS predicts on which side of a word its head is, and what the head's coarse tag is (Milanés Barroso 2016,
// section 3.1): 98.90 and 95.67 there, with columns of chunks and clauses that are not used here. Prints what each
// cycle did, the templates, and the accuracy of a linear SVM.
//
//   build/bench/head_predictors TRAIN DEV [CYCLES [L [P [EPOCHS [MOST [MINIMUM [CONFIDENCE]]]]]]]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/team.h"
#include "espalier/error.h"
#include "espalier/treebank.h"
#include "learning/liblinear.h"
#include "selection/ifis.h"
#include "selection/word_examples.h"

namespace espalier {
namespace {

/// Tables 3.5 and 3.6, as far as every treebank has them.
std::vector<features::Template> basic_templates() {
  const char* const kAttributes[] = {"form",
                                     "upos",
                                     "feats",
                                     "left-count.upos.NOUN|n",
                                     "right-count.upos.NOUN|n",
                                     "left-count.upos.VERB|AUX|v",
                                     "right-count.upos.VERB|AUX|v",
                                     "left-nearest.lemma.upos.VERB|AUX|v"};
  std::vector<std::string> texts;
  for (int offset = -3; offset <= 3; ++offset) {
    const std::string place = offset == 0 ? "w" : fmt::format("w{:+d}", offset);
    for (const char* attribute : kAttributes) texts.push_back(fmt::format("{}({})", attribute, place));
  }
  texts.insert(texts.end(), {"left-count.upos.*(w)", "right-count.upos.*(w)"});
  std::vector<features::Template> out;
  for (const std::string& text : texts) out.push_back(features::parse_template(text, selection::word_schema()));
  return out;
}

struct Question {
  std::string name;
  std::uint32_t classes;
  selection::WordExamples::LabelOf label;
};

std::uint32_t side_of(const Sentence& sentence, std::int32_t word) {
  const std::int32_t head = sentence.head(word);
  return head <= 0 ? 0 : head < word ? 1 : 2;
}

Question tag_question(const std::vector<Sentence>& sentences) {
  std::map<std::string, std::uint32_t, std::less<>> numbers;
  for (const Sentence& sentence : sentences) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      numbers.emplace(sentence.upos(word), static_cast<std::uint32_t>(numbers.size()) + 1);
    }
  }
  const auto classes = static_cast<std::uint32_t>(numbers.size()) + 1;
  return {"tag of the head", classes, [numbers](const Sentence& sentence, std::int32_t word) -> std::uint32_t {
            const std::int32_t head = sentence.head(word);
            const auto found = numbers.find(sentence.upos(std::max(head, 0)));
            return head <= 0 || found == numbers.end() ? 0 : found->second;
          }};
}

double accuracy(const learning::LinearModel& model, const learning::Examples& examples) {
  std::size_t right = 0;
  std::vector<std::uint64_t> shown;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    shown.clear();
    for (const std::uint32_t id : examples.ids(i)) shown.push_back(examples.feature(id));
    const auto scores = model.scores(shown);
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    right += model.classes[static_cast<std::size_t>(best)] == examples.label(i) ? 1U : 0U;
  }
  return 100.0 * static_cast<double>(right) / static_cast<double>(examples.size());
}

void answer(const Question& question, const std::vector<Sentence>& train, const std::vector<Sentence>& dev,
            const selection::IfisOptions& options) {
  fmt::print("\n{}, {} classes\n", question.name, question.classes);
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  base::Team team(0);
  selection::WordExamples source({train, {}}, question.classes, question.label);
  const auto result = run_ifis(source, basic_templates(), options, team, [&](const selection::IfisCycle& cycle) {
    fmt::print("cycle {}: {} nodes, {} new of {} templates, {} of {} features kept, {} mistakes, {:.1f} s\n",
               cycle.cycle, cycle.nodes, cycle.induced, cycle.templates, cycle.kept, cycle.features, cycle.mistakes,
               seconds());
    std::fflush(stdout);
  });
  for (const features::Template& item : result.templates) {
    if (item.terms.size() > 1) fmt::print("  {}\n", features::to_text(item, selection::word_schema()));
  }
  const learning::LinearModel model = learning::train_liblinear(result.examples, {.solver = 4, .C = 0.1});
  selection::WordExamples held_out({dev, {}}, question.classes, question.label);
  fmt::print("{} templates, {} weights, accuracy {:.2f}, {:.1f} s\n", result.templates.size(), model.weights.size(),
             accuracy(model, held_out.examples(result.templates)), seconds());
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) try {
  using namespace espalier;
  if (argc < 3) {
    fmt::print(stderr, "usage: head_predictors TRAIN DEV [CYCLES [L [P [EPOCHS [MOST [MINIMUM [CONFIDENCE]]]]]]]\n");
    return 2;
  }
  const auto number = [&](int at, double otherwise) { return argc > at ? std::atof(argv[at]) : otherwise; };
  selection::IfisOptions options;
  options.cycles = static_cast<std::size_t>(number(3, 1));
  options.selection.min_updates = static_cast<std::uint32_t>(number(4, 3));
  options.selection.count_probability = number(5, 1);
  options.selection.epochs = static_cast<std::uint32_t>(number(6, 5));
  options.induction.most = static_cast<std::size_t>(number(7, 40));
  options.tree.min_cases = number(8, 2);
  options.tree.confidence = number(9, 0);
  const std::vector<Sentence> train = read_treebank(argv[1]);
  const std::vector<Sentence> dev = read_treebank(argv[2]);
  answer({"side of the head", 3, side_of}, train, dev, options);
  answer(tag_question(train), train, dev, options);
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "head_predictors: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
