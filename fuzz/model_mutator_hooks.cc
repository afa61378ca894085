// libFuzzer's hooks for targets whose inputs are model files (model_mutator.h).
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "fuzz/model_mutator.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using espalier::base::Random;
namespace fuzz = espalier::fuzz;

bool mutate_plainly(std::string& bytes, std::size_t most, Random&) {
  const std::size_t size = bytes.size();
  bytes.resize(most);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, most));
  return true;
}

std::string_view view_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Zero where it does not fit.
std::size_t put(const std::string& bytes, std::uint8_t* out, std::size_t most) {
  if (bytes.size() > most) return 0;
  std::memcpy(out, bytes.data(), bytes.size());
  return bytes.size();
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  Random random(seed);
  auto model = fuzz::take_apart(view_of(data, size));
  if (!model || random.below(8) == 0) return LLVMFuzzerMutate(data, size, most);
  fuzz::mutate(*model, mutate_plainly, random);
  const std::size_t made = put(fuzz::put_together(*model), data, most);
  return made > 0 ? made : LLVMFuzzerMutate(data, size, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned seed) {
  Random random(seed);
  auto model = fuzz::take_apart(view_of(first, first_size));
  const auto other = fuzz::take_apart(view_of(second, second_size));
  if (!model || !other) return put(std::string(view_of(first, std::min(first_size, most))), out, most);
  fuzz::cross(*model, *other, random);
  return put(fuzz::put_together(*model), out, most);
}
