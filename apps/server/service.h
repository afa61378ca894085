// The service: which path is answered by what, and in what dress.
#pragma once

#include <cstddef>
#include <string>

#include "server/annotator.h"
#include "server/handler.h"
#include "server/metrics.h"
#include "server/page.h"
#include "server/shelf.h"

namespace espalier::server {

struct ServiceOptions {
  std::string cors = {};                             ///< the origin that may read answers, `*`: all; empty: none
  std::size_t request_bytes = std::size_t{4} << 20;  ///< of a body, also when decompressed
  WorkLimits work = {};
};

class Service : public Handler {
 public:
  /// All must outlive it.
  Service(const ServiceOptions& options, const Shelf& shelf, Metrics& metrics, const Gauges& gauges)
      : options_(options), shelf_(shelf), metrics_(metrics), gauges_(gauges) {}

  Response answer(const Request& request) override;
  Response refuse(const Request& request, int status, const std::string& message) override;
  bool is_quick(const Request& request) const override;
  std::string route(const Request& request) const override;

 private:
  using Answer = Response (Service::*)(const Request&) const;
  struct Route {
    std::string_view path;
    std::string_view methods;
    Answer answer;
    bool is_quick;
  };

  static const Route* find_route(std::string_view path);
  Response dispatch(const Request& request) const;
  Response process(const Request& request) const;
  Response parse(const Request& request) const;
  Response tree(const Request& request) const;
  Response models(const Request& request) const;
  Response health(const Request& request) const;
  Response metrics_page(const Request& request) const;

  std::shared_ptr<const ServedModel> find_model(std::string_view name) const;
  void finish(const Request& request, Response& response) const;

  ServiceOptions options_;
  const Shelf& shelf_;
  Metrics& metrics_;
  const Gauges& gauges_;
  Page page_;
};

}  // namespace espalier::server
