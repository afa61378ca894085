#include "base/descriptor.h"

#include <limits.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "espalier/error.h"

namespace espalier::base {
namespace {

/// How long a wish to stop may go unnoticed. A signal interrupts one thread only, perhaps another than the one that
/// waits, or comes just before the waiting starts: so nobody waits without end.
constexpr int kPatienceMs = 100;

bool is_usage(int error) noexcept {
  return error == ENOENT || error == ENOTDIR || error == EISDIR || error == ENAMETOOLONG || error == ELOOP;
}

}  // namespace

void fail_with_errno(const std::string& file, int error) {
  const ErrorKind kind = is_usage(error) ? ErrorKind::kUsage : ErrorKind::kSystem;
  throw Error(kind, Place{file}, std::generic_category().message(error));
}

bool exists(FileSystem& files, const std::string& path) {
  FileStatus status;
  if (retry(nullptr, [&] { return files.status(path, status); }) == 0) return true;
  if (errno != ENOENT && errno != ENOTDIR) fail_with_errno(path, errno);
  return false;
}

void check_stop(const std::atomic<bool>* stop) {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Error(ErrorKind::kInterrupted, "interrupted");
}

Descriptor::Descriptor(FileSystem& files, int number, std::string name, const std::atomic<bool>* stop, bool owned)
    : Descriptor() {  // from here on an exception closes it
  const int error = errno;
  files_ = &files;
  number_ = number;
  owned_ = owned;
  name_ = std::move(name);
  stop_ = stop;
  if (number == -1) fail_with_errno(name_, error);
  size_ = files.size(number);
  demand(size_ != -1 || errno == ESPIPE);
}

Descriptor::~Descriptor() {
  if (owned_ && number_ != -1) files_->close(number_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept
    : files_(other.files_),
      number_(std::exchange(other.number_, -1)),
      owned_(other.owned_),
      size_(other.size_),
      name_(std::move(other.name_)),
      stop_(other.stop_) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  Descriptor taken(std::move(other));
  std::swap(files_, taken.files_);
  std::swap(number_, taken.number_);
  std::swap(owned_, taken.owned_);
  std::swap(size_, taken.size_);
  std::swap(name_, taken.name_);
  std::swap(stop_, taken.stop_);
  return *this;
}

Descriptor Descriptor::for_reading(FileSystem& files, const std::string& path, const std::atomic<bool>* stop) {
  if (path == "-") return {files, STDIN_FILENO, "standard input", stop, false};
  return {files, retry(stop, [&] { return files.open_read(path); }), path, stop};
}

std::size_t Descriptor::read(char* bytes, std::size_t size) {
  for (;;) {
    check_stop(stop_);
    if (size_ == -1 && stop_ != nullptr) wait(Direction::kRead);
    const ssize_t got = retry(stop_, [&] { return files_->read(number_, bytes, size); });
    if (got >= 0) return static_cast<std::size_t>(got);
    demand(errno == EAGAIN);
    wait(Direction::kRead);  // another process has made our end of the pipe non-blocking
  }
}

void Descriptor::write(std::string_view bytes) {
  while (!bytes.empty()) {
    std::string_view part = bytes;
    if (size_ == -1 && stop_ != nullptr) {
      wait(Direction::kWrite);
      part = part.substr(0, PIPE_BUF);  // as much as a pipe that is ready takes without blocking
    }
    const ssize_t put = retry(stop_, [&] { return files_->write(number_, part.data(), part.size()); });
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else {
      demand(errno == EAGAIN);
      wait(Direction::kWrite);
    }
  }
}

void Descriptor::wait(Direction direction) {
  const int patience = stop_ == nullptr ? -1 : kPatienceMs;
  for (;;) {
    const int ready = retry(stop_, [&] { return files_->wait(number_, direction, patience); });
    demand(ready != -1);
    if (ready > 0) return;
    check_stop(stop_);
  }
}

void Descriptor::sync() {
  demand(retry(stop_, [&] { return files_->sync(number_); }) == 0);
}

void Descriptor::set_mode(unsigned mode) {
  demand(retry(stop_, [&] { return files_->set_mode(number_, mode); }) == 0);
}

void Descriptor::close() {
  if (!owned_ || number_ == -1) return;
  // After EINTR the descriptor is gone all the same; a second try could close somebody else's.
  const int result = files_->close(std::exchange(number_, -1));
  demand(result == 0 || errno == EINTR);
}

void Descriptor::demand(bool succeeded) const {
  if (!succeeded) fail_with_errno(name_, errno);
}

}  // namespace espalier::base
