// Where tests find the files of the sources and the treebanks.
#pragma once

#include <filesystem>
#include <string>

namespace espalier::tests {

/// A file of the sources, by its path in them.
std::string source_path(const std::string& name);
/// The folder that ESPALIER_DATA names, else the one beside the sources; it need not be there.
std::filesystem::path treebank_folder();

}  // namespace espalier::tests
