#include "selection/head_examples.h"

#include <utility>

#include "features/template.h"
#include "selection/template_rows.h"

namespace espalier::selection {

HeadExamples::HeadExamples(std::span<const Sentence> sentences, const parsing::GuessedHeads& guessed,
                           parsing::HeadQuestion question)
    : sentences_(sentences), guessed_(guessed), question_(question) {}

learning::Examples HeadExamples::examples(std::span<const features::Template> templates) {
  TemplateRows rows(parsing::head_schemas()[0], templates);
  learning::Examples out;
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    const parsing::HeadGuess& guess = guessed_.guesses[i];
    rows.prepare(sentences_[i], &guess.columns);
    for (std::int32_t word = 1; word <= sentences_[i].size(); ++word) {
      const std::int32_t truth = parsing::HeadClasses::answer(question_, guess.tags, sentences_[i].head(word), word);
      if (truth >= 0) out.add(static_cast<std::uint32_t>(truth), rows.row(std::span(&word, 1)));
    }
  }
  return out;
}

std::string induce_head_features(std::span<const Sentence> sentences, const parsing::GuessedHeads& guessed,
                                 const std::string& basic, const IfisOptions& options, base::Team& team,
                                 const std::function<void(parsing::HeadQuestion, const IfisCycle&)>& watch) {
  const auto& schemas = parsing::head_schemas();
  std::vector<features::Section> sections = features::parse_features(basic, schemas, "basic templates");
  const std::vector<features::Template> all = std::exchange(sections[0].templates, {});
  for (const parsing::HeadQuestion question : parsing::kAllHeadQuestions) {
    HeadExamples source(sentences, guessed, question);
    IfisResult found = run_ifis(source, all, options, team, [&](const IfisCycle& cycle) {
      if (watch) watch(question, cycle);
    });
    sections[parsing::index_of(question) + 1].templates = std::move(found.templates);
  }
  return features::to_text(sections, schemas);
}

}  // namespace espalier::selection
