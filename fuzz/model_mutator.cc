#include "fuzz/model_mutator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "model_file/layout.h"
#include "model_file/writer.h"

namespace espalier::fuzz {
namespace {

using model_file::Entry;
using model_file::Header;

template <class Number>
Number read(const std::string& bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

template <class Number>
void write(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

/// A number at an edge: of the type, of the section, or of what stood there.
template <class Number>
Number edge_number(Number old, std::size_t size, base::Random& random) {
  constexpr Number kMost = std::numeric_limits<Number>::max();
  const auto length = static_cast<Number>(size);
  const std::array numbers = {Number{0},
                              Number{1},
                              kMost,
                              static_cast<Number>(kMost / 2),
                              static_cast<Number>(kMost / 2 + 1),
                              static_cast<Number>(kMost - 1),
                              static_cast<Number>(old + 1),
                              static_cast<Number>(old - 1),
                              static_cast<Number>(old * 2),
                              static_cast<Number>(old / 2),
                              length,
                              static_cast<Number>(length + 1),
                              static_cast<Number>(length - 1),
                              static_cast<Number>(length / 2),
                              static_cast<Number>(length / 4),
                              static_cast<Number>(length / 8),
                              static_cast<Number>(length / 64),
                              static_cast<Number>(random.next())};
  return numbers[random.below(numbers.size())];
}

template <class Number>
void change_number(std::string& bytes, base::Random& random) {
  if (bytes.size() < sizeof(Number)) return;
  // Counts stand in front; most numbers are aligned.
  const std::size_t places = bytes.size() - sizeof(Number) + 1;
  std::size_t at = random.below(random.below(2) == 0 ? std::min<std::size_t>(places, 80) : places);
  if (random.below(4) != 0) at -= at % sizeof(Number);
  write<Number>(bytes, at, edge_number(read<Number>(bytes, at), bytes.size(), random));
}

template <class Number>
void change_real(std::string& bytes, base::Random& random) {
  if (bytes.size() < sizeof(Number)) return;
  using Limits = std::numeric_limits<Number>;
  const std::size_t at = random.below(bytes.size() - sizeof(Number) + 1) / sizeof(Number) * sizeof(Number);
  const Number old = read<Number>(bytes, at);
  const std::array numbers = {Number{0},
                              Number{-0.0},
                              Number{1},
                              Number{-1},
                              Limits::max(),
                              Limits::lowest(),
                              Limits::min(),
                              -Limits::min(),
                              Limits::denorm_min(),
                              Limits::infinity(),
                              -Limits::infinity(),
                              Limits::quiet_NaN(),
                              static_cast<Number>(1e20),
                              -old,
                              static_cast<Number>(old * 1000)};
  write<Number>(bytes, at, numbers[random.below(numbers.size())]);
}

struct Piece {
  std::size_t at;
  std::size_t size;
};

/// A stretch of the bytes, of whole units.
Piece draw_piece(const std::string& bytes, base::Random& random) {
  constexpr std::array<std::size_t, 4> kUnits = {1, 4, 8, 64};
  const std::size_t unit = kUnits[random.below(kUnits.size())];
  const std::size_t units = bytes.size() / unit;
  if (units == 0) return {0, bytes.size()};
  const std::size_t first = random.below(units);
  return {first * unit, (1 + random.below(std::min<std::size_t>(units - first, 8))) * unit};
}

void change_pieces(std::string& bytes, base::Random& random) {
  const Piece piece = draw_piece(bytes, random);
  const std::string text = bytes.substr(piece.at, piece.size);
  switch (random.below(6)) {
    case 0:
      bytes.erase(piece.at, piece.size);
      break;
    case 1:
      bytes.insert(piece.at, text);
      break;
    case 2:
      bytes.resize(piece.at);
      break;
    case 3:
      bytes.append(1 + random.below(128), '\0');
      break;
    case 4:
      bytes.replace(piece.at, piece.size, std::string(piece.size, static_cast<char>(random.below(3) - 1)));
      break;
    default: {
      const Piece other = draw_piece(bytes, random);
      const std::size_t size = std::min(other.size, text.size());
      bytes.replace(other.at, size, text, 0, size);
    }
  }
}

void change_lines(std::string& bytes, base::Random& random) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size() - 1);
    lines.push_back(bytes.substr(at, end + 1 - at));
    at = end + 1;
  }
  if (lines.empty()) return;
  const std::size_t a = random.below(lines.size());
  const std::size_t b = random.below(lines.size());
  switch (random.below(4)) {
    case 0:
      lines[a].clear();
      break;
    case 1:
      std::swap(lines[a], lines[b]);
      break;
    case 2:
      lines[a] += lines[b];
      break;
    default:  // the head of one, the tail of another
      lines[a] =
          lines[a].substr(0, random.below(lines[a].size() + 1)) + lines[b].substr(random.below(lines[b].size() + 1));
  }
  bytes.clear();
  for (const std::string& line : lines) bytes += line;
}

bool is_text(const std::string& name) { return name.ends_with("features") || name == "provenance"; }

void change_section(LooseSection& section, PlainMutator plainly, base::Random& random) {
  std::string& bytes = section.bytes;
  if (auto inner = bytes.starts_with(model_file::kMagic) ? take_apart(bytes) : std::nullopt;
      inner && random.below(8) != 0) {  // a model within the model
    mutate(*inner, plainly, random);
    bytes = put_together(*inner);
    return;
  }
  const std::size_t most = bytes.size() + 64;
  if (is_text(section.name) && random.below(2) == 0) return change_lines(bytes, random);
  switch (random.below(10)) {
    case 0:
      return change_number<std::uint8_t>(bytes, random);
    case 1:
      return change_number<std::uint16_t>(bytes, random);
    case 2:
    case 3:
      return change_number<std::uint32_t>(bytes, random);
    case 4:
    case 5:
      return change_number<std::uint64_t>(bytes, random);
    case 6:
      return change_real<float>(bytes, random);
    case 7:
      return change_real<double>(bytes, random);
    case 8:
      return change_pieces(bytes, random);
    default:
      if (!plainly(bytes, most, random)) change_pieces(bytes, random);
  }
}

}  // namespace

std::optional<LooseModel> take_apart(std::string_view bytes) {
  if (bytes.size() < sizeof(Header)) return {};
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t count = std::min<std::size_t>(header.sections, (bytes.size() - sizeof header) / sizeof(Entry));
  LooseModel model;
  for (std::size_t i = 0; i < count; ++i) {
    Entry entry;
    std::memcpy(&entry, bytes.data() + sizeof header + i * sizeof entry, sizeof entry);
    const std::string name(entry.name.data(), std::min<std::size_t>(entry.name_length, entry.name.size()));
    if (entry.offset > bytes.size() || entry.length > bytes.size() - entry.offset) continue;
    model.push_back({name, entry.version, std::string(bytes.substr(entry.offset, entry.length))});
  }
  if (model.empty()) return {};
  return model;
}

std::string put_together(const LooseModel& model) {
  model_file::Writer writer;
  std::vector<std::string_view> names;
  for (const LooseSection& section : model) {
    const bool is_new = std::find(names.begin(), names.end(), section.name) == names.end();
    if (!is_new || section.version == 0 || !model_file::is_section_name(section.name)) continue;
    names.push_back(section.name);
    writer.add(section.name, section.version, section.bytes);
  }
  return writer.bytes();
}

void mutate(LooseModel& model, PlainMutator plainly, base::Random& random) {
  if (model.empty()) return;
  const std::size_t at = random.below(model.size());
  const std::size_t other = random.below(model.size());
  switch (random.below(32)) {
    case 0:
      model.erase(model.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    case 1:
      model[at].version += static_cast<std::uint32_t>(random.below(3)) - 1;
      return;
    case 2:
      std::swap(model[at].bytes, model[other].bytes);
      return;
    case 3:
      model[at].name = model[other].name + "x";
      return;
    default:
      for (std::size_t changes = 1 + random.below(3); changes > 0; --changes)
        change_section(model[at], plainly, random);
  }
}

void cross(LooseModel& model, const LooseModel& other, base::Random& random) {
  for (const LooseSection& section : other) {
    if (random.below(3) != 0) continue;
    const auto same =
        std::find_if(model.begin(), model.end(), [&](const LooseSection& each) { return each.name == section.name; });
    if (same == model.end()) {
      model.push_back(section);
    } else if (random.below(4) != 0 || same->bytes.empty() || section.bytes.empty()) {
      *same = section;
    } else {  // the head of one, the tail of the other
      const std::size_t cut = random.below(std::min(same->bytes.size(), section.bytes.size()));
      same->bytes = same->bytes.substr(0, cut) + section.bytes.substr(cut);
    }
  }
}

}  // namespace espalier::fuzz
