"""The system calls of x86_64 and aarch64: their numbers and the filter's answers, read from `calls.toml`.

The numbers come from the kernel's tables (x86_64: `syscall_64.tbl`; aarch64: `asm-generic/unistd.h`).
A test compares them with the machine's headers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

PROCESSES = "processes"
FILES = "files"
"""What a run may share with the host."""


@dataclass(frozen=True)
class Call:
    """One system call: the answer, and the answer where the run shares with the host what `shared` names.

    The grader is asked about a call with a kind.  `why` is the reason of the call's group.
    """

    answer: str
    why: str
    shared: str = ""
    then: str = ""
    kind: str = ""

    def answer_for(self, sharing: tuple[str, ...]) -> str:
        return self.then if self.shared in sharing else self.answer


@dataclass(frozen=True)
class Arch:
    """One architecture: its name, its `AUDIT_ARCH_*` value, and its call numbers by name."""

    name: str
    audit: int
    numbers: Mapping[str, int]


def _rows(group: Mapping[str, Any]) -> list[list[str]]:
    """The name and the numbers of each call or argument of a group."""
    return [row.split() for row in group["numbers"].replace("\n", " ").split(",")]


def _numbers(column: int) -> Mapping[str, int]:
    rows = [row for group in _GROUPS for row in _rows(group)]
    return MappingProxyType({row[0]: int(row[column]) for row in rows if row[column] != "-"})


def _call(group: Mapping[str, Any]) -> Call:
    return Call(**{name: text for name, text in group.items() if name not in ("of", "numbers")})


_DATA = tomllib.loads((Path(__file__).parent / "calls.toml").read_text(encoding="utf-8"))
_GROUPS = _DATA["calls"]
CALLS: Mapping[str, Call] = MappingProxyType(
    {row[0]: _call(group) for group in _GROUPS for row in _rows(group)}
)
X86_64 = Arch("x86_64", 0xC000003E, _numbers(1))
AARCH64 = Arch("aarch64", 0xC00000B7, _numbers(2))
ARCHES: Mapping[str, Arch] = MappingProxyType({arch.name: arch for arch in (X86_64, AARCH64)})
ARGUMENTS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {group["of"]: tuple(int(row[1], 0) for row in _rows(group)) for group in _DATA["arguments"]}
)
"""By call, the values of the argument that says what the call does."""
