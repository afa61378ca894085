# The library for C: only its own functions are seen from outside, the header and the example are C99, and the example
# parses with a model that lies beside the library.
build=$(dirname "$program")
nm -D --defined-only "$build/libespalier.so" | awk '{print $3}' | sort
flags=$(sed -n 's/^ESPALIER_SANITIZE:[^=]*=\(..*\)/-fsanitize=\1/p' "$build/CMakeCache.txt")
cc -std=c99 -Wall -Wextra -pedantic -Werror $flags examples/c/parse.c -Iinclude -L"$build" -lespalier -Wl,-rpath,"$build" -o "$T/parse"
"$T/parse" pt 'O jardineiro poda as macieiras no inverno.'
status "$T/parse" klingon 'nuqneH'
status "$T/parse" pt "$(printf '\377')"
# What it says is what the program says.
"$T/parse" en 'The cat that I saw yesterday was sleeping.' | cut -f1-3 | grep . > "$T/c"
espalier parse -m en 'The cat that I saw yesterday was sleeping.' | grep -P '^[0-9]+\t' | cut -f2,4,8 > "$T/cli"
cmp "$T/c" "$T/cli" && echo "as the program"
