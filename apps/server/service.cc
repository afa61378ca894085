#include "server/service.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <new>
#include <nlohmann/json.hpp>

#include "espalier/document.h"
#include "espalier/error.h"
#include "espalier/version.h"
#include "server/gzip.h"
#include "server/json_text.h"
#include "server/parameters.h"
#include "server/parse_request.h"
#include "server/udpipe.h"
#include "server/utf8.h"

namespace espalier::server {
namespace {

constexpr std::size_t kWorthGzip = 1'000;  // bytes; shorter answers are one packet anyway
constexpr std::string_view kJson = "application/json";

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kInput:
      return 400;
    case ErrorKind::kInterrupted:
      return 503;
    case ErrorKind::kSystem:
      break;
  }
  return 500;
}

void demand_utf8(const Parameters& parameters) {
  for (const auto& [name, value] : parameters) {
    if (!is_utf8(name) || !is_utf8(value)) throw HttpError(400, "The parameters are not valid UTF-8.");
  }
}

// `/process` is asked by clients of UDPipe, which print errors as they come.
bool wants_plain_errors(const Request& request) { return request.path == "/process" || request.path == "/tree.svg"; }

bool is_method(const Request& request, std::string_view methods) {
  const std::string_view method = request.method == "HEAD" ? "GET" : std::string_view(request.method);
  return methods.find(method) != std::string_view::npos && !method.empty();
}

std::size_t sentence_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) {
    throw HttpError(400, "sentence must be a number from 1 on");
  }
  return number;
}

nlohmann::ordered_json details_of(const ServedModel& served) {
  const ModelOrigin& origin = served.model().origin();
  const std::string title = origin.credit.substr(0, origin.credit.find_first_of(",:"));
  return {{"language", origin.language},
          {"kind", served.model().parser_kind()},
          {"title", title.empty() ? served.name() : title},
          {"licence", origin.licence},
          {"credit", origin.credit},
          {"constituents", served.finds_constituents()}};
}

}  // namespace

const Service::Route* Service::find_route(std::string_view path) {
  static constexpr std::array<Route, 6> kRoutes = {{{"/process", "GET, POST", &Service::process, false},
                                                    {"/parse", "POST", &Service::parse, false},
                                                    {"/tree.svg", "GET, POST", &Service::tree, false},
                                                    {"/models", "GET, POST", &Service::models, true},
                                                    {"/health", "GET", &Service::health, true},
                                                    {"/metrics", "GET", &Service::metrics_page, true}}};
  for (const Route& route : kRoutes) {
    if (route.path == path) return &route;
  }
  return nullptr;
}

bool Service::is_quick(const Request& request) const {
  const Route* route = find_route(request.path);
  return route == nullptr || route->is_quick || request.method == "OPTIONS";
}

std::string Service::route(const Request& request) const {
  if (find_route(request.path) != nullptr) return request.path;
  return page_.has(request.path) ? "page" : "unknown";
}

Response Service::answer(const Request& request) {
  Response response;
  try {
    response = dispatch(request);
  } catch (const HttpError& error) {
    return refuse(request, error.status(), error.what());
  } catch (const Error& error) {
    return refuse(request, status_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return refuse(request, 503, "out of memory");
  } catch (const std::exception&) {
    return refuse(request, 500, "internal error");
  }
  finish(request, response);
  return response;
}

Response Service::refuse(const Request& request, int status, const std::string& message) {
  Response response;
  response.status = status;
  if (wants_plain_errors(request)) {
    response.content_type = "text/plain; charset=utf-8";
    response.body = message + "\n";
  } else {
    const nlohmann::ordered_json error = {{"error", {{"status", status}, {"message", message}}}};
    response.body = error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  if (const Route* route = find_route(request.path); status == 405) {
    response.headers.emplace_back("Allow", route == nullptr ? "GET" : std::string(route->methods));
  }
  if (status == 503) response.headers.emplace_back("Retry-After", "1");
  finish(request, response);
  return response;
}

// CORS and compression, which all answers have alike.
void Service::finish(const Request& request, Response& response) const {
  response.headers.reserve(4);
  if (!options_.cors.empty()) {
    response.headers.emplace_back("Access-Control-Allow-Origin", options_.cors);
    if (options_.cors != "*") response.headers.emplace_back("Vary", "Origin");
  }
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  // The page has tags, and comes compressed.
  const bool is_tagged = !response.headers.empty() && response.headers.front().first == "ETag";
  if (is_tagged || response.body.size() < kWorthGzip) return;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!accepts_gzip(request.accept_encoding)) return;
  response.body = gzipped(response.body);
  response.headers.emplace_back("Content-Encoding", "gzip");
}

Response Service::dispatch(const Request& request) const {
  const Route* route = find_route(request.path);
  if (request.method == "OPTIONS") {
    Response response;
    response.status = 204;
    response.headers = {{"Allow", route == nullptr ? "GET" : std::string(route->methods)}};
    if (!options_.cors.empty()) {
      response.headers.emplace_back("Access-Control-Allow-Methods", "GET, POST");
      response.headers.emplace_back("Access-Control-Allow-Headers", "Content-Type");
      response.headers.emplace_back("Access-Control-Max-Age", "86400");
    }
    return response;
  }
  if (route == nullptr) {
    if (!page_.has(request.path)) throw HttpError(404, "there is nothing here");
    if (!is_method(request, "GET")) throw HttpError(405, "a page can only be read");
    return page_.get(request);
  }
  if (!is_method(request, route->methods)) throw HttpError(405, fmt::format("the method must be {}", route->methods));
  if (request.content_encoding.empty() || request.content_encoding == "identity")
    return (this->*route->answer)(request);
  if (request.content_encoding != "gzip" && request.content_encoding != "x-gzip") {
    throw HttpError(415, "the only Content-Encoding of requests is gzip");
  }
  Request plain = request;
  plain.body = gunzipped(request.body, options_.request_bytes);
  return (this->*route->answer)(plain);
}

std::shared_ptr<const ServedModel> Service::find_model(std::string_view name) const {
  auto found = shelf_.catalogue()->find(name);
  if (found == nullptr) throw HttpError(400, fmt::format("The requested model '{}' does not exist.", name));
  return found;
}

Response Service::process(const Request& request) const {
  const Parameters parameters = parameters_of(request);
  demand_utf8(parameters);
  if (!parameters.contains("data")) throw HttpError(400, "The parameter 'data' is required.");
  const ProcessRequest what = read_process_request(parameters);
  Annotator annotator(find_model(value_of(parameters, "model")), what.options, options_.work);
  Response response;
  response.body = process_answer(what, value_of(parameters, "data"), annotator);
  response.model = annotator.served().name();
  metrics_.count_work(annotator.sentence_count(), annotator.word_count());
  return response;
}

Response Service::parse(const Request& request) const {
  if (media_type(request.content_type) != kJson) throw HttpError(415, "the Content-Type must be application/json");
  const ParseRequest what = read_parse_request(request.body);
  Annotator annotator(find_model(what.model), what.options, options_.work);
  Response response;
  response.body = parse_answer(what, annotator);
  response.model = annotator.served().name();
  metrics_.count_work(annotator.sentence_count(), annotator.word_count());
  return response;
}

Response Service::tree(const Request& request) const {
  const Parameters parameters = parameters_of(request);
  demand_utf8(parameters);
  const bool has_text = parameters.contains("text");
  if (has_text == parameters.contains("conllu")) throw HttpError(400, "one of text and conllu must be given");
  const std::size_t number = sentence_number(value_of(parameters, "sentence", "1"));
  Annotator annotator(find_model(value_of(parameters, "model")), {}, options_.work);
  const auto edit = annotator.edit_for("svg");
  std::vector<Sentence> drawn;
  const auto use = [&](Sentence& sentence) {
    if (annotator.sentence_count() != number) return;
    if (!edit || edit(sentence)) drawn.push_back(sentence);
  };
  has_text ? annotator.text(value_of(parameters, "text"), use) : annotator.conllu(value_of(parameters, "conllu"), use);
  metrics_.count_work(annotator.sentence_count(), annotator.word_count());
  if (drawn.empty())
    throw HttpError(400, fmt::format("there are {} sentences, and no sentence {}", annotator.sentence_count(), number));
  WriteOptions options;
  options.format = "svg";
  Response response;
  response.content_type = "image/svg+xml";
  response.body = to_string(drawn, options);
  response.model = annotator.served().name();
  response.headers.emplace_back("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
  return response;
}

Response Service::models(const Request& /*request*/) const {
  const auto catalogue = shelf_.catalogue();
  nlohmann::ordered_json stages = nlohmann::ordered_json::object(), details = nlohmann::ordered_json::object();
  for (const auto& served : catalogue->models()) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& [stage, name] :
         {std::pair{Stage::kTokens, "tokenizer"}, {Stage::kTags, "tagger"}, {Stage::kTrees, "parser"}}) {
      if (served->model().has(stage)) list.emplace_back(name);
    }
    stages[served->name()] = std::move(list);
    details[served->name()] = details_of(*served);
  }
  const nlohmann::ordered_json answer = {{"models", std::move(stages)},
                                         {"default_model", catalogue->models().front()->name()},
                                         {"details", std::move(details)}};
  Response response;
  response.body = answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  return response;
}

Response Service::health(const Request& /*request*/) const {
  const bool is_draining = gauges_.draining;
  Response response;
  response.status = is_draining ? 503 : 200;
  response.body = fmt::format(
      "{{\"status\":\"{}\",\"version\":\"{}\",\"models\":{},\"queued\":{},\"working\":{},\"uptime\":{:.1f}}}\n",
      is_draining ? "draining" : "ok", version(), shelf_.catalogue()->models().size(), gauges_.queued.load(),
      gauges_.working.load(), metrics_.uptime());
  return response;
}

Response Service::metrics_page(const Request& /*request*/) const {
  Response response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = metrics_.text(gauges_);
  return response;
}

}  // namespace espalier::server
