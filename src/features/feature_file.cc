// Feature files: sections of templates, one a line; and templates printed back.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "espalier/error.h"
#include "features/template.h"

namespace espalier::features {
namespace {

std::string_view trim(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::size_t find_section(std::string_view header, const std::vector<Schema>& schemas, const Place& place) {
  if (header.back() != ']') throw Error(ErrorKind::kUsage, place, "a section is written [name]");
  const std::string_view name = trim(header.substr(1, header.size() - 2));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < schemas.size(); ++i) {
    if (schemas[i].name == name) return i;
    names.push_back(schemas[i].name);
  }
  throw Error(ErrorKind::kUsage, place,
              fmt::format("there is no section [{}] for this parser{}; it has {}", name, did_you_mean(name, names),
                          fmt::join(names, ", ")));
}

std::string_view attribute_name(const Term& term, const Schema& schema) {
  if (term.kind == AttributeKind::kState) return schema.states[term.state];
  const auto catalogue = attribute_catalogue();
  const auto found = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const AttributeInfo& info) { return info.id == term.attribute; });
  return found->name;
}

void append_address(std::string& out, const Address& address, const Schema& schema) {
  for (const std::uint8_t f : std::views::reverse(address.functions)) out += schema.functions[f] + "(";
  out += schema.anchors[address.anchor];
  out.append(address.functions.size(), ')');
  if (address.offset != 0) out += fmt::format("{:+d}", address.offset);
}

}  // namespace

std::string to_text(const Template& item, const Schema& schema) {
  std::string out;
  for (const Term& term : item.terms) {
    if (!out.empty()) out += " & ";
    out += attribute_name(term, schema);
    for (const std::string& parameter : term.parameters) {
      const bool bare = !parameter.empty() && parameter.find_first_of(".(),& \t\"") == std::string::npos;
      out += bare ? "." + parameter : ".\"" + parameter + "\"";
    }
    out += '(';
    for (std::size_t i = 0; i < term.addresses.size(); ++i) {
      if (i > 0) out += ',';
      append_address(out, term.addresses[i], schema);
    }
    out += ')';
  }
  return out;
}

std::vector<Section> parse_features(std::string_view text, const std::vector<Schema>& schemas,
                                    const std::string& file) {
  std::vector<Section> sections;
  sections.reserve(schemas.size());
  for (const Schema& schema : schemas) sections.push_back({schema.name, {}});
  std::vector<std::set<std::string>> known(schemas.size());  // as text; lists from strangers may be long
  std::size_t current = 0;
  std::size_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = text.find('\n');
    const std::string_view raw = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const std::string_view content = trim(raw);
    if (content.empty() || content.front() == '#') continue;
    if (content.front() == '[') {
      current = find_section(content, schemas, {file, line, 1});
      continue;
    }
    // The untrimmed line, so that columns are those of the file.
    const std::string_view body = raw.substr(0, static_cast<std::size_t>(content.end() - raw.begin()));
    Template item = parse_template(body, schemas[current], file, line);
    if (known[current].insert(to_text(item, schemas[current])).second) {
      sections[current].templates.push_back(std::move(item));
    }
  }
  return sections;
}

std::string to_text(const std::vector<Section>& sections, const std::vector<Schema>& schemas) {
  std::string out;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].templates.empty()) continue;
    if (!out.empty()) out += '\n';
    out += "[" + sections[i].name + "]\n";
    for (const Template& item : sections[i].templates) out += to_text(item, schemas[i]) + "\n";
  }
  return out;
}

}  // namespace espalier::features
