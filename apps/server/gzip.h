// gzip of answers and of requests, in memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace espalier::server {

std::string gzipped(std::string_view bytes);

/// Throws HttpError 400 for bytes that are no whole gzip stream, 413 when there would be more than `most` of them.
std::string gunzipped(std::string_view bytes, std::size_t most);

/// The value of Accept-Encoding allows gzip.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace espalier::server
