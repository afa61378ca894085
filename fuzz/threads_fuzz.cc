// One thread against three: any text through the pipeline gives the same bytes or the same refusal.
#include <cstdint>
#include <cstdio>
#include <string>

#include "espalier/error.h"
#include "espalier/pipeline.h"
#include "fuzz/input.h"
#include "fuzz/small_model.h"
#include "tests/support/temporary_folder.h"

namespace {

using espalier::fuzz::Input;

struct Outcome {
  std::string written;
  std::string refusal;
  bool operator==(const Outcome&) const = default;
};

Outcome run(const espalier::Pipeline& pipeline, const espalier::AnnotateRequest& request, int threads) {
  espalier::Control control;
  control.threads = threads;
  std::remove(request.output.c_str());
  Outcome outcome;
  try {
    pipeline.annotate(request, control);
  } catch (const espalier::Error& error) {
    espalier::fuzz::demand(error.kind() == espalier::ErrorKind::kInput);
    outcome.refusal = error.what();
  }
  outcome.written = espalier::tests::slurp(request.output);
  return outcome;
}

}  // namespace

/// Byte 0: the format; byte 1: what lines and documents are; then the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const espalier::Model model = espalier::fuzz::small_model("transition-fast");
  static const espalier::tests::TemporaryFolder folder;
  static const char* const kFormats[] = {"conllu", "json", "text", "conllx"};
  Input input(data, size);
  espalier::AnnotateRequest request;
  request.write.format = kFormats[input.below(4)];
  const std::int32_t documents = input.below(3);
  espalier::PipelineOptions options;
  options.lines = static_cast<espalier::Lines>(input.below(3));
  options.offsets = input.flag();
  request.documents = static_cast<espalier::Documents>(documents);
  request.read.format = "text";
  request.read.skip_invalid = documents != 0;
  request.inputs.push_back({.text = std::string(input.rest())});
  request.output = folder / "out";
  const espalier::Pipeline pipeline(model, options);
  const Outcome one = run(pipeline, request, 1);
  const Outcome three = run(pipeline, request, 3);
  espalier::fuzz::demand(one == three);
  return 0;
}
