// serve: the HTTP service and its page.
#include "server/serve.h"

#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "cli/model_folders.h"
#include "cli/verb.h"
#include "espalier/models.h"

namespace espalier::cli {
namespace {

struct ServeArguments {
  std::vector<std::string> models;
  server::HttpOptions http;
  server::ServiceOptions service;
  double read_seconds = 10;
  double work_seconds = 30;
  double idle_seconds = 60;
  std::string log = "json";
};

/// Those that are named, else all that are installed.
std::vector<InstalledModel> models_to_serve(const std::vector<std::string>& names) {
  auto installed = installed_models(model_folders());
  if (names.empty()) return installed;
  std::vector<InstalledModel> models;
  for (const std::string& name : names) {
    const std::string path = find_model(name, installed);
    models.push_back({std::filesystem::path(path).stem().string(), path});
  }
  return models;
}

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1'000));
}

int run(const Common& common, const ServeArguments& arguments) {
  server::ServeOptions options;
  options.http = arguments.http;
  options.http.threads =
      common.threads > 0 ? static_cast<std::size_t>(common.threads) : std::max(1U, std::thread::hardware_concurrency());
  options.http.request_bytes = arguments.service.request_bytes;
  options.http.read_time = milliseconds(arguments.read_seconds);
  options.http.idle_time = milliseconds(arguments.idle_seconds);
  options.http.queue_time = milliseconds(arguments.work_seconds);
  options.service = arguments.service;
  options.service.work.time = milliseconds(arguments.work_seconds);
  options.logs = arguments.log == "json";
  options.models = [names = arguments.models] { return models_to_serve(names); };
  options.on_listening = [](const std::string& url) { print(fmt::format("listening at {}\n", url)); };
  server::serve(options);
  return 0;
}

void add_limits(CLI::App& app, ServeArguments& arguments) {
  const CLI::Range seconds(0.01, 86'400.0);
  app.add_option("--queue", arguments.http.queue, "Requests that wait for a thread; to more the answer is 503")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--max-connections", arguments.http.connections, "Open connections; of more, idle ones are closed")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--max-request", arguments.service.request_bytes,
                 "Largest request, in bytes; to a larger one the answer is 413")
      ->check(CLI::Range(1, 1 << 30))
      ->capture_default_str();
  app.add_option("--max-words", arguments.service.work.words, "Longest sentence, in words")
      ->check(CLI::Range(1, 50'000))
      ->capture_default_str();
  app.add_option("--max-beam", arguments.service.work.beam, "Widest beam that a request may ask for")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  app.add_option("--read-timeout", arguments.read_seconds,
                 "Seconds in which a request must have come as a whole, else 408")
      ->check(seconds)
      ->capture_default_str();
  app.add_option("--work-timeout", arguments.work_seconds,
                 "Seconds that a request may wait, and then be worked on, else 503")
      ->check(seconds)
      ->capture_default_str();
  app.add_option("--idle-timeout", arguments.idle_seconds, "Seconds that a connection is kept without a request")
      ->check(seconds)
      ->capture_default_str();
}

}  // namespace

void register_serve(CLI::App& root) {
  Verb verb(
      root, "serve", "Serves models over HTTP, with a page to try them",
      "  espalier serve\n"
      "  espalier serve -m pt -m my.model --port 8000\n"
      "  curl -F data=@news.txt -F model=english -F tokenizer= -F tagger= -F parser= "
      "http://localhost:8080/process\n"
      "  curl -H 'Content-Type: application/json' -d '{\"text\": \"Pear trees grow.\"}' "
      "http://localhost:8080/parse\n\n"
      "/process and /models are those of UDPipe's service, so that its clients work; /parse takes and gives JSON,\n"
      "/tree.svg draws, /health and /metrics are for those who watch over it. SIGTERM and Ctrl-C stop it when all\n"
      "requests that it has taken are answered, a second time at once; SIGHUP reads the models anew.\n");
  verb.uses_threads();
  const auto arguments = std::make_shared<ServeArguments>();
  CLI::App& app = verb.app();
  app.add_option("-m,--model", arguments->models,
                 "A model: a file, or an installed one by name or language; repeatable, the first is the default "
                 "(default: all that are installed)")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->option_text("MODEL");
  app.add_option("--host", arguments->http.host, "Address to listen at; 0.0.0.0 or ::: those of all networks")
      ->capture_default_str();
  app.add_option("--port", arguments->http.port, "Port to listen at; 0: any that is free")->capture_default_str();
  app.add_option("--cors", arguments->service.cors, "Origin whose pages may read the answers; *: all")
      ->option_text("ORIGIN");
  app.add_option("--log", arguments->log, "What is written to stderr: json (a line a request) or none")
      ->check(CLI::IsMember({"json", "none"}))
      ->capture_default_str();
  add_limits(app, *arguments);
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
