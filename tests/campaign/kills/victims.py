"""Finds the processes of a grader by what they are, in /proc."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gograde.sandbox.run.server import SERVER


@dataclass(frozen=True)
class Process:
    """A process as it was seen; `words` is its command line."""

    pid: int
    words: tuple[str, ...]
    parent: Process | None = None

    @property
    def program(self) -> str:
        return Path(self.words[0]).name if self.words else ""


def family(of: Process) -> Iterator[Process]:
    """A process, its children, their children, and so on; those that end meanwhile are left out."""
    yield of
    for pid in _children(of.pid):
        yield from family(Process(pid, _words(pid), of))


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except OSError:  # it has ended
        pass
    return found


def _words(pid: int) -> tuple[str, ...]:
    try:
        return tuple(Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace").split("\0")[:-1])
    except OSError:
        return ()


def _is_grader(process: Process) -> bool:
    return process.parent is None


def _is_step(process: Process) -> bool:
    return {"step", "--parent"} <= set(process.words)


def _is_sandbox(process: Process) -> bool:
    """Whether it is bwrap, or the first process of the namespace of a run, cold or warm."""
    if process.program == "bwrap":
        return True
    in_bwrap = process.parent is not None and process.parent.program == "bwrap"
    return process.words[:2] == ("/bin/sh", "-c") and (in_bwrap or process.words[2:] == ("read -r word",))


def _is_server(process: Process) -> bool:
    return any(word.endswith(f"/{SERVER}") for word in process.words[1:]) and process.program != "bwrap"


VICTIMS: Mapping[str, Callable[[Process], bool]] = {
    "grader": _is_grader,
    "group": _is_grader,
    "step": _is_step,
    "sandbox": _is_sandbox,
    "server": _is_server,
}
"""The kinds of victims; a group is found by its leader."""


def victims(kind: str, grader: int) -> Sequence[int]:
    """The living processes of a kind that a grader has started."""
    return [process.pid for process in family(Process(grader, ())) if VICTIMS[kind](process)]
