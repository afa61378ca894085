// The features of a template, read off the template itself term by term: slow, as text, and sharing no code with the
// compiler. Two features are the same if and only if their texts are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/unicode.h"
#include "features/template.h"
#include "features/word_text.h"

namespace espalier::tests {

class NaiveFeatures {
 public:
  using PlaceOf = std::function<std::int32_t(const features::Address&)>;  ///< without the offset
  using StateOf = std::function<std::string(std::uint8_t, std::int32_t)>;

  NaiveFeatures(const Sentence& sentence, const features::ExtraColumns& extra, PlaceOf place, StateOf state)
      : sentence_(sentence), extra_(extra), place_(std::move(place)), state_(std::move(state)) {}

  /// In the order of the extractor: the first bag turns fastest.
  std::vector<std::string> of(const features::Template& item) const {
    std::vector<std::string> partial{""};
    for (const features::Term& term : item.terms) {
      std::vector<std::string> next;
      for (const std::string& value : values(term)) {
        for (const std::string& before : partial) next.push_back(before + '\x1f' + value);
      }
      partial = next;
    }
    return partial;
  }

 private:
  using Id = features::AttributeId;
  using Texts = std::vector<std::string>;

  std::int32_t size() const { return sentence_.size(); }

  Texts values(const features::Term& term) const {
    const std::int32_t a = place_(term.addresses[0]);
    if (term.attribute == Id::kState) return {"state " + state_(term.state, a)};
    if (term.addresses.size() == 2) return pair_values(term, a, place_(term.addresses[1]));
    const std::int32_t node = a + term.addresses[0].offset;
    if (term.attribute == Id::kMorph) {
      if (a < 0 || node < 1 || node > size()) return {};
      return split(sentence_.feats(node));
    }
    if (a < 0) return {"none"};
    if (node < 0) return {"before"};
    if (node == 0) return {"root"};
    if (node > size()) return {"after"};
    return {token(term, node)};
  }

  std::string token(const features::Term& term, std::int32_t node) const {
    const Texts& p = term.parameters;
    switch (term.attribute) {
      case Id::kLeftCount:
      case Id::kRightCount: {
        const bool left = term.attribute == Id::kLeftCount;
        return count(p, left ? 1 : node + 1, left ? node - 1 : size());
      }
      case Id::kLeftNearest:
      case Id::kRightNearest: {
        const int step = term.attribute == Id::kLeftNearest ? -1 : 1;
        for (std::int32_t k = node + step; k >= 1 && k <= size(); k += step) {
          if (matches({p[1], p[2]}, k)) return word({p[0]}, k);
        }
        return "none";
      }
      default: {
        Texts whole{std::string(name_of(term.attribute))};
        whole.insert(whole.end(), p.begin(), p.end());
        return word(whole, node);
      }
    }
  }

  Texts pair_values(const features::Term& term, std::int32_t a, std::int32_t b) const {
    const bool bag = term.attribute == Id::kBetween;
    if (a < 0 || b < 0) return bag ? Texts{} : Texts{"none"};
    const std::int32_t low = std::min(a, b) + 1;
    const std::int32_t high = std::max(a, b) - 1;
    const Texts& p = term.parameters;
    switch (term.attribute) {
      case Id::kDir:
        return {b < a ? "left" : "right"};
      case Id::kNear:
        return {std::to_string(std::max(-std::stoi(p[0]), std::min(std::stoi(p[0]), b - a)))};
      case Id::kDist:
        return {distance(p, std::abs(a - b))};
      case Id::kSame:
        return {(a == 0 ? "root" : word(p, a)) == (b == 0 ? "root" : word(p, b)) ? "same" : "other"};
      case Id::kCount:
        return {count(p, low, high)};
      default: {
        Texts seen;
        for (std::int32_t k = low; k <= high; ++k) {
          if (std::find(seen.begin(), seen.end(), word(p, k)) == seen.end()) seen.push_back(word(p, k));
        }
        return seen;
      }
    }
  }

  static std::string distance(const Texts& given, int far) {
    Texts begins = given.empty() ? Texts{"1", "2", "3", "4", "5", "6", "8", "11", "16", "26"} : given;
    std::string bin = "below";
    for (const std::string& begin : begins) {
      if (far >= std::stoi(begin)) bin = begin;
    }
    return bin;
  }

  /// `p` is attribute [.Name] .A|B.
  bool matches(const Texts& p, std::int32_t node) const {
    if (p.back() == "*") return true;
    std::string value = word(Texts(p.begin(), p.end() - 1), node);
    if (value == "none") value = "text ";
    Texts wanted = split(p.back());
    if (p.back().empty()) wanted.push_back("");
    return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& each) { return value == "text " + each; });
  }

  std::string count(const Texts& p, std::int32_t low, std::int32_t high) const {
    int found = 0;
    for (std::int32_t k = low; k <= high; ++k) found += matches(p, k) ? 1 : 0;
    return found >= 10 ? "10+" : found >= 7 ? "7-9" : found >= 5 ? "5-6" : std::to_string(found);
  }

  /// An attribute with its own parameters, at a word.
  std::string word(const Texts& p, std::int32_t k) const {
    const std::string form(sentence_.form(k));
    const std::string lower = base::to_lower(form);
    const std::string& name = p[0];
    const std::string lemma(sentence_.lemma(k));
    const std::string xpos(sentence_.xpos(k));
    if (name == "form") return "text " + form;
    if (name == "lower") return "text " + lower;
    if (name == "lemma") return "text " + (lemma.empty() ? lower : lemma);
    if (name == "upos") return "text " + std::string(sentence_.upos(k));
    if (name == "xpos") return "text " + xpos;
    if (name == "tag") return "text " + (xpos.empty() ? std::string(sentence_.upos(k)) : xpos);
    if (name == "feats") return "text " + std::string(sentence_.feats(k));
    if (name == "shape") return "text " + shape(form);
    if (name == "traits") return "text " + traits(form);
    if (name == "length") return "text " + std::to_string(std::min<std::size_t>(characters(form).size(), 12));
    if (name == "dict") return "none";
    if (name == "prefix") return "text " + utf8(characters(lower).substr(0, std::stoul(p[1])));
    if (name == "suffix") {
      const std::u32string all = characters(lower);
      return "text " + utf8(all.substr(all.size() - std::min<std::size_t>(all.size(), std::stoul(p[1]))));
    }
    if (name == "feat") {
      for (const std::string& item : split(sentence_.feats(k))) {
        if (item.starts_with(p[1] + "=")) return "text " + item.substr(p[1].size() + 1);
      }
      return "text ";
    }
    const auto at = std::find(extra_.names.begin(), extra_.names.end(), p[1]) - extra_.names.begin();
    if (at == static_cast<std::ptrdiff_t>(extra_.names.size())) return "none";
    return "text " + extra_.values[static_cast<std::size_t>(at)][static_cast<std::size_t>(k)];
  }

  static std::string_view name_of(Id id) {
    for (const features::AttributeInfo& info : features::attribute_catalogue()) {
      if (info.id == id) return info.name;
    }
    return {};
  }

  static Texts split(std::string_view text) {
    Texts items;
    std::string item;
    for (const char c : text) {
      if (c == '|') items.push_back(item);
      if (c == '|') item.clear();
      if (c != '|') item += c;
    }
    if (!text.empty()) items.push_back(item);
    return items;
  }

  static std::u32string characters(std::string_view text) {
    std::u32string out;
    for (std::size_t at = 0; at < text.size();) out += base::decode(text, at);
    return out;
  }
  static std::string utf8(std::u32string_view text) {
    std::string out;
    for (const char32_t c : text) base::append_utf8(out, c);
    return out;
  }

  /// For the letters that the random sentences are made of.
  static std::string shape(std::string_view form) {
    std::u32string classes;
    for (const char32_t c : characters(form)) {
      const bool letter = c > 0x7F || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
      const char32_t small = base::to_lower(c);
      const char32_t kind = c >= 0x3000 ? U'o' : c >= U'0' && c <= U'9' ? U'9' : !letter ? c : small == c ? U'x' : U'X';
      const std::size_t n = classes.size();
      if (n < 2 || classes[n - 1] != kind || classes[n - 2] != kind) classes += kind;
    }
    return utf8(classes);
  }

  static std::string traits(std::string_view form) {
    const std::u32string all = characters(shape(form));
    const auto has = [](std::u32string_view text, char32_t c) { return text.find(c) != std::u32string_view::npos; };
    std::string out;
    if (!all.empty() && all[0] == U'X') out += 'A';
    if (!all.empty() && has(std::u32string_view(all).substr(1), U'X')) out += 'C';
    if (has(all, U'x')) out += 'l';
    if (has(all, U'9')) out += '9';
    if (has(all, U'-')) out += '-';
    return out;
  }

  const Sentence& sentence_;
  const features::ExtraColumns& extra_;
  PlaceOf place_;
  StateOf state_;
};

}  // namespace espalier::tests
