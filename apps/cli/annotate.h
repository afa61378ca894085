// What the verbs that put a model to work share: parse, tag, tokenize.
#pragma once

#include <string>
#include <vector>

#include "cli/verb.h"
#include "espalier/pipeline.h"

namespace espalier::cli {

struct AnnotateArguments {
  std::vector<std::string> models;  ///< as they were named; one at most, unless a verb takes several
  std::string text;
  std::string lines = "free";
  bool offsets = false;
  bool retag = false;
  bool columns = false;
  bool null = false;
  Shards shards;
};

/// -m, --text, for plain text --lines, --offsets and -0, and what says how work is cut into shards. The value is -m,
/// which takes one model.
CLI::Option* add_annotate_options(CLI::App& app, AnnotateArguments& arguments);

void add_retag_option(CLI::App& app, AnnotateArguments& arguments);

/// The models that are asked for, or the one whose language the first input is in; then stderr says which.
std::vector<Model> load_models(const Common& common, const AnnotateArguments& arguments, AnnotateRequest& request);

PipelineOptions pipeline_options(const AnnotateArguments& arguments, Stage last);

/// What of the input is an item of its own, in a word.
std::string_view what_is_read(const AnnotateRequest& request);

/// What is read and written. An argument that names no file and has a space in it is text itself; output is in the
/// format asked for, else that of its name, else that of the input if it can carry what is made, else CoNLL-U; of lines
/// of JSON it is JSON unless another is asked for.
AnnotateRequest annotate_request(const Common& common, const AnnotateArguments& arguments);

}  // namespace espalier::cli
