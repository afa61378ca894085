"""The words of a text, as search.js takes them apart, too: lower case, without accents."""

import re
import unicodedata


def of(text: str) -> list[str]:
    """`--min-updates` is a word, and so are its parts; so are those of `file.conllu` and `obl:arg`."""
    folded = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    found = []
    for word in re.findall(r"[^\W_]+(?:[-_.:'+][^\W_]+)*", folded):
        found.append(word)
        parts = re.split(r"[-_.:'+]", word)
        if len(parts) > 1:
            found.extend(parts)
    return found
