"""Reads the sources of a submission inside the sandbox, to compare them with those of others.

Passages are found by winnowing (Schleimer, Wilkerson, Aiken: Local algorithms for document fingerprinting,
SIGMOD 2003) over the tokens.  All names that a student may choose count as equal, and so do all strings.
A shared passage of `CERTAIN_LENGTH` tokens is always found, one of fewer than `LENGTH` tokens never.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from gograde.intake.languages import LANGUAGES, SOURCES
from gograde.intake.names import RefusedError, language_of
from gograde.intake.passages import CERTAIN_LENGTH, HOLDS, LENGTH, LONGEST
from gograde.intake.reading.archives import unpacked
from gograde.intake.reading.source_forms import source_forms

WIDE = 4
"""Bytes of a token's hash, from which passages are compared."""

_BUILT_IN = """
abs all any bool dict enumerate filter float input int isinstance len list map max min object open print range
reversed round set sorted str sum super tuple type zip char const do switch case struct void sizeof
"""

_KEPT = frozenset({*keyword.kwlist, *_BUILT_IN.split()})

_STRING = (
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)'
    + r"|'''(?:[^\\]|\\.)*?(?:'''|\Z)"
    + (r'|"(?:[^"\\\n]|\\.)*"?' + r"|'(?:[^'\\\n]|\\.)*'?")
)

_REST = rf"(?P<string>{_STRING})|(?P<name>[^\W\d]\w*)|(?P<other>\d[\w.]*|\S)"

_TOKEN = {
    "c": re.compile(rf"//[^\n]*|/\*.*?(?:\*/|\Z)|{_REST}", re.DOTALL),
    "python": re.compile(rf"#[^\n]*|{_REST}", re.DOTALL),
}


@dataclass(frozen=True)
class _Token:
    text: str
    line: int


def read_sources(request: Any, data: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """The paths of the sources, and of each its text in UTF-8 and its chosen passages.

    `request` holds the paths of the submission's files, and in `all` whether every passage is wanted.
    """
    handed_in = dict(zip(request["paths"], data, strict=True))
    try:
        texts = _texts(handed_in if request["all"] else unpacked(handed_in))
    except RefusedError as refusal:
        return {"refusal": str(refusal)}, []
    packed = (part for path, text in texts.items() for part in (text.encode(), _records(path, text, request)))
    return {"paths": list(texts)}, list(packed)


def _texts(files: Mapping[str, bytes]) -> dict[str, str]:
    chosen = {path: data for path, data in sorted(files.items()) if path.lower().endswith(SOURCES)}
    if not chosen:
        raise RefusedError("no source in it")
    if sum(map(len, chosen.values())) > LONGEST:
        raise RefusedError(f"its sources have more than {LONGEST // 1024} KiB")
    chosen |= source_forms(chosen).changed
    return {path: data.decode("utf-8", "replace") for path, data in chosen.items()}


def _records(path: str, text: str, request: Any) -> bytes:
    found = list(grams(tokens(text, language(path))))
    return b"".join(HOLDS.pack(*gram) for gram in (found if request["all"] else winnowed(found)))


def language(path: str) -> str:
    """The comment syntax of a source: that of C, or that of Python."""
    language = language_of(path)
    return "python" if language and LANGUAGES[language].hashes else "c"


def tokens(source: str, language: str) -> list[_Token]:
    """The tokens of a source with their lines, without comments and blanks."""
    found: list[_Token] = []
    line, seen = 1, 0
    for match in _TOKEN[language].finditer(source):
        line += source.count("\n", seen, match.start())
        seen = match.start()
        text = _written(match)
        if text:
            found.append(_Token(text, line))
    return found


def _written(match: re.Match[str]) -> str:
    """The text that a token counts as; empty for a comment."""
    if match["name"]:
        return match["name"] if match["name"] in _KEPT else "a name"
    return "a string" if match["string"] else match["other"] or ""


def grams(tokens: Sequence[_Token]) -> Iterator[tuple[bytes, int, int]]:
    """Every passage: its hash, its first line and its last line."""
    short = {text: blake2b(text.encode(), digest_size=WIDE).digest() for text in {t.text for t in tokens}}
    written = b"".join(short[token.text] for token in tokens)
    for start in range(len(tokens) - LENGTH + 1):
        part = written[start * WIDE : (start + LENGTH) * WIDE]
        yield blake2b(part, digest_size=8).digest(), tokens[start].line, tokens[start + LENGTH - 1].line


def winnowed(grams: Sequence[tuple[bytes, int, int]]) -> Iterator[tuple[bytes, int, int]]:
    """The passage with the least hash of every window, the last of equals; short sources have one window."""
    wide, last = CERTAIN_LENGTH - LENGTH + 1, -1
    ranks = [(gram, -place) for place, (gram, _, _) in enumerate(grams)]
    for start in range(max(1, len(grams) - wide + 1)):
        chosen = -min(ranks[start : start + wide], default=(b"", 1))[1]
        if chosen > last:
            yield grams[chosen]
            last = chosen
