// What the templates of a trained model are worth to it on a treebank: how much worse it parses without each.
//
// Idea: the number of a feature depends on the text of its template and on values, never on the list (program.h); so
// the same model file with one line less in its list of templates is the same parser with the weights of that template
// taken out. Nothing is trained anew: what the other templates could have learned in its place is not asked, and of two
// that say the same neither is missed much. `select --method backward` trains.
// Invariant: the weights of all other templates are those of the model, bit by bit.
// Cost: the treebank is parsed once for each template; templates side by side, each with a copy of the file.
// Paper: the empirical way of Volokh 2013 (Feature Usefulness), without its trainings.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "espalier/selection.h"
#include "model_file/file.h"

namespace espalier::selection {

/// One template of a feature file.
struct ListedTemplate {
  std::string section;
  std::string text;
  std::size_t line = 0;   ///< of the file, from 0
  bool is_alone = false;  ///< in its section
};

/// Of a feature file as models have it: one template a line, sections in brackets.
std::vector<ListedTemplate> list_templates(std::string_view features);
std::string without_line(std::string_view features, std::size_t line);

/// The model file with other templates. `section`: that of the templates.
std::string with_templates(const model_file::File& file, std::string_view section, std::string_view features);

/// Templates are ranked: those that cost most first, then those that cannot be taken out, in the order of the model.
/// REQUIRES a parser in the file and trees of its kind in all sentences.
ModelUsefulness find_usefulness(std::shared_ptr<const model_file::File> file, std::vector<Sentence> sentences,
                                const Control& control);

}  // namespace espalier::selection
