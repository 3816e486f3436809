"""A folder of folders, archives or files, each named by its student."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gograde.intake.downloads.part import Claim, LeftOut, Part, Says, Sorted
from gograde.intake.downloads.source import Entry
from gograde.intake.languages.table import SOURCES
from gograde.intake.names import ARCHIVE_SUFFIXES, fold

SUFFIXES = (*ARCHIVE_SUFFIXES, ".rar", ".7z", *SOURCES)
_OURS = ("submitted_at.csv", "README.md", "README.txt", "README")


def sort(entries: Sequence[Entry], claims: Callable[[str], tuple[Claim, ...]]) -> Sorted:
    """Sort the entries by the first name of their paths; `claims` says whom a name may mean."""
    groups: dict[str, dict[str, Entry]] = {}
    left = []
    for entry in entries:
        name, slash, path = entry.path.partition("/")
        if slash:
            groups.setdefault(name, {})[path] = entry
        elif (stem := _stem(name)) != name:
            groups.setdefault(name, {})[name] = entry
        elif name not in _OURS:
            left.append(LeftOut(name, "a file that no program is handed in as", "put it into a folder"))
    parts = []
    for name, files in groups.items():
        stem = _stem(name) if name in files else name
        parts.append(Part(name, claims(stem), files))
    return Sorted(parts, left)


def claims_of(name: str) -> tuple[Claim, ...]:
    """Whom the name of a folder or a file may mean."""
    said = (Says.ID, Says.LOGIN, Says.EMAIL)
    return (*(Claim(one, name) for one in said), Claim(Says.NAME, name.replace("_", " ")))


def _stem(name: str) -> str:
    fits = [suffix for suffix in SUFFIXES if fold(name).endswith(suffix)]
    return name[: len(name) - len(max(fits, key=len))] if fits else name
