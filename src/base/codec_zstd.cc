// Zstandard (RFC 8878), through libzstd.
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/codec.h"

namespace espalier::base {
namespace {

constexpr int kLevel = 3;

class ZstdDecoder final : public Decoder {
 public:
  explicit ZstdDecoder(DecoderOptions options) : options_(std::move(options)), context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) fail_setup(name());
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    const int log = static_cast<int>(std::bit_width(std::max<std::size_t>(options_.memory, 1))) - 1;
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, std::clamp(log, bounds.lowerBound, bounds.upperBound));
  }

  void decode(std::string_view& in, std::span<char>& out, bool /*at_end*/) override {
    if (may_end_ && in.empty()) return;  // a call would begin a frame
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &output, &input);
    if (ZSTD_isError(result)) fail(result);
    may_end_ = result == 0;
    in.remove_prefix(input.pos);
    out = out.subspan(output.pos);
  }

  bool may_end() const override { return may_end_; }
  std::string_view name() const override { return "zstd"; }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };

  [[noreturn]] void fail(std::size_t result) const {
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
    if (code == ZSTD_error_frameParameter_windowTooLarge) fail_too_large(options_, name(), 0);
    if (code == ZSTD_error_memory_allocation) fail_setup(name());
    if (code == ZSTD_error_prefix_unknown) fail_damaged(options_, name(), "something else follows it");
    fail_damaged(options_, name(), ZSTD_getErrorString(code));
  }

  DecoderOptions options_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  bool may_end_ = false;
};

class ZstdEncoder final : public Encoder {
 public:
  ZstdEncoder() : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) fail_setup("zstd");
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  void encode(std::string_view in, ByteSink& out) override { run(in, ZSTD_e_continue, out); }
  void finish(ByteSink& out) override { run({}, ZSTD_e_end, out); }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
  };

  void run(std::string_view in, ZSTD_EndDirective directive, ByteSink& out) {
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    for (bool is_done = false; !is_done;) {
      ZSTD_outBuffer output{buffer_.data(), buffer_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(context_.get(), &output, &input, directive);
      if (ZSTD_isError(left)) fail_setup("zstd");
      out.write({buffer_.data(), output.pos});
      is_done = directive == ZSTD_e_end ? left == 0 : input.pos == input.size;
    }
  }

  std::unique_ptr<ZSTD_CCtx, Free> context_;
  std::array<char, std::size_t{64} << 10> buffer_;
};

}  // namespace

std::unique_ptr<Decoder> zstd_decoder(DecoderOptions options) {
  return std::make_unique<ZstdDecoder>(std::move(options));
}

std::unique_ptr<Encoder> zstd_encoder() { return std::make_unique<ZstdEncoder>(); }

}  // namespace espalier::base
