"""Checks of what a run leaves behind: processes, files, and programs that wait for the next run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.protocol import Backend, Collect, Job, RunResult
from gograde.sandbox.select import choose_backend
from tests.attacks.harness.judge import Check
from tests.attacks.harness.sight import Sight, Watcher, clear, kill_survivors, remains, survivors
from tests.attacks.harness.world import World
from tests.sandboxes import ORDINARY, call_in_child

_NEXT = Job(
    ("/bin/sh", "-c", "echo next >answer.txt; sleep 0.3; echo next >>answer.txt; sleep 0.1"),
    collect=Collect(("answer.txt",)),
)


@contextmanager
def watch(world: World) -> Iterator[Sight]:
    """Look at the run while it goes on, unless somebody does already."""
    if "exhaust" in world.seen:
        yield world.seen["exhaust"]
        return
    with Watcher(world.word) as sight:
        yield sight


def _sight(world: World) -> Sight:
    found: Sight = world.seen["survive"]
    return found


def _alive(world: World, result: RunResult) -> str:
    """Processes of the run; they are ended when they have been found."""
    left = survivors(world.word, _sight(world))
    kill_survivors(world.word, _sight(world))
    return f"{len(left)} of its processes live" if left else ""


def _remains(world: World, result: RunResult) -> str:
    """Folders of the run; they are deleted when they have been found."""
    found = remains(_sight(world))
    clear(_sight(world))
    return found


def _setuid(world: World, result: RunResult) -> str:
    return _sight(world).lawless


def _next_run(world: World, result: RunResult) -> str:
    """Whether a further run, by the same user in the same sandbox, gets another answer than its own."""
    ordinary = os.geteuid() == 0 and ORDINARY in _sight(world).users
    further: RunResult = call_in_child(lambda: _same(result.backend).run(_NEXT), ordinary=ordinary)
    answer = further.files.get("answer.txt")
    return "" if answer == b"next\nnext\n" else f"the next run's answer is {answer!r}"


def _same(backend: str) -> Backend:
    return Unsandboxed() if backend == Unsandboxed().name else choose_backend(name=backend)


CHECKS: Mapping[str, Check] = MappingProxyType(
    {"alive": _alive, "remains": _remains, "setuid": _setuid, "next": _next_run}
)
"""The checks of programs that survive."""
