// Any bytes decompress to something bounded or give an Error.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/byte_source.h"
#include "espalier/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  espalier::base::SourceOptions options;
  options.decoder_memory = std::size_t{64} << 20;
  try {
    const auto source = espalier::base::decompressing(espalier::base::memory_source(bytes), "fuzz", options);
    std::vector<char> buffer(1 << 16);
    std::size_t total = 0;
    while (const std::size_t got = source->read(buffer.data(), buffer.size())) {
      if ((total += got) > (std::size_t{64} << 20)) break;  // a bomb goes on for long, but not in memory
    }
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput) std::abort();
  }
  return 0;
}
