# What is installed can be found and linked by another project, and the program finds nothing missing.
build=$(dirname "$program")
cmake --install "$build" --prefix "$T/prefix" > "$T/log" 2>&1 || cat "$T/log"
"$T/prefix/bin/espalier" version
ls "$T/prefix/share/man/man1" | head -2
cat > "$T/main.cc" <<'C'
#include <espalier/treebank.h>

#include <iostream>

int main(int, char** argv) {
  espalier::TreebankReader reader(argv[1]);
  int words = 0;
  for (espalier::Sentence sentence; reader.next(sentence);) words += sentence.size();
  std::cout << words << " words\n";
}
C
cat > "$T/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(Espalier REQUIRED)
add_executable(consumer main.cc)
target_link_libraries(consumer Espalier::espalier)
C
flags=$(sed -n 's/^ESPALIER_SANITIZE:[^=]*=\(..*\)/-fsanitize=\1/p' "$build/CMakeCache.txt")
cmake -S "$T" -B "$T/build" -G Ninja -DCMAKE_PREFIX_PATH="$T/prefix" -DCMAKE_CXX_FLAGS="$flags" > "$T/log" 2>&1 && cmake --build "$T/build" > "$T/log" 2>&1 || cat "$T/log"
"$T/build/consumer" samples/en.conllu
