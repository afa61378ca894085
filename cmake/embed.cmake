# cmake -DDIR=recipes -DOUT=file.cc -P cmake/embed.cmake: the files of a folder as texts in a C++ source.
file(GLOB files ${DIR}/*.toml ${DIR}/*.features)
list(SORT files)
set(body "")
foreach(path IN LISTS files)
  get_filename_component(name ${path} NAME)
  file(READ ${path} text)
  string(APPEND body "    {\"${name}\", R\"===(${text})===\"},\n")
endforeach()
file(WRITE ${OUT}.new "// Made by cmake/embed.cmake from recipes/.
#include \"parsing/embedded_recipes.h\"

namespace espalier::parsing {

std::span<const EmbeddedFile> embedded_recipes() noexcept {
  static constexpr EmbeddedFile kFiles[] = {
${body}  };
  return kFiles;
}

}  // namespace espalier::parsing
")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
