// Lines of JSON with texts, and texts that end with NUL: any bytes are cut into the same pieces whatever the buffer,
// and each line of JSON gets an answer that is one line of JSON and has all that the sender's had.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "api/json_document.h"
#include "fuzz/input.h"
#include "treebank/line_stream.h"

namespace {

using Json = nlohmann::ordered_json;
using namespace espalier;
using fuzz::demand;
using fuzz::Trickle;

constexpr std::size_t kLongest = 1000;
constexpr std::size_t kDeepest = 100;

bool is_one_line(std::string_view answer) { return answer.find('\n') == answer.size() - 1; }

void check(std::string_view line) {
  const JsonDocument document = read_json_document(line, "conllu", kDeepest);
  std::string refusal;
  document.refuse("no", refusal);
  demand(is_one_line(refusal) && Json::parse(refusal)["error"] == "no");
  if (document.is_blank || !document.fault.empty()) return;
  std::string out;
  document.answer("conllu", quoted_json(document.text), out);
  demand(is_one_line(out));
  Json answer = Json::parse(out);
  demand(answer["conllu"] == document.text && answer["text"] == document.text);
  answer.erase("conllu");
  const Json given = Json::parse(line);
  demand(given.is_string() ? answer["text"] == given : answer == given);
}

std::vector<std::string> pieces(std::string_view bytes, std::size_t step, char end) {
  auto source = std::make_unique<Trickle>(bytes, step);
  const Trickle& asked = *source;
  treebank::LineStream stream(std::move(source), kLongest, end);
  std::vector<std::string> all;
  treebank::LinePart part;
  for (;;) {
    const bool has_line = stream.has_line();
    const std::size_t reads = asked.reads();
    if (!stream.next(part)) break;
    demand(!has_line || asked.reads() == reads);
    demand(part.bytes.size() <= kLongest);
    if (part.is_first) all.emplace_back();
    all.back() += part.bytes;
    if (end == '\n' && part.is_whole()) check(part.bytes);
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char end : {'\n', '\0'}) {
    const std::vector<std::string> whole = pieces(bytes, size + 1, end);
    demand(whole == pieces(bytes, 7, end));
    std::string joined;
    for (const std::string& piece : whole) joined += piece + end;
    demand(joined == bytes || joined == std::string(bytes) + end);
  }
  return 0;
}
