// Whole files, of all formats, strictly and past bad sentences: however the bytes come, in one piece or in many, from
// memory, from the disk or cut into parts, the same sentences come out and the same is complained of.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/treebank.h"
#include "fuzz/input.h"
#include "treebank/record_source.h"

namespace espalier::fuzz {
namespace {

using treebank::Format;
using treebank::RecordStream;

const std::string& input_path() {
  static const std::string kPath = scratch_path("files-in");
  return kPath;
}

const std::string& output_path() {
  static const std::string kPath = scratch_path("files-out");
  return kPath;
}

struct Reading {
  std::vector<std::string> sentences;  // with their lines
  std::vector<std::string> complaints;
  bool operator==(const Reading&) const = default;
};

/// Bad bytes are bad input, or in no format that can be told; nothing else.
void demand_excuse(const Error& error) { demand(error.kind() == ErrorKind::kInput); }

std::string in_full(const Sentence& sentence) {
  WriteOptions options;
  options.format = "json";
  return std::to_string(sentence.line()) + to_string(sentence, options);
}

void add(RecordStream&& unshared, bool skips, Reading& reading) {
  const auto stream = std::make_shared<RecordStream>(std::move(unshared));
  treebank::RecordBatch batch;
  while (next_batch(stream, batch)) {
    visit_batch(batch, skips, [&](const Sentence& sentence) { reading.sentences.push_back(in_full(sentence)); });
    for (const Error& error : batch.skipped) reading.complaints.emplace_back(error.what());
    batch.skipped.clear();
  }
}

Reading read(std::unique_ptr<base::ByteSource> source, const Format& format, const ReadOptions& options) {
  Reading reading;
  try {
    add(RecordStream(std::move(source), input_path(), &format, options), options.skip_invalid, reading);
  } catch (const Error& error) {
    demand_excuse(error);
    reading.complaints.emplace_back(error.what());
  }
  return reading;
}

/// The two parts before and after a place where records begin, as if they were one file.
Reading read_parts(std::string_view bytes, std::size_t place, const Format& format, const ReadOptions& options) {
  Reading reading;
  const std::string_view first = bytes.substr(0, place);
  const auto lines = static_cast<std::size_t>(std::count(first.begin(), first.end(), '\n'));
  add(RecordStream(base::memory_source(first), input_path(), &format, options), true, reading);
  add(RecordStream(base::memory_source(bytes.substr(place)), input_path(), &format, options, 1 + lines), true, reading);
  return reading;
}

bool starts_with(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  return some.size() <= all.size() && std::equal(some.begin(), some.end(), all.begin());
}

/// The sentences before the first bad one, and what is wrong with that.
void check_strict(const Reading& whole, const Reading& strict) {
  demand(starts_with(whole.sentences, strict.sentences) && starts_with(whole.complaints, strict.complaints));
  demand(strict.complaints.size() == std::min<std::size_t>(whole.complaints.size(), 1));
  if (strict.complaints.empty()) demand(strict == whole);
}

/// The same file twice over, to JSON.
void check_convert(std::string_view bytes, const Reading& whole, const ReadOptions& read) {
  std::ofstream(input_path(), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::filesystem::remove(output_path());
  ConvertOptions options;
  options.read = read;
  options.write.format = "json";
  Reading reading;
  options.edit = [&](const Sentence& sentence) {
    reading.sentences.push_back(in_full(sentence));
    return true;
  };
  Control control;
  control.threads = 1;
  try {
    const ConvertSummary summary = convert({input_path(), input_path()}, output_path(), options, control);
    demand(summary.sentences == 2 * whole.sentences.size() && summary.skipped.size() == 2 * whole.complaints.size());
    const std::size_t half = whole.sentences.size();
    for (std::size_t i = 0; i < 2 * half; ++i) demand(reading.sentences[i] == whole.sentences[i % half]);
    demand(read_treebank(output_path(), {.format = "json", .limits = {}}).size() == 2 * half);
  } catch (const Error& error) {
    demand_excuse(error);
    demand(error.what() == whole.complaints.at(0));
    // Nothing leads past a bad header.
    demand(!read.skip_invalid || (whole.sentences.empty() && whole.complaints.size() == 1));
    demand(!std::filesystem::exists(output_path()));
  }
}

struct How {
  bool has_small_limits = false;
  bool converts = false;  // on the disk, which takes ten times as long as all the rest
};

void check(std::string_view bytes, const Format& format, ReadOptions options, How how) {
  options.skip_invalid = false;
  const Reading strict = read(base::memory_source(bytes), format, options);
  options.skip_invalid = true;
  const Reading whole = read(base::memory_source(bytes), format, options);
  check_strict(whole, strict);
  options.format = format.name();
  if (how.converts && !seems_compressed(bytes)) {
    check_convert(bytes, whole, options);
    options.skip_invalid = false;
    check_convert(bytes, whole, options);
    options.skip_invalid = true;
  }
  const Reading trickled = read(std::make_unique<Trickle>(bytes), format, options);
  if (how.has_small_limits) {
    // Of two things that are wrong with a record, the first to come is told. Where brackets go on after one that is too
    // long is a guess, and known only where it was not held.
    const bool is_sure = &format == &treebank::conllu_format() || &format == &treebank::conllx_format() ||
                         &format == &treebank::json_format();
    if (is_sure) demand(trickled.sentences == whole.sentences);
    return;
  }
  demand(trickled == whole);
  if (&format != &treebank::conllu_format() && &format != &treebank::conllx_format()) return;
  for (std::size_t from = 0; from < bytes.size(); from += 1 + bytes.size() / 5) {
    demand(read_parts(bytes, treebank::next_blank_line_record(bytes, from), format, options) == whole);
  }
}

}  // namespace
}  // namespace espalier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace espalier;
  fuzz::Input input(data, size);
  const auto choice = static_cast<std::size_t>(input.below(7));
  const std::int32_t bits = input.below(4);
  const fuzz::How how{bits % 2 == 1, bits >= 2};
  ReadOptions options;
  options.limits.depth = 50;
  if (how.has_small_limits) options.limits = {.line_bytes = 60, .sentence_bytes = 150, .words = 10, .depth = 5};
  const std::string_view bytes = input.rest();
  const treebank::Format* const formats[] = {&treebank::conllu_format(),      &treebank::conllx_format(),
                                             &treebank::penn_format(),        &treebank::native_format(),
                                             &treebank::discbracket_format(), &treebank::json_format()};
  const treebank::Format* format = choice < 6 ? formats[choice] : treebank::guess_format("fuzz", bytes);
  if (format != nullptr && format->can_read()) fuzz::check(bytes, *format, options, how);
  return 0;
}
