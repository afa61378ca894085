// Models of all kinds of parsers: any bytes, their checksums made right, are refused as bad input or make trees.
#include <cstdint>
#include <string>

#include "fuzz/use_model.h"
#include "tests/support/model_seal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  espalier::tests::seal(bytes);
  espalier::fuzz::use_model(bytes);
  return 0;
}
