// Bytes into a file of the system, uncompressed; what open_sink() is made of.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/byte_sink.h"
#include "base/file_system.h"

namespace espalier::base {

/// Written beside `path` and renamed to it by commit(), or directly if `path` is no regular file. Links are followed;
/// an existing file's permissions are kept.
std::unique_ptr<ByteSink> file_sink(FileSystem& files, const std::string& path, const std::atomic<bool>* stop);

std::unique_ptr<ByteSink> standard_output_sink(FileSystem& files, const std::atomic<bool>* stop);

}  // namespace espalier::base
