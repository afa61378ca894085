#include "server/page.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "server/gzip.h"
#include "server/hash.h"

namespace espalier::server {
namespace {

constexpr const char* kPolicy = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'";

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kTypes = {
    {{".html", "text/html; charset=utf-8"},
     {".js", "text/javascript; charset=utf-8"},
     {".mjs", "text/javascript; charset=utf-8"},
     {".css", "text/css; charset=utf-8"},
     {".svg", "image/svg+xml"},
     {".json", "application/json"},
     {".webmanifest", "application/manifest+json"},
     {".png", "image/png"},
     {".ico", "image/x-icon"},
     {".woff2", "font/woff2"},
     {".txt", "text/plain; charset=utf-8"},
     {".map", "application/json"},
     {".webp", "image/webp"}}};

std::string_view type_of(std::string_view path) {
  for (const auto& [ending, type] : kTypes) {
    if (path.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

}  // namespace

Page::Page(const std::vector<PageFile>& files) {
  for (const PageFile& file : files) {
    std::string gzip = gzipped(file.bytes);
    if (gzip.size() * 10 > file.bytes.size() * 9) gzip.clear();
    files_.emplace(file.path, File{file.bytes, std::move(gzip), std::string(type_of(file.path)),
                                   fmt::format("{:016x}", hash_of(file.bytes))});
  }
}

Response Page::get(const Request& request) const {
  const File& file =
      files_.find(request.path == "/" ? std::string_view("/index.html") : std::string_view(request.path))->second;
  const bool is_small = !file.gzip.empty() && accepts_gzip(request.accept_encoding);
  Response response;
  response.content_type = file.type;
  response.headers = {{"ETag", fmt::format("\"{}{}\"", file.tag, is_small ? "-gz" : "")},
                      {"Cache-Control", "no-cache"},
                      {"Vary", "Accept-Encoding"},
                      {"Content-Security-Policy", kPolicy}};
  if (request.if_none_match == "*" || request.if_none_match.find(file.tag) != std::string::npos) {
    response.status = 304;
    return response;
  }
  if (is_small) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = is_small ? file.gzip : std::string(file.bytes);
  return response;
}

}  // namespace espalier::server
