// Reads the bytes of a learner's state: no read goes beyond them, whoever wrote them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "espalier/error.h"

namespace espalier::learning {

class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T value() {
    static_assert(std::is_trivially_copyable_v<T>);
    T out;
    std::memcpy(&out, take(sizeof(T)).data(), sizeof(T));
    return out;
  }
  /// How many elements of a size follow: no more than there are bytes for.
  std::size_t count(std::size_t size) {
    const auto count = value<std::uint64_t>();
    if (count > bytes_.size() / size) fail("it ends too early");
    return count;
  }
  /// Fills a vector that has its size already.
  template <class Vector>
  void fill(Vector& values) {
    const std::string_view from = take(values.size() * sizeof(typename Vector::value_type));
    if (!from.empty()) std::memcpy(static_cast<void*>(values.data()), from.data(), from.size());
  }
  void finish() const {
    if (!bytes_.empty()) fail("there is more than should be");
  }
  [[noreturn]] static void fail(const std::string& reason) {
    throw Error(ErrorKind::kInput, "the state of a training is damaged: " + reason);
  }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) fail("it ends too early");
    const std::string_view out = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return out;
  }

  std::string_view bytes_;
};

}  // namespace espalier::learning
