#include "server/parameters.h"

#include <algorithm>

namespace espalier::server {
namespace {

int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

void put(Parameters& parameters, std::string name, std::string value) {
  if (parameters.size() >= kMostParameters && !parameters.contains(name)) {
    throw HttpError(400, "The request has more than " + std::to_string(kMostParameters) + " parameters.");
  }
  parameters.insert_or_assign(std::move(name), std::move(value));
}

[[noreturn]] void refuse_multipart(const char* why) {
  throw HttpError(400, std::string("The payload is not well-formed multipart/form-data: ") + why + ".");
}

// The headers of a part; `name` is that of its parameter.
std::string name_of_part(std::string_view headers) {
  std::string name;
  bool is_named = false;
  while (!headers.empty()) {
    const std::size_t end = std::min(headers.find("\r\n"), headers.size());
    const std::string_view line = headers.substr(0, end);
    headers.remove_prefix(std::min(end + 2, headers.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) refuse_multipart("a header without a colon");
    const std::string key = lowered(trimmed(line.substr(0, colon)));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (key == "content-disposition") {
      name = header_attribute(value, "name");
      is_named = true;
    } else if (key == "content-transfer-encoding") {
      const std::string encoding = lowered(value);
      if (encoding != "7bit" && encoding != "8bit" && encoding != "binary") refuse_multipart("a part is encoded");
    }
  }
  if (!is_named) refuse_multipart("a part has no name");
  return name;
}

// From `at` past a quoted string, which ends in `value`.
std::size_t read_quoted(std::string_view header, std::size_t at, std::string& value) {
  while (++at < header.size() && header[at] != '"') {
    if (header[at] == '\\' && at + 1 < header.size()) ++at;
    value += header[at];
  }
  return std::min(at + 1, header.size());
}

}  // namespace

void read_form(std::string_view text, Parameters& parameters) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    put(parameters, unescaped(pair.substr(0, equals)), unescaped(pair.substr(std::min(equals + 1, pair.size()))));
  }
}

void read_multipart(std::string_view body, std::string_view boundary, Parameters& parameters) {
  if (boundary.empty() || boundary.size() > 200) refuse_multipart("no boundary is given");
  const std::string first = "--" + std::string(boundary);
  const std::string next = "\r\n" + first;
  // What comes before the first boundary is nothing's.
  std::size_t at = body.starts_with(first) ? first.size() : body.find(next);
  if (at == std::string_view::npos) refuse_multipart("the boundary does not come");
  if (!body.starts_with(first)) at += next.size();
  for (;;) {
    body.remove_prefix(at);
    if (body.starts_with("--")) return;
    const std::size_t line = body.find("\r\n");
    if (line == std::string_view::npos || !trimmed(body.substr(0, line)).empty())
      refuse_multipart("a boundary has no end");
    body.remove_prefix(line);
    const std::size_t headers = body.find("\r\n\r\n");
    if (headers == std::string_view::npos) refuse_multipart("a part has no headers");
    std::string name = name_of_part(headers == 0 ? std::string_view() : body.substr(2, headers - 2));
    // The empty line may be the one that the next boundary begins with: the value is empty then.
    body.remove_prefix(headers + 2);
    const std::size_t end = body.find(next);
    if (end == std::string_view::npos) refuse_multipart("a part has no end");
    put(parameters, std::move(name), std::string(end < 2 ? std::string_view() : body.substr(2, end - 2)));
    at = end + next.size();
  }
}

Parameters parameters_of(const Request& request) {
  Parameters parameters;
  read_form(request.query, parameters);
  if (request.method != "POST") return parameters;
  const std::string type = media_type(request.content_type);
  if (type == "application/x-www-form-urlencoded" || (type.empty() && request.body.empty())) {
    read_form(request.body, parameters);
  } else if (type == "multipart/form-data") {
    read_multipart(request.body, header_attribute(request.content_type, "boundary"), parameters);
  } else {
    throw HttpError(
        415,
        "Unsupported payload Content-Type: it is a form, application/x-www-form-urlencoded or multipart/form-data.");
  }
  return parameters;
}

std::string_view value_of(const Parameters& parameters, std::string_view name, std::string_view otherwise) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? otherwise : found->second;
}

std::string media_type(std::string_view content_type) {
  return lowered(trimmed(content_type.substr(0, content_type.find(';'))));
}

std::string header_attribute(std::string_view header, std::string_view name) {
  std::size_t at = std::min(header.find(';'), header.size());
  while (at < header.size()) {
    ++at;
    const std::size_t equals = header.find_first_of("=;", at);
    if (equals == std::string_view::npos) return {};
    if (header[equals] == ';') {
      at = equals;
      continue;
    }
    const std::string key = lowered(trimmed(header.substr(at, equals - at)));
    std::string value;
    const std::size_t start = header.find_first_not_of(" \t", equals + 1);
    if (start != std::string_view::npos && header[start] == '"') {
      at = std::min(header.find(';', read_quoted(header, start, value)), header.size());
    } else {
      at = std::min(header.find(';', equals), header.size());
      value = trimmed(header.substr(equals + 1, at - equals - 1));
    }
    if (key == name) return value;
  }
  return {};
}

}  // namespace espalier::server
