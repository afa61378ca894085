// The order of the checks is the order in which a user wants to hear of trouble: is it a model at all, was it hurt on
// the way, is it for this machine and this version, is it whole; only then what lies where. The header has a checksum
// of its own, so that its numbers are believed before they are used: a file whose stated length differs is truncated,
// not perhaps truncated.
#include "model_file/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/codec.h"
#include "base/hash.h"
#include "base/unicode.h"
#include "espalier/error.h"
#include "model_file/layout.h"

namespace espalier::model_file {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw Error(ErrorKind::kInput, Place{path}, reason);
}

/// No control characters but those of text, and UTF-8 as far as one sees.
bool is_text(std::string_view bytes) {
  const std::string_view first = bytes.substr(0, 4096);
  const auto is_control = [](char c) { return (c >= 0 && c < ' ' && (c < '\t' || c > '\r')) || c == '\x7F'; };
  if (first.empty() || std::any_of(first.begin(), first.end(), is_control)) return false;
  const std::size_t invalid = base::find_invalid_utf8(first);
  return invalid == base::kValid || (first.size() < bytes.size() && invalid + 4 > first.size());  // a character cut off
}

const char* codec_name(base::Codec codec) noexcept {
  switch (codec) {
    case base::Codec::kGzip:
      return "gzip";
    case base::Codec::kXz:
      return "xz";
    case base::Codec::kZstd:
      return "zstd";
    case base::Codec::kNone:
      break;
  }
  return nullptr;
}

/// The magic number after a journey as text: bytes kept to seven bits, line ends changed, or Latin-1 made UTF-8.
bool is_magic_as_text(std::string_view bytes) noexcept {
  if (bytes.starts_with('\xC2')) bytes.remove_prefix(1);
  return (bytes.starts_with('\x8B') || bytes.starts_with('\x0B')) && bytes.substr(1).starts_with("ESP");
}

void require_magic(std::string_view bytes, const std::string& path) {
  if (bytes.starts_with(kMagic)) return;
  if (bytes.empty()) refuse(path, "not a model file: it is empty");
  if (kMagic.starts_with(bytes))
    refuse(path, fmt::format("truncated: only {} bytes are left of the model", bytes.size()));
  if (is_magic_as_text(bytes)) {
    refuse(path, "damaged: the model was copied as text, which changed its line ends; copy it as binary");
  }
  if (const char* codec = codec_name(base::codec_of_bytes(bytes.substr(0, base::kMagicBytes)))) {
    refuse(path,
           fmt::format("not a model file: it is compressed ({}); if a model is inside, decompress it first", codec));
  }
  refuse(path, is_text(bytes) ? "not a model file: it is text" : "not a model file");
}

Header verified_header(std::string_view bytes, const std::string& path) {
  require_magic(bytes, path);
  if (bytes.size() < sizeof(Header)) {
    refuse(path, fmt::format("truncated: only {} bytes are left of the model", bytes.size()));
  }
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.byte_order == kSwappedByteOrder) refuse(path, "the model was made on a machine of the other byte order");
  if (header.checksum != base::hash(bytes.substr(0, offsetof(Header, checksum)))) refuse(path, "damaged: the header");
  if (header.format_version > kFormatVersion) {
    refuse(path, fmt::format("made by a newer Espalier, format {}; this one reads up to {}", header.format_version,
                             kFormatVersion));
  }
  if (std::bit_cast<std::uint32_t>(header.one) != std::bit_cast<std::uint32_t>(1.0F)) {
    refuse(path, "the model was made on a machine with other floating-point numbers");
  }
  if (header.format_version == 0 || header.byte_order != kByteOrder || header.reserved != 0 ||
      header.table_offset != sizeof(Header)) {
    refuse(path, "damaged: the header holds what no Espalier writes");
  }
  return header;
}

std::vector<Entry> verified_table(std::string_view bytes, const Header& header, const std::string& path) {
  if (bytes.size() < header.file_length) {
    refuse(path, fmt::format("truncated: {} of {} bytes are there", bytes.size(), header.file_length));
  }
  if (bytes.size() > header.file_length) {
    refuse(path, fmt::format("damaged: {} bytes are there, {} should be", bytes.size(), header.file_length));
  }
  const std::size_t length = header.sections * sizeof(Entry);
  if (length > bytes.size() - sizeof(Header)) refuse(path, "damaged: the table of sections lies outside the file");
  if (header.table_checksum != base::hash(bytes.substr(sizeof(Header), length))) {
    refuse(path, "damaged: the table of sections");
  }
  std::vector<Entry> table(header.sections);
  if (length > 0) std::memcpy(table.data(), bytes.data() + sizeof(Header), length);
  return table;
}

/// Also in a table whose checksum is right: nothing is read from where it should not be.
void verify_name(const Entry& entry, std::size_t number, const std::string& path) {
  const std::size_t length = std::min<std::size_t>(entry.name_length, kLongestName);
  const auto is_used = [](char c) { return c != '\0'; };
  if (length != entry.name_length || !is_section_name({entry.name.data(), length}) ||
      std::any_of(entry.name.begin() + static_cast<std::ptrdiff_t>(length), entry.name.end(), is_used)) {
    refuse(path, fmt::format("damaged: the name of section {}", number + 1));
  }
}

/// `end`: where the section before ends.
void verify_place(const Entry& entry, std::string_view name, std::uint64_t end, std::string_view bytes,
                  const std::string& path) {
  if (entry.offset > bytes.size() || entry.length > bytes.size() - entry.offset) {
    refuse(path, fmt::format("damaged: section '{}' lies outside the file", name));
  }
  if (entry.offset < end) refuse(path, fmt::format("damaged: section '{}' overlaps what lies before it", name));
  if (entry.offset != aligned(end)) refuse(path, fmt::format("damaged: section '{}' is not in its place", name));
  if (bytes.substr(end, entry.offset - end).find_first_not_of('\0') != std::string_view::npos) {
    refuse(path, fmt::format("damaged: the space before section '{}'", name));
  }
  if (entry.checksum != base::hash(bytes.substr(entry.offset, entry.length))) {
    refuse(path, fmt::format("damaged: section '{}'", name));
  }
}

void require_unique_names(const std::vector<Section>& sections, const std::string& path) {
  std::vector<std::string_view> names;
  names.reserve(sections.size());
  for (const Section& section : sections) names.push_back(section.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) refuse(path, fmt::format("damaged: there are two sections '{}'", *twice));
}

}  // namespace

std::vector<Section> verified_sections(std::string_view bytes, const std::string& path) {
  const Header header = verified_header(bytes, path);
  const std::vector<Entry> table = verified_table(bytes, header, path);
  std::vector<Section> sections;
  sections.reserve(table.size());
  std::uint64_t end = sizeof(Header) + table.size() * sizeof(Entry);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Entry& entry = table[i];
    verify_name(entry, i, path);
    const std::string_view name =
        bytes.substr(sizeof(Header) + i * sizeof(Entry) + offsetof(Entry, name), entry.name_length);
    if (entry.version == 0) refuse(path, fmt::format("damaged: section '{}' has no version", name));
    verify_place(entry, name, end, bytes, path);
    const std::string_view contents = bytes.substr(entry.offset, entry.length);
    sections.push_back({name, entry.version, std::as_bytes(std::span(contents.data(), contents.size())), path});
    end = entry.offset + entry.length;
  }
  if (end != bytes.size()) refuse(path, "damaged: bytes after the last section");
  require_unique_names(sections, path);
  return sections;
}

}  // namespace espalier::model_file
