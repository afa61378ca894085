#include "curation/packed_answers.h"

#include <span>

namespace espalier::curation {

model_file::Unpacker unpacker_of(std::string_view bytes) {
  return model_file::Unpacker({"answers", 0, std::as_bytes(std::span(bytes)), "what another rank found"});
}

void pack_answers(const std::vector<Answer>& answers, model_file::Packer& packer) {
  packer.value(static_cast<std::uint64_t>(answers.size()));
  for (const Answer& each : answers) {
    packer.value(each.head);
    packer.value(each.label);
    packer.value(each.confidence);
  }
}

std::vector<Answer> unpack_answers(model_file::Unpacker& unpacker) {
  std::vector<Answer> out;
  for (auto left = unpacker.value<std::uint64_t>(); left > 0; --left) {
    Answer& each = out.emplace_back();
    each.head = unpacker.value<std::int32_t>();
    each.label = unpacker.value<std::int32_t>();
    each.confidence = unpacker.value<float>();
  }
  return out;
}

void pack_spans(const SpanAnswers& answers, model_file::Packer& packer) {
  packer.value(static_cast<std::uint64_t>(answers.size()));
  for (const SpanAnswer& each : answers) {
    packer.value(each.span.first);
    packer.value(each.span.last);
    packer.value(static_cast<std::uint8_t>(each.is_there ? 1 : 0));
    packer.string(each.label);
    packer.value(each.confidence);
  }
}

SpanAnswers unpack_spans(model_file::Unpacker& unpacker) {
  SpanAnswers out;
  for (auto left = unpacker.value<std::uint64_t>(); left > 0; --left) {
    SpanAnswer& each = out.emplace_back();
    each.span.first = unpacker.value<std::int32_t>();
    each.span.last = unpacker.value<std::int32_t>();
    each.is_there = unpacker.value<std::uint8_t>() != 0;
    each.label = unpacker.string();
    each.confidence = unpacker.value<float>();
  }
  return out;
}

}  // namespace espalier::curation
