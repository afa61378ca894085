#include "parsing/parser_kinds.h"

#include "espalier/error.h"
#include "parsing/graph_model.h"
#include "parsing/graph_training.h"
#include "parsing/local_model.h"
#include "parsing/local_training.h"
#include "parsing/transition_model.h"
#include "parsing/transition_training.h"

namespace espalier::parsing {

std::unique_ptr<const ParserModel> open_parser(std::shared_ptr<const model_file::File> file) {
  if (file->has("graph/options")) return std::make_unique<GraphModel>(std::move(file));
  if (file->has("transition/options")) return std::make_unique<TransitionModel>(std::move(file));
  if (file->has("local/options")) return std::make_unique<LocalModel>(std::move(file));
  throw Error(ErrorKind::kInput, Place{file->path(), 0, 0}, "the model holds no parser that this version knows");
}

std::string train_parser(const TrainRequest& request, const Control& control) {
  const std::string parser = request.recipe.get("parser");
  if (parser == "transition") return train_transition(request, control);
  if (parser == "local") return train_local(request, control);
  return train_graph(request, control);
}

}  // namespace espalier::parsing
