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


def _status_written(world: World, result: RunResult) -> str:
    try:
        said = os.read(world.status, 4096)
    except BlockingIOError:
        said = b""
    return f"the grader was told {said[:60]!r}" if said else ""


def _imported(world: World, result: RunResult) -> str:
    """Whether a Python that the grader starts afterwards, where the submission lies, runs its code."""
    command = [str(interpreter()), "-c", "import json, sys; sys.exit(hasattr(json, 'planted'))"]
    program = subprocess.run(command, cwd=world.submission, capture_output=True, check=False)
    return "the grader imported what was planted" if program.returncode else ""


def _each(names: Callable[[World, RunResult], Iterable[object]], saying: str) -> Check:
    """Evidence that is a list: `saying`, with `{}` for each of these."""
    return lambda world, result: ", ".join(saying.format(name) for name in names(world, result))


def _outputs_with_the_secret(world: World, result: RunResult) -> list[str]:
    outputs = {"stdout": result.stdout, "stderr": result.stderr, **result.files}
    return [name for name, data in outputs.items() if world.secret.encode() in data]


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "marker": _each(_outputs_with_the_secret, "the secret is in {}"),
        "canary": _each(lambda world, _: world.changed(), "{} changed"),
        "listener": _each(lambda world, _: world.listeners.reached(), "{} listener reached"),
        "victim": _each(lambda world, _: filter(None, (one.harm() for one in world.victims)), "{}"),
        "litter": _each(lambda world, _: litter_of(world), "a file was left in {}"),
        "submission": _each(lambda world, _: world.differing(), "{} is not what was handed in"),
        "status": _status_written,
        "terminal": lambda world, _: world.terminal.harm(),
        "imported": _imported,
        # Lines `NAME answered NUMBER`: calls to the kernel that were not refused.
        "calls": _each(
            lambda _, result: (m[0].decode(errors="replace") for m in _ANSWERED.finditer(result.stdout)), "{}"
        ),
        "exit_3": lambda _, result: (
            "" if result.exit_code == 3 else f"its exit code 3 is {result.exit_code} to the grader"
        ),
        "host_named": lambda world, result: (
            "a folder of the host is named" if world.folder.name.encode() in result.stdout else ""
        ),
    }
)
"""The checks of programs that steal and tamper."""
