"""Names and values in a message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

CUT = " … "
"""Stands for what is left out in the middle of a text."""


def named(names: Sequence[str], most: int = 4) -> str:
    """The first `most` names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def shown(value: Any) -> str:
    """An input or an answer as a text, of bytes too that a program reads, of at most 400 characters."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return shortened(text, 400)


def shortened(text: str, most: int = 160) -> str:
    """The text, or its beginning and its end."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}{CUT}{text[3 - half :]}"


def gist(message: str) -> str:
    """The line of a message that says most, shortened: a compiler's first error, else the first."""
    first, *more = message.split("\n")
    return shortened(next((one for one in (first, *more) if more and "error:" in one), first).strip(), 400)


def excerpt(text: str, lines: int = 40, wide: int = 400) -> str:
    """The first and the last lines of a text, each shortened, and how many are left out between them.

    The lines below a place of an error, which Python indents more, are left out with it.
    """
    every = text.rstrip().split("\n")
    if (left := len(every) - lines) > 3:  # fewer are hardly more than the line that says so
        first, last = lines // 2, lines // 2 + left
        first -= next((n for n in range(4) if not every[first - n].startswith("    ")), 0)
        last += next((n for n in range(4) if not every[last + n].startswith("    ")), 0)
        every[first:last] = [f"[… {last - first} lines left out …]"]
    return "\n".join(shortened(one, wide) for one in every)


def in_python(value: Any, most: int = 60) -> str:
    """An input or an answer as Python writes it, shortened in the middle."""
    return shortened(repr(value), most)


_CAUSES = {
    "RecursionError": "a function calls itself for ever, or deeper than some 1000 calls: loop over a list",
    r"ValueError: invalid literal for int\(\) .*'[-+]?\d+[ ,]+[-+]?\d": "several numbers: split() the line",
    r"ValueError: invalid literal for int\(\) .*: ''": "an empty text is no number; nobody types here",
    r"FileNotFoundError: .*\\\\": "between folders stands / and not \\",
    "EOFError|.*NoSuchElementException": "the input was at its end, and nobody types",
}

LONGEST_NAME = 120
"""The most characters of a name in a message."""

ERROR_LINE = re.compile(r"(?:\w+\.)*\w*(?:Error|Exception|Interrupt|Iteration)(?::\s|\s*$)")
"""The start of the line in which Python names the error that ended a program."""


def last_line(stream: bytes, most: int = 200) -> str:
    """The last line that names an error, else the last line that is not blank, shortened in the middle."""
    lines = [line for line in stream.decode("utf-8", "replace").split("\n") if line.strip()]
    told = [line for line in lines if ERROR_LINE.match(line)] or lines
    return shortened(printable(told[-1].strip()), most) if told else ""


def explained(error: str) -> str:
    """The line that names an error, with its cause where that is one of `_CAUSES`."""
    return "; ".join((error, *(words for start, words in _CAUSES.items() if re.match(start, error))))


def printable_lines(stream: bytes) -> str:
    """All lines of a compiler's output, of which the limits of a build allow some 1 MiB."""
    return "\n".join(map(printable, stream.decode("utf-8", "replace").split("\n"))).strip()


def for_log(text: str) -> str:
    """Text for a log: printable lines; a line that starts with `::` (a GitHub Actions command) is escaped."""
    lines = map(printable, text.rstrip("\n").split("\n"))
    return "\n".join(f"\\{line}" if line.lstrip().startswith("::") else line for line in lines)


def printable(text: str) -> str:
    """The text with each unprintable character replaced by `?`."""
    return text if text.isprintable() else "".join(one if one.isprintable() else "?" for one in text)


def safe(name: str) -> str:
    """A name of a file or person for a message: printable, and shortened to `LONGEST_NAME` characters."""
    text = printable(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 3]}..."
