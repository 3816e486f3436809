"""Finds the file of a submission to start."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gograde.intake.entry import CLASS, Entry, Refusal
from gograde.intake.languages import LANGUAGES, SUFFIXES
from gograde.intake.names import UNREADABLE, is_archive, language_of
from gograde.intake.reading.programs import EntryRules, can_start, programs, runnable
from gograde.listing import named, safe

PASSED_OVER = re.compile(
    r'/\*.*?(?:\*/|\Z)|//[^\n]*|"""(?:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"?' + r"|'(?:[^'\\\n]|\\.)*'?",
    re.DOTALL,
)
"""Comments, texts and characters: what they hold counts for nothing."""

PACKAGE = re.compile(r"\bpackage\s+([\w.]+)\s*;")

SIGNS = re.compile(r"\b(?:class|record|enum|interface)\s+(\w+)|\bvoid\s+main\s*\(|[{}]")

NO_CLASS = "Main"

DECLARATION = "submission.toml"
LONGEST_DECLARATION = 4096
"""Bytes; the time and memory for dotted keys grow with the square of their length."""

FOREIGN = {
    **UNREADABLE,
    ".m": "a MATLAB program",
    ".awk": "an awk program, which a shell script beside it may start",
    ".pyc": "compiled Python without its source",
    ".class": "compiled Java without its source",
    ".jar": "compiled Java without its source",
    ".ts": "a TypeScript program",
    ".kt": "a Kotlin program",
    ".scala": "a Scala program",
    ".swift": "a Swift program",
    ".lua": "a Lua program",
    ".r": "an R program",
    ".jl": "a Julia program",
    ".bat": "a Windows script",
}
"""Files that cannot run under any name, by suffix; the table of languages has more that are not taken."""

KEYS = ("entry", "language", "build")

Candidates = Callable[[Mapping[str, bytes], EntryRules], Sequence[str]]
"""Finds the files of a submission that may be its program."""


def find_entry(
    files: Mapping[str, bytes], contract: EntryRules, candidates: Candidates = programs
) -> Entry | Refusal:
    """The entry named in `submission.toml`, else the only candidate; a refusal when neither exists."""
    declared = _shallowest(path for path in files if posixpath.basename(path) == DECLARATION)
    if declared:
        return _declared_entry(declared, files, contract)
    found = candidates(files, contract)
    if len(found) == 1:
        return _entry(found[0], files, contract)
    return Refusal(_no_entry_text(found, files, contract))


def not_started(files: Mapping[str, bytes], entry: Entry, contract: EntryRules) -> list[str]:
    """The other files that look like programs, sorted, except those whose names the entry mentions."""
    other = (path for path in runnable(files, contract) if path not in (entry.path, *entry.sources))
    return [
        path
        for path in other
        if posixpath.basename(path).encode("utf-8", "surrogateescape") not in files[entry.path]
    ]


def _shallowest(paths: Iterable[str]) -> str | None:
    return min(paths, key=lambda path: (path.count("/"), path), default=None)


def _entry(
    path: str, files: Mapping[str, bytes], contract: EntryRules, language: str = ""
) -> Entry | Refusal:
    language = language or language_of(path) or ""
    if language not in contract.languages:
        return Refusal(
            f"{safe(path)}: its language is not taken; write it in {' or '.join(contract.languages)}"
        )
    row = LANGUAGES[language]
    start = class_of(files[path], posixpath.basename(path)) if row.classes else ""
    return Entry(path, language, _joined(path, language, files) if row.joined else (), start)


def _joined(path: str, language: str, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The entry, and the sources of its language in its folder that cannot be started."""
    folder = posixpath.dirname(path)
    beside = (other for other in sorted(files) if posixpath.dirname(other) == folder and other != path)
    same = (other for other in beside if language_of(other) == language)
    return (path, *(other for other in same if not can_start(language, files[other])))


# -- submission.toml ------------------------------------------------------------------------


def _declared_entry(declared: str, files: Mapping[str, bytes], contract: EntryRules) -> Entry | Refusal:
    if len(files[declared]) > LONGEST_DECLARATION:
        return Refusal(f"{safe(declared)}: longer than {LONGEST_DECLARATION} bytes")
    try:
        table = tomllib.loads(files[declared].decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # ValueError also for numbers of thousands of digits
        return Refusal(f"{safe(declared)}: not TOML ({safe(str(error))})")
    section = table.get("submission")
    problem = _declaration_problem(section)
    if problem or not isinstance(section, dict):
        return Refusal(f"{safe(declared)}: {problem}")
    folder = posixpath.dirname(declared)
    path = posixpath.normpath(posixpath.join(folder, section["entry"]))
    build = [posixpath.normpath(posixpath.join(folder, name)) for name in section.get("build", [])]
    missing = [name for name in (path, *build) if name not in files]
    if missing:
        return Refusal(f"{safe(declared)}: there is no file {safe(missing[0])}")
    entry = _entry(path, files, contract, section.get("language", ""))
    if isinstance(entry, Entry) and build and entry.sources:
        return replace(entry, sources=tuple(build))
    return entry


def _declaration_problem(section: Any) -> str:
    if not isinstance(section, dict) or not isinstance(section.get("entry"), str):
        return 'write [submission] with a line entry = "board9.py"'
    unknown = [key for key in section if key not in KEYS]
    if unknown:
        from gograde.package.yaml_files import did_you_mean  # heavy, and rarely needed

        return f"submission.{safe(unknown[0])}: unknown key; {did_you_mean(unknown[0], KEYS)}"
    if not isinstance(section.get("language", ""), str):
        return "submission.language: must be a word in quotes"
    build = section.get("build", [])
    if not isinstance(build, list) or not all(isinstance(name, str) for name in build):
        return "submission.build: must be a list of source files"
    return ""


# -- nothing to start -----------------------------------------------------------------------


def _no_entry_text(found: Sequence[str], files: Mapping[str, bytes], contract: EntryRules) -> str:
    wanted = f"name it {contract.entries[0]}, or name it in {DECLARATION}"
    if found:
        return f"which of {named(sorted(map(safe, found)))} is the program? {wanted[0].upper()}{wanted[1:]}"
    foreign = _shallowest(path for path in files if _foreign(path))
    if foreign:
        taken = " or ".join(contract.languages)
        return f"no program found: {safe(foreign)} is {_foreign(foreign)}; write the program in {taken}"
    packed = _shallowest(path for path in files if is_archive(path))
    if packed:
        return f"no program found beside {safe(packed)}; hand in the archive alone, or what is in it"
    return f"no program found among {named(sorted(map(safe, files)))}; {wanted}"


def _foreign(path: str) -> str | None:
    suffix = posixpath.splitext(path)[1].lower()
    return LANGUAGES[SUFFIXES[suffix]].program if suffix in SUFFIXES else FOREIGN.get(suffix)


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
