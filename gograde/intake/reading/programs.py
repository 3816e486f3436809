"""Finds the sources of a submission that look like its program, by their names and contents."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from gograde.intake.languages.table import LANGUAGES
from gograde.intake.names import language_of
from gograde.intake.reading.choice import chosen
from gograde.intake.reading.outline import skeleton_digest
from gograde.intake.reading.python_sources import imports
from gograde.intake.wanted import Wanted

MOST_PARSED = 1024 * 1024
"""Bytes: the imports of longer Python sources (all together) are not examined."""


def can_start(language: str, source: bytes) -> bool:
    """Whether a source seems to hold the start of a program; languages without one start with any source."""
    starts = LANGUAGES[language].starts
    return starts is None or starts.search(source) is not None


def programs(files: Mapping[str, bytes], contract: Wanted) -> list[str]:
    """The files that may be the program, sorted; exactly one when the choice is clear.

    Files with a name of the contract win: the shallowest first, then the contract's order.  Without one,
    all runnable sources are candidates, of which one may be clearly meant (`chosen`).  An unfilled skeleton
    counts only when there is nothing else.
    """
    starts = runnable(files, contract)
    filled = [path for path in starts if not _is_skeleton(path, files, contract)]
    return _named(filled or starts, files, contract) or chosen(filled or starts, files, contract)


def named_programs(files: Mapping[str, bytes], contract: Wanted) -> list[str]:
    """The files with the contract's first name at the least depth; else all programs.

    The name decides even when another source imports the file, as a training program does.
    """

    def rank(path: str) -> tuple[int, int]:
        return path.count("/"), contract.entries.index(posixpath.basename(path))

    named = sorted((path for path in files if posixpath.basename(path) in contract.entries), key=rank)
    return [path for path in named if rank(path) == rank(named[0])] or programs(files, contract)


def runnable(files: Mapping[str, bytes], contract: Wanted) -> list[str]:
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


def _named(starts: Sequence[str], files: Mapping[str, bytes], contract: Wanted) -> list[str]:
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


def _is_skeleton(path: str, files: Mapping[str, bytes], contract: Wanted) -> bool:
    if language_of(path) != "python" or not contract.skeletons or _too_long(files):
        return False
    return skeleton_digest(files[path]) in contract.skeletons
