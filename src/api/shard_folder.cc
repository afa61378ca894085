#include "api/shard_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/byte_source.h"
#include "base/descriptor.h"
#include "espalier/error.h"
#include "espalier/files.h"

namespace espalier {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kManifest = "manifest.json";

/// What a file holds; none: it is not there.
std::optional<std::string> read_if_there(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  return base::read_all(*base::open_source(path));
}

/// A file that we may have made: the manifest, or a number and something more, the start of a temporary name included.
bool is_ours(const std::string& name) {
  const std::string_view shown = std::string_view(name).substr(name.starts_with('.') ? 1 : 0);
  const auto digits = static_cast<std::size_t>(
      std::find_if_not(shown.begin(), shown.end(), [](char c) { return c >= '0' && c <= '9'; }) - shown.begin());
  return shown.starts_with(kManifest) || (digits >= 5 && digits < shown.size() && shown[digits] == '.');
}

void demand(const std::error_code& error, const std::string& path) {
  if (error) base::fail_with_errno(path, error.value());
}

}  // namespace

ShardFolder::ShardFolder(const std::string& output, std::string format, const Control& control)
    : folder_(output + ".shards"), format_(std::move(format)), control_(control) {
  std::error_code error;
  if (output.empty() || output == "-") {
    throw Error(ErrorKind::kUsage, "shards are written beside the output: name a file with -o");
  }
  if (fs::exists(output, error) && !fs::is_regular_file(output, error)) {
    throw Error(ErrorKind::kUsage, Place{output}, "not a regular file; shards are put together in one");
  }
}

void ShardFolder::prepare(const std::string& manifest) const {
  if (::mkdir(folder_.c_str(), 0777) != 0 && errno != EEXIST) base::fail_with_errno(folder_, errno);
  const std::string path = folder_ + '/' + kManifest;
  if (read_if_there(path) == manifest) {
    if (read_if_there(failure_path())) remove_file(failure_path());
    return;
  }
  clear();
  write_file(path, manifest, control_);
}

// Notes go before what they tell of, and the manifest last: whoever is killed here has left neither notes without
// shards nor shards without a manifest.
void ShardFolder::clear() const {
  std::error_code error;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    if (!entry.is_regular_file() || !is_ours(entry.path().filename().string())) {
      throw Error(ErrorKind::kUsage, Place{entry.path().string()}, "this is no shard; move it away first");
    }
    found.push_back(entry.path());
  }
  demand(error, folder_);
  const auto turn = [](const fs::path& path) {
    return path.filename() == kManifest ? 2 : path.extension() == ".note" ? 0 : 1;
  };
  std::sort(found.begin(), found.end(),
            [&](const fs::path& a, const fs::path& b) { return std::pair(turn(a), a) < std::pair(turn(b), b); });
  for (const fs::path& path : found) remove_file(path.string());
}

void ShardFolder::remove() const {
  clear();
  if (::rmdir(folder_.c_str()) != 0 && errno != ENOENT) base::fail_with_errno(folder_, errno);
}

std::string ShardFolder::path(std::size_t number) const { return fmt::format("{}/{:05}.{}", folder_, number, format_); }

std::string ShardFolder::note_path(std::size_t number) const { return fmt::format("{}/{:05}.note", folder_, number); }

std::optional<std::string> ShardFolder::note(std::size_t number) const {
  std::error_code error;
  return fs::exists(path(number), error) ? read_if_there(note_path(number)) : std::nullopt;
}

void ShardFolder::finish(std::size_t number, const std::string& note) const {
  write_file(note_path(number), note, control_);
}

// A hint and no more: whoever cannot write it has something worse to tell.
void ShardFolder::tell_failure(std::size_t number) const noexcept try {
  if (!has_failed_before(number)) write_file(failure_path(), fmt::format("{}\n", number), control_);
} catch (const std::exception&) {
}

bool ShardFolder::has_failed_before(std::size_t number) const {
  const std::optional<std::string> told = read_if_there(failure_path());
  return told && std::strtoull(told->c_str(), nullptr, 10) < number;
}

std::string ShardFolder::failure_path() const { return folder_ + "/00000.failed"; }

std::string ShardFolder::draft() const { return folder_ + "/00000.draft"; }

// As a file sink does it: links are followed, and what was there gives its permissions.
void ShardFolder::publish(const std::string& output) const {
  std::error_code error;
  const fs::path target = fs::exists(output, error) ? fs::canonical(output, error) : fs::path(output);
  demand(error, output);
  if (const fs::file_status status = fs::status(target, error); fs::exists(status)) {
    fs::permissions(draft(), status.permissions(), error);
    demand(error, output);
  }
  const auto rename = [&] { return base::real_file_system().rename(draft(), target.string()); };
  if (base::retry(nullptr, rename) != 0) base::fail_with_errno(output, errno);
}

std::string to_note(const ConvertSummary& summary) {
  Json skipped = Json::array();
  for (const Error& error : summary.skipped) {
    skipped.push_back({{"file", error.place().file}, {"line", error.place().line}, {"reason", error.reason()}});
  }
  return Json{{"sentences", summary.sentences},
              {"words", summary.words},
              {"bytes", summary.bytes},
              {"skipped", skipped},
              {"beyond", summary.skipped_beyond}}
             .dump(-1, ' ', false, Json::error_handler_t::replace) +
         '\n';
}

std::optional<ConvertSummary> from_note(const std::string& note) try {
  const Json json = Json::parse(note);
  ConvertSummary summary;
  summary.sentences = json.value("sentences", std::size_t{0});
  summary.words = json.value("words", std::size_t{0});
  summary.bytes = json.value("bytes", std::size_t{0});
  summary.skipped_beyond = json.value("beyond", std::size_t{0});
  for (const Json& each : json.value("skipped", Json::array())) {
    summary.skipped.emplace_back(ErrorKind::kInput,
                                 Place{each.value("file", std::string()), each.value("line", std::size_t{0}), 0},
                                 each.value("reason", std::string()));
  }
  return summary;
} catch (const Json::exception&) {
  return std::nullopt;
}

}  // namespace espalier
