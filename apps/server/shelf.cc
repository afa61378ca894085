#include "server/shelf.h"

#include <fmt/format.h>
#include <unicode/uloc.h>

#include <algorithm>
#include <array>
#include <set>

#include "espalier/error.h"
#include "espalier/files.h"
#include "server/hash.h"

namespace espalier::server {
namespace {

// Options are few and most requests have the same; who sends all combinations gets pipelines made anew.
constexpr std::size_t kMostPipelines = 24;

std::shared_ptr<const ServedModel> made_of(const std::string& bytes, const InstalledModel& source) {
  try {
    return std::make_shared<const ServedModel>(source.name, bytes);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", source.path, error.reason()));
  }
}

std::string normal(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ') c = '_';
  }
  return out;
}

/// What a language may be called: its code, that of three letters, its English name.
std::set<std::string> names_of_language(const std::string& code) {
  std::set<std::string> names = {normal(code)};
  if (const char* three = uloc_getISO3Language(code.c_str()); *three != '\0') names.insert(normal(three));
  std::array<UChar, 100> name;
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t size = uloc_getDisplayLanguage(code.c_str(), "en", name.data(), name.size(), &status);
  if (U_FAILURE(status) == 0 && size < static_cast<std::int32_t>(name.size())) {
    std::string ascii;
    for (std::int32_t i = 0; i < size; ++i)
      ascii += name[static_cast<std::size_t>(i)] < 128 ? static_cast<char>(name[static_cast<std::size_t>(i)]) : '_';
    names.insert(normal(ascii));
  }
  return names;
}

// `wanted` is the language alone, or the language with the treebank, or that with anything behind it.
bool is_meant(const ServedModel& served, const std::string& wanted) {
  const std::string name = normal(served.name());
  const std::size_t cut = std::min(name.find('_'), name.size());
  const std::string treebank = name.substr(cut);  // with its underscore
  const std::string& own = served.model().origin().language;
  for (const std::string& language : names_of_language(own.empty() ? name.substr(0, cut) : own)) {
    if (wanted == language) return true;
    const std::string whole = language + treebank;
    if (!treebank.empty() && (wanted == whole || wanted.starts_with(whole + "_"))) return true;
  }
  return wanted == name.substr(0, cut);
}

void demand_different_names(const std::vector<InstalledModel>& sources) {
  std::set<std::string> names;
  for (const InstalledModel& source : sources) {
    if (!names.insert(source.name).second) {
      throw Error(ErrorKind::kUsage, fmt::format("two models are called {}", source.name));
    }
  }
}

}  // namespace

ServedModel::ServedModel(std::string name, const std::string& bytes)
    : name_(std::move(name)), hash_(hash_of(bytes)), model_(Model::from_bytes(bytes, name_)) {}

bool ServedModel::is_made_of(std::string_view bytes) const noexcept { return hash_of(bytes) == hash_; }

ServedModel::Key ServedModel::key_of(const PipelineOptions& options) {
  int switches = 0;
  for (const bool each : {options.retag, options.columns, options.offsets, options.parse.constraints,
                          options.parse.confidence, options.parse.crossing, options.parse.merge_states}) {
    switches = switches * 2 + (each ? 1 : 0);
  }
  return {static_cast<int>(options.last), static_cast<int>(options.lines), switches, options.parse.beam};
}

std::shared_ptr<const Pipeline> ServedModel::pipeline(const PipelineOptions& options) const {
  const Key key = key_of(options);
  const std::lock_guard lock(mutex_);
  if (const auto found = pipelines_.find(key); found != pipelines_.end()) return found->second;
  auto made = std::make_shared<const Pipeline>(model_, options);
  if (pipelines_.size() >= kMostPipelines) pipelines_.clear();
  return pipelines_.emplace(key, std::move(made)).first->second;
}

std::shared_ptr<const ServedModel> Catalogue::find(std::string_view name) const {
  if (name.empty()) return models_.front();
  for (const auto& served : models_) {
    if (served->name() == name) return served;
  }
  const std::string wanted = normal(name);
  for (const auto& served : models_) {
    if (is_meant(*served, wanted)) return served;
  }
  return nullptr;
}

Shelf::Shelf(Sources sources) : sources_(std::move(sources)) {
  const auto wanted = sources_();
  if (wanted.empty()) throw Error(ErrorKind::kUsage, "which model? none is installed; -m MODEL names one");
  demand_different_names(wanted);
  Catalogue::List models;
  for (const InstalledModel& source : wanted) models.push_back(made_of(read_file(source.path), source));
  catalogue_ = std::make_shared<const Catalogue>(std::move(models));
}

std::shared_ptr<const Catalogue> Shelf::catalogue() const {
  const std::lock_guard lock(mutex_);
  return catalogue_;
}

Reloaded Shelf::reload() {
  const std::lock_guard alone(reloading_);
  const auto before = catalogue();
  Reloaded result;
  Catalogue::List models;
  const auto old_of = [&](const std::string& name) {
    const auto found = std::find_if(before->models().begin(), before->models().end(),
                                    [&](const auto& each) { return each->name() == name; });
    return found == before->models().end() ? nullptr : *found;
  };
  for (const InstalledModel& source : sources_()) {
    const auto old = old_of(source.name);
    try {
      const std::string bytes = read_file(source.path);
      if (old != nullptr && old->is_made_of(bytes)) {
        models.push_back(old);
        continue;
      }
      models.push_back(made_of(bytes, source));
      ++result.changed;
    } catch (const Error& error) {
      result.failures.emplace_back(error.what());
      if (old != nullptr) models.push_back(old);
    }
  }
  // A model whose file has gone is served on: clients may rely on it until the service starts anew.
  for (const auto& old : before->models()) {
    const bool is_there =
        std::any_of(models.begin(), models.end(), [&](const auto& each) { return each->name() == old->name(); });
    if (!is_there) models.push_back(old);
  }
  const std::lock_guard lock(mutex_);
  catalogue_ = std::make_shared<const Catalogue>(std::move(models));
  return result;
}

}  // namespace espalier::server
