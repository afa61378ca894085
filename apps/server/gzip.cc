#include "server/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "server/message.h"

namespace espalier::server {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest window, in gzip's frame
constexpr int kLevel = 1;             // answers are short-lived: time counts more than a tenth of their size

Bytef* input_of(std::string_view bytes) {
  // zlib does not write to its input, but its interface is older than const.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

bool is_refused(std::string_view parameters) {
  const std::size_t q = parameters.find("q=");
  if (q == std::string_view::npos) return false;
  const std::string_view weight = parameters.substr(q + 2);
  return weight.starts_with('0') &&
         weight.substr(0, weight.find_first_of(", ;")).find_first_of("123456789") == std::string_view::npos;
}

}  // namespace

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, deflateEnd);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = input_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  return out;
}

std::string gunzipped(std::string_view bytes, std::size_t most) {
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, inflateEnd);
  stream.next_in = input_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  std::array<char, std::size_t{16} << 10> piece;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) throw HttpError(400, "The payload is not a whole gzip stream.");
    out.append(piece.data(), piece.size() - stream.avail_out);
    if (out.size() > most) throw HttpError(413, "The payload is too large when decompressed.");
  }
  return out;
}

bool accepts_gzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    const std::size_t end = std::min(accept_encoding.find(','), accept_encoding.size());
    const std::string_view item = accept_encoding.substr(0, end);
    accept_encoding.remove_prefix(std::min(end + 1, accept_encoding.size()));
    const std::size_t start = std::min(item.find_first_not_of(" \t"), item.size());
    const std::string_view name = item.substr(start, item.find_first_of("; \t", start) - start);
    if (name == "gzip" || name == "x-gzip" || name == "*") return !is_refused(item);
  }
  return false;
}

}  // namespace espalier::server
