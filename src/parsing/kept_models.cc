#include "parsing/kept_models.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "espalier/error.h"
#include "model_file/bytes.h"

namespace espalier::parsing {
namespace {

using model_file::Packer;
using model_file::Unpacker;

template <class T>
void pack_list(Packer& packer, const std::vector<T>& values) {
  packer.string({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

template <class T>
std::vector<T> unpack_list(Unpacker& unpacker) {
  const std::string_view bytes = unpacker.string();
  if (bytes.size() % sizeof(T) != 0) unpacker.fail("a number has been cut");
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <class T>
std::vector<T> unpack_finite(Unpacker& unpacker) {
  std::vector<T> values = unpack_list<T>(unpacker);
  if (!std::all_of(values.begin(), values.end(), [](T value) { return std::isfinite(value); })) {
    unpacker.fail("a number is not finite");
  }
  return values;
}

/// Ascending, as learners give them.
std::vector<std::uint32_t> unpack_classes(Unpacker& unpacker, std::uint32_t classes) {
  std::vector<std::uint32_t> own = unpack_list<std::uint32_t>(unpacker);
  if (std::ranges::adjacent_find(own, std::ranges::greater_equal()) != own.end() ||
      (!own.empty() && own.back() >= classes)) {
    unpacker.fail("it has classes that there are not");
  }
  return own;
}

}  // namespace

std::string packed(std::span<const learning::RowWeight> rows) {
  return {reinterpret_cast<const char*>(rows.data()), rows.size_bytes()};
}

std::vector<learning::RowWeight> unpack_rows(std::string_view bytes, std::uint32_t classes) {
  if (bytes.size() % sizeof(learning::RowWeight) != 0) throw Error(ErrorKind::kInput, "a weight has been cut");
  std::vector<learning::RowWeight> rows(bytes.size() / sizeof(learning::RowWeight));
  if (!rows.empty()) std::memcpy(rows.data(), bytes.data(), bytes.size());
  for (const learning::RowWeight& row : rows) {
    if (row.feature == 0 || row.label >= classes || !std::isfinite(row.weight)) {
      throw Error(ErrorKind::kInput, "a weight is none");
    }
  }
  return rows;
}

std::string packed(const learning::SoftmaxModel& model) {
  Packer packer;
  packer.value(model.trust);
  packer.string(packed(model.weights));
  return packer.take();
}

learning::SoftmaxModel unpack_softmax(const model_file::Section& section, std::uint32_t classes) {
  Unpacker unpacker(section);
  learning::SoftmaxModel model;
  model.trust = unpacker.value<float>();
  if (!std::isfinite(model.trust)) unpacker.fail("a number is not finite");
  model.weights = unpack_rows(unpacker.string(), classes);
  unpacker.finish();
  return model;
}

std::string packed(const learning::LinearModel& model) {
  Packer packer;
  pack_list(packer, model.classes);
  packer.string(packed(model.weights));
  pack_list(packer, model.bias);
  return packer.take();
}

learning::LinearModel unpack_linear(const model_file::Section& section, std::uint32_t classes) {
  Unpacker unpacker(section);
  learning::LinearModel model;
  model.classes = unpack_classes(unpacker, classes);
  model.weights = unpack_rows(unpacker.string(), classes);
  model.bias = unpack_finite<float>(unpacker);
  if (model.bias.size() != model.classes.size()) unpacker.fail("a class has no bias");
  unpacker.finish();
  return model;
}

std::string packed(const learning::KernelModel& model) {
  Packer packer;
  pack_list(packer, model.classes);
  pack_list(packer, model.rho);
  packer.value(static_cast<std::uint64_t>(model.vectors.size()));
  for (const learning::SupportVector& vector : model.vectors) {
    pack_list(packer, vector.features);
    packer.value(static_cast<std::uint64_t>(vector.coefficients.size()));
    for (const auto& each : vector.coefficients) {
      packer.value(each.pair);
      packer.value(each.value);
    }
  }
  return packer.take();
}

learning::KernelModel unpack_kernel(const model_file::Section& section, std::uint32_t classes) {
  Unpacker unpacker(section);
  learning::KernelModel model;
  model.classes = unpack_classes(unpacker, classes);
  model.rho = unpack_finite<double>(unpacker);
  if (model.rho.size() != learning::pairs_of(model.classes.size())) unpacker.fail("two classes have no decision");
  for (auto left = unpacker.value<std::uint64_t>(); left > 0; --left) {
    learning::SupportVector& vector = model.vectors.emplace_back();
    vector.features = unpack_list<std::uint64_t>(unpacker);
    for (auto more = unpacker.value<std::uint64_t>(); more > 0; --more) {
      auto& each = vector.coefficients.emplace_back();
      each.pair = unpacker.value<std::uint32_t>();
      each.value = unpacker.value<double>();
      if (each.pair >= model.rho.size() || !std::isfinite(each.value)) unpacker.fail("a coefficient is none");
    }
  }
  unpacker.finish();
  return model;
}

std::string packed(const ArcFilter& filter) {
  Packer packer;
  pack_list(packer, filter.weights());
  pack_list(packer, filter.reach().entries());
  return packer.take();
}

ArcFilter unpack_filter(const model_file::Section& section, const FilterOptions& options) {
  Unpacker unpacker(section);
  std::vector<float> weights = unpack_finite<float>(unpacker);
  if (weights.size() != std::size_t{1} << options.bits) unpacker.fail("it has another number of cells");
  const std::vector<TagReach> reach = unpack_list<TagReach>(unpacker);
  unpacker.finish();
  return {options, std::move(weights), ReachTable::from(reach)};
}

}  // namespace espalier::parsing
