"""Finds the sources of a submission that look like its program, by their names and contents."""

from __future__ import annotations

import ast
import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from gograde.intake.languages import LANGUAGES
from gograde.intake.names import is_notebook, language_of
from gograde.intake.reading.python_sources import imports, parsed
from gograde.intake.reading.texts import without_comments


class EntryRules(Protocol):
    """The part of `gograde.package.config.Contract` that says which file is the program."""

    @property
    def entries(self) -> Sequence[str]: ...

    @property
    def languages(self) -> Sequence[str]: ...

    @property
    def skeletons(self) -> Sequence[str]: ...


DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

ASIDE = frozenset({"old", "backup", "bak", "copy", "draft", "tmp", "temp", "副本", "备份"})
"""Words in the name of a file that its author put aside."""

MOST_PARSED = 1024 * 1024
"""Bytes: the imports of longer Python sources (all together) are not examined."""


def can_start(language: str, source: bytes) -> bool:
    """Whether a source seems to hold the start of a program; languages without one start with any source."""
    starts = LANGUAGES[language].starts
    return starts is None or starts.search(source) is not None


def programs(files: Mapping[str, bytes], contract: EntryRules) -> list[str]:
    """The files that may be the program, sorted; exactly one when the choice is clear.

    Files with a name of the contract win: the shallowest first, then the contract's order.  Without one,
    all runnable sources are candidates, of which one may be clearly meant (`chosen`).  An unfilled skeleton
    counts only when there is nothing else.
    """
    starts = runnable(files, contract)
    filled = [path for path in starts if not _is_skeleton(path, files, contract)]
    return _named(filled or starts, files, contract) or chosen(filled or starts, files, contract)


def named_programs(files: Mapping[str, bytes], contract: EntryRules) -> list[str]:
    """The files with the contract's first name at the least depth; else all programs.

    The name decides even when another source imports the file, as a training program does.
    """

    def rank(path: str) -> tuple[int, int]:
        return path.count("/"), contract.entries.index(posixpath.basename(path))

    named = sorted((path for path in files if posixpath.basename(path) in contract.entries), key=rank)
    return [path for path in named if rank(path) == rank(named[0])] or programs(files, contract)


def runnable(files: Mapping[str, bytes], contract: EntryRules) -> list[str]:
    """The sources that look like programs, sorted; all sources when none does.

    Programs hold a start where their language has one (a `main`), and no other source loads them.  A
    `test_….py` that imports other sources is a test of them, not a program.
    """
    wanted = {name.lower() for name in contract.entries}
    named = [path for path in files if posixpath.basename(path).lower() in wanted]
    sources = sorted({*named, *(path for path in files if language_of(path) in contract.languages)})
    if len(sources) < 2:
        return sources
    return _roots(sources, files) or sources


def _roots(sources: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    imported = _imports(sources, files)
    modules = {_module(path) for path in imported}
    tries = {path for path in imported if _module(path).startswith("test_") and imported[path] & modules}
    used = {name for path in imported if path not in tries for name in imported[path]}
    roots = [path for path in sources if _is_root(path, files[path], used)]
    return [path for path in roots if path not in tries] or roots


def _imports(sources: Sequence[str], files: Mapping[str, bytes]) -> dict[str, set[str]]:
    """The sources that each source loads, itself excluded; of Python none when the sources are too long."""
    long = _too_long(files)
    readable = (path for path in sources if not (long and language_of(path) == "python"))
    return {path: _loaded(path, files[path]) - {_module(path)} for path in readable}


def _loaded(path: str, source: bytes) -> set[str]:
    language = language_of(path)
    loads = LANGUAGES[language].loads if language else None
    if language == "python":
        return imports(source)
    found = loads.findall(source) if loads else []
    return {_module(name.decode("utf-8", "replace"), language) for name in found}


def _too_long(files: Mapping[str, bytes]) -> bool:
    return sum(len(files[path]) for path in files if language_of(path) == "python") > MOST_PARSED


def _is_root(path: str, source: bytes, used: set[str]) -> bool:
    language = language_of(path)
    if language is not None and not can_start(language, source):
        return False
    return _module(path) not in used and _module(path) != "__init__"


def _module(path: str, language: str | None = None) -> str:
    """By what name a source is loaded; sources of other languages than Python are told from its modules."""
    name, language = posixpath.splitext(posixpath.basename(path))[0], language or language_of(path)
    return name if language == "python" else f"{name} in {language}"


def _named(starts: Sequence[str], files: Mapping[str, bytes], contract: EntryRules) -> list[str]:
    """The files with the contract's first name at the least depth; one when all have equal content."""
    order = {name.lower(): place for place, name in reversed(list(enumerate(contract.entries)))}

    def rank(path: str) -> tuple[int, int]:
        return path.count("/"), order[posixpath.basename(path).lower()]

    named = _least([path for path in starts if posixpath.basename(path).lower() in order], rank)
    named = named or _usual(starts, files)
    return named if len({files[path] for path in named}) > 1 else named[:1]


def _usual(starts: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """The files with a name that programs of their language usually have, at the least depth.

    None when sources of several languages can be started.
    """
    languages = {language_of(path) for path in starts}
    if len(languages) != 1 or (language := languages.pop()) is None:
        return []
    mains = [
        name for path in files if posixpath.basename(path) == "package.json" for name in _main(files[path])
    ]
    order = [*mains, *LANGUAGES[language].usual]
    usual = [path for path in starts if posixpath.basename(path) in order]
    return _least(usual, lambda path: (path.count("/"), order.index(posixpath.basename(path))))


def _main(package: bytes) -> list[str]:
    """The file name that a `package.json` names as the program."""
    found = re.search(rb'"main"\s*:\s*"([^"\\\n]*)"', package)
    return [posixpath.basename(found[1].decode("utf-8", "replace"))] if found else []


def _least(paths: Iterable[str], rank: Callable[[str], tuple[int, int]]) -> list[str]:
    ranked = sorted((rank(path), path) for path in paths)
    return [path for one, path in ranked if one == ranked[0][0]]


# -- skeletons ------------------------------------------------------------------------------


def _is_skeleton(path: str, files: Mapping[str, bytes], contract: EntryRules) -> bool:
    if language_of(path) != "python" or not contract.skeletons or _too_long(files):
        return False
    return skeleton_digest(files[path]) in contract.skeletons


def chosen(candidates: Sequence[str], files: Mapping[str, bytes], contract: EntryRules) -> list[str]:
    """The candidates that remain: one when the choice is clear.

    Of equal programs the first counts, of a notebook and its export the export, of a program and one that it
    names the former; then the name that is most like those of the contract.
    """
    left = _different(candidates, files)
    left = _calling(left, files) if len(left) > 1 else left
    return _fitting(left, contract) if len(left) > 1 else left


def _different(candidates: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """The first of each equal programs (layout and comments aside), without notebooks that were exported."""
    exported = {posixpath.splitext(path)[0] for path in candidates if not is_notebook(path)}
    found: dict[object, str] = {}
    for path in sorted(candidates, key=lambda path: (path.count("/"), path)):
        if not (is_notebook(path) and posixpath.splitext(path)[0] in exported):
            found.setdefault(skeleton_digest(files[path]) or files[path], path)
    return sorted(found.values())


def _calling(candidates: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """The candidates that no other one names in a string, as one that it starts or reads."""
    texts = {path: without_comments(path, files[path]).decode("utf-8", "replace") for path in candidates}

    def is_named(path: str) -> bool:
        return any(_names(text, path) for other, text in texts.items() if other != path)

    return [path for path in candidates if not is_named(path)] or list(candidates)


def _names(text: str, path: str) -> bool:
    """Whether a text has the name of a file, or is on a line of its own the name of its module."""
    name = posixpath.basename(path)
    return name in text or posixpath.splitext(name)[0] in text.split("\n")


def _fitting(candidates: Sequence[str], contract: EntryRules) -> list[str]:
    """The candidates whose names hold that name of the contract which comes first; all when none does."""
    order = [_words(name) for name in contract.entries]

    def place(path: str) -> int:
        words = _words(path)
        fits = (at for at, wanted in enumerate(order) if _holds(words, wanted) and not ASIDE & set(words))
        return next(fits, len(order))

    places = {path: place(path) for path in candidates}
    return [path for path in candidates if places[path] == min(places.values())]


def _words(path: str) -> list[str]:
    """The words of a file's name in small letters: `Board9 (2).py` has `board9` and `2`."""
    return re.findall(r"[^\W_]+", posixpath.splitext(posixpath.basename(path))[0].lower())


def _holds(words: Sequence[str], wanted: Sequence[str]) -> bool:
    starts: Iterable[int] = range(len(words) - len(wanted) + 1)
    return any(list(words[at : at + len(wanted)]) == list(wanted) for at in starts)


def skeleton_digest(source: bytes) -> str | None:
    """SHA-256 of a Python source's syntax tree: comments, docstrings and layout do not change it.

    None for a source that is not Python 3 or too long to parse.
    """
    tree = parsed(source)
    if tree is None:
        return None
    try:
        return hashlib.sha256(_outline(tree).encode("utf-8", "surrogatepass")).hexdigest()
    except (RecursionError, ValueError):  # too deep, or a number of thousands of digits
        return None


def _outline(node: object) -> str:
    """A syntax tree as text; the output of `ast.dump` differs between Python versions."""
    if isinstance(node, list):
        return f"[{','.join(map(_outline, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = ((name, value) for name, value in ast.iter_fields(node) if value is not None and value != [])
    inner = (f"{name}={_outline(_undocumented(node, name, value))}" for name, value in fields)
    return f"{type(node).__name__}({','.join(inner)})"


def _undocumented(node: ast.AST, name: str, value: object) -> object:
    if name == "body" and isinstance(node, DEFINITIONS) and ast.get_docstring(node, clean=False) is not None:
        return node.body[1:]
    return value
