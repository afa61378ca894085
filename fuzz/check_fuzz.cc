// Any bytes are checked to the end, and a repaired file has nothing left to repair.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "espalier/check.h"
#include "fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  static const std::string input = espalier::fuzz::scratch_path("in");
  static const std::string output = espalier::fuzz::scratch_path("out");
  std::ofstream(input, std::ios::binary)
      .write(reinterpret_cast<const char*>(data + 1), static_cast<std::streamsize>(size - 1));
  espalier::CheckOptions options;
  options.format = data[0] % 2 == 0 ? "conllu" : "conllx";
  options.limits.line_bytes = 1 << 16;
  try {
    espalier::fix_treebank(input, output, options, [](const espalier::Finding&) {});
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput) std::abort();
    return 0;  // bytes that look compressed and are damaged: there is nothing to repair
  }
  // Blank lines before a line that no repair can mend may have hidden that it looks so.
  std::string first(8, '\0');
  std::ifstream repaired(output, std::ios::binary);
  repaired.read(first.data(), static_cast<std::streamsize>(first.size()));
  first.resize(static_cast<std::size_t>(repaired.gcount()));
  if (espalier::fuzz::seems_compressed(first)) return 0;
  espalier::check_treebank(output, options, [](const espalier::Finding& finding) {
    if (finding.is_fixable) std::abort();
  });
  return 0;
}
