// Answers of parsers as bytes, for a state or for other ranks.
#pragma once

#include <string_view>
#include <vector>

#include "curation/bracket_answers.h"
#include "curation/numbered_treebank.h"
#include "model_file/bytes.h"

namespace espalier::curation {

/// Reads what another rank packed.
model_file::Unpacker unpacker_of(std::string_view bytes);

/// Of one sentence.
void pack_answers(const std::vector<Answer>& answers, model_file::Packer& packer);
std::vector<Answer> unpack_answers(model_file::Unpacker& unpacker);
void pack_spans(const SpanAnswers& answers, model_file::Packer& packer);
SpanAnswers unpack_spans(model_file::Unpacker& unpacker);

}  // namespace espalier::curation
