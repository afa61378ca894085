// xz, through liblzma.
#include <lzma.h>

#include <array>
#include <utility>

#include "base/codec.h"
#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr std::uint32_t kPreset = 6;

class XzDecoder final : public Decoder {
 public:
  explicit XzDecoder(DecoderOptions options) : options_(std::move(options)) {
    if (lzma_stream_decoder(&stream_, options_.memory, LZMA_CONCATENATED) != LZMA_OK) fail_setup(name());
  }
  ~XzDecoder() override { lzma_end(&stream_); }

  void decode(std::string_view& in, std::span<char>& out, bool at_end) override {
    if (is_done_) return;
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const lzma_ret result = lzma_code(&stream_, at_end ? LZMA_FINISH : LZMA_RUN);
    in.remove_prefix(in.size() - stream_.avail_in);
    out = out.last(stream_.avail_out);
    is_done_ = result == LZMA_STREAM_END;
    check(result);
  }

  bool may_end() const override { return is_done_; }
  std::string_view name() const override { return "xz"; }

 private:
  void check(lzma_ret result) const {
    switch (result) {
      case LZMA_OK:
      case LZMA_STREAM_END:
      case LZMA_BUF_ERROR:  // no progress: wants more input, and whoever has none calls it truncated
        return;
      case LZMA_MEMLIMIT_ERROR:
        fail_too_large(options_, name(), static_cast<std::size_t>(lzma_memusage(&stream_)));
      case LZMA_MEM_ERROR:
        fail_setup(name());
      case LZMA_OPTIONS_ERROR:
        fail_damaged(options_, name(), "unknown filters or options");
      case LZMA_FORMAT_ERROR:
        fail_damaged(options_, name(), "something else follows it");
      default:
        fail_damaged(options_, name(), "it does not agree with its checksums");
    }
  }

  DecoderOptions options_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool is_done_ = false;
};

class XzEncoder final : public Encoder {
 public:
  XzEncoder() {
    if (lzma_easy_encoder(&stream_, kPreset, LZMA_CHECK_CRC64) != LZMA_OK) fail_setup("xz");
  }
  ~XzEncoder() override { lzma_end(&stream_); }

  void encode(std::string_view in, ByteSink& out) override { run(in, LZMA_RUN, out); }
  void finish(ByteSink& out) override { run({}, LZMA_FINISH, out); }

 private:
  void run(std::string_view in, lzma_action action, ByteSink& out) {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    do {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer_.data());
      stream_.avail_out = buffer_.size();
      const lzma_ret result = lzma_code(&stream_, action);
      if (result == LZMA_MEM_ERROR) fail_setup("xz");
      out.write({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::array<char, std::size_t{64} << 10> buffer_;
};

}  // namespace

std::unique_ptr<Decoder> xz_decoder(DecoderOptions options) { return std::make_unique<XzDecoder>(std::move(options)); }

std::unique_ptr<Encoder> xz_encoder() { return std::make_unique<XzEncoder>(); }

}  // namespace espalier::base
