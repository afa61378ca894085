// Files to a file.
#include <algorithm>

#include "espalier/treebank.h"
#include "treebank/record_source.h"
#include "treebank/streaming.h"

namespace espalier {
namespace {

constexpr std::size_t kMostPlaces = 10'000;

}  // namespace

void ConvertSummary::skip(const std::vector<Error>& more) {
  const std::size_t room = std::min(kMostPlaces - std::min(kMostPlaces, skipped.size()), more.size());
  skipped.insert(skipped.end(), more.begin(), more.begin() + static_cast<std::ptrdiff_t>(room));
  skipped_beyond += more.size() - room;
}

void ConvertSummary::add(const ConvertSummary& part) {
  sentences += part.sentences;
  words += part.words;
  bytes += part.bytes;
  skip(part.skipped);
  skipped_beyond += part.skipped_beyond;
}

ConvertSummary convert(const std::vector<std::string>& inputs, const std::string& output, const ConvertOptions& options,
                       const Control& control) {
  treebank::RecordSource source(inputs, options.read, control);
  return treebank::Streaming(source, output, options.write, options.edit, control).run();
}

}  // namespace espalier
