// Says whether texts and features have stood for one another so far.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace espalier::tests {

class Bijection {
 public:
  bool add(const std::string& text, std::uint64_t feature) {
    return features_.emplace(text, feature).first->second == feature &&
           texts_.emplace(feature, text).first->second == text;
  }
  std::size_t size() const { return texts_.size(); }

 private:
  std::map<std::string, std::uint64_t> features_;
  std::map<std::uint64_t, std::string> texts_;
};

}  // namespace espalier::tests
