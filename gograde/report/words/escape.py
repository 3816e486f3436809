"""Untrusted text, escaped for the place where it is shown.

Ids, names, messages and output come from students: they may hold markup, formulas, terminal escapes,
characters that reverse the reading direction, Markdown, and workflow commands of a build server.  All shown
text goes through exactly one of these functions.  Invisible characters are spelled out (`\\x1b`, `\\u202e`).
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from typing import Any

from markupsafe import Markup, escape

_JOINERS = "\u200c\u200d"
_UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
_FROM_THE_RIGHT = {"R", "AL", "AN"}
"""Classes of characters that are written from the right to the left, in the words of Unicode."""

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|\s*::|[\t\r\n]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$:@&!])|(?<=^)([-+=])|(?<=www)(\.)|(?<=^\d)([.)])", re.IGNORECASE)
_PLAIN = re.compile(r"[ !$%(-9;=?-~\t\n]*")
"""ASCII text that `html` leaves as it is, most of a page: nothing in it is looked for and replaced."""

_COMMAND = re.compile(r"##(?=[A-Za-z]*\[)")
"""The start of the commands `##[error]`, `##vso[…]` and `##teamcity[…]` of several build servers."""

KEPT = 4096
"""Texts that are remembered: those of a class are much the same on every page and in every table."""

_SAFE_NAME = re.compile(r"[A-Za-z0-9_-]")
_LONGEST_NAME = 120  # characters; file systems take 255 bytes


def visible(text: str) -> str:
    """Text with control, direction and other invisible characters spelled out; tab and newline stay."""
    if text.isprintable():
        return text
    return "".join(_spelled(c) if _is_unseen(c) else c for c in text)


def line(text: str) -> str:
    """`visible` text on one line: every run of white space is one blank."""
    return " ".join(visible(text).split())


def html(value: object) -> Markup:
    """A value for an HTML element or a quoted attribute; `Markup` stays as it is.

    Workflow commands are broken up too, since a page may be printed into a build log.
    """
    return value if isinstance(value, Markup) else _html(str(value))


@lru_cache(KEPT)
def _html(given: str) -> Markup:
    if _PLAIN.fullmatch(given):
        return Markup(given)
    text = str(escape(visible(given)))
    return Markup(_COMMAND.sub("&#35;#", text.replace("::", "&#58;:")))


@lru_cache(KEPT)
def cell(text: str) -> str:
    """Text for a cell of a table file: one line; a quote in front disarms formulas, but not numbers."""
    shown = _no_commands(line(text))
    risky = _FORMULA.match(text) or _FORMULA.match(shown)
    return f"'{shown}" if risky and not _NUMBER.fullmatch(shown) else shown


def terminal(text: str) -> str:
    """Text for a terminal or a build log: without escapes and without workflow commands."""
    lines = _no_commands(visible(text)).split("\n")
    return "\n".join(f"\\{part}" if part.lstrip().startswith("::") else part for part in lines)


def isolated(text: str) -> str:
    """`terminal` text on one line; text that reads from the right does not turn what stands beside it."""
    shown = terminal(line(text))
    from_the_right = any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in shown)
    return f"\u2068{shown}\u2069" if from_the_right else shown


def markdown(text: str) -> str:
    """Text for a Markdown paragraph or table cell: one line with all Markdown signs escaped."""
    return _MARKDOWN.sub(r"\\\g<0>", line(text))


def fence(text: str) -> str:
    """Text as a Markdown code block whose fence is longer than any run of backquotes inside."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}text\n{terminal(text)}\n{ticks}"


def github_data(text: str) -> str:
    """Text after the `::` of a workflow command."""
    shown = _no_commands(visible(text))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def github_property(text: str) -> str:
    """Text of a property (`file=`, `title=`) of a workflow command."""
    return github_data(text).replace(":", "%3A").replace(",", "%2C")


def json_text(value: Any, *, indent: int | None = 2) -> str:
    """JSON in ASCII, safe for a terminal, a build log or a file."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, indent=indent)
    return _COMMAND.sub(r"#\\u0023", text).replace("\x7f", "\\u007f")


def file_name(text: str) -> str:
    """A unique file name for each text: unsafe characters become `~` and their bytes in hex."""
    name = "".join(c if _SAFE_NAME.match(c) or (c == "." and i) else _hex(c) for i, c in enumerate(text))
    if len(name) <= _LONGEST_NAME:
        return name or "~"
    return f"{name[: _LONGEST_NAME - 34]}~~{sha256(text.encode(errors='surrogatepass')).hexdigest()[:32]}"


def _is_unseen(char: str) -> bool:
    return char not in "\t\n" and char not in _JOINERS and unicodedata.category(char) in _UNSEEN


def _spelled(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        code -= 0xDC00
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _no_commands(text: str) -> str:
    """Break workflow commands that build servers read anywhere in a line."""
    return _COMMAND.sub("## ", text)


def _hex(char: str) -> str:
    return "".join(f"~{byte:02x}" for byte in char.encode(errors="surrogatepass"))
