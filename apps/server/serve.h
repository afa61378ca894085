// `espalier serve`, without its command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "espalier/models.h"
#include "server/http_server.h"
#include "server/service.h"

namespace espalier::server {

struct ServeOptions {
  HttpOptions http;
  ServiceOptions service;
  bool logs = true;
  std::function<std::vector<InstalledModel>()> models;  ///< which are served, the default first
  std::function<void(const std::string& url)> on_listening;
};

/// Serves until a signal stops it. Throws Error when it cannot begin.
void serve(const ServeOptions& options);

}  // namespace espalier::server
