// Feature files: what is read is printed so that it reads the same, and runs on a sentence; what is not is refused with
// its place.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/error.h"
#include "espalier/sentence.h"
#include "features/extractor.h"
#include "features/render.h"
#include "features/template.h"
#include "fuzz/input.h"
#include "parsing/graph_schema.h"
#include "parsing/transition_schema.h"

namespace {

using namespace std::string_view_literals;
namespace features = espalier::features;
using espalier::fuzz::demand;

espalier::Sentence small_sentence() {
  espalier::Sentence sentence;
  for (const std::string_view form : {"São"sv, "2"sv, "语言"sv}) {
    const std::int32_t node = sentence.add_word(form);
    sentence.set(node, espalier::Column::kUpos, "NOUN");
    sentence.set(node, espalier::Column::kFeats, "Case=Nom|Number=Sing");
  }
  return sentence;
}

/// As many features as texts, for every template at a few places.
void run(const features::Schema& schema, const std::vector<features::Template>& templates,
         const espalier::Sentence& sentence) {
  features::ColumnSet columns;
  const features::Program program(schema, templates, columns);
  features::Encoded encoded;
  features::Encoder(columns).encode(sentence, encoded);
  features::Extractor extractor;
  extractor.prepare(program, encoded);
  const features::Renderer renderer(schema, sentence);
  for (std::int32_t turn = 0; turn < 4; ++turn) {
    std::vector<std::int32_t> places;
    for (std::size_t i = 0; i < program.slots().size(); ++i) {
      places.push_back(static_cast<std::int32_t>((i * 3 + static_cast<std::size_t>(turn)) % 5) - 1);
    }
    std::size_t texts = 0;
    for (const features::Template& item : templates) texts += renderer.render(item, program.slots(), places).size();
    demand(extractor.features(places).size() == texts);
  }
}

void read(std::string_view text, const std::vector<features::Schema>& schemas) {
  try {
    const auto sections = features::parse_features(text, schemas, "fuzz");
    const std::string printed = features::to_text(sections, schemas);
    demand(features::to_text(features::parse_features(printed, schemas, "again"), schemas) == printed);
    const espalier::Sentence sentence = small_sentence();
    // Bags multiply, so only short templates are run; and few, as a section may look at 256 places only.
    for (std::size_t i = 0; i < schemas.size(); ++i) {
      std::vector<features::Template> some;
      for (const features::Template& item : sections[i].templates) {
        if (item.terms.size() <= 6 && some.size() < 20) some.push_back(item);
      }
      run(schemas[i], some, sentence);
    }
  } catch (const espalier::Error& error) {
    demand(error.kind() == espalier::ErrorKind::kUsage);
    demand(error.place().file == "fuzz" && error.place().line > 0 && error.place().column > 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(text, espalier::parsing::graph_schemas());
  read(text, espalier::parsing::transition_schemas());
  return 0;
}
