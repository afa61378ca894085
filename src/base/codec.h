// What gzip, xz and zstd have in common. Each is one file, codec_NAME.cc, with its encoder and its decoder.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_sink.h"

namespace espalier::base {

enum class Codec { kNone, kGzip, kXz, kZstd };

/// By the first bytes of a file. Two bytes of a magic number are enough when there are no more.
Codec codec_of_bytes(std::string_view first) noexcept;
/// A file that begins so may be compressed: more of it must be seen, up to kMagicBytes, to tell.
bool may_be_compressed(std::string_view first) noexcept;
inline constexpr std::size_t kMagicBytes = 6;  ///< the most that codec_of_bytes looks at
/// By the end of a file's name.
Codec codec_of_path(std::string_view path) noexcept;

/// What a decoder may say of its data and use for it.
struct DecoderOptions {
  std::string file;        ///< for messages
  std::size_t memory = 0;  ///< streams that need more are refused
};

/// Turns compressed bytes into plain ones, member after member.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Takes bytes from the front of `in`, puts bytes at the front of `out`, and shortens both by as much: as far as it
  /// gets. `at_end`: nothing comes after `in`. Throws Error kInput for damaged data.
  virtual void decode(std::string_view& in, std::span<char>& out, bool at_end) = 0;
  /// The input may end here: between members.
  virtual bool may_end() const = 0;
  /// The codec's name, for messages.
  virtual std::string_view name() const = 0;
};

/// Turns plain bytes into one compressed member. The same bytes in the same pieces always give the same result.
class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual void encode(std::string_view in, ByteSink& out) = 0;
  /// What is still inside, and the end mark.
  virtual void finish(ByteSink& out) = 0;
};

/// REQUIRES codec != kNone.
std::unique_ptr<Decoder> make_decoder(Codec codec, DecoderOptions options);
std::unique_ptr<Encoder> make_encoder(Codec codec);

std::unique_ptr<Decoder> gzip_decoder(DecoderOptions options);
std::unique_ptr<Decoder> xz_decoder(DecoderOptions options);
std::unique_ptr<Decoder> zstd_decoder(DecoderOptions options);
std::unique_ptr<Encoder> gzip_encoder();
std::unique_ptr<Encoder> xz_encoder();
std::unique_ptr<Encoder> zstd_encoder();

/// Throws Error kInput: the data of the codec is damaged, for the given reason.
[[noreturn]] void fail_damaged(const DecoderOptions& options, std::string_view codec, std::string_view reason);
/// Throws Error kInput: more memory is needed than allowed; `needed` 0: not known how much.
[[noreturn]] void fail_too_large(const DecoderOptions& options, std::string_view codec, std::size_t needed);
/// Throws Error kSystem: a codec could not be set up (memory).
[[noreturn]] void fail_setup(std::string_view codec);

}  // namespace espalier::base
