"""Finds the class of a Java source that is started."""

from __future__ import annotations

import posixpath
import re

from gograde.intake.entry import CLASS

PASSED_OVER = re.compile(
    r'/\*.*?(?:\*/|\Z)|//[^\n]*|"""(?:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"?' + r"|'(?:[^'\\\n]|\\.)*'?",
    re.DOTALL,
)
"""Comments, texts and characters: what they hold counts for nothing."""

PACKAGE = re.compile(r"\bpackage\s+([\w.]+)\s*;")
SIGNS = re.compile(r"\b(?:class|record|enum|interface)\s+(\w+)|\bvoid\s+main\s*\(|[{}]")

NO_CLASS = "Main"


def class_of(source: bytes, name: str) -> str:
    """The class around `main`, with its package; that of the file's name when no class is around one.

    `NO_CLASS` where that is no name: then the compiler says what is wrong.
    """
    text = PASSED_OVER.sub(" ", source.decode("utf-8", "replace"))
    package = PACKAGE.search(text)
    inner = "$".join(_around_main(text)) or posixpath.splitext(name)[0]
    found = f"{package[1]}.{inner}" if package else inner
    return found if CLASS.fullmatch(found) else NO_CLASS


def _around_main(text: str) -> list[str]:
    """The classes around the first `main`, the outermost first."""
    opened: list[str] = []  # for each open brace its class, or nothing
    named = ""
    for sign in SIGNS.finditer(text):
        if sign[1]:
            named = sign[1]
        elif sign[0] == "{":
            opened.append(named)
            named = ""
        elif sign[0] == "}":
            del opened[-1:]
        elif any(opened):
            return [name for name in opened if name]
    return []
