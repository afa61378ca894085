#include "fuzz/format_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return espalier::fuzz::check_format(data, size, espalier::treebank::conllu_format());
}
