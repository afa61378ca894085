#include "treebank/record_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/unicode.h"

namespace espalier::treebank {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr std::size_t kGuessBytes = std::size_t{4} << 10;
std::size_t count_lines(std::string_view bytes) {
  return static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
}

std::string too_long_line(const Limits& limits) {
  return fmt::format("line longer than {} bytes (--max-line)", limits.line_bytes);
}

// Blank lines before and after a record are no part of it.
std::string_view without_blank_lines(std::string_view record) {
  const std::size_t begin = record.find_first_not_of("\r\n");
  if (begin == std::string_view::npos) return {};
  return record.substr(begin, record.find_last_not_of("\r\n") + 1 - begin);
}

std::size_t blank_lines_before(std::string_view record) {
  return count_lines(record.substr(0, record.find_first_not_of("\r\n")));
}

bool is_too_long(std::string_view record, const Limits& limits) {
  return record.size() > limits.sentence_bytes && without_blank_lines(record).size() > limits.sentence_bytes;
}

std::string too_long_sentence(const Limits& limits) {
  return fmt::format("sentence longer than {} bytes", limits.sentence_bytes);
}

/// UTF-8 without NUL.
void require_text(const RecordContext& context, std::string_view bytes) {
  const auto line_of = [&](std::size_t at) { return context.line + count_lines(bytes.substr(0, at)); };
  if (const std::size_t bad = base::find_invalid_utf8(bytes); bad != base::kValid) {
    fail(context, line_of(bad), "not valid UTF-8");
  }
  if (const void* nul = std::memchr(bytes.data(), 0, bytes.size()); nul != nullptr) {
    fail(context, line_of(static_cast<std::size_t>(static_cast<const char*>(nul) - bytes.data())), "NUL byte");
  }
}

/// The line feed of the line that begins there if it is blank; else npos.
std::size_t line_feed_at(std::string_view bytes, std::size_t at) {
  if (at < bytes.size() && bytes[at] == '\r') ++at;
  return at < bytes.size() && bytes[at] == '\n' ? at : std::string_view::npos;
}

/// The line feed of the first blank line that comes after another line feed, from `from` on; npos: none.
std::size_t find_blank_line(std::string_view bytes, std::size_t from) {
  for (std::size_t at = bytes.find('\n', from); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    const std::size_t end = line_feed_at(bytes, at + 1);
    if (end != std::string_view::npos) return end;
  }
  return std::string_view::npos;
}

}  // namespace

RecordStream::RecordStream(const std::string& path, const Format* format, const ReadOptions& options,
                           const Control& control)
    : name_(path == "-" ? "<stdin>" : path), options_(options) {
  base::SourceOptions source_options;
  source_options.stop = control.stop;
  source_ = base::open_source(path, source_options);
  start(format);
}

RecordStream::RecordStream(std::unique_ptr<base::ByteSource> source, std::string name, const Format* format,
                           const ReadOptions& options, std::size_t line)
    : source_(std::move(source)), name_(std::move(name)), options_(options), line_(line) {
  start(format);
}

void RecordStream::start(const Format* format) {
  while (!at_end_ && rest_.size() < base::kByteOrderMark.size()) fill(rest_);
  if (line_ == 1 && rest_.starts_with(base::kByteOrderMark))
    rest_.erase(0, base::kByteOrderMark.size());  // it says nothing; `check` reports it
  format_ = format;
  while (format_ == nullptr && !at_end_ && rest_.size() < kGuessBytes && !is_enough_to_guess(name_, rest_)) fill(rest_);
  if (format_ == nullptr) format_ = guess_format(name_, std::string_view(rest_).substr(0, kGuessBytes));
  if (format_ == nullptr) {
    throw Error(ErrorKind::kInput, Place{name_, 1, 0}, "cannot tell the format of this file; name it with --from");
  }
  if (!format_->can_read()) {
    throw Error(ErrorKind::kUsage, fmt::format("format '{}' can be written but not read", format_->name()));
  }
  std::size_t size = Format::kMore;
  while ((size = format_->preamble_end(rest_, at_end_)) == Format::kMore) {
    check_pending_line(rest_);
    if (!fill(rest_)) throw Error(ErrorKind::kInput, Place{name_, 1, 0}, "the file ends within its header");
  }
  preamble_ = rest_.substr(0, size);
  require_text({name_, line_, preamble_, &options_.limits}, preamble_);
  rest_.erase(0, size);
  line_ += count_lines(preamble_);
  pending_line_ = pending_seen_ = 0;
}

// Adds bytes; false when there were none to add. Grows with what is held, so that a long record is copied a bounded
// number of times, and with what the source gives, so that short texts need little room.
bool RecordStream::fill(std::string& bytes) {
  if (at_end_) return false;
  const std::size_t old = bytes.size();
  const std::size_t room = std::max(step_, old);
  bytes.resize(old + room);
  const std::size_t got = [&] {
    try {
      return source_->read(bytes.data() + old, room);
    } catch (const Error& error) {
      // Damaged compression: tell how far the good part went.
      if (error.kind() != ErrorKind::kInput) throw;
      const std::size_t line = line_ + count_lines(std::string_view(bytes).substr(0, old));
      throw Error(ErrorKind::kInput, Place{name_, line, 0}, error.reason());
    }
  }();
  bytes.resize(old + got);
  if (got >= step_) step_ = std::min(2 * step_, kBlockBytes);
  at_end_ = got == 0;
  return got > 0;
}

// Refuses a line that is already too long although its end is not in sight, so that it is never held whole.
void RecordStream::check_pending_line(std::string_view bytes) {
  while (pending_seen_ < bytes.size()) {
    const std::size_t end = bytes.find('\n', pending_seen_);
    if (end == std::string_view::npos) {
      pending_seen_ = bytes.size();
    } else {
      pending_line_ = pending_seen_ = end + 1;
    }
  }
  if (bytes.size() - pending_line_ > options_.limits.line_bytes) {
    const std::size_t line = line_ + count_lines(bytes.substr(0, pending_line_));
    throw Error(ErrorKind::kInput, Place{name_, line, 0}, too_long_line(options_.limits));
  }
  if (is_too_long(bytes, options_.limits)) {
    throw Error(ErrorKind::kInput, Place{name_, line_ + blank_lines_before(bytes), 0},
                too_long_sentence(options_.limits));
  }
}

// Forgets the record that has been begun, as much of it as is held and all that is still to come: what follows the
// place where it was too large is no sentence, however many bytes there were at a time.
void RecordStream::drop_record(std::string& bytes) {
  constexpr std::size_t kTold = 3;  // bytes after a line feed that tell whether a record begins there
  const auto drop = [&](std::size_t size) {
    line_ += count_lines(std::string_view(bytes).substr(0, size));
    bytes.erase(0, size);
  };
  drop(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));  // behind these begins the record itself
  for (bool is_found = false; !is_found && !bytes.empty();) {
    std::size_t dropped = format_->next_record(bytes);
    is_found = dropped != Format::kMore;
    if (!is_found) {
      const std::size_t last = bytes.rfind('\n');
      const bool is_told = at_end_ || last == std::string::npos || bytes.size() - last > kTold;
      dropped = is_told ? bytes.size() : last;
    }
    drop(dropped);
    if (!is_found) fill(bytes);
  }
  scanned_ = pending_line_ = pending_seen_ = 0;
}

// Finds the whole records of the block and puts what comes after them aside; false when there is none.
bool RecordStream::cut(Block& block) {
  const std::string_view bytes = block.bytes;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t size = format_->record_end(bytes.substr(at), scanned_, at_end_);
    if (size == Format::kMore) {
      scanned_ = bytes.size() - at;
      break;
    }
    scanned_ = 0;
    block.records.push_back({at, size, line_});
    line_ += count_lines(bytes.substr(at, size));
    at += size;
  }
  if (at == 0) return false;
  rest_.assign(bytes.substr(at));
  block.bytes.resize(at);
  pending_line_ = pending_seen_ = 0;
  return true;
}

bool RecordStream::next(Block& block) {
  block.bytes.swap(rest_);
  rest_.clear();
  block.records.clear();
  // What start() has read may hold whole records, and who writes into a pipe may wait for an answer to them.
  if (std::exchange(is_fresh_, false) && cut(block)) return true;
  for (;;) {
    // What is left over of the last block holds no whole record, except at the end: read first.
    if (!at_end_) {
      fill(block.bytes);
    } else if (block.bytes.empty()) {
      return false;
    }
    if (cut(block)) return true;
    try {
      check_pending_line(block.bytes);
    } catch (const Error& error) {
      scanned_ = 0;
      if (cut(block)) return true;  // one is whole: not all formats look for that whenever there are more bytes
      if (!options_.skip_invalid) throw;
      skipped_.push_back(error);
      drop_record(block.bytes);
    }
  }
}

std::size_t blank_line_record_end(std::string_view bytes, std::size_t scanned, bool at_end) {
  // Step back far enough that a terminator cut in two by the last call is seen.
  std::size_t at = scanned > 3 ? scanned - 3 : 0;
  for (;;) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos) return at_end ? bytes.size() : Format::kMore;
    std::size_t next = end + 1;
    if (next < bytes.size() && bytes[next] == '\r') ++next;
    if (next >= bytes.size()) return at_end ? bytes.size() : Format::kMore;
    if (bytes[next] == '\n') return next + 1;
    at = end + 1;
  }
}

std::size_t after_blank_line(std::string_view bytes) {
  const std::size_t end = find_blank_line(bytes, 0);
  return end == std::string_view::npos ? Format::kMore : end + 1;
}

// Blank lines after the record belong to none: taken with the one before, the place is the same from anywhere in them.
std::size_t next_blank_line_record(std::string_view bytes, std::size_t from) {
  std::size_t end = find_blank_line(bytes, from);
  if (end == std::string_view::npos) return bytes.size();
  for (std::size_t next = end; next != std::string_view::npos; next = line_feed_at(bytes, end + 1)) end = next;
  return end + 1;
}

bool parse_record(const Format& format, std::string_view record, const RecordContext& context, Sentence& sentence) {
  if (record.size() > context.limits->line_bytes) {
    std::size_t line = context.line;
    for (std::size_t at = 0; at < record.size(); ++line) {
      const std::size_t end = std::min(record.find('\n', at), record.size());
      if (end - at > context.limits->line_bytes) fail(context, line, too_long_line(*context.limits));
      at = end + 1;
    }
  }
  const std::size_t first_line = context.line + blank_lines_before(record);
  if (is_too_long(record, *context.limits)) fail(context, first_line, too_long_sentence(*context.limits));
  require_text(context, record);
  sentence.clear();
  sentence.set_line(first_line);
  return format.parse(record, context, sentence);
}

}  // namespace espalier::treebank
