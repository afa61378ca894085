// /process, as UDPipe's service has it: what its clients send is understood, and what they read is there.
#pragma once

#include <string>

#include "server/annotator.h"
#include "server/parameters.h"

namespace espalier::server {

/// What the parameters tokenizer, tagger, parser and input ask for. `reads_text`: data is plain text.
struct ProcessRequest {
  PipelineOptions options;
  bool reads_text = false;
  std::string input;   ///< else: conllu, horizontal or vertical
  std::string output;  ///< conllu, horizontal, vertical, or a format of ours
};

/// Throws HttpError 400.
ProcessRequest read_process_request(const Parameters& parameters);

/// `{"model": …, "acknowledgements": […], "result": …}`
std::string process_answer(const ProcessRequest& request, std::string_view data, Annotator& annotator);

}  // namespace espalier::server
