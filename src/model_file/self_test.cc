#include "model_file/self_test.h"

#include "model_file/bytes.h"

namespace espalier::model_file {
namespace {

constexpr std::uint32_t kVersion = 1;

}  // namespace

void add_self_test(Writer& writer, const SelfTest& test) {
  Packer packer;
  packer.string(test.input);
  packer.string(test.output);
  writer.add(std::string(kSelfTestSection), kVersion, packer.take());
}

SelfTest read_self_test(const File& file) {
  Unpacker unpacker(file.section(kSelfTestSection, kVersion));
  SelfTest test;
  test.input = unpacker.string();
  test.output = unpacker.string();
  unpacker.finish();
  return test;
}

}  // namespace espalier::model_file
