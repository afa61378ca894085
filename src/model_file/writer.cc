#include "model_file/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/codec.h"
#include "base/hash.h"
#include "espalier/error.h"
#include "model_file/layout.h"

namespace espalier::model_file {
namespace {

Header header_of(const std::vector<Entry>& table) {
  Header header{};
  std::copy(kMagic.begin(), kMagic.end(), header.magic.begin());
  header.byte_order = kByteOrder;
  header.format_version = kFormatVersion;
  header.one = 1.0F;
  header.sections = static_cast<std::uint32_t>(table.size());
  header.table_offset = sizeof(Header);
  header.file_length = table.empty() ? sizeof(Header) : table.back().offset + table.back().length;
  header.table_checksum = base::hash(raw_bytes(table.data(), table.size()));
  header.checksum = base::hash(raw_bytes(&header, 1).substr(0, offsetof(Header, checksum)));
  return header;
}

}  // namespace

void Writer::add(std::string name, std::uint32_t version, std::string bytes) {
  if (!is_section_name(name)) {
    throw Error(ErrorKind::kUsage, fmt::format("'{}' cannot be the name of a section of a model file", name));
  }
  if (version == 0) throw Error(ErrorKind::kUsage, fmt::format("section '{}': versions count from 1", name));
  if (std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) { return part.name == name; })) {
    throw Error(ErrorKind::kUsage, fmt::format("section '{}' is in the model file already", name));
  }
  parts_.push_back({std::move(name), version, std::move(bytes)});
}

void Writer::take_all(Writer& other) {
  for (Part& part : std::exchange(other.parts_, {})) add(std::move(part.name), part.version, std::move(part.bytes));
}

void Writer::write(const std::string& path, const base::SinkOptions& options) const {
  if (base::codec_of_path(path) != base::Codec::kNone) {
    throw Error(ErrorKind::kUsage, Place{path},
                "a model file cannot be compressed, since it is used as it lies on the disk");
  }
  const auto sink = base::open_sink(path, options);
  write_to(*sink);
  sink->commit();
}

std::string Writer::bytes() const {
  std::string out;
  const auto sink = base::memory_sink(out);
  write_to(*sink);
  sink->commit();
  return out;
}

std::uint64_t Writer::size() const noexcept {
  std::uint64_t end = sizeof(Header) + parts_.size() * sizeof(Entry);
  for (const Part& part : parts_) end = aligned(end) + part.bytes.size();
  return end;
}

void Writer::write_to(base::ByteSink& sink) const {
  std::vector<Entry> table;
  std::uint64_t end = sizeof(Header) + parts_.size() * sizeof(Entry);
  for (const Part& part : parts_) {
    Entry& entry = table.emplace_back();  // all zero
    entry.offset = aligned(end);
    entry.length = part.bytes.size();
    entry.checksum = base::hash(part.bytes);
    entry.version = part.version;
    entry.name_length = static_cast<std::uint32_t>(part.name.size());
    std::copy(part.name.begin(), part.name.end(), entry.name.begin());
    end = entry.offset + entry.length;
  }
  const Header header = header_of(table);
  sink.write(raw_bytes(&header, 1));
  sink.write(raw_bytes(table.data(), table.size()));
  end = sizeof(Header) + table.size() * sizeof(Entry);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    sink.write(std::string(table[i].offset - end, '\0'));
    sink.write(parts_[i].bytes);
    end = table[i].offset + table[i].length;
  }
}

}  // namespace espalier::model_file
