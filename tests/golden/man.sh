# The man pages are those that the program would print now.
ESPALIER_PROGRAM=$program status scripts/man --check
for shell in bash zsh fish; do espalier completion $shell | grep -c -- '--to'; done
bash -n <(espalier completion bash) && echo fine
