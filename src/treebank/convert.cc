// Files to a file.
#include "espalier/treebank.h"
#include "treebank/record_source.h"
#include "treebank/streaming.h"

namespace espalier {
ConvertSummary convert(const std::vector<std::string>& inputs, const std::string& output, const ConvertOptions& options,
                       const Control& control) {
  treebank::RecordSource source(inputs, options.read, control);
  return treebank::Streaming(source, output, options.write, options.edit, control).run();
}

}  // namespace espalier
