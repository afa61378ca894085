#include "api/shard_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/codec.h"
#include "base/hash.h"
#include "base/unicode.h"
#include "espalier/error.h"

namespace espalier {
namespace {

constexpr std::uint64_t kSmallest = std::uint64_t{64} << 10;
constexpr std::uint64_t kLargest = std::uint64_t{16} << 20;
constexpr std::uint64_t kWanted = 1024;  // shards, where neither bound says otherwise

std::uint64_t count(std::string_view bytes, char wanted) {
  return static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), wanted));
}

std::string_view head_of(std::string_view bytes) { return bytes.substr(0, kGuessBytes); }

bool has_blank_line_records(const treebank::Format* format) {
  return format == &treebank::conllu_format() || format == &treebank::conllx_format();
}

}  // namespace

ShardInputs::ShardInputs(const AnnotateRequest& request, const PipelineOptions& options)
    : documents_(request.documents) {
  std::uint64_t total = 0;
  for (const PipelineInput& input : request.inputs) {
    if (input.text || input.path == "-") {
      throw Error(ErrorKind::kUsage,
                  "standard input and texts cannot be cut into shards, or shared among processes: name files");
    }
    File& file = files_.emplace_back(File{base::MappedFile(input.path)});
    const std::string_view bytes = file.bytes.bytes();
    const bool is_plain = base::codec_of_bytes(bytes.substr(0, base::kMagicBytes)) == base::Codec::kNone;
    if (documents_ == Documents::kOne) {
      PipelineInput peeked = input;
      file.format =
          format_of(input, request.read, is_plain ? head_of(bytes) : std::string_view(peek(peeked, kGuessBytes)));
      file.is_text = file.format == nullptr;
    }
    file.can_be_cut = is_plain && (file.format == nullptr || has_blank_line_records(file.format));
    total += bytes.size();
  }
  shard_bytes_ = request.shards.bytes > 0 ? request.shards.bytes : std::clamp(total / kWanted, kSmallest, kLargest);
  for (File& file : files_) {
    file.first = nominal_;
    if (file.is_text && file.can_be_cut) {
      const auto index = static_cast<std::size_t>(&file - files_.data());
      find_blocks(file, request.inputs[index].path, options.lines != Lines::kFree);
    }
    const std::size_t size = file.bytes.bytes().size();
    nominal_ += file.can_be_cut ? std::max<std::size_t>(1, (size + shard_bytes_ - 1) / shard_bytes_) : 1;
  }
}

// The first block after each nominal cut that begins a paragraph: a block that ends where a long paragraph had to be
// cut is found again only if what comes after it is there.
void ShardInputs::find_blocks(File& file, const std::string& name, bool whole_lines) const {
  text::BlockReader reader(base::memory_source(file.bytes.bytes()), name, whole_lines);
  std::size_t at = 0;
  std::size_t wanted = shard_bytes_;
  for (text::Block block; reader.next(block); at += block.text.size()) {
    if (at < wanted || !block.starts_paragraph) continue;
    file.cuts.push_back(at);
    wanted = (at / shard_bytes_ + 1) * shard_bytes_;
  }
}

std::size_t ShardInputs::next_cut(const File& file, std::uint64_t from) const {
  const std::string_view bytes = file.bytes.bytes();
  if (from == 0 || from >= bytes.size()) return std::min<std::size_t>(from, bytes.size());
  if (file.is_text) {
    const auto cut = std::lower_bound(file.cuts.begin(), file.cuts.end(), from);
    return cut == file.cuts.end() ? bytes.size() : *cut;
  }
  if (documents_ == Documents::kOne) return treebank::next_blank_line_record(bytes, from);
  const std::size_t end = bytes.find(documents_ == Documents::kLines ? '\n' : '\0', from - 1);
  return end == std::string_view::npos ? bytes.size() : end + 1;
}

Shard ShardInputs::measure(std::size_t number) const {
  const auto after = std::upper_bound(files_.begin(), files_.end(), number,
                                      [](std::size_t wanted, const File& file) { return wanted < file.first; });
  const File& file = *std::prev(after);
  const std::string_view bytes = file.bytes.bytes();
  Shard shard;
  shard.input = static_cast<std::size_t>(std::prev(after) - files_.begin());
  shard.is_cut = file.can_be_cut;
  shard.end = bytes.size();
  if (file.can_be_cut) {
    shard.begin = next_cut(file, (number - file.first) * shard_bytes_);
    shard.end = next_cut(file, (number - file.first + 1) * shard_bytes_);
  }
  const std::string_view own = bytes.substr(shard.begin, shard.end - shard.begin);
  shard.hash = base::hash(own);
  shard.lines = count(own, '\n');
  if (file.is_text && file.can_be_cut) shard.characters = base::count_code_points(own);
  return shard;
}

InputPart ShardInputs::part(const Shard& shard) const {
  InputPart part;
  const File& file = files_[shard.input];
  part.sentences = shard.sentences;
  if (!shard.is_cut) return part;
  part.bytes = file.bytes.bytes().substr(shard.begin, shard.end - shard.begin);
  part.format = file.format;
  part.place = {shard.characters, shard.lines + 1, shard.is_last};
  return part;
}

std::string to_line(std::size_t number, const Shard& shard) {
  return fmt::format("{} {} {} {} {} {} {} {} {}\n", number, shard.input, shard.begin, shard.end,
                     static_cast<int>(shard.is_cut), shard.hash, shard.lines, shard.characters, shard.sentences);
}

std::vector<Shard> make_plan(const std::vector<std::string>& lines) {
  std::vector<std::pair<std::size_t, Shard>> measured;
  for (const std::string& each : lines) {
    std::istringstream in(each);
    std::size_t number = 0;
    Shard shard;
    while (in >> number >> shard.input >> shard.begin >> shard.end >> shard.is_cut >> shard.hash >> shard.lines >>
           shard.characters >> shard.sentences) {
      measured.emplace_back(number, shard);
    }
  }
  std::sort(measured.begin(), measured.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Shard> plan;
  Shard before;  // of the input, but for the sentences
  for (const auto& [number, shard] : measured) {
    if (shard.input != before.input) before = {.input = shard.input, .sentences = before.sentences};
    if (shard.begin == shard.end && shard.is_cut) continue;
    Shard& placed = plan.emplace_back(shard);
    placed.lines = std::exchange(before.lines, before.lines + shard.lines);
    placed.characters = std::exchange(before.characters, before.characters + shard.characters);
    placed.sentences = std::exchange(before.sentences, before.sentences + shard.sentences);
  }
  for (std::size_t i = 0; i + 1 < plan.size(); ++i) plan[i].is_last = plan[i].input != plan[i + 1].input;
  return plan;
}

}  // namespace espalier
