// A few sentences and what the model made of them when it was written, so that whoever opens it can see that it still
// does.
#pragma once

#include <string>
#include <string_view>

#include "model_file/file.h"
#include "model_file/writer.h"

namespace espalier::model_file {

inline constexpr std::string_view kSelfTestSection = "self-test";

struct SelfTest {
  std::string input;   ///< CoNLL-U
  std::string output;  ///< what the model must answer, byte for byte
  bool operator==(const SelfTest&) const = default;
};

void add_self_test(Writer& writer, const SelfTest& test);
/// Throws Error kInput when there is none or it is damaged.
SelfTest read_self_test(const File& file);

}  // namespace espalier::model_file
