#include "model_file/provenance.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "espalier/error.h"

namespace espalier::model_file {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kVersion = 1;

/// An object of the section; each question is answered or the section is damaged.
class Reader {
 public:
  Reader(const Section& section, const Json& object) : section_(section), object_(object) {
    if (!object.is_object()) fail_damaged(section_, "expected a JSON object");
  }

  std::string string(const std::string& key) const {
    return field(key, &Json::is_string, "a string").get<std::string>();
  }
  std::uint64_t count(const std::string& key) const {
    return field(key, &Json::is_number_unsigned, "a count").get<std::uint64_t>();
  }
  double number(const std::string& key) const { return field(key, &Json::is_number, "a number").get<double>(); }
  const Json& array(const std::string& key) const { return field(key, &Json::is_array, "an array"); }
  const Json& object(const std::string& key) const { return field(key, &Json::is_object, "an object"); }

 private:
  const Json& field(const std::string& key, bool (Json::*is_right)() const noexcept, const char* kind) const {
    const auto found = object_.find(key);
    if (found == object_.end() || !((*found).*is_right)()) {
      fail_damaged(section_, "\"" + key + "\" is not " + kind);
    }
    return *found;
  }

  const Section& section_;
  const Json& object_;
};

Provenance provenance_from(const Section& section, const Json& json) {
  const Reader top(section, json);
  Provenance out;
  out.program_version = top.string("program_version");
  out.recipe = top.string("recipe");
  out.command = top.string("command");
  const Json& options = top.object("options");
  const Reader option_values(section, options);
  for (const auto& option : options.items()) out.options[option.key()] = option_values.string(option.key());
  for (const Json& item : top.array("data")) {
    const Reader data(section, item);
    out.data.push_back({data.string("name"), data.count("sentences"), data.count("words"), data.string("xxh3")});
  }
  for (const Json& item : top.array("scores")) {
    const Reader score(section, item);
    out.scores.push_back({score.string("name"), score.number("value")});
  }
  out.language = top.string("language");
  out.licence = top.string("licence");
  out.credit = top.string("credit");
  return out;
}

}  // namespace

std::string to_json(const Provenance& provenance) {
  Json out = Json::object();
  out["program_version"] = provenance.program_version;
  out["recipe"] = provenance.recipe;
  out["command"] = provenance.command;
  out["options"] = Json::object();
  for (const auto& [name, value] : provenance.options) out["options"][name] = value;
  out["data"] = Json::array();
  for (const DataSource& data : provenance.data) {
    out["data"].push_back(
        {{"name", data.name}, {"sentences", data.sentences}, {"words", data.words}, {"xxh3", data.hash}});
  }
  out["scores"] = Json::array();
  for (const NamedScore& score : provenance.scores) {
    if (!std::isfinite(score.value)) throw Error(ErrorKind::kUsage, "score '" + score.name + "' is not a number");
    out["scores"].push_back({{"name", score.name}, {"value", score.value}});
  }
  out["language"] = provenance.language;
  out["licence"] = provenance.licence;
  out["credit"] = provenance.credit;
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void add_provenance(Writer& writer, const Provenance& provenance) {
  writer.add(std::string(kProvenanceSection), kVersion, to_json(provenance));
}

Provenance read_provenance(const File& file) {
  const Section& section = file.section(kProvenanceSection, kVersion);
  const Json json = Json::parse(section.text(), nullptr, false);
  if (json.is_discarded()) fail_damaged(section, "expected a JSON object");
  return provenance_from(section, json);
}

}  // namespace espalier::model_file
