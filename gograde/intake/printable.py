"""Makes untrusted text safe for a terminal, a log or a message by replacing unprintable characters."""

from __future__ import annotations

import re

LONGEST_NAME = 120
"""The most characters of a name in a message."""

ERROR_LINE = re.compile(r"(?:\w+\.)*\w*(?:Error|Exception|Interrupt|Iteration)(?::\s|\s*$)")
"""The start of the line in which Python names the error that ended a program."""


def last_line(stream: bytes, most: int = 200) -> str:
    """The last line that names an error, else the last line that is not blank; at most `most` characters."""
    lines = [line for line in stream.decode("utf-8", "replace").split("\n") if line.strip()]
    told = [line for line in lines if ERROR_LINE.match(line)] or lines
    return printable(told[-1].strip())[:most] if told else ""


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
