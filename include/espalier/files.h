// Espalier: files as the command line and the service need them, beside write_file() (treebank.h).
//
// All go the way that treebanks and models go: interrupted and short calls are gone on with, and an Error names the
// file and the system's reason.
#pragma once

#include <string>

namespace espalier {

/// The bytes of a file as they lie on the disk. Throws Error kUsage where there is no such file, kSystem where the
/// system fails.
std::string read_file(const std::string& path);

/// Whether a path names something. Throws Error kSystem where the system cannot tell.
bool file_exists(const std::string& path);

/// Removes a file; false, where there was none. Throws Error kSystem where it cannot be removed.
bool remove_file(const std::string& path);

}  // namespace espalier
