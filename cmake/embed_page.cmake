# cmake -DDIR=web/dist -DOUT=file.cc -P cmake/embed_page.cmake: the files below a folder as bytes in a C++ source.
file(GLOB_RECURSE files RELATIVE ${DIR} ${DIR}/*)
list(SORT files)
set(arrays "")
set(table "")
set(number 0)
foreach(name IN LISTS files)
  file(READ ${DIR}/${name} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  file(SIZE ${DIR}/${name} size)
  string(APPEND arrays "constexpr unsigned char kFile${number}[] = {${bytes}0};\n")
  string(APPEND table "    {\"/${name}\", bytes_of(kFile${number}, ${size})},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT}.new "// Made by cmake/embed_page.cmake from web/dist/.
#include \"server/page.h\"

namespace espalier::server {
namespace {

std::string_view bytes_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

${arrays}
}  // namespace

std::vector<PageFile> page_files() {
  return {
${table}  };
}

}  // namespace espalier::server
")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
