// The files of the page, which are compiled in.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/message.h"

namespace espalier::server {

struct PageFile {
  std::string_view path;  ///< `/index.html`
  std::string_view bytes;
};

/// What lies below web/dist; made by cmake/embed_page.cmake.
std::vector<PageFile> page_files();

/// The page: its files with types and tags, compressed once.
class Page {
 public:
  explicit Page(const std::vector<PageFile>& files = page_files());

  /// `/` is `/index.html`.
  bool has(std::string_view path) const { return files_.contains(path == "/" ? "/index.html" : path); }
  /// 200, or 304 where the client has it already. REQUIRES has(request.path).
  Response get(const Request& request) const;

 private:
  struct File {
    std::string_view bytes;
    std::string gzip;  // empty: not worth it
    std::string type;
    std::string tag;  // without quotes
  };

  std::map<std::string, File, std::less<>> files_;
};

}  // namespace espalier::server
