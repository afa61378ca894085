#include "parsing/parser_kinds.h"

#include "espalier/error.h"
#include "parsing/constituency_model.h"
#include "parsing/constituency_training.h"
#include "parsing/graph_model.h"
#include "parsing/graph_training.h"
#include "parsing/local_model.h"
#include "parsing/local_training.h"
#include "parsing/token_model.h"
#include "parsing/token_training.h"
#include "parsing/transition_model.h"
#include "parsing/transition_training.h"

namespace espalier::parsing {

bool has_parser(const model_file::File& file) noexcept {
  return file.has("graph/options") || file.has("transition/options") || file.has("local/options") ||
         file.has("token/options") || file.has("constituency/options");
}

std::unique_ptr<const ParserModel> open_parser(std::shared_ptr<const model_file::File> file) {
  if (file->has("graph/options")) return std::make_unique<GraphModel>(std::move(file));
  if (file->has("transition/options")) return std::make_unique<TransitionModel>(std::move(file));
  if (file->has("local/options")) return std::make_unique<LocalModel>(std::move(file));
  if (file->has("token/options")) return std::make_unique<TokenModel>(std::move(file));
  if (file->has("constituency/options")) return std::make_unique<ConstituencyModel>(std::move(file));
  throw Error(ErrorKind::kInput, Place{file->path(), 0, 0}, "the model holds no parser that this version knows");
}

std::unique_ptr<ParserTraining> make_parser_training(const TrainRequest& request, const Control& control) {
  const std::string parser = request.recipe.get("parser");
  if (parser == "transition") return make_transition_training(request, control);
  if (parser == "local") return make_local_training(request, control);
  if (parser == "token") return make_token_training(request, control);
  if (parser == "constituency") return make_constituency_training(request, control);
  return make_graph_training(request, control);
}

}  // namespace espalier::parsing
