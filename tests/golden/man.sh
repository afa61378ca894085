# The man pages are those that the program would print now.
ESPALIER_PROGRAM=$program status scripts/man --check
for shell in bash zsh fish; do espalier completion $shell | grep -c -- '--to'; done
bash -n <(espalier completion bash) && echo fine
# What a shell offers behind verbs: verbs of their own, the options of these, else files.
source <(espalier completion bash)
offers() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _espalier; echo "${COMPREPLY[*]}"; }
offers espalier cura
offers espalier curate ''
offers espalier curate va
offers espalier help curv
offers espalier completion ''
offers espalier curate errors --inj
offers espalier curate variation --inj
offers espalier stats samples/en.c
for shell in bash zsh fish; do espalier completion $shell | grep -q 'curate errors\|curate; and __fish_seen_subcommand_from errors' && echo $shell; done
