// Head rules by name or from a file: the one part of them that touches the disk.
#include <fmt/format.h>

#include "base/byte_source.h"
#include "espalier/constituency.h"
#include "espalier/error.h"
#include "treebank/head_rules.h"

namespace espalier {

HeadRules HeadRules::load(const std::string& name_or_path) {
  const std::string_view built_in_text = treebank::built_in_table(name_or_path);
  if (!built_in_text.empty()) return parse(built_in_text, name_or_path);
  std::unique_ptr<base::ByteSource> source;
  try {
    source = base::open_source(name_or_path);
  } catch (const Error& error) {
    throw Error(ErrorKind::kUsage, fmt::format("no head rules named '{}' (there are {}), and as a file: {}",
                                               name_or_path, fmt::join(built_in(), ", "), error.what()));
  }
  return parse(base::read_all(*source, std::size_t{16} << 20), name_or_path);
}

}  // namespace espalier
