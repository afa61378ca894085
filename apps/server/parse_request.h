// POST /parse: JSON in, JSON out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/annotator.h"

namespace espalier::server {

struct ParseRequest {
  std::vector<std::string> texts;  ///< or conllu
  std::optional<std::string> conllu;
  std::string model;  ///< empty: the default
  PipelineOptions options;
};

/// Throws HttpError 400 for what is no JSON, and for keys and values that are not those of the documentation.
ParseRequest read_parse_request(std::string_view json);

/// `{"model": …, "documents": […]}`
std::string parse_answer(const ParseRequest& request, Annotator& annotator);

}  // namespace espalier::server
