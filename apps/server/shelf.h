// The models that are served, by name. Each is immutable and shared by all threads; a request holds on to the one that
// it asked for, so that models can be exchanged while it is worked on.
//
// Model files are read into memory, not mapped: who copies a new file over an old one must not change the model under a
// request.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "espalier/models.h"
#include "espalier/pipeline.h"

namespace espalier::server {

class ServedModel {
 public:
  ServedModel(std::string name, const std::string& bytes);

  const std::string& name() const noexcept { return name_; }
  const Model& model() const noexcept { return model_; }
  bool is_made_of(std::string_view bytes) const noexcept;
  bool finds_constituents() const { return model_.parser_kind() == "constituency"; }

  /// A pipeline with these options; it is made once and kept, with its memory. Throws Error kUsage when the model lacks
  /// a stage.
  std::shared_ptr<const Pipeline> pipeline(const PipelineOptions& options) const;

 private:
  using Key = std::tuple<int, int, int, std::int32_t>;  // stage, lines, switches, beam
  static Key key_of(const PipelineOptions& options);

  std::string name_;
  std::uint64_t hash_;
  Model model_;
  mutable std::mutex mutex_;
  mutable std::map<Key, std::shared_ptr<const Pipeline>> pipelines_;
};

/// What is served at one time. The first is the default.
class Catalogue {
 public:
  using List = std::vector<std::shared_ptr<const ServedModel>>;
  explicit Catalogue(List models) : models_(std::move(models)) {}

  const List& models() const noexcept { return models_; }
  /// By name (`en_ewt`), or by language with or without the treebank and what UDPipe puts behind it: `en`, `eng`,
  /// `english`, `english-ewt`, `english-ewt-ud-2.15-241121`. Empty: the default. Null: there is none.
  std::shared_ptr<const ServedModel> find(std::string_view name) const;

 private:
  List models_;
};

/// What came of reading models again.
struct Reloaded {
  std::size_t changed = 0;
  std::vector<std::string> failures;  ///< what was wrong; these models are served as they were
};

class Shelf {
 public:
  /// Says which models there should be, the default first; called again at each reload.
  using Sources = std::function<std::vector<InstalledModel>()>;
  /// Reads them. Throws Error when one of them cannot be read, or there is none.
  explicit Shelf(Sources sources);

  std::shared_ptr<const Catalogue> catalogue() const;
  Reloaded reload();

 private:
  Sources sources_;
  std::mutex reloading_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Catalogue> catalogue_;
};

}  // namespace espalier::server
