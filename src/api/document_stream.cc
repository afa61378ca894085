#include "api/document_stream.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/json_document.h"
#include "api/pipeline_source.h"
#include "base/ordered_map.h"
#include "espalier/document.h"
#include "espalier/error.h"
#include "treebank/document_writer.h"

namespace espalier {
namespace {

constexpr std::size_t kBatchBytes = std::size_t{16} << 10;

}  // namespace

DocumentStream::DocumentStream(const Pipeline& pipeline, const AnnotateRequest& request, const Control& control,
                               const InputPart* part)
    : pipeline_(pipeline),
      request_(request),
      control_(control),
      part_(part),
      is_json_(request.documents == Documents::kLines),
      makes_json_(is_json_ && request.write.format == treebank::json_format().name()),
      field_(makes_json_ ? "sentences" : request.write.format) {
  static_cast<void>(treebank::format_named(request.write.format));  // one that does not exist is refused at once
  sink_ = treebank::open_output(request.output, control);
}

ConvertSummary DocumentStream::run() {
  base::ordered_map<Work>(
      base::thread_count(control_.threads), [&](Work& work) { return produce(work); },
      [&](Work& work) { transform(work); }, [&](Work& work) { consume(work); });
  sink_->commit();
  return std::move(summary_);
}

bool DocumentStream::open_next() {
  if (next_input_ == request_.inputs.size()) return false;
  const PipelineInput& input = request_.inputs[next_input_++];
  name_ = name_of(input);
  const bool is_part = part_ != nullptr && part_->bytes;
  line_ = is_part ? part_->place.line : 1;
  lines_.emplace(is_part ? base::memory_source(*part_->bytes) : open_input(input, control_),
                 request_.read.limits.line_bytes, is_json_ ? '\n' : '\0');
  return true;
}

bool DocumentStream::produce(Work& work) {
  if (control_.stop != nullptr && control_.stop->load()) throw Error(ErrorKind::kInterrupted, "interrupted");
  work.pieces.clear();
  work.out.clear();
  work.summary = {};
  work.failure.reset();
  treebank::LinePart part;
  while (work.pieces.empty()) {
    if (!lines_ && !open_next()) return false;
    if (lines_->next(part)) {
      take(part, work);
    } else {
      lines_.reset();
    }
  }
  while (work.summary.bytes < kBatchBytes && lines_->has_line() && lines_->next(part)) take(part, work);
  work.file = name_;
  work.extent = lines_->extent();
  return true;
}

// Of what is beyond the limit the first stretch is noted, the others are passed over.
void DocumentStream::take(const treebank::LinePart& part, Work& work) {
  work.summary.bytes += part.bytes.size();
  if (part.is_first) {
    Piece& piece = work.pieces.emplace_back();
    piece.line = line_;
    piece.is_too_long = !part.is_last;
    if (part.is_last) piece.bytes = part.bytes;
  }
  if (!is_json_) line_ += static_cast<std::size_t>(std::count(part.bytes.begin(), part.bytes.end(), '\n'));
  if (is_json_ && part.is_last) ++line_;
}

void DocumentStream::transform(Work& work) const {
  try {
    for (const Piece& piece : work.pieces) is_json_ ? answer_line(piece, work) : answer_text(piece, work);
  } catch (const Error& error) {
    work.failure = error;
  }
}

void DocumentStream::consume(Work& work) {
  summary_.add(work.summary);
  sink_->write(work.out);
  sink_->flush();
  if (work.failure) throw Error(*work.failure);
  if (control_.progress) control_.progress({work.file, work.extent.taken, work.extent.total});
}

Error DocumentStream::too_long(const Piece& piece, const Work& work) const {
  return {
      ErrorKind::kInput, Place{work.file, piece.line, 0},
      fmt::format("{} longer than {} bytes (--max-line)", is_json_ ? "line" : "text", request_.read.limits.line_bytes)};
}

/// Throws unless such are to be passed over.
void DocumentStream::refuse(const Error& error, Work& work) const {
  if (!request_.read.skip_invalid) throw Error(error);
  work.summary.skipped.push_back(error);
}

void DocumentStream::answer_line(const Piece& piece, Work& work) const {
  JsonDocument document = read_json_document(piece.bytes, field_, request_.read.limits.depth);
  if (document.is_blank && !piece.is_too_long) {
    work.out += '\n';
    return;
  }
  std::optional<Error> error;
  std::string answer;
  if (piece.is_too_long) {
    error = too_long(piece, work);
  } else if (!document.fault.empty()) {
    error = Error(ErrorKind::kInput, Place{work.file, piece.line, 0}, document.fault);
  } else {
    error = annotate(document.text, piece, work, answer);
  }
  if (error) {
    refuse(*error, work);
    return document.refuse(error->what(), work.out);
  }
  document.answer(field_, makes_json_ ? fmt::format("[{}]", answer) : quoted_json(answer), work.out);
}

void DocumentStream::answer_text(const Piece& piece, Work& work) const {
  std::string answer;
  const std::optional<Error> error =
      piece.is_too_long ? too_long(piece, work) : annotate(piece.bytes, piece, work, answer);
  if (error) {
    refuse(*error, work);
  } else {
    work.out += answer;
  }
  work.out += '\0';
}

/// The answer to a text into `out`, or what is wrong with the text.
std::optional<Error> DocumentStream::annotate(std::string_view text, const Piece& piece, Work& work,
                                              std::string& out) const {
  std::vector<Sentence> sentences;
  try {
    pipeline_.annotate(text, [&](Sentence& sentence) {
      if (request_.edit && !request_.edit(sentence)) return;
      ++work.summary.sentences;
      work.summary.words += static_cast<std::size_t>(sentence.size());
      if (!makes_json_) {
        sentences.push_back(sentence);
        return;
      }
      if (!out.empty()) out += ',';
      out += to_string(sentence, request_.write);
      out.pop_back();  // the line feed
    });
    if (!makes_json_) out = to_string(sentences, request_.write);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    // Lines of the text are lines of the file only where it stands there as it is.
    const std::size_t before = is_json_ || error.place().line == 0 ? 0 : error.place().line - 1;
    return Error(ErrorKind::kInput, Place{work.file, piece.line + before, 0}, error.reason());
  }
  return std::nullopt;
}

}  // namespace espalier
