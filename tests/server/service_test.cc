// What the service answers, compared with what the library gives by itself.
#include "server/service.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "espalier/document.h"
#include "server/gzip.h"
#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

namespace espalier::server {
namespace {

using nlohmann::json;

constexpr const char* kForm = "application/x-www-form-urlencoded";

std::string model_path(const std::string& name) { return tests::source_path("models/" + name + ".model"); }

std::vector<InstalledModel> shipped() {
  return {{"en_ewt", model_path("en_ewt")}, {"pt_bosque", model_path("pt_bosque")}};
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    char hex[4];
    std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    out += hex;
  }
  return out;
}

class ServiceTest : public ::testing::Test {
 protected:
  Response post(const std::string& path, const std::string& body, const std::string& type = kForm) {
    return service_.answer({.method = "POST", .path = path, .content_type = type, .body = body});
  }
  Response get(const std::string& path, const std::string& query = "") {
    return service_.answer({.method = "GET", .path = path, .query = query});
  }
  Response parse(const json& request) { return post("/parse", request.dump(), "application/json; charset=utf-8"); }
  static std::string header(const Response& response, const std::string& name) {
    for (const auto& [key, value] : response.headers) {
      if (key == name) return value;
    }
    return {};
  }
  /// What `parse` writes for a text.
  std::string conllu_of(const std::string& model, std::string_view text, PipelineOptions options = {}) {
    const Pipeline pipeline(Model::load(model_path(model)), options);
    std::string out;
    pipeline.annotate(text, [&](Sentence& sentence) { out += to_string(sentence); });
    return out;
  }

  Metrics metrics_;
  Gauges gauges_;
  Shelf shelf_{shipped};
  ServiceOptions options_{.cors = "*", .request_bytes = 10'000, .work = {.words = 50, .beam = 8}};
  Service service_{options_, shelf_, metrics_, gauges_};
  const std::string text_ = "Gardeners train pear trees. They don't \"hurry\".\n\nNew paragraph.\n";
};

TEST_F(ServiceTest, ProcessGivesWhatTheLibraryGives) {
  const Response response = post("/process", "tokenizer=&tagger=&parser=&data=" + escaped(text_));
  ASSERT_EQ(response.status, 200) << response.body;
  const json answer = json::parse(response.body);
  EXPECT_EQ(answer["model"], "en_ewt");
  EXPECT_EQ(answer["result"], conllu_of("en_ewt", text_));
  EXPECT_EQ(answer["acknowledgements"].size(), 1U);
  EXPECT_EQ(json::parse(get("/process", "tokenizer=&tagger=&parser=&data=" + escaped(text_)).body), answer);
  EXPECT_EQ(response.model, "en_ewt");
}

TEST_F(ServiceTest, ProcessStages) {
  const auto result = [&](const std::string& parameters) {
    return json::parse(post("/process", parameters).body)["result"].get<std::string>();
  };
  PipelineOptions tokens;
  tokens.last = Stage::kTokens;
  EXPECT_EQ(result("tokenizer=&data=" + escaped(text_)), conllu_of("en_ewt", text_, tokens));
  tokens.offsets = true;
  tokens.lines = Lines::kSentences;
  EXPECT_EQ(result("tokenizer=presegmented;ranges&data=" + escaped(text_)), conllu_of("en_ewt", text_, tokens));
  PipelineOptions tags;
  tags.last = Stage::kTags;
  EXPECT_EQ(result("tokenizer=&tagger=&input=conllu&data=" + escaped(text_)), conllu_of("en_ewt", text_, tags))
      << "clients of UDPipe send input=conllu along with tokenizer";
  EXPECT_EQ(result("data=" + escaped("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n")), "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
}

TEST_F(ServiceTest, ProcessInAndOut) {
  const auto result = [&](const std::string& parameters) {
    return json::parse(post("/process", parameters).body)["result"].get<std::string>();
  };
  EXPECT_EQ(result("tokenizer=&output=horizontal&data=" + escaped("Trees grow. New\u00a0York.")),
            "Trees grow .\nNew York .\n");
  EXPECT_EQ(result("tokenizer=&output=vertical&model=pt&data=" + escaped("Do muro.")), "Do\nmuro\n.\n\n")
      << "tokens, not words";
  EXPECT_EQ(result("input=horizontal&output=vertical&data=" + escaped("a b\u00a0c\n\nd\n")), "a\nb c\n\nd\n\n");
  EXPECT_EQ(result("input=vertical&output=horizontal&data=" + escaped("a\nb c\n\nd")), "a b\u00a0c\nd\n");
  EXPECT_EQ(result("tokenizer=&output=plaintext&data=" + escaped("Trees  grow.")), "Trees  grow.");
  const std::string parsed = result("input=horizontal&tagger=&parser=&data=" + escaped("Trees grow ."));
  EXPECT_EQ(parsed.substr(0, parsed.find('\n')), "# sent_id = 1");
  EXPECT_NE(parsed.find("2\tgrow\tgrow\tVERB"), std::string::npos) << parsed;
}

TEST_F(ServiceTest, ProcessErrorsArePlain) {
  const auto expect_error = [&](const std::string& parameters, const std::string& message) {
    const Response response = post("/process", parameters);
    EXPECT_EQ(response.status, 400) << parameters;
    EXPECT_EQ(response.content_type, "text/plain; charset=utf-8");
    EXPECT_NE(response.body.find(message), std::string::npos) << response.body;
  };
  expect_error("tokenizer=", "'data' is required");
  expect_error("data=x&model=klingon", "'klingon' does not exist");
  expect_error("data=x&tokenizer=&output=matxin", "'matxin'");
  expect_error("data=x&input=epe", "'epe'");
  expect_error("data=not+conllu", "conllu:1");
  expect_error("data=%FF&tokenizer=", "UTF-8");
  std::string lengthy;
  for (int i = 0; i < 60; ++i) lengthy += "word ";
  expect_error("input=horizontal&parser=&data=" + escaped(lengthy), "50 at most");
}

TEST_F(ServiceTest, ModelsByName) {
  const auto model = [&](const std::string& name) -> std::string {
    const auto found = shelf_.catalogue()->find(name);
    return found == nullptr ? "none" : found->name();
  };
  for (const char* name :
       {"", "en_ewt", "en", "eng", "english", "English", "english-ewt", "en-ewt", "english-ewt-ud-2.15-241121"}) {
    EXPECT_EQ(model(name), "en_ewt") << name;
  }
  for (const char* name : {"pt", "por", "portuguese", "portuguese-bosque-ud-2.5", "pt_bosque"})
    EXPECT_EQ(model(name), "pt_bosque");
  for (const char* name : {"e", "english-gum", "fr", "english-ewtx", "_", "en_"})
    EXPECT_EQ(model(name), "none") << name;
  const json models = json::parse(get("/models").body);
  EXPECT_EQ(models["models"]["en_ewt"], json({"tokenizer", "tagger", "parser"}));
  EXPECT_EQ(models["default_model"], "en_ewt");
  EXPECT_EQ(models["details"]["pt_bosque"]["language"], "pt");
  EXPECT_EQ(models["details"]["pt_bosque"]["title"], "UD Portuguese Bosque");
}

TEST_F(ServiceTest, ParseGivesWhatTheLibraryGives) {
  const Response response = parse({{"texts", {text_, "Do muro."}}, {"model", "pt"}, {"confidence", true}});
  ASSERT_EQ(response.status, 200) << response.body;
  const json answer = json::parse(response.body);
  PipelineOptions options;
  options.parse.confidence = true;
  ASSERT_EQ(answer["documents"].size(), 2U);
  EXPECT_EQ(answer["documents"][0]["conllu"], conllu_of("pt_bosque", text_, options));
  const json& document = answer["documents"][1];
  EXPECT_EQ(document["conllu"], conllu_of("pt_bosque", "Do muro.", options));
  const json& sentence = document["sentences"][0];
  EXPECT_EQ(sentence["text"], "Do muro.");
  EXPECT_EQ(sentence["multiword"], json::parse(R"([{"first": 1, "last": 2, "form": "Do"}])"));
  ASSERT_EQ(sentence["tokens"].size(), 4U);
  EXPECT_EQ(sentence["tokens"][2]["form"], "muro");
  EXPECT_EQ(sentence["tokens"][2]["head"], 0);
  EXPECT_GT(sentence["tokens"][2]["confidence"], 0.0);
  EXPECT_EQ(sentence["comments"][3], "# text = Do muro.");
}

TEST_F(ServiceTest, ParseKeepsGivenHeads) {
  const std::string words =
      "1\tTrees\t_\t_\t_\t_\t3\tdep\t_\t_\n2\tgrow\t_\t_\t_\t_\t_\t_\t_\t_\n3\tfast\t_\t_\t_\t_\t_\t_\t_\t_\n\n";
  json answer = json::parse(parse({{"conllu", words}, {"constraints", true}}).body);
  EXPECT_EQ(answer["documents"][0]["sentences"][0]["tokens"][0]["head"], 3);
  EXPECT_EQ(answer["documents"][0]["sentences"][0]["tokens"][0]["deprel"], "dep");
  answer = json::parse(parse({{"conllu", words}}).body);
  EXPECT_EQ(answer["documents"][0]["sentences"][0]["tokens"][0]["head"], 2);
  answer = json::parse(parse({{"text", "Trees grow."}, {"last", "tokens"}}).body);
  EXPECT_TRUE(answer["documents"][0]["sentences"][0]["tokens"][0]["head"].is_null());
}

TEST_F(ServiceTest, ParseErrorsAreJson) {
  const auto expect_error = [&](const Response& response, int status) {
    EXPECT_EQ(response.status, status) << response.body;
    EXPECT_EQ(json::parse(response.body)["error"]["status"], status);
    EXPECT_FALSE(json::parse(response.body)["error"]["message"].get<std::string>().empty());
  };
  expect_error(post("/parse", "{}", "text/plain"), 415);
  expect_error(post("/parse", "{", "application/json"), 400);
  expect_error(post("/parse", std::string("{\"text\":\"a\"}\0junk", 17), "application/json"), 400);
  expect_error(parse({{"text", "a"}, {"model", "xx"}}), 400);
  expect_error(parse({{"text", "a"}, {"beam", 9}}), 400);
  expect_error(parse({{"text", "a"}, {"lines", "x"}}), 400);
  expect_error(get("/parse"), 405);
  expect_error(get("/no/such/page"), 404);
  EXPECT_EQ(header(get("/parse"), "Allow"), "POST");
}

TEST_F(ServiceTest, TreeIsDrawn) {
  const Response response = get("/tree.svg", "sentence=2&text=" + escaped("Yes. Trees grow."));
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.content_type, "image/svg+xml");
  const Pipeline pipeline(Model::load(model_path("en_ewt")));
  std::vector<Sentence> sentences;
  pipeline.annotate("Yes. Trees grow.", [&](Sentence& sentence) { sentences.push_back(sentence); });
  WriteOptions svg;
  svg.format = "svg";
  EXPECT_EQ(response.body, to_string(std::span(&sentences[1], 1), svg));
  EXPECT_EQ(get("/tree.svg", "text=a&sentence=2").status, 400);
  EXPECT_EQ(get("/tree.svg", "text=a&sentence=0").status, 400);
  EXPECT_EQ(get("/tree.svg", "sentence=1").status, 400);
}

TEST_F(ServiceTest, Gzip) {
  Request request{.method = "POST", .path = "/process", .content_type = kForm, .content_encoding = "gzip"};
  request.body = gzipped("tokenizer=&parser=&data=" + escaped(text_));
  const Response plain = service_.answer(request);
  ASSERT_EQ(plain.status, 200);
  request.accept_encoding = "gzip";
  const Response small = service_.answer(request);
  EXPECT_EQ(header(small, "Content-Encoding"), "gzip");
  EXPECT_EQ(gunzipped(small.body, 100'000), plain.body);
  request.body = gzipped(std::string(10'001, ' '));
  EXPECT_EQ(service_.answer(request).status, 413) << "the limit holds for what comes out";
  request.content_encoding = "br";
  EXPECT_EQ(service_.answer(request).status, 415);
}

TEST_F(ServiceTest, PageAndHeaders) {
  const Response page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_NE(header(page, "Content-Security-Policy").find("default-src 'self'"), std::string::npos);
  EXPECT_EQ(header(page, "Access-Control-Allow-Origin"), "*");
  const std::string tag = header(page, "ETag");
  const Response again = service_.answer({.method = "GET", .path = "/index.html", .if_none_match = tag});
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
  EXPECT_EQ(service_.answer({.method = "GET", .path = "/", .if_none_match = "\"other\""}).status, 200);
  const Response preflight = service_.answer({.method = "OPTIONS", .path = "/parse"});
  EXPECT_EQ(preflight.status, 204);
  EXPECT_EQ(header(preflight, "Access-Control-Allow-Headers"), "Content-Type");
}

TEST_F(ServiceTest, HealthAndMetrics) {
  EXPECT_EQ(get("/health").status, 200);
  EXPECT_EQ(json::parse(get("/health").body)["status"], "ok");
  gauges_.draining = true;
  EXPECT_EQ(get("/health").status, 503);
  post("/process", "tokenizer=&data=One+two.+Three.");
  metrics_.count_request("/process", 200, 0.003);
  const std::string text = get("/metrics").body;
  for (const char* line : {"espalier_sentences_total 2\n", "espalier_words_total 5\n", "espalier_draining 1\n",
                           "espalier_requests_total{path=\"/process\",status=\"200\"} 1\n",
                           "espalier_request_seconds_bucket{path=\"/process\",le=\"0.0025\"} 0\n",
                           "espalier_request_seconds_bucket{path=\"/process\",le=\"0.005\"} 1\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST_F(ServiceTest, WorkHasAnEnd) {
  ServiceOptions options = options_;
  options.work.time = std::chrono::milliseconds(-1);
  Service hurried(options, shelf_, metrics_, gauges_);
  const Response response = hurried.answer({.method = "GET", .path = "/process", .query = "tokenizer=&data=One."});
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(header(response, "Retry-After"), "1");
}

TEST_F(ServiceTest, RoutesTellNothingOfUsers) {
  EXPECT_EQ(service_.route({.method = "GET", .path = "/process", .query = "data=secret"}), "/process");
  EXPECT_EQ(service_.route({.method = "GET", .path = "/secret"}), "unknown");
  EXPECT_EQ(service_.route({.method = "GET", .path = "/index.html"}), "page");
}

TEST(ShelfTest, ReloadKeepsWhatCannotBeReplaced) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "a.model", other = folder / "b.model";
  std::filesystem::copy_file(model_path("en_ewt"), path);
  std::vector<InstalledModel> sources = {{"a", path}};
  Shelf shelf([&] { return sources; });
  const auto before = shelf.catalogue();
  EXPECT_EQ(shelf.reload().changed, 0U);
  EXPECT_EQ(shelf.catalogue()->find("a"), before->find("a")) << "the same bytes are the same model";

  std::ofstream(path, std::ios::binary | std::ios::trunc) << "no model";  // over the old file, as cp does
  Reloaded result = shelf.reload();
  EXPECT_EQ(result.changed, 0U);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_NE(result.failures[0].find(path), std::string::npos) << result.failures[0];
  EXPECT_EQ(shelf.catalogue()->find("a"), before->find("a"));
  EXPECT_EQ(before->find("a")->model().self_test(), "") << "and it works as it did";

  std::filesystem::copy_file(model_path("pt_bosque"), path, std::filesystem::copy_options::overwrite_existing);
  std::filesystem::copy_file(model_path("en_ewt"), other);
  sources.push_back({"b", other});
  result = shelf.reload();
  EXPECT_EQ(result.changed, 2U);
  EXPECT_TRUE(result.failures.empty());
  EXPECT_EQ(shelf.catalogue()->find("a")->model().origin().language, "pt");
  EXPECT_EQ(before->find("a")->model().origin().language, "en") << "who holds the old one has it";
  sources.erase(sources.begin());
  shelf.reload();
  EXPECT_NE(shelf.catalogue()->find("a"), nullptr) << "a model whose file has gone is served on";
}

TEST(ShelfTest, NothingToServe) {
  EXPECT_THROW(Shelf([] { return std::vector<InstalledModel>(); }), Error);
  EXPECT_THROW(Shelf([] { return std::vector<InstalledModel>{{"x", "/no/such.model"}}; }), Error);
  EXPECT_THROW(Shelf([] { return std::vector<InstalledModel>{shipped()[0], shipped()[0]}; }), Error);
}

TEST(PageTest, TypesAndCompression) {
  const std::string script(5'000, 'x');
  const Page page({{"/index.html", "<html>"}, {"/a/b.js", script}, {"/p.png", "PNG"}, {"/odd", "?"}});
  EXPECT_TRUE(page.has("/"));
  EXPECT_FALSE(page.has("/../index.html"));
  EXPECT_EQ(page.get({.path = "/p.png"}).content_type, "image/png");
  EXPECT_EQ(page.get({.path = "/odd"}).content_type, "application/octet-stream");
  const Response small = page.get({.path = "/a/b.js", .accept_encoding = "gzip"});
  EXPECT_EQ(small.content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(gunzipped(small.body, 10'000), script);
  EXPECT_NE(small.headers[0].second, page.get({.path = "/a/b.js"}).headers[0].second);
  EXPECT_EQ(page.get({.path = "/a/b.js", .if_none_match = "W/" + small.headers[0].second}).status, 304);
}

}  // namespace
}  // namespace espalier::server
