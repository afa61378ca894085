// A request and its answer as plain values: what the service works with, whatever brought them.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace espalier::server {

struct Request {
  std::string method = {};
  std::string path = {};  ///< as it was sent, without the query
  std::string query = {};
  std::string content_type = {};
  std::string content_encoding = {};
  std::string accept_encoding = {};
  std::string if_none_match = {};
  std::string body = {};
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string_view, std::string>> headers = {};  ///< names are literals
  std::string model = {};  ///< for the log: the model that was asked; empty: none
};

/// What is wrong with a request, and the status that says so.
class HttpError : public std::runtime_error {
 public:
  HttpError(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  int status() const noexcept { return status_; }

 private:
  int status_;
};

}  // namespace espalier::server
