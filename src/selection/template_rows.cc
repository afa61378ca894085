#include "selection/template_rows.h"

#include <utility>

#include "espalier/error.h"

namespace espalier::selection {

TemplateRows::TemplateRows(const features::Schema& schema, std::span<const features::Template> templates)
    : row_(templates.size()) {
  features::ColumnSet columns;
  program_ = features::Program(schema, {templates.begin(), templates.end()}, columns);
  if (program_.fixed() < program_.size()) {
    throw Error(ErrorKind::kUsage, "features are selected among templates of one value in each place");
  }
  encoder_ = features::Encoder(std::move(columns));
}

void TemplateRows::prepare(const Sentence& sentence, const features::ExtraColumns* extra) {
  encoder_.encode(sentence, encoded_, extra);
  extractor_.prepare(program_, encoded_);
}

}  // namespace espalier::selection
