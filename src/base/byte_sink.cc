#include "base/byte_sink.h"

#include <utility>

#include "base/codec.h"
#include "base/file_sink.h"

namespace espalier::base {
namespace {

/// Gathers pieces of one size, so that the result does not depend on how the caller cut what it wrote.
class CompressingSink final : public ByteSink {
 public:
  CompressingSink(std::unique_ptr<ByteSink> target, std::unique_ptr<Encoder> encoder)
      : target_(std::move(target)), encoder_(std::move(encoder)) {
    piece_.reserve(kPieceBytes);
  }

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kPieceBytes - piece_.size());
      piece_.append(part);
      bytes.remove_prefix(part.size());
      if (piece_.size() == kPieceBytes) encode_piece();
    }
  }

  void commit() override {
    encode_piece();
    encoder_->finish(*target_);
    target_->commit();
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

  void encode_piece() {
    encoder_->encode(piece_, *target_);
    piece_.clear();
  }

  std::unique_ptr<ByteSink> target_;
  std::unique_ptr<Encoder> encoder_;
  std::string piece_;
};

class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::string& out) : out_(out) {}
  void write(std::string_view bytes) override { out_.append(bytes); }
  void commit() override {}

 private:
  std::string& out_;
};

}  // namespace

std::unique_ptr<ByteSink> open_sink(const std::string& path, const SinkOptions& options) {
  FileSystem& files = options.files == nullptr ? real_file_system() : *options.files;
  if (path.empty() || path == "-") return standard_output_sink(files, options.stop);
  const Codec codec = codec_of_path(path);
  std::unique_ptr<ByteSink> file = file_sink(files, path, options.stop);
  return codec == Codec::kNone ? std::move(file)
                               : std::make_unique<CompressingSink>(std::move(file), make_encoder(codec));
}

std::unique_ptr<ByteSink> memory_sink(std::string& out) { return std::make_unique<MemorySink>(out); }

}  // namespace espalier::base
