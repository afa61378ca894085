// How a file is written whole or not at all: into a temporary file in the same folder, which is synced and then
// renamed. A rename replaces its target in one step, so at any moment, a power cut included, the name means the old
// bytes or the new ones. Once commit() returns, they are the new ones for good: the folder is synced, too. Whatever
// throws on the way, destructors close and remove the temporary file.
#include "base/file_sink.h"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/hash.h"
#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;
constexpr unsigned kNewFileMode = 0666;  // less the umask

class BufferedWriter {
 public:
  explicit BufferedWriter(Descriptor descriptor) : descriptor_(std::move(descriptor)) { buffer_.reserve(kBufferBytes); }

  void write(std::string_view bytes) {
    if (buffer_.size() + bytes.size() > kBufferBytes) flush();
    if (bytes.size() >= kBufferBytes) {
      descriptor_.write(bytes);
    } else {
      buffer_.append(bytes);
    }
  }

  void flush() {
    descriptor_.write(buffer_);
    buffer_.clear();
  }

  Descriptor& descriptor() noexcept { return descriptor_; }

 private:
  Descriptor descriptor_;
  std::string buffer_;
};

/// For what no rename can replace: pipes, terminals, devices. Without commit(), what is still in the buffer is dropped.
class DirectSink final : public ByteSink {
 public:
  explicit DirectSink(Descriptor descriptor) : out_(std::move(descriptor)) {}

  void write(std::string_view bytes) override { out_.write(bytes); }
  void flush() override { out_.flush(); }

  void commit() override {
    out_.flush();
    out_.descriptor().close();
  }

 private:
  BufferedWriter out_;
};

struct Target {
  std::string name;  // as the user gave it, for messages
  std::string path;  // links followed
  bool exists = false;
  unsigned mode = kNewFileMode;

  std::string folder() const { return path.substr(0, path.rfind('/') + 1); }
};

/// `.NAME.XXXXXX.part`, with other letters for every process, moment and attempt.
std::string temporary_path(const Target& target, int attempt) {
  constexpr std::size_t kNameBytes = 200;  // with the rest, below the 255 that file systems allow
  constexpr std::string_view kLetters = "0123456789abcdefghijklmnopqrstuvwxyz";
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::string moment = std::to_string(::getpid()) + ' ' + std::to_string(now);
  std::uint64_t number = hash(moment, static_cast<std::uint64_t>(attempt));
  std::string letters;
  for (int i = 0; i < 6; ++i, number /= kLetters.size()) letters += kLetters[number % kLetters.size()];
  const std::string folder = target.folder();
  return folder + '.' + target.path.substr(folder.size(), kNameBytes) + '.' + letters + ".part";
}

/// Removed in the end unless it was renamed.
class TemporaryFile {
 public:
  TemporaryFile(FileSystem& files, const Target& target, const std::atomic<bool>* stop) : files_(files), stop_(stop) {
    constexpr int kAttempts = 100;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      path_ = temporary_path(target, attempt);
      number_ = retry(stop, [&] { return files.create(path_, target.mode); });
      if (number_ != -1) return;
      if (errno != EEXIST) break;
    }
    fail_with_errno(target.name, errno);
  }
  ~TemporaryFile() {
    if (!path_.empty()) retry(nullptr, [&] { return files_.remove(path_); });
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Open for writing. It is not this object that closes it.
  int number() const noexcept { return number_; }

  void rename_to(const Target& target) {
    if (retry(stop_, [&] { return files_.rename(path_, target.path); }) == -1) fail_with_errno(target.name, errno);
    path_.clear();
  }

 private:
  FileSystem& files_;
  const std::atomic<bool>* stop_;
  std::string path_;  // empty once renamed
  int number_ = -1;
};

class AtomicFileSink final : public ByteSink {
 public:
  AtomicFileSink(FileSystem& files, Target target, const std::atomic<bool>* stop)
      : files_(files),
        target_(std::move(target)),
        temporary_(files, target_, stop),
        out_(Descriptor(files, temporary_.number(), target_.name, stop)) {
    if (target_.exists) out_.descriptor().set_mode(target_.mode);
  }

  void write(std::string_view bytes) override { out_.write(bytes); }

  void commit() override {
    out_.flush();
    out_.descriptor().sync();
    out_.descriptor().close();
    temporary_.rename_to(target_);
    sync_folder();
  }

 private:
  /// So that the rename survives a power cut. The new file is in place already, whole; where the disk fails now, that
  /// may not last, and whoever relies on it must know. Folders that cannot be read or synced at all (as on some network
  /// file systems) are left to their system.
  void sync_folder() {
    const std::string folder = target_.folder();
    const int number = retry(nullptr, [&] { return files_.open_read(folder.empty() ? "." : folder); });
    if (number == -1) return;
    const int result = retry(nullptr, [&] { return files_.sync(number); });
    const int error = result == 0 ? 0 : errno;
    files_.close(number);
    if (error != EIO && error != ENOSPC && error != EDQUOT) return;
    throw Error(ErrorKind::kSystem, Place{target_.name},
                "written, but a power cut may undo it: " + std::generic_category().message(error));
  }

  FileSystem& files_;
  const Target target_;
  TemporaryFile temporary_;
  BufferedWriter out_;
};

/// Follows the links at the end of a path, also to a file that does not exist yet.
std::string follow_links(FileSystem& files, const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as the Linux kernel follows
  std::string at = path;
  std::string link;
  for (int i = 0; i < kMostLinks; ++i) {
    if (files.read_link(at, link) == -1) {
      if (errno != EINVAL && errno != ENOENT) fail_with_errno(path, errno);
      return at;  // no link
    }
    at.resize(link.starts_with('/') ? 0 : at.rfind('/') + 1);
    at += link;
  }
  fail_with_errno(path, ELOOP);
}

}  // namespace

std::unique_ptr<ByteSink> file_sink(FileSystem& files, const std::string& path, const std::atomic<bool>* stop) {
  FileStatus status;
  Target target;
  target.name = path;
  target.exists = retry(stop, [&] { return files.status(path, status); }) == 0;
  if (!target.exists && errno != ENOENT) fail_with_errno(path, errno);
  if (status.is_directory || path.ends_with('/')) fail_with_errno(path, EISDIR);
  if (target.exists) {
    // A regular file is opened only to see that it may be written: a rename would not ask.
    Descriptor existing(files, retry(stop, [&] { return files.open_write(path); }), path, stop);
    if (!status.is_regular) return std::make_unique<DirectSink>(std::move(existing));
    target.mode = status.mode;
  }
  target.path = follow_links(files, path);
  return std::make_unique<AtomicFileSink>(files, std::move(target), stop);
}

std::unique_ptr<ByteSink> standard_output_sink(FileSystem& files, const std::atomic<bool>* stop) {
  return std::make_unique<DirectSink>(Descriptor(files, STDOUT_FILENO, "standard output", stop, /*owned=*/false));
}

}  // namespace espalier::base
