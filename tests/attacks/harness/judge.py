"""The definition of an escape: checks for its traces, whatever the program reports.

A check takes the world and the run's result and returns the evidence of an escape, or "".
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from gograde.errors import UsageError
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import KEPT_BYTES, MIB, Backend, Collect, Job, RunResult
from gograde.sandbox.select import choose_backend
from tests.attacks.harness.careless import OWN
from tests.attacks.harness.sight import Sight, Watcher, clear, kill_survivors, remains, survivors
from tests.attacks.harness.world import World, litter_of
from tests.sandboxes import ORDINARY, call_in_child, interpreter

Check = Callable[[World, RunResult], str]

_ANSWERED = re.compile(rb"(?m)^(.+) answered (\d+)$")


def evidence_of(names: Iterable[str], world: World, result: RunResult) -> str:
    """The evidence of the named checks, joined; "" when all find the sandbox whole."""
    found = ((name, check(name)(world, result)) for name in names)
    return "; ".join(f"{name}: {text}" for name, text in found if text)


def check(name: str) -> Check:
    """The check of a name; raises UsageError when there is none."""
    if name not in CHECKS:
        fix = f"there are {', '.join(sorted(CHECKS))}"
        raise UsageError("tests/attacks", f"no check is named {name!r}", fix)
    return CHECKS[name]


@contextmanager
def watching(names: Iterable[str], world: World) -> Iterator[None]:
    """Look at the run inside the block, where one of the named checks asks for what was seen of it."""
    if not WATCHED & {*names}:
        yield
        return
    with Watcher(world.word) as sight:
        world.sight.append(sight)
        yield


def _sight(world: World) -> Sight:
    [found] = world.sight
    return found


# -- programs that steal and tamper --------------------------------------------------------------


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


# -- programs that exhaust -------------------------------------------------------------------------


_OVERSHOOT = 320 * MIB
"""What may be taken between two looks, where nothing but looking holds."""
_SPARE_TASKS = 4 + 64 + 3
"""The kernel's own limit lies above the one that is watched, by most where others' processes count along."""
_SPARE_DISK = 24 * MIB
_SPARE_FILES = 2500
_LATE_S = 2.0
_BUSY_S = 0.6
_SHARE_SEEN = 0.7
_REFUSALS = 200
_LOCKS = 6000
_HELD = re.compile(rb"held (\d+)")
_MAPPINGS = 1_200_000
_MAPPED = re.compile(rb"mappings (\d+)")
_LOCKED = re.compile(rb"locks (\d+)")
_USED = re.compile(rb"used ([\d.]+) seconds")


def _output(world: World, result: RunResult) -> str:
    limits = world.limits
    kept = max(len(result.stdout), len(result.stderr))
    taken = max(result.stdout_bytes - limits.stdout_bytes, result.stderr_bytes - limits.stderr_bytes)
    return _above(kept, KEPT_BYTES, "bytes kept") or _above(taken, MIB, "bytes taken in beyond the limit")


def _cpu(world: World, result: RunResult) -> str:
    """Whether less CPU time was counted than most of what the program used."""
    used = max(map(float, _USED.findall(result.stdout)), default=0.0)
    return f"{result.cpu_s:.2f} s seen of {used:.2f} s used" if result.cpu_s < _SHARE_SEEN * used else ""


def _got(world: World, result: RunResult) -> str:
    """Lines `got …`: what the program says it was given."""
    return next((line.decode() for line in result.stdout.splitlines() if line.startswith(b"got ")), "")


def _told(result: RunResult, figure: re.Pattern[bytes] = _HELD) -> int:
    return max(map(int, figure.findall(result.stdout)), default=0)


def _above(found: float, most: float, what: str) -> str:
    return f"{found} {what}, {most} allowed" if found > most else ""


def _seen(figure: str, limit: str, spare: float, what: str) -> Check:
    """What was seen of the run at one time is not above a limit, and what may be taken between two looks."""
    return lambda world, result: _above(
        getattr(_sight(world), figure), getattr(world.limits, limit) + spare, what
    )


def _counted(limit: str, spare: float, what: str) -> Check:
    """What no figure of a process shows, by the program's own count, which is all there is."""
    return lambda world, result: _above(_told(result), getattr(world.limits, limit) + spare, what)


# -- programs that survive, and what is taken out ------------------------------------------------------


_NEXT = Job(
    ("/bin/sh", "-c", "echo next >answer.txt; sleep 0.3; echo next >>answer.txt; sleep 0.1"),
    collect=Collect(("answer.txt",)),
)


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


def _next_run(world: World, result: RunResult) -> str:
    """Whether a further run, by the same user in the same sandbox, gets another answer than its own."""
    ordinary = os.geteuid() == 0 and ORDINARY in _sight(world).users
    further: RunResult = call_in_child(lambda: _same(result.backend).run(_NEXT), ordinary=ordinary)
    answer = further.files.get("answer.txt")
    return "" if answer == b"next\nnext\n" else f"the next run's answer is {answer!r}"


def _same(backend: str) -> Backend:
    return Unsandboxed() if backend == Unsandboxed().name else choose_backend(name=backend)


def _foreign(world: World, result: RunResult) -> str:
    """A file taken out that is not the program's own bytes, or too many of these."""
    for name, data in result.files.items():
        if data.replace(OWN, b"") or len(data) > Collect().file_bytes:
            return f"taken out as {name!a}: {data[:40]!r}, {len(data)} bytes"
    return ""


def _unnamed(world: World, result: RunResult) -> str:
    """A file that the program says it made, of which nothing is heard."""
    said = [line.removeprefix(b"made ") for line in result.stdout.splitlines() if line.startswith(b"made ")]
    heard = {*map(os.fsencode, result.files), *map(os.fsencode, result.refused)}
    return next((f"{name!r} is neither taken nor refused" for name in said if name not in heard), "")


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
        "memory": _seen("memory", "memory_bytes", _OVERSHOOT, "bytes of memory"),
        "processes": _seen("tasks", "processes", _SPARE_TASKS, "processes and threads"),
        "disk": _seen("disk", "work_bytes", _SPARE_DISK, "bytes on disk"),
        "files": _seen("files", "work_files", _SPARE_FILES, "files"),
        "over_time": _seen("cpu_s", "cpu_s", _BUSY_S, "s of CPU time"),
        "held": _counted("memory_bytes", 0, "bytes in the kernel's keeping"),
        "held_on_disk": _counted("work_bytes", _SPARE_DISK, "bytes on disk without a name"),
        "descriptors": _counted("open_files", 0, "open files"),
        "locks": lambda world, result: _above(_told(result, _LOCKED), _LOCKS, "locks"),
        "mappings": lambda world, result: _above(_told(result, _MAPPED), _MAPPINGS, "mappings"),
        "output": _output,
        "cpu": _cpu,
        "late": lambda world, result: _above(result.wall_s, world.limits.wall_s + _LATE_S, "s by the clock"),
        "got": _got,
        "flood": lambda world, result: _above(
            len(result.files) + len(result.refused), _REFUSALS, "names in the record"
        ),
        "alive": _alive,
        "remains": _remains,
        "setuid": lambda world, _: _sight(world).lawless,
        "next": _next_run,
        "foreign": _foreign,
        "unnamed": _unnamed,
    }
)
WATCHED = frozenset(
    ("memory", "processes", "disk", "files", "over_time", "alive", "remains", "setuid", "next")
)
"""The checks that look on while the program runs."""
