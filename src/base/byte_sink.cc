#include "base/byte_sink.h"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "base/codec.h"
#include "base/descriptor.h"
#include "base/hash.h"
#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;
constexpr unsigned kNewFileMode = 0666;  // less the umask

/// Pipes, terminals, devices: what cannot be replaced by a rename. What is not committed and still in the buffer is
/// dropped.
class DescriptorSink : public ByteSink {
 public:
  explicit DescriptorSink(Descriptor descriptor) : descriptor_(std::move(descriptor)) { buffer_.reserve(kBufferBytes); }

  void write(std::string_view bytes) override {
    if (buffer_.size() + bytes.size() <= kBufferBytes) {
      buffer_.append(bytes);
      return;
    }
    flush();
    if (bytes.size() >= kBufferBytes) {
      descriptor_.write(bytes);
    } else {
      buffer_.append(bytes);
    }
  }

  void commit() override {
    flush();
    descriptor_.close();
  }

 protected:
  void flush() {
    descriptor_.write(buffer_);
    buffer_.clear();
  }

  Descriptor descriptor_;

 private:
  std::string buffer_;
};

struct Target {
  std::string path;  // links followed
  bool exists = false;
  unsigned mode = kNewFileMode;

  std::string folder() const { return path.substr(0, path.rfind('/') + 1); }
  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

/// `.NAME.XXXXXX.part`, the letters being different for every process, moment and try.
std::string temporary_path(const Target& target, int attempt) {
  constexpr std::size_t kNameBytes = 200;  // with the rest, below the 255 that file systems allow
  constexpr std::string_view kLetters = "0123456789abcdefghijklmnopqrstuvwxyz";
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  std::uint64_t number =
      hash(std::to_string(::getpid()) + ' ' + std::to_string(now), static_cast<std::uint64_t>(attempt));
  std::string letters;
  for (int i = 0; i < 6; ++i, number /= kLetters.size()) letters += kLetters[number % kLetters.size()];
  return target.folder() + '.' + target.name().substr(0, kNameBytes) + '.' + letters + ".part";
}

/// Where a file is written until it is whole: beside its target, so that a rename can put it there. Removed in the end
/// unless that has happened.
class TemporaryFile {
 public:
  TemporaryFile(FileSystem& files, const Target& target, const std::atomic<bool>* stop) : files_(files) {
    constexpr int kAttempts = 100;
    std::string path;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      path = temporary_path(target, attempt);
      descriptor_ = retry(stop, [&] { return files.create(path, target.mode); });
      if (descriptor_ != -1 || errno != EEXIST) break;
    }
    if (descriptor_ != -1) path_ = std::move(path);
  }
  ~TemporaryFile() {
    if (!path_.empty()) retry(nullptr, [&] { return files_.remove(path_); });
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Open for writing; -1 and errno when it could not be created. Not closed here.
  int descriptor() const noexcept { return descriptor_; }

  void rename_to(const std::string& target, const std::string& name, const std::atomic<bool>* stop) {
    if (retry(stop, [&] { return files_.rename(path_, target); }) == -1) fail_with_errno(name, errno);
    path_.clear();
  }

 private:
  FileSystem& files_;
  std::string path_;  // empty when there is none (any more)
  int descriptor_ = -1;
};

class AtomicFileSink final : public ByteSink {
 public:
  AtomicFileSink(FileSystem& files, const std::string& name, Target target, const std::atomic<bool>* stop)
      : files_(files),
        target_(std::move(target)),
        stop_(stop),
        temporary_(files, target_, stop),
        descriptor_(files, temporary_.descriptor(), name, stop),
        out_(descriptor_) {
    if (target_.exists) descriptor_.set_mode(target_.mode);  // that of the file which it will replace
  }

  /// The new file gets the permissions of the one that it will replace.
  void keep_mode() {
    if (target_.exists) descriptor_.set_mode(target_.mode);
  }

  void commit() override {
    flush();
    descriptor_.sync();
    descriptor_.close();
    if (retry(stop_, [&] { return files_.rename(temporary_, target_.path); }) == -1) {
      fail_with_errno(descriptor_.name(), errno);
    }
    temporary_.clear();
    sync_folder();
  }

 private:
  /// So that the rename survives a power cut. The file is in place already: what fails here is no error of ours.
  void sync_folder() noexcept {
    const std::string folder = target_.folder();
    const int descriptor = files_.open_read(folder.empty() ? "." : folder);
    if (descriptor == -1) return;
    files_.sync(descriptor);
    files_.close(descriptor);
  }

  FileSystem& files_;
  Target target_;
  std::string temporary_;  // empty once renamed
  const std::atomic<bool>* stop_;
};

/// Gathers pieces of one size, so that the result does not depend on how the caller cut what it wrote.
class CompressingSink final : public ByteSink {
 public:
  CompressingSink(std::unique_ptr<ByteSink> target, std::unique_ptr<Encoder> encoder)
      : target_(std::move(target)), encoder_(std::move(encoder)) {
    piece_.reserve(kBufferBytes);
  }

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kBufferBytes - piece_.size());
      piece_.append(part);
      bytes.remove_prefix(part.size());
      if (piece_.size() == kBufferBytes) encode_piece();
    }
  }

  void commit() override {
    encode_piece();
    encoder_->finish(*target_);
    target_->commit();
  }

 private:
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

/// Follows the links at the end of a path, also to a file that does not exist yet.
std::string follow_links(FileSystem& files, const std::string& path) {
  constexpr int kMostLinks = 40;  // as in the Linux kernel
  std::string at = path;
  std::string link;
  for (int i = 0; i < kMostLinks; ++i) {
    if (files.read_link(at, link) == -1) return at;
    at = link.starts_with('/') ? link : at.substr(0, at.rfind('/') + 1) + link;
  }
  fail_with_errno(path, ELOOP);
}

std::unique_ptr<ByteSink> open_file(FileSystem& files, const std::string& path, const std::atomic<bool>* stop) {
  FileStatus status;
  Target target;
  target.exists = retry(stop, [&] { return files.status(path, status); }) == 0;
  if (!target.exists && errno != ENOENT) fail_with_errno(path, errno);
  if (status.is_directory || path.ends_with('/')) fail_with_errno(path, EISDIR);
  if (target.exists) {
    // For a regular file only to see that it may be written: a rename would not ask.
    Descriptor existing(files, retry(stop, [&] { return files.open_write(path); }), path, stop);
    if (!status.is_regular) return std::make_unique<DescriptorSink>(std::move(existing));
    target.mode = status.mode;
  }
  target.path = follow_links(files, path);
  const Temporary temporary = create_temporary(files, target, stop);
  if (temporary.descriptor == -1) fail_with_errno(path, errno);
  auto sink = std::make_unique<AtomicFileSink>(files, path, std::move(target), temporary, stop);
  sink->keep_mode();
  return sink;
}

}  // namespace

std::unique_ptr<ByteSink> open_sink(const std::string& path, const SinkOptions& options) {
  FileSystem& files = options.files == nullptr ? real_file_system() : *options.files;
  if (path.empty() || path == "-") {
    return std::make_unique<DescriptorSink>(Descriptor(files, STDOUT_FILENO, "standard output", options.stop, false));
  }
  const Codec codec = codec_of_path(path);
  if (codec == Codec::kNone) return open_file(files, path, options.stop);
  std::unique_ptr<Encoder> encoder = make_encoder(codec);
  return std::make_unique<CompressingSink>(open_file(files, path, options.stop), std::move(encoder));
}

std::unique_ptr<ByteSink> memory_sink(std::string& out) { return std::make_unique<MemorySink>(out); }

}  // namespace espalier::base
