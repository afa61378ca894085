#include "base/codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::string_view kXzMagic("\xFD\x37\x7A\x58\x5A\x00", 6);
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::string_view kSkippableMagic = "\x2A\x4D\x18";  // behind a byte 0x50 to 0x5F

/// As far as there are bytes.
bool agrees(std::string_view first, std::string_view magic) noexcept {
  const std::size_t length = std::min(first.size(), magic.size());
  return first.substr(0, length) == magic.substr(0, length);
}

bool starts_as(std::string_view first, std::string_view magic) noexcept {
  return first.size() >= 2 && agrees(first, magic);
}

/// A frame that holds no data, only remarks; some compressors put one first.
bool is_skippable_zstd(std::string_view first) noexcept {
  return first.size() >= 4 && (first[0] & 0xF0) == 0x50 && agrees(first.substr(1), kSkippableMagic);
}

}  // namespace

Codec codec_of_bytes(std::string_view first) noexcept {
  if (starts_as(first, kGzipMagic)) return Codec::kGzip;
  if (starts_as(first, kXzMagic)) return Codec::kXz;
  if (starts_as(first, kZstdMagic) || is_skippable_zstd(first)) return Codec::kZstd;
  return Codec::kNone;
}

bool may_be_compressed(std::string_view first) noexcept {
  const bool may_be_skippable =
      first.empty() || ((first[0] & 0xF0) == 0x50 && agrees(first.substr(1), kSkippableMagic));
  return may_be_skippable || agrees(first, kGzipMagic) || agrees(first, kXzMagic) || agrees(first, kZstdMagic);
}

Codec codec_of_path(std::string_view path) noexcept {
  if (path.ends_with(".gz")) return Codec::kGzip;
  if (path.ends_with(".xz")) return Codec::kXz;
  if (path.ends_with(".zst")) return Codec::kZstd;
  return Codec::kNone;
}

std::unique_ptr<Decoder> make_decoder(Codec codec, DecoderOptions options) {
  if (codec == Codec::kGzip) return gzip_decoder(std::move(options));
  if (codec == Codec::kXz) return xz_decoder(std::move(options));
  return zstd_decoder(std::move(options));
}

std::unique_ptr<Encoder> make_encoder(Codec codec) {
  if (codec == Codec::kGzip) return gzip_encoder();
  if (codec == Codec::kXz) return xz_encoder();
  return zstd_encoder();
}

void fail_damaged(const DecoderOptions& options, std::string_view codec, std::string_view reason) {
  throw Error(ErrorKind::kInput, Place{options.file}, fmt::format("the {} data is damaged: {}", codec, reason));
}

void fail_too_large(const DecoderOptions& options, std::string_view codec, std::size_t needed) {
  const std::size_t allowed = options.memory >> 20;
  throw Error(ErrorKind::kInput, Place{options.file},
              needed == 0 ? fmt::format("the {} data needs more than the {} MB of memory allowed", codec, allowed)
                          : fmt::format("the {} data needs {} MB of memory to be read; {} MB are allowed", codec,
                                        (needed >> 20) + 1, allowed));
}

void fail_setup(std::string_view codec) {
  throw Error(ErrorKind::kSystem, fmt::format("no memory for {} compression", codec));
}

}  // namespace espalier::base
