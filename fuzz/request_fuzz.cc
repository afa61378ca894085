// What a service decodes of a request: the first byte says how, the rest is the body. It ends in values or in an error.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "espalier/error.h"
#include "server/gzip.h"
#include "server/json_text.h"
#include "server/parameters.h"
#include "server/parse_request.h"
#include "server/udpipe.h"
#include "server/utf8.h"

namespace {

using namespace espalier::server;

constexpr std::size_t kMost = 1 << 20;

void decode(std::uint8_t how, std::string_view body) {
  Request request{.method = "POST", .path = "/process", .body = std::string(body)};
  switch (how % 6) {
    case 0:
      request.content_type = "application/x-www-form-urlencoded";
      break;
    case 1:
      request.content_type = "multipart/form-data; boundary=x";
      break;
    case 2: {  // the header, too, is the client's
      const std::size_t line = body.find('\n');
      request.content_type = "multipart/form-data;" + std::string(body.substr(0, line));
      request.body = line == std::string_view::npos ? "" : body.substr(line + 1);
      break;
    }
    case 3:
      read_parse_request(body);
      return;
    case 4:
      if (gunzipped(body, kMost).size() > kMost) std::abort();
      return;
    default: {
      accepts_gzip(body);
      // A string of JSON is read back as it was.
      std::string json = R"({"text":)";
      append_quoted(json, body);
      if (is_utf8(body) && read_parse_request(json + "}").texts.front() != body) std::abort();
      return;
    }
  }
  read_process_request(parameters_of(request));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    decode(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const HttpError&) {
  } catch (const espalier::Error&) {
  }
  return 0;
}
