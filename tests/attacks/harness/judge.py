"""The definition of an escape: checks for its traces, whatever the program reports.

A check takes the world and the run's result and returns the evidence of an escape, or "". The modules of
`judges` add checks, each by a mapping `CHECKS`. Such a module may also have a function `watch(world)`, a
context around the run; its value is in `world.seen` under the module's name.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import MappingProxyType, ModuleType

from gograde.errors import UsageError
from gograde.sandbox.protocol import RunResult
from tests.attacks.harness import judges
from tests.attacks.harness.world import World, litter_of
from tests.sandboxes import interpreter

Check = Callable[[World, RunResult], str]

_ANSWERED = re.compile(rb"(?m)^(.+) answered (\d+)$")


def evidence_of(names: Iterable[str], world: World, result: RunResult) -> str:
    """The evidence of the named checks, joined; "" when all find the sandbox whole."""
    found = ((name, check(name)(world, result)) for name in names)
    return "; ".join(f"{name}: {text}" for name, text in found if text)


def check(name: str) -> Check:
    """The check of a name; raises UsageError when there is none."""
    every = checks()
    if name not in every:
        raise UsageError(
            "tests/attacks", f"no check is named {name!r}", f"there are {', '.join(sorted(every))}"
        )
    return every[name]


def checks() -> Mapping[str, Check]:
    """All checks by name."""
    return {**CHECKS, **{name: found for module in _modules() for name, found in module.CHECKS.items()}}


@contextmanager
def watching(names: Iterable[str], world: World) -> Iterator[None]:
    """Let the modules of the named checks look on inside the block."""
    wanted = set(names)
    with ExitStack() as stack:
        for module in _modules():
            if wanted & set(module.CHECKS) and hasattr(module, "watch"):
                name = module.__name__.rpartition(".")[2]
                world.seen[name] = stack.enter_context(module.watch(world))
        yield


def _modules() -> list[ModuleType]:
    names = sorted(found.name for found in pkgutil.iter_modules(judges.__path__))
    return [importlib.import_module(f"{judges.__name__}.{name}") for name in names]


def _secret_came_out(world: World, result: RunResult) -> str:
    outputs = {"stdout": result.stdout, "stderr": result.stderr, **result.files}
    return ", ".join(
        f"the secret is in {name}" for name, data in outputs.items() if world.secret.encode() in data
    )


def _canary_changed(world: World, result: RunResult) -> str:
    return ", ".join(f"{name} changed" for name in world.changed())


def _listener_reached(world: World, result: RunResult) -> str:
    return ", ".join(f"{name} listener reached" for name in world.listeners.reached())


def _victim_harmed(world: World, result: RunResult) -> str:
    return ", ".join(filter(None, (victim.harm() for victim in world.victims)))


def _littered(world: World, result: RunResult) -> str:
    return ", ".join(f"a file was left in {place}" for place in litter_of(world))


def _status_written(world: World, result: RunResult) -> str:
    try:
        said = os.read(world.status, 4096)
    except BlockingIOError:
        said = b""
    return f"the grader was told {said[:60]!r}" if said else ""


def _terminal_changed(world: World, result: RunResult) -> str:
    return world.terminal.harm()


def _submission_changed(world: World, result: RunResult) -> str:
    return ", ".join(f"{name} is not what was handed in" for name in world.differing())


def _imported(world: World, result: RunResult) -> str:
    """Whether a Python that the grader starts afterwards, where the submission lies, runs its code."""
    command = [str(interpreter()), "-c", "import json, sys; sys.exit(hasattr(json, 'planted'))"]
    program = subprocess.run(command, cwd=world.submission, capture_output=True, check=False)
    return "the grader imported what was planted" if program.returncode else ""


def _calls_answered(world: World, result: RunResult) -> str:
    """Lines `NAME answered NUMBER`: calls to the kernel that were not refused."""
    return ", ".join(match[0].decode(errors="replace") for match in _ANSWERED.finditer(result.stdout))


def _exit_lost(world: World, result: RunResult) -> str:
    return "" if result.exit_code == 3 else f"its exit code 3 is {result.exit_code} to the grader"


def _host_named(world: World, result: RunResult) -> str:
    return "a folder of the host is named" if world.folder.name.encode() in result.stdout else ""


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "marker": _secret_came_out,
        "canary": _canary_changed,
        "listener": _listener_reached,
        "victim": _victim_harmed,
        "litter": _littered,
        "status": _status_written,
        "terminal": _terminal_changed,
        "submission": _submission_changed,
        "imported": _imported,
        "calls": _calls_answered,
        "exit_3": _exit_lost,
        "host_named": _host_named,
    }
)
"""The checks of programs that steal and tamper."""
