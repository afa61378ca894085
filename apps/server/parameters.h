// The parameters of a request: of its query, of a form, of a form with files. Any bytes are safe to decode.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "server/message.h"

namespace espalier::server {

/// By name; of a name that comes twice the last value counts, that of the body before that of the query.
using Parameters = std::map<std::string, std::string, std::less<>>;

inline constexpr std::size_t kMostParameters = 100;

/// `a=1&b=x+y%21`. What is no escape is taken as it stands. Throws HttpError 400 for too many parameters.
void read_form(std::string_view text, Parameters& parameters);

/// The parts of multipart/form-data. Throws HttpError 400 when it is not well-formed, or a part is encoded.
void read_multipart(std::string_view body, std::string_view boundary, Parameters& parameters);

/// Those of the query and, by its content type, of the body. Throws HttpError 415 for other types.
Parameters parameters_of(const Request& request);

/// The value, or what is given instead where there is none.
std::string_view value_of(const Parameters& parameters, std::string_view name, std::string_view otherwise = {});

/// `text/plain` of `Text/Plain; charset=utf-8`.
std::string media_type(std::string_view content_type);
/// An attribute of a header, `boundary` of `multipart/form-data; boundary="x"`; empty: it has none.
std::string header_attribute(std::string_view header, std::string_view name);

}  // namespace espalier::server
