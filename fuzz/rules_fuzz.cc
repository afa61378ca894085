// The small languages that users write or hand on: head rules, EVALB parameters, lists of suspects.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "espalier/constituency.h"
#include "espalier/error.h"
#include "evaluation/evalb_params.h"
#include "evaluation/suspect_list.h"

namespace {

template <class Parse>
void expect_input_error(Parse parse) {
  try {
    parse();
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput || error.place().line == 0) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  expect_input_error([&] { espalier::HeadRules::parse(text, "fuzz"); });
  expect_input_error([&] { espalier::evaluation::parse_params(text, "fuzz"); });
  expect_input_error([&] { espalier::evaluation::read_suspects(text, "fuzz"); });
  return 0;
}
