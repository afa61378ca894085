// Bytes: a header of sizes and the kernel; the sizes of each part; then, for all parts one after the other, features,
// rho, coefficients (8 bytes each), classes, ends of lists, ends of coefficients, lists, pairs (4 bytes each). Ends are
// counted from the start of all parts, and stand behind a 0, one for all.
#include "learning/frozen_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "espalier/error.h"
#include "learning/bucket.h"

namespace espalier::learning {

struct FrozenKernel::Header {
  std::uint64_t parts;
  std::uint64_t classes;
  std::uint64_t pairs;
  std::uint64_t vectors;
  std::uint64_t features;
  std::uint64_t listed;
  std::uint64_t coefficients;
  double gamma;
  double coef0;
  std::uint32_t degree;
  std::uint32_t zero;
};

struct FrozenKernel::PartSizes {
  std::uint32_t classes;
  std::uint32_t vectors;
  std::uint32_t features;
  std::uint32_t zero;
};

namespace {

[[noreturn]] void refuse(const char* reason) { throw Error(ErrorKind::kInput, reason); }

void require_short(std::size_t size) {
  if (size > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::kUsage, "the support vectors have more features or coefficients than a model can hold");
  }
}

bool is_ascending(std::span<const std::uint64_t> values) {
  return std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}

bool are_numbers(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

/// What freeze() gathers, array by array.
struct Arrays {
  std::vector<std::uint64_t> features;
  std::vector<double> rho;
  std::vector<double> values;
  std::vector<std::uint32_t> classes;
  std::vector<std::uint32_t> list_ends = {0};
  std::vector<std::uint32_t> sum_ends = {0};
  std::vector<std::uint32_t> listed;
  std::vector<std::uint32_t> pairs;

  void add(const KernelModel& model) {
    rho.insert(rho.end(), model.rho.begin(), model.rho.end());
    classes.insert(classes.end(), model.classes.begin(), model.classes.end());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> items;
    for (std::uint32_t vector = 0; vector < model.vectors.size(); ++vector) {
      for (const std::uint64_t feature : model.vectors[vector].features) items.emplace_back(feature, vector);
      for (const auto& [pair, value] : model.vectors[vector].coefficients) {
        pairs.push_back(pair);
        values.push_back(value);
      }
      require_short(values.size());
      sum_ends.push_back(static_cast<std::uint32_t>(values.size()));
    }
    std::sort(items.begin(), items.end());
    require_short(listed.size() + items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      listed.push_back(items[i].second);
      if (i + 1 < items.size() && items[i + 1].first == items[i].first) continue;
      features.push_back(items[i].first);
      list_ends.push_back(static_cast<std::uint32_t>(listed.size()));
    }
  }
};

}  // namespace

std::string FrozenKernel::freeze(std::span<const KernelModel> parts, const PolynomialKernel& kernel) {
  Arrays arrays;
  std::vector<PartSizes> sizes;
  for (const KernelModel& model : parts) {
    const std::size_t before = arrays.features.size();
    arrays.add(model);
    sizes.push_back({static_cast<std::uint32_t>(model.classes.size()), static_cast<std::uint32_t>(model.vectors.size()),
                     static_cast<std::uint32_t>(arrays.features.size() - before), 0});
  }
  const Header header = {parts.size(),
                         arrays.classes.size(),
                         arrays.rho.size(),
                         arrays.sum_ends.size() - 1,
                         arrays.features.size(),
                         arrays.listed.size(),
                         arrays.values.size(),
                         kernel.gamma,
                         kernel.coef0,
                         kernel.degree,
                         0};
  std::string bytes;
  append_values<Header>(bytes, {&header, 1});
  append_values<PartSizes>(bytes, sizes);
  append_values<std::uint64_t>(bytes, arrays.features);
  append_values<double>(bytes, arrays.rho);
  append_values<double>(bytes, arrays.values);
  for (const auto* array : {&arrays.classes, &arrays.list_ends, &arrays.sum_ends, &arrays.listed, &arrays.pairs}) {
    append_values<std::uint32_t>(bytes, *array);
  }
  return bytes;
}

/// Takes arrays off the bytes, and never more than there are.
class FrozenKernel::Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Value>
  std::span<const Value> take(std::uint64_t count) {
    if (count > bytes_.size() / sizeof(Value)) refuse("the table of support vectors is cut short");
    const std::span<const Value> out(reinterpret_cast<const Value*>(bytes_.data()), count);
    bytes_ = bytes_.subspan(out.size_bytes());
    return out;
  }
  bool is_empty() const noexcept { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

FrozenKernel::FrozenKernel(std::span<const std::byte> bytes, std::uint32_t classes) {
  Reader reader(bytes);
  const Header header = reader.take<Header>(1).front();
  kernel_ = {header.degree, header.gamma, header.coef0};
  if (header.degree < 1 || header.degree > 16 || !std::isfinite(header.gamma) || !std::isfinite(header.coef0)) {
    refuse("the table of support vectors is of no kernel");
  }
  const auto sizes = reader.take<PartSizes>(header.parts);
  auto features = reader.take<std::uint64_t>(header.features);
  auto rho = reader.take<double>(header.pairs);
  values_ = reader.take<double>(coefficients_ = header.coefficients).data();
  auto own = reader.take<std::uint32_t>(header.classes);
  auto lists = reader.take<std::uint32_t>(header.features + 1);
  auto sums = reader.take<std::uint32_t>(header.vectors + 1);
  listed_ = reader.take<std::uint32_t>(lists_ = header.listed).data();
  pairs_ = reader.take<std::uint32_t>(header.coefficients).data();
  vectors_ = header.vectors;
  features_ = header.features;
  const auto part_of = [](auto& all, std::uint64_t count, std::uint64_t overlap = 0) {
    if (count + overlap > all.size()) refuse("the parts of the table of support vectors are larger than the table");
    const auto part = all.first(count + overlap);
    all = all.subspan(count);
    return part;
  };
  for (const PartSizes& size : sizes) {
    parts_.push_back({part_of(own, size.classes), part_of(rho, pairs_of(size.classes)),
                      part_of(features, size.features), part_of(lists, size.features, 1),
                      part_of(sums, size.vectors, 1)});
    check(parts_.back(), classes);
  }
  if (!reader.is_empty() || !own.empty() || !rho.empty() || !features.empty() || lists.size() != 1 ||
      sums.size() != 1 || lists.front() != lists_ || sums.front() != coefficients_) {
    refuse("the table of support vectors does not have the size it says");
  }
}

void FrozenKernel::check(const Part& part, std::uint32_t classes) const {
  if (std::adjacent_find(part.classes.begin(), part.classes.end(), std::greater_equal<>()) != part.classes.end() ||
      (!part.classes.empty() && part.classes.back() >= classes)) {
    refuse("the table of support vectors has classes that there are not");
  }
  if (!is_ascending(part.features)) refuse("the table of support vectors has features out of order");
  if (!std::is_sorted(part.lists.begin(), part.lists.end()) || part.lists.back() > lists_ ||
      !std::is_sorted(part.sums.begin(), part.sums.end()) || part.sums.back() > coefficients_) {
    refuse("the table of support vectors has a list outside itself");
  }
  const std::size_t vectors = part.sums.size() - 1;
  const auto all_below = [](const std::uint32_t* all, std::span<const std::uint32_t> ends, std::size_t bound) {
    return std::all_of(all + ends.front(), all + ends.back(), [&](std::uint32_t value) { return value < bound; });
  };
  if (!all_below(listed_, part.lists, vectors) || !all_below(pairs_, part.sums, part.rho.size())) {
    refuse("the table of support vectors has a vector or a decision that there is not");
  }
  const std::size_t begin = part.sums.front();
  if (!are_numbers(part.rho) || !are_numbers({values_ + begin, part.sums.back() - begin})) {
    refuse("the table of support vectors has a weight that is no number");
  }
}

std::span<const double> FrozenKernel::decide(std::size_t number, std::span<const std::uint64_t> features,
                                             KernelScratch& scratch) const {
  const Part& part = parts_[number];
  scratch.dots.assign(part.sums.size() - 1, 0);
  for (const std::uint64_t feature : features) {
    const auto found = std::lower_bound(part.features.begin(), part.features.end(), feature);
    if (found == part.features.end() || *found != feature) continue;
    const auto place = static_cast<std::size_t>(found - part.features.begin());
    for (std::uint32_t i = part.lists[place]; i < part.lists[place + 1]; ++i) ++scratch.dots[listed_[i]];
  }
  scratch.decisions.assign(part.rho.size(), 0.0);
  double* decisions = scratch.decisions.data();
  for (std::size_t vector = 0; vector < scratch.dots.size(); ++vector) {
    const double kernel = kernel_(scratch.dots[vector]);
    for (std::uint32_t i = part.sums[vector]; i < part.sums[vector + 1]; ++i) {
      decisions[pairs_[i]] += values_[i] * kernel;
    }
  }
  for (std::size_t pair = 0; pair < part.rho.size(); ++pair) decisions[pair] -= part.rho[pair];
  return scratch.decisions;
}

void FrozenKernel::add_scores(std::size_t number, std::span<const std::uint64_t> features, KernelScratch& scratch,
                              float* scores) const {
  const std::span<const double> decisions = decide(number, features, scratch);
  const std::span<const std::uint32_t> classes = parts_[number].classes;
  std::size_t pair = 0;
  for (std::size_t a = 0; a < classes.size(); ++a) {
    for (std::size_t b = a + 1; b < classes.size(); ++b, ++pair) {
      scores[classes[decisions[pair] > 0 ? a : b]] += 1;
    }
  }
}

}  // namespace espalier::learning
