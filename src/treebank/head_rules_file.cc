// Head rules by name or from a file: the one part of them that touches the disk.
#include <fmt/format.h>

#include "base/byte_source.h"
#include "espalier/constituency.h"
#include "espalier/error.h"
#include "treebank/head_rules.h"

namespace espalier {

HeadRules HeadRules::load(const std::string& name_or_path) {
  const std::string_view text = treebank::built_in_table(name_or_path);
  if (!text.empty()) return parse(text, name_or_path);
  try {
    return parse(base::read_all(*base::open_source(name_or_path), std::size_t{16} << 20), name_or_path);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kSystem) throw;
    throw Error(ErrorKind::kUsage, fmt::format("no head rules named '{}' (there are {}), and as a file: {}",
                                               name_or_path, fmt::join(built_in(), ", "), error.what()));
  }
}

}  // namespace espalier
