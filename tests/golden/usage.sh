# Wrong command lines: what is wrong, what was perhaps meant, exit code 2.
status espalier
status espalier convrt
status espalier convert --projectivise samples/en.conllu
status espalier convert --to conlu samples/en.conllu
status espalier convert --from svg samples/en.conllu
status espalier convert no-such-file.conllu
status espalier convert samples
status espalier convert --heads englsh samples/en.mrg
status espalier help convrt
status espalier eval samples/en.conllu
status espalier version --nonsense
echo 'Just a line of text.' | status espalier convert
