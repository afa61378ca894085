// Puts a model file together from named sections.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_sink.h"

namespace espalier::model_file {

/// The same sections in the same order always give the same bytes. Not for use by several threads at once.
class Writer {
 public:
  /// Sections lie in the file in the order in which they were added; versions count from 1. Throws Error kUsage for a
  /// name that is no section name (layout.h) or is there already.
  void add(std::string name, std::uint32_t version, std::string bytes);

  /// Takes over the sections of another, in their order; it is empty then.
  void take_all(Writer& other);

  /// Whole or not at all. Throws as base::open_sink() does, and kUsage for a path that asks for compression: a model is
  /// mapped into memory as it is.
  void write(const std::string& path, const base::SinkOptions& options = {}) const;
  std::string bytes() const;
  /// How many bytes that would be.
  std::uint64_t size() const noexcept;

 private:
  struct Part {
    std::string name;
    std::uint32_t version;
    std::string bytes;
  };
  void write_to(base::ByteSink& sink) const;

  std::vector<Part> parts_;
};

}  // namespace espalier::model_file
