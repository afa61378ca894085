// The verb behind `check`: opens the file, tells its format, and hands it to the checker of that format.
#include "espalier/check.h"

#include <algorithm>
#include <cstring>

#include "base/byte_sink.h"
#include "base/byte_source.h"
#include "base/unicode.h"
#include "treebank/conll_checker.h"
#include "treebank/record_stream.h"

namespace espalier {
namespace treebank {
namespace {

constexpr std::size_t kGuessBytes = std::size_t{4} << 10;
constexpr std::size_t kFlushBytes = std::size_t{256} << 10;
constexpr std::size_t kProgressBytes = std::size_t{1} << 20;

/// A source of which some bytes have been read already: these come first again.
class RereadSource final : public base::ByteSource {
 public:
  RereadSource(std::string bytes, std::unique_ptr<base::ByteSource> rest)
      : bytes_(std::move(bytes)), rest_(std::move(rest)) {}

  base::Extent extent() const override { return rest_->extent(); }

  std::size_t read(char* bytes, std::size_t size) override {
    if (at_ == bytes_.size()) return rest_->read(bytes, size);
    const std::size_t taken = std::min(size, bytes_.size() - at_);
    std::memcpy(bytes, bytes_.data() + at_, taken);
    at_ += taken;
    return taken;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
  std::unique_ptr<base::ByteSource> rest_;
};

struct Opened {
  std::unique_ptr<base::ByteSource> source;
  const Format* format = nullptr;
  std::string name;

  bool is_conll() const { return format == &conllu_format() || format == &conllx_format(); }
};

Opened open(const std::string& path, const CheckOptions& options, const Control& control) {
  base::SourceOptions source_options;
  source_options.stop = control.stop;
  Opened opened;
  opened.name = path == "-" ? "<stdin>" : path;
  auto source = base::open_source(path, source_options);
  std::string first(kGuessBytes, '\0');
  std::size_t size = 0;
  try {
    for (std::size_t got = 1; size < first.size() && got > 0; size += got) {
      got = source->read(first.data() + size, first.size() - size);
    }
  } catch (const Error& error) {
    // Damage within the first bytes: it is met, and reported, again when these have been looked at.
    if (error.kind() != ErrorKind::kInput) throw;
  }
  first.resize(size);
  std::string_view content = first;
  if (content.starts_with(base::kByteOrderMark)) content.remove_prefix(base::kByteOrderMark.size());
  opened.format = options.format.empty() ? guess_format(path, content) : &format_named(options.format);
  if (opened.format == nullptr) {
    throw Error(ErrorKind::kInput, Place{opened.name, 1, 0},
                "cannot tell the format of this file; name it with --from");
  }
  if (!opened.format->can_read()) {
    throw Error(ErrorKind::kUsage, "format '" + std::string(opened.format->name()) + "' can be written but not read");
  }
  opened.source = std::make_unique<RereadSource>(std::move(first), std::move(source));
  return opened;
}

/// Tells the caller how far it is, and stops when the caller wants that.
class Pace {
 public:
  Pace(std::string_view file, const Control& control) : file_(file), control_(control) {}

  void at(base::Extent extent) {
    if (extent.taken < told_ + kProgressBytes) return;
    told_ = extent.taken;
    if (control_.progress) control_.progress({file_, extent.taken, extent.total});
    if (control_.stop != nullptr && control_.stop->load()) throw Error(ErrorKind::kInterrupted, "interrupted");
  }

 private:
  std::string_view file_;
  const Control& control_;
  std::uint64_t told_ = 0;
};

void check_conll(Opened& opened, const CheckOptions& options, const Control& control, CheckReport& report,
                 base::ByteSink* sink) {
  std::string fixed;
  LineStream lines(std::move(opened.source), options.limits.line_bytes);
  ConllChecker checker(opened.format == &conllu_format(), options.limits, report, sink == nullptr ? nullptr : &fixed);
  Pace pace(opened.name, control);
  std::size_t line = 0;
  try {
    for (LinePart part; lines.next(part);) {
      line = part.number;
      checker.take(part);
      if (fixed.size() >= kFlushBytes) {
        sink->write(fixed);
        fixed.clear();
      }
      pace.at(lines.extent());
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput || sink != nullptr) throw;
    return report.found(rule("unreadable"), line + 1, error.reason());
  }
  checker.finish();
  if (sink != nullptr) sink->write(fixed);
}

void check_sentence(const Sentence& sentence, CheckReport& report) {
  ++report.summary().sentences;
  report.summary().words += static_cast<std::size_t>(sentence.size());
  const ConstituentTree& tree = sentence.constituents();
  for (std::int32_t i = 1; i < tree.size(); ++i) {
    if (!tree.node(i).is_leaf() && tree.node(i).label.empty()) {
      report.found(rule("label-missing"), sentence.line(), "a constituent without a label");
    }
  }
  for (std::int32_t word = 1; word <= sentence.size() && !tree.empty(); ++word) {
    if (sentence.xpos(word).empty() && sentence.upos(word).empty()) {
      report.found(rule("tag-missing"), sentence.line(), "word " + std::to_string(word) + " has no tag");
    }
  }
}

void report_cut_errors(RecordStream& stream, CheckReport& report) {
  for (const Error& error : stream.skipped()) report.found(rule("unreadable"), error.place().line, error.reason());
  stream.skipped().clear();
}

void check_records(Opened& opened, const CheckOptions& options, const Control& control, CheckReport& report) {
  ReadOptions read;
  read.limits = options.limits;
  read.skip_invalid = true;
  Pace pace(opened.name, control);
  std::size_t line = 1;
  try {
    RecordStream stream(std::move(opened.source), opened.name, opened.format, read);
    Sentence sentence;
    for (Block block; stream.next(block);) {
      report_cut_errors(stream, report);
      for (const Record& record : block.records) {
        line = record.line;
        try {
          if (parse_record(*opened.format, block.text(record), stream.context(record), sentence))
            check_sentence(sentence, report);
        } catch (const Error& error) {
          if (error.kind() != ErrorKind::kInput) throw;
          report.found(rule("unreadable"), error.place().line, error.reason());
        }
      }
      pace.at(stream.extent());
    }
    report_cut_errors(stream, report);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    report.found(rule("unreadable"), std::max(line, error.place().line), error.reason());
  }
}

}  // namespace
}  // namespace treebank

std::span<const CheckCode> check_codes() { return treebank::kCheckCodes; }

std::string to_string(const Finding& finding) {
  return to_prefix(finding.place) + finding.code + ": " + finding.message;
}

CheckSummary check_treebank(const std::string& path, const CheckOptions& options, const FindingSink& report,
                            const Control& control) {
  treebank::Opened opened = treebank::open(path, options, control);
  treebank::CheckReport findings(opened.name, options.level, false, report);
  if (opened.is_conll()) {
    treebank::check_conll(opened, options, control, findings, nullptr);
  } else {
    treebank::check_records(opened, options, control, findings);
  }
  return findings.summary();
}

CheckSummary fix_treebank(const std::string& path, const std::string& output, const CheckOptions& options,
                          const FindingSink& report, const Control& control) {
  treebank::Opened opened = treebank::open(path, options, control);
  if (!opened.is_conll()) {
    throw Error(ErrorKind::kUsage, "--fix knows CoNLL-U and CoNLL-X, not '" + std::string(opened.format->name()) + "'");
  }
  treebank::CheckReport findings(opened.name, options.level, true, report);
  base::SinkOptions sink_options;
  sink_options.stop = control.stop;
  const auto sink = base::open_sink(output, sink_options);
  treebank::check_conll(opened, options, control, findings, sink.get());
  sink->commit();
  return findings.summary();
}

}  // namespace espalier
