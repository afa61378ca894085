"""Man pages as HTML: the few requests of roff that `espalier help --man` writes."""

import html
import re


def inline(text: str) -> str:
    """Escapes and fonts of a line."""
    out = html.escape(text.replace("\\&", "").replace("\\-", "-").replace("\\e", "\\"), quote=False)
    return re.sub(r"\\fI(.*?)\\fR", r"<em>\1</em>", out)


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


class Maker:
    """Goes through the lines of a page; what is open is a list of options, a block as it stands, or nothing."""

    def __init__(self, pages: dict[str, str]):
        self.pages = pages
        self.out: list[str] = []
        self.open = ""  # dl or pre
        self.term = False  # the next line is that of a term
        self.seen: dict[str, int] = {}

    def close(self) -> None:
        if self.open:
            self.out.append(f"</{self.open}>")
        self.open = ""

    def heading(self, text: str) -> None:
        self.close()
        title = inline(text)
        name = slug(title)
        self.seen[name] = self.seen.get(name, 0) + 1
        if self.seen[name] > 1:
            name += f"-{self.seen[name]}"
        shown = title.capitalize() if title.isupper() else title
        self.out.append(f'<h2 id="{name}">{shown}</h2>')

    def named(self, arguments: str) -> str:
        """`.BR espalier-train (1)`: a link where there is such a page."""
        name = inline(arguments.split(" ")[0])
        shown = inline(arguments.replace(" ", ""))
        return f'<a href="{self.pages[name]}">{shown}</a>' if name in self.pages else f"<strong>{shown}</strong>"

    def line(self, line: str) -> None:
        request, _, rest = line.partition(" ")
        if request == ".SH":
            self.heading(rest)
        elif request == ".TP":
            if self.open != "dl":
                self.close()
                self.out.append("<dl>")
                self.open = "dl"
            self.term = True
        elif request == ".nf":
            self.close()
            self.out.append("<pre>")
            self.open = "pre"
        elif request == ".fi":
            self.close()
        elif request in (".B", ".BR"):
            self.text(self.named(rest) if request == ".BR" else f"<code>{inline(rest)}</code>")
        elif request != ".TH":
            self.text(inline(line))

    def text(self, shown: str) -> None:
        if self.open == "dl":
            self.out.append(f"<dt>{shown}</dt>" if self.term else f"<dd>{shown}</dd>")
            self.term = False
        elif self.open == "pre":
            self.out.append(shown)
        else:
            self.out.append(f"<p>{shown}</p>")


def to_html(text: str, pages: dict[str, str]) -> tuple[str, str]:
    """The title and the body. `pages`: addresses of the man pages by their names."""
    found = re.search(r"^\.SH NAME\n(\S+) \\- (.*)$", text, re.M)
    if found is None:
        raise ValueError("a man page without a name")
    name, about = found.groups()
    maker = Maker(pages)
    for line in text[text.index(".SH SYNOPSIS") :].rstrip("\n").split("\n"):
        maker.line(line)
    maker.close()
    title = inline(name).replace("espalier-", "espalier ")
    body = "\n".join(maker.out)
    body = re.sub(r"<pre>\n(.*?)\n*</pre>", r"<pre><code>\1\n</code></pre>", body, flags=re.S)
    body = re.sub(r"</code></p>\n<p>(?=\[options\])", "</code> ", body)
    return title, f"<h1>{title}</h1>\n<p>{inline(about)}</p>\n{body}"
