// What is wrong with a text that is no JSON, in words for our messages.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace espalier::treebank {

/// `not JSON: …`, without the number that nlohmann's exceptions begin with.
inline std::string json_fault(const std::exception& exception) {
  const std::string_view what = exception.what();
  const std::size_t number = what.find("] ");
  return "not JSON: " + std::string(what.substr(number == std::string_view::npos ? 0 : number + 2));
}

}  // namespace espalier::treebank
