// Any bytes are a model file or give an Error; what is accepted is, written anew, the same bytes. Checksums would keep
// the fuzzer out, so it goes in a second time with all of them made right.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "espalier/error.h"
#include "model_file/provenance.h"
#include "model_file/self_test.h"
#include "tests/support/model_seal.h"

namespace espalier::model_file {
namespace {

template <class Read>
bool is_accepted(Read read) {
  try {
    read();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) std::abort();
    return false;
  }
  return true;
}

void run(const std::string& bytes) {
  std::shared_ptr<const File> file;
  if (!is_accepted([&] { file = File::from_bytes(bytes, "fuzz"); })) return;
  Writer writer;
  for (const Section& section : file->list()) {
    writer.add(std::string(section.name), section.version, std::string(section.text()));
  }
  if (writer.bytes() != bytes) std::abort();
  is_accepted([&] { to_json(read_provenance(*file)); });
  is_accepted([&] { read_self_test(*file); });
}

}  // namespace
}  // namespace espalier::model_file

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  espalier::model_file::run(bytes);
  espalier::tests::seal(bytes);
  espalier::model_file::run(bytes);
  return 0;
}
