"""A statement as LaTeX, as problem packages have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from gograde.authoring.statement.page import joined

_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "[": "{[}",  # after an item or the end of a line it would begin an option
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}

_ENVIRONMENTS = {"bullet_list": "itemize", "ordered_list": "enumerate", "blockquote": "quote"}
_MARKS = {
    "strong_open": r"\textbf{",
    "em_open": r"\emph{",
    "strong_close": "}",
    "em_close": "}",
    "hardbreak": "\\\\\n",
}


@dataclass
class Latex:
    """Writes the tokens of a statement; `pictures` are the figures that it shows, in their order."""

    pictures: list[str] = field(default_factory=list)

    def of(self, text: str) -> str:
        """The LaTeX of a Markdown text."""
        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
        return "".join(self._blocks(tokens)).strip() + "\n"

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[str]:
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                end = next(at for at in range(index, len(tokens)) if tokens[at].type == "table_close")
                yield self._table(tokens[index:end])
                index = end
            else:
                yield self._block(token)
            index += 1

    def _block(self, token: Token) -> str:
        kind, _, side = token.type.rpartition("_")
        if kind in _ENVIRONMENTS:
            return f"\\{'begin' if side == 'open' else 'end'}{{{_ENVIRONMENTS[kind]}}}\n"
        if token.type in ("fence", "code_block"):
            return verbatim(token.content)
        written: Mapping[str, Callable[[], str]] = {
            "heading_open": lambda: "\\section*{" if token.tag <= "h2" else "\\subsection*{",
            "heading_close": lambda: "}\n\n",
            "paragraph_close": lambda: "\n" if token.hidden else "\n\n",
            "list_item_open": lambda: "\\item ",
            "inline": lambda: self.inline(token.children or []),
        }
        return written.get(token.type, str)()

    def inline(self, tokens: Sequence[Token]) -> str:
        """The LaTeX of a line."""
        return "".join(self._inline(tokens, index) for index in range(len(tokens)))

    def _inline(self, tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        if token.type == "image":
            name = str(token.attrs["src"])
            self.pictures.append(name)
            return f"\\includegraphics[width=0.7\\textwidth]{{{name.rpartition('/')[2]}}}"
        if token.type == "code_inline":
            return f"\\texttt{{{escaped(token.content)}}}"
        if token.type == "softbreak":
            return joined(tokens, index)
        return _MARKS.get(token.type, escaped(token.content))

    def _table(self, tokens: Sequence[Token]) -> str:
        """A table with columns of equal width, in which texts are broken."""
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self.inline(token.children or []))
        columns = len(rows[0])
        width = f"p{{{0.85 / columns:.2f}\\textwidth}}"
        lines = [" & ".join(row) + " \\\\ \\hline\n" for row in rows]
        head = f"\\begin{{tabular}}{{|{f'{width}|' * columns}}}\n\\hline\n"
        return f"{head}{''.join(lines)}\\end{{tabular}}\n\n"


def escaped(text: str) -> str:
    """A text in which no sign is a command."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)


def verbatim(text: str) -> str:
    """A block as it stands; the words that would end it are set apart."""
    inside = text.replace("\\end{verbatim}", "\\end {verbatim}").rstrip("\n")
    return f"\\begin{{verbatim}}\n{inside}\n\\end{{verbatim}}\n\n"
