#include "api/sharded_run.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "api/document_stream.h"
#include "api/ensemble_body.h"
#include "base/byte_sink.h"
#include "base/codec.h"
#include "base/hash.h"
#include "base/ordered_map.h"
#include "base/spread.h"
#include "base/team.h"
#include "espalier/error.h"
#include "espalier/version.h"
#include "treebank/streaming.h"

namespace espalier {
namespace {

using Json = nlohmann::ordered_json;

// Ranks need nothing of one another while they make shards, and hear of failures by the folder.
constexpr double kBetweenMeetings = 600;

Control without_others(const Control& control) {
  Control own = control;
  own.ranks = nullptr;
  own.progress = nullptr;
  return own;
}

/// All of the options that make a difference to the bytes.
Json description(const PipelineOptions& options) {
  const ParseOptions& parse = options.parse;
  return {{"last", static_cast<int>(options.last)},
          {"retag", options.retag},
          {"columns", options.columns},
          {"lines", static_cast<int>(options.lines)},
          {"offsets", options.offsets},
          {"best", options.best},
          {"constraints", parse.constraints},
          {"confidence", parse.confidence},
          {"crossing", parse.crossing},
          {"beam", parse.beam},
          {"merge_states", parse.merge_states}};
}

Json description(const ReadOptions& read, const WriteOptions& write) {
  return {{"from", read.format},
          {"line_bytes", read.limits.line_bytes},
          {"sentence_bytes", read.limits.sentence_bytes},
          {"words", read.limits.words},
          {"depth", read.limits.depth},
          {"skip_invalid", read.skip_invalid},
          {"to", write.format},
          {"multi_line", write.multi_line},
          {"spaces", write.spaces},
          {"constituents", write.constituents},
          {"colour", write.colour},
          {"width", write.width},
          {"columns", write.columns}};
}

}  // namespace

ShardedRun::ShardedRun(const Pipeline& pipeline, const Ensemble& models, const PipelineOptions& options,
                       const AnnotateRequest& request, const Control& control, WorkspacePool& pool)
    : pipeline_(pipeline),
      models_(models),
      options_(options),
      request_(request),
      control_(control),
      pool_(pool),
      own_(without_others(control)),
      solo_(control.ranks == nullptr ? solo_ranks() : nullptr),
      ranks_(control.ranks == nullptr ? *solo_ : *control.ranks),
      inputs_(request, options),
      folder_(request.output, request.write.format, own_) {
  const treebank::Format& format = treebank::format_named(request.write.format);
  if (request.documents == Documents::kOne && !treebank::can_be_parted(format, request.write)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("a document of format '{}' is not made of parts, so it cannot be made in shards or by "
                            "several processes; conllu can, and 'espalier convert' makes others of it",
                            request.write.format));
  }
}

ConvertSummary ShardedRun::run() {
  const std::vector<Shard> shards = plan();
  if (ranks_.rank() == 0) folder_.prepare(manifest(shards));
  const std::map<std::size_t, Made> made = make_all(shards);
  put_together(made);
  ConvertSummary all;
  for (const auto& [number, one] : made) all.add(one.summary);
  return all;
}

std::vector<Shard> ShardedRun::plan() {
  std::string mine;
  ranks_.begin_counting();
  for (std::uint64_t number = ranks_.next(); number < inputs_.nominal(); number = ranks_.next()) {
    if (control_.stop != nullptr && control_.stop->load()) throw Error(ErrorKind::kInterrupted, "interrupted");
    Shard shard = inputs_.measure(number);
    if (inputs_.is_text(shard)) shard.sentences = count_sentences(shard);
    mine += to_line(number, shard);
    if (control_.progress) control_.progress({"planning", number, inputs_.nominal()});
  }
  return make_plan(ranks_.gather(mine));
}

AnnotateRequest ShardedRun::request_for(const Shard& shard) const {
  AnnotateRequest request = request_;
  request.inputs = {request_.inputs[shard.input]};
  return request;
}

/// Of one that is measured only, so that it does not matter what comes before it.
std::size_t ShardedRun::count_sentences(const Shard& shard) {
  PipelineOptions options = options_;
  options.last = Stage::kTokens;
  options.best = 0;
  const AnnotateRequest request = request_for(shard);
  InputPart part = inputs_.part(shard);
  part.sentences = 0;
  PipelineSource source(models_.body().stages, options, request, own_, pool_, &part);
  struct Work {
    PipelineSource::Batch batch;
    std::size_t sentences = 0;
  };
  std::size_t sum = 0;
  base::ordered_map<Work>(
      base::thread_count(own_.threads), [&](Work& work) { return source.next(work.batch); },
      [&](Work& work) {
        work.sentences = 0;
        source.visit(work.batch, [&](Sentence&) { ++work.sentences; });
      },
      [&](Work& work) { sum += work.sentences; });
  return sum;
}

std::string ShardedRun::manifest(const std::vector<Shard>& shards) const {
  Json models = Json::array();
  for (std::size_t i = 0; i < models_.models().size(); ++i) {
    const double weight = i < models_.weights().size() ? models_.weights()[i] : 1;
    models.push_back(fmt::format("{:016x} {}", base::hash(models_.models()[i].bytes()), weight));
  }
  Json parts = Json::array();
  for (const Shard& shard : shards) {
    parts.push_back(fmt::format("{} {}-{} {:016x} {} {} {} {}", shard.input, shard.begin, shard.end, shard.hash,
                                shard.lines, shard.characters, shard.sentences, static_cast<int>(shard.is_last)));
  }
  Json names = Json::array();
  for (const PipelineInput& input : request_.inputs) names.push_back(input.path);
  return Json{{"espalier", version()},
              {"models", models},
              {"options", description(options_)},
              {"documents", static_cast<int>(request_.documents)},
              {"formats", description(request_.read, request_.write)},
              {"inputs", names},
              {"shards", parts}}
             .dump(1, ' ', false, Json::error_handler_t::replace) +
         '\n';
}

ConvertSummary ShardedRun::make(const Shard& shard, std::size_t number) {
  AnnotateRequest request = request_for(shard);
  request.output = folder_.path(number);
  const InputPart part = inputs_.part(shard);
  if (request.documents != Documents::kOne) return DocumentStream(pipeline_, request, own_, &part).run();
  PipelineSource source(models_.body().stages, options_, request, own_, pool_, &part);
  return treebank::Streaming(source, request.output, request.write, request.edit, own_, /*is_part=*/true).run();
}

std::string ShardedRun::make_once(const Shard& shard, std::size_t number) {
  std::optional<std::string> note = folder_.note(number);
  if (!note || !from_note(*note)) {
    if (folder_.has_failed_before(number)) throw Error(ErrorKind::kInput, "what comes before cannot be made");
    try {
      note = to_note(make(shard, number));
    } catch (const Error&) {
      folder_.tell_failure(number);
      throw;
    }
    folder_.finish(number, *note);
  }
  return fmt::format("{} {} {}", ranks_.rank(), base::MappedFile(folder_.path(number)).bytes().size(), *note);
}

std::map<std::size_t, ShardedRun::Made> ShardedRun::make_all(const std::vector<Shard>& shards) {
  base::Team one(1);  // a shard has all threads of its rank
  const auto told = base::spread_bytes(
      &ranks_, one, shards.size(),
      [&](std::size_t number) {
        std::string line = make_once(shards[number], number);
        if (control_.progress) control_.progress({request_.output, number, shards.size()});
        return line;
      },
      kBetweenMeetings);
  std::map<std::size_t, Made> made;
  for (std::size_t number = 0; number < told.size(); ++number) {
    std::istringstream line(told[number]);
    Made one_made;
    std::string note;
    line >> one_made.rank >> one_made.bytes;
    std::getline(line, note);
    one_made.summary = from_note(note).value_or(ConvertSummary{});
    made[number] = std::move(one_made);
  }
  return made;
}

std::string ShardedRun::read(std::size_t number) const {
  return base::read_all(*base::open_source(folder_.path(number)), std::numeric_limits<std::size_t>::max());
}

void ShardedRun::put_together(const std::map<std::size_t, Made>& made) {
  if (!write_together(made) && ranks_.rank() == 0) write_alone(made);
  if (ranks_.rank() == 0 && !request_.shards.keep) folder_.remove();
  ranks_.gather({});  // nobody is done before the output is there
}

bool ShardedRun::write_together(const std::map<std::size_t, Made>& made) {
  const treebank::Format& format = treebank::format_named(request_.write.format);
  const bool has_joints = request_.documents == Documents::kOne && format.has_joints();
  if (has_joints || base::codec_of_path(request_.output) != base::Codec::kNone) return false;
  const std::unique_ptr<SharedFile> file = ranks_.create_together(folder_.draft());
  if (file == nullptr) return false;
  std::uint64_t offset = 0;
  for (const auto& [number, one] : made) {
    if (one.rank == ranks_.rank()) file->write(offset, read(number));
    offset += one.bytes;
  }
  file->close();
  if (ranks_.rank() == 0) folder_.publish(request_.output);
  return true;
}

void ShardedRun::write_alone(const std::map<std::size_t, Made>& made) {
  auto sink = treebank::open_output(request_.output, own_);
  if (request_.documents != Documents::kOne) {
    for (const auto& [number, one] : made) sink->write(read(number));
    return sink->commit();
  }
  treebank::DocumentWriter writer(std::move(sink), treebank::format_named(request_.write.format), request_.write);
  for (const auto& [number, one] : made) {
    treebank::Pieces pieces;
    pieces.joined = read(number);
    pieces.sentences = one.summary.sentences;
    writer.write(pieces);
  }
  writer.close();
}

}  // namespace espalier
