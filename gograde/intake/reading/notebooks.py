"""Makes a Python program of a Jupyter notebook: its code cells in the order of the page.

Cells keep their text, so that a line of the program is a line of a cell.  Commands of IPython are no Python:
those that only concern the page are dropped, others are left out and named.  A cell that does not parse is
compiled when its turn comes, so that it fails alone.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gograde.listing import named, safe

MODULE = "_notebook"
"""The stand-in module that every program made of a notebook imports."""

_TIMED = re.compile(r"%{1,2}(?:time|timeit|prun|capture)\b(?:[ \t]+-{1,2}\w+(?:[ \t]*[0-9]+)?)*[ \t]*")
"""Commands that run what follows them."""

_FOR_THE_PAGE = re.compile(r"%(?:matplotlib|config|load_ext|reload_ext|autoreload)\b")
_OTHER_WINDOW = re.compile(r"^[ \t]*%matplotlib[ \t]+(?!inline\b)\w", re.MULTILINE)
_HELP = re.compile(r"\?{1,2}[\w.]+|[\w.]+\?{1,2}")
_ASSIGNED = re.compile(r"([\w., \t]+=[ \t]*)[!%][ \t]*\w")
_WRITES = re.compile(r"%%(?:writefile|file)[ \t]+(-a[ \t]+)?(\S+)[ \t]*$")
_FUTURE = re.compile(r"from[ \t]+__future__[ \t]+import\b[^\\#(]*$")
_NO_PICTURE = re.compile(rf"print\(|{MODULE}\.|['\"0-9]")


@dataclass(frozen=True)
class Notebook:
    """A program and a remark on how it was made."""

    source: bytes
    note: str


@dataclass
class _Page:
    """The lines of the program while it is made; `left_out` are commands that were not run."""

    python_2: bool
    lines: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    future: list[str] = field(default_factory=list)


def in_python(data: bytes) -> Notebook:
    """The program of a notebook; raises `ValueError` with the reason when it is none of Python."""
    try:
        whole = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise ValueError("no notebook: it is not JSON, or is cut off") from None
    cells = list(_code_cells(whole))
    if not cells:
        raise ValueError("a notebook without a code cell")
    page = _Page(_language(whole) == "python 2")
    for number, text in enumerate(cells, 1):
        _add_cell(page, number, text)
    shows = not any("savefig" in text or _OTHER_WINDOW.search(text) for text in cells)
    first = [*page.future, f"import {MODULE}; {MODULE}.begin(__name__, figures={shows})"]
    lines = ["; ".join(first), *page.lines, f"{MODULE}.end()", ""]
    return Notebook("\n".join(lines).encode("utf-8", "replace"), _note(len(cells), page.left_out))


def _note(count: int, left_out: Sequence[str]) -> str:
    cells = "its code cell was run" if count == 1 else f"its {count} code cells were run in their order"
    return f"{cells}, without {named(left_out)}" if left_out else cells


# -- the notebook ---------------------------------------------------------------------------


def _code_cells(whole: Any) -> Iterator[str]:
    """The texts of the code cells, in format 4 and in format 3."""
    sheets = _list(whole, "worksheets") if _list(whole, "worksheets") else [whole]
    for cell in (cell for sheet in sheets for cell in _list(sheet, "cells")):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            text = cell.get("source", cell.get("input", ""))
            lines = text if isinstance(text, list) else [text]
            yield re.sub(r"\r\n?", "\n", "".join(line for line in lines if isinstance(line, str)))


def _list(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _language(whole: Any) -> str:
    """`python` or `python 2`; raises `ValueError` for a notebook of another language."""
    about = whole.get("metadata", {}) if isinstance(whole, dict) else {}
    kernel, info = (
        about.get(key, {}) if isinstance(about, dict) else {} for key in ("kernelspec", "language_info")
    )
    name = _word(info, "name") or _word(kernel, "language") or "python"
    if name.lower().rstrip("23") not in ("python", "ipython"):
        raise ValueError(f"a notebook of {safe(name)}; notebooks of Python are taken")
    old = _word(info, "version").startswith("2") or _word(kernel, "name") == "python2"
    return "python 2" if old else "python"


def _word(value: Any, key: str) -> str:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, str) else ""


# -- its cells ------------------------------------------------------------------------------


def _add_cell(page: _Page, number: int, text: str) -> None:
    page.lines.append(f"{MODULE}.cell({number})")
    text = text.strip("\n")
    if text.lstrip().startswith("%%"):
        text = _without_cell_command(page, number, text)
    lines = _without_commands(page, number, text.split("\n"))
    text = "\n".join(_without_future(page, lines))
    if page.python_2:
        page.lines += text.split("\n")
    elif (tree := _tree(text)) is None:
        page.lines.append(f"{MODULE}.run({number}, {text!r}, globals())")
    else:
        page.lines += _with_picture(tree, text.split("\n"))


def _without_cell_command(page: _Page, number: int, text: str) -> str:
    """The cell without its `%%` line; nothing of a cell that is for another program than Python."""
    first, _, rest = text.lstrip().partition("\n")
    if written := _WRITES.match(first):
        return f"{MODULE}.write({written[2].strip(chr(34))!r}, {rest!r}, {'a' if written[1] else 'w'!r})"
    if _TIMED.match(first):
        return rest
    page.left_out.append(f"{safe(first.split()[0])} (cell {number})")
    return ""


def _without_commands(page: _Page, number: int, lines: Sequence[str]) -> Sequence[str]:
    """The lines of a cell, with Python in the place of every command of IPython."""
    if _tree("\n".join(lines)) is not None:
        return lines
    done: list[str] = []
    for line in lines:
        code = line.strip()
        if _is_command(code) and _begins_statement(done):
            space = line[: len(line) - len(line.lstrip())]
            done.append(space + _in_python(page, number, code))
        else:
            done.append(line)
    return done


def _is_command(code: str) -> bool:
    return code[:1] in ("%", "!", "?") or code[-1:] == "?" or _ASSIGNED.match(code) is not None


def _begins_statement(lines: Sequence[str]) -> bool:
    """Whether a new statement begins behind these lines: no bracket, string or `\\` is open."""
    try:
        list(tokenize.generate_tokens(io.StringIO("\n".join((*lines, ""))).readline))
    except tokenize.TokenError:
        return False
    except SyntaxError:  # of the indentation
        pass
    return not (lines and lines[-1].endswith("\\"))


def _in_python(page: _Page, number: int, code: str) -> str:
    """A command of IPython in Python."""
    if timed := _TIMED.match(code):
        return code[timed.end() :] or "pass"
    if run := re.fullmatch(r"%run[ \t]+([\w./-]+\.py)", code):
        return f"exec(compile(open({run[1]!r}, 'rb').read(), {run[1]!r}, 'exec'))"
    assigned = _ASSIGNED.match(code)
    if not (_FOR_THE_PAGE.match(code) or _HELP.fullmatch(code)):
        words = code[assigned.end(1) :] if assigned else code
        page.left_out.append(f"{safe(' '.join(words.split()[:2]))} (cell {number})")
    return f"{assigned[1]}[]" if assigned else f"pass  # {code}"


def _without_future(page: _Page, lines: Sequence[str]) -> Iterator[str]:
    """The lines, with those of `from __future__` moved to the beginning of the program."""
    for line in lines:
        if _FUTURE.match(line):
            page.future.append(line.strip().rstrip(";"))
            yield "pass"
        else:
            yield line


def _tree(text: str) -> ast.Module | None:
    """The syntax tree of a cell; None for one that does not compile."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "cell", "exec", dont_inherit=True)
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _with_picture(tree: ast.Module, lines: list[str]) -> list[str]:
    """The lines, with the value of the last expression shown where that is a picture, as a page shows it."""
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or last.end_lineno is None or last.end_col_offset is None:
        return lines
    if _NO_PICTURE.match(ast.unparse(last)):
        return lines
    start, end = last.lineno - 1, last.end_lineno - 1
    after = lines[end].encode()[last.end_col_offset :]
    if after.lstrip().startswith(b";"):
        return lines
    lines[end] = _inserted(lines[end], last.end_col_offset, ")")
    lines[start] = _inserted(lines[start], last.col_offset, f"{MODULE}.out(")
    return lines


def _inserted(line: str, at: int, text: str) -> str:
    """A line with a text inserted at an offset in bytes."""
    data = line.encode()
    return (data[:at] + text.encode() + data[at:]).decode()
