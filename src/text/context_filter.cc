#include "text/context_filter.h"

#include "espalier/error.h"

namespace espalier::text {
namespace {

constexpr std::uint64_t kFewest = 20;  // places that must have been seen
constexpr std::uint64_t kRare = 2000;

}  // namespace

ContextFilter::ContextFilter(std::string_view bytes) : bytes_(bytes) {
  if (bytes.size() != kContexts / 4) throw Error(ErrorKind::kInput, "the table of contexts has the wrong size");
}

std::string ContextCounts::freeze() const {
  std::string bytes(ContextFilter::kContexts / 4, '\0');
  for (std::size_t key = 0; key < counts_.size(); ++key) {
    const auto [no, yes] = counts_[key];
    Verdict verdict = Verdict::kAsk;
    if (no >= kFewest && yes * kRare <= no) verdict = Verdict::kNo;
    // White space that was never within a token sets tokens apart, however little has been seen of it.
    const bool is_gap = key >= ContextFilter::kInside && key < ContextFilter::kInside + ContextFilter::kPairs;
    if ((yes >= kFewest || (is_gap && no == 0)) && no * kRare <= yes) verdict = Verdict::kYes;
    bytes[key / 4] =
        static_cast<char>(static_cast<unsigned char>(bytes[key / 4]) | static_cast<unsigned>(verdict) << (key % 4 * 2));
  }
  return bytes;
}

}  // namespace espalier::text
