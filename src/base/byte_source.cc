#include "base/byte_source.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/codec.h"
#include "base/descriptor.h"
#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{128} << 10;

class DescriptorSource final : public ByteSource {
 public:
  explicit DescriptorSource(Descriptor descriptor) : descriptor_(std::move(descriptor)) {
    extent_.total = static_cast<std::uint64_t>(std::max<std::int64_t>(0, descriptor_.size()));
  }
  Extent extent() const override { return extent_; }
  std::size_t read(char* bytes, std::size_t size) override {
    const std::size_t got = size == 0 ? 0 : descriptor_.read(bytes, size);
    extent_.taken += got;
    return got;
  }

 private:
  Descriptor descriptor_;
  Extent extent_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : left_(bytes) {}

  std::size_t read(char* bytes, std::size_t size) override {
    const std::size_t taken = left_.copy(bytes, size);
    left_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view left_;
};

/// Looks at the first bytes when it is first read, not before: opening never waits for input.
class DecompressingSource final : public ByteSource {
 public:
  DecompressingSource(std::unique_ptr<ByteSource> source, DecoderOptions options)
      : source_(std::move(source)), options_(std::move(options)) {}

  Extent extent() const override { return source_->extent(); }

  std::size_t read(char* bytes, std::size_t size) override {
    if (size == 0) return 0;
    if (!is_begun_) begin();
    return decoder_ == nullptr ? read_plain(bytes, size) : read_decoded(bytes, size);
  }

 private:
  void begin() {
    buffer_ = std::make_unique_for_overwrite<char[]>(kBufferBytes);
    // A first line of two bytes is no reason to wait for a second: who sent it may be waiting for an answer.
    while (in_.size() < kMagicBytes && !at_end_ && may_be_compressed(in_)) refill();
    is_begun_ = true;
    if (const Codec codec = codec_of_bytes(in_); codec != Codec::kNone) decoder_ = make_decoder(codec, options_);
  }

  /// Adds to what is in the buffer. REQUIRES that this is at its front.
  void refill() {
    const std::size_t got = source_->read(buffer_.get() + in_.size(), kBufferBytes - in_.size());
    in_ = {buffer_.get(), in_.size() + got};
    at_end_ = got == 0;
  }

  std::size_t read_plain(char* bytes, std::size_t size) {
    if (in_.empty()) return at_end_ ? 0 : source_->read(bytes, size);
    const std::size_t taken = in_.copy(bytes, size);
    in_.remove_prefix(taken);
    return taken;
  }

  std::size_t read_decoded(char* bytes, std::size_t size) {
    std::span<char> out(bytes, size);
    for (;;) {
      const std::size_t before = in_.size();
      decoder_->decode(in_, out, at_end_);
      if (out.size() != size) return size - out.size();
      if (in_.empty()) {
        if (at_end_) break;
        refill();
      } else if (in_.size() == before) {
        break;  // it takes nothing and gives nothing: cannot be, but would be a loop without end
      }
    }
    if (in_.empty() && decoder_->may_end()) return 0;
    throw Error(ErrorKind::kInput, Place{options_.file}, "the " + std::string(decoder_->name()) + " data is truncated");
  }

  std::unique_ptr<ByteSource> source_;
  DecoderOptions options_;
  std::unique_ptr<Decoder> decoder_;
  std::unique_ptr<char[]> buffer_;
  std::string_view in_;  // what of the buffer is still to be used
  bool is_begun_ = false;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_source(const std::string& path, const SourceOptions& options) {
  FileSystem& files = options.files == nullptr ? real_file_system() : *options.files;
  Descriptor descriptor = Descriptor::for_reading(files, path, options.stop);
  std::string name = descriptor.name();
  return decompressing(std::make_unique<DescriptorSource>(std::move(descriptor)), std::move(name), options);
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes) { return std::make_unique<MemorySource>(bytes); }

std::unique_ptr<ByteSource> decompressing(std::unique_ptr<ByteSource> source, std::string name,
                                          const SourceOptions& options) {
  return std::make_unique<DecompressingSource>(std::move(source),
                                               DecoderOptions{std::move(name), options.decoder_memory});
}

std::string read_all(ByteSource& source, std::size_t limit) {
  const std::size_t most = std::max(limit, limit + 1);  // one byte beyond is enough to know that it is passed
  std::string all;
  std::size_t used = 0;
  for (;;) {
    if (used == all.size()) all.resize(std::min(std::max(kBufferBytes, used * 2), most));
    const std::size_t got = source.read(all.data() + used, all.size() - used);
    if (got == 0) break;
    used += got;
    if (used > limit) {
      throw Error(ErrorKind::kInput, "more than the " + std::to_string(limit) + " bytes allowed for a file read whole");
    }
  }
  all.resize(used);
  return all;
}

}  // namespace espalier::base
