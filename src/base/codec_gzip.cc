// gzip (RFC 1952), through zlib.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/codec.h"

namespace espalier::base {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest window, and a gzip header around it

uInt clamp_size(std::size_t size) noexcept {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

class GzipDecoder final : public Decoder {
 public:
  explicit GzipDecoder(DecoderOptions options) : options_(std::move(options)) {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) fail_setup(name());
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }

  void decode(std::string_view& in, std::span<char>& out, bool /*at_end*/) override {
    if (is_between_ && !begin_member(in)) return;
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = clamp_size(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = clamp_size(out.size());
    const int result = inflate(&stream_, Z_NO_FLUSH);
    in.remove_prefix(static_cast<std::size_t>(reinterpret_cast<const char*>(stream_.next_in) - in.data()));
    out = out.subspan(static_cast<std::size_t>(reinterpret_cast<char*>(stream_.next_out) - out.data()));
    if (result == Z_STREAM_END) {
      is_between_ = true;
    } else if (result == Z_MEM_ERROR) {
      fail_setup(name());
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      fail_damaged(options_, name(), stream_.msg == nullptr ? "unknown method" : stream_.msg);
    }
  }

  bool may_end() const override { return is_between_; }
  std::string_view name() const override { return "gzip"; }

 private:
  /// False when there is none: zero bytes that fill up a block of a tape may follow the last one.
  bool begin_member(std::string_view& in) {
    const std::size_t zeros = std::min(in.find_first_not_of('\0'), in.size());
    is_padded_ |= zeros > 0;
    in.remove_prefix(zeros);
    if (in.empty()) return false;
    if (is_padded_ || in.front() != '\x1F') fail_damaged(options_, name(), "something else follows it");
    inflateReset(&stream_);
    is_between_ = false;
    return true;
  }

  DecoderOptions options_;
  z_stream stream_{};
  bool is_between_ = false;
  bool is_padded_ = false;
};

class GzipEncoder final : public Encoder {
 public:
  GzipEncoder() {
    if (deflateInit2(&stream_, 6, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) fail_setup("gzip");
    header_.os = 255;  // unknown, and no time: the bytes depend on the content alone
    deflateSetHeader(&stream_, &header_);
  }
  ~GzipEncoder() override { deflateEnd(&stream_); }

  void encode(std::string_view in, ByteSink& out) override { run(in, Z_NO_FLUSH, out); }
  void finish(ByteSink& out) override { run({}, Z_FINISH, out); }

 private:
  void run(std::string_view in, int flush, ByteSink& out) {
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = clamp_size(in.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, flush);  // with a sound stream it can only say that it wants more input or room
      out.write({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  gz_header header_{};
  std::array<char, std::size_t{64} << 10> buffer_;
};

}  // namespace

std::unique_ptr<Decoder> gzip_decoder(DecoderOptions options) {
  return std::make_unique<GzipDecoder>(std::move(options));
}

std::unique_ptr<Encoder> gzip_encoder() { return std::make_unique<GzipEncoder>(); }

}  // namespace espalier::base
