"""The commands of all campaigns, and the part of them that a commit runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from gograde.package.package import package_ids
from tests.attacks.harness.corpus import attacks
from tests.campaign.slurm.__main__ import SCENES

PARTS = 8
"""So many commits in a row run everything once, if chance is kind."""

KILLS = 200
"""Moments at which the grader, a step, a sandbox or a server is killed, in all."""

KEYS = 64
"""Random keys from which each package makes its hidden cases, in all."""

LANDLOCK_ALONE = (".ci/without-namespaces",)
"""Runs a command where user namespaces are off, so that Landlock serves alone."""


@dataclass(frozen=True)
class Unit:
    """A command that ends with 0 when all is well; `campaign` is the name that a person asks for."""

    campaign: str
    command: tuple[str, ...]


def units() -> Mapping[str, tuple[Unit, ...]]:
    """All commands by campaign."""
    named: dict[str, Iterator[tuple[str, ...]]] = {
        "attacks": _attacks(),
        "landlock": _landlock(),
        "verify": (_python("-m", "gograde", "cases", "verify", name) for name in package_ids()),
        "long": _pytest("long", "--dist", "worksteal"),
        # The tests that draw examples, with many more: boards, marks, malformed input, honest programs.
        "laws": _pytest("hypothesis", "--hypothesis-profile", "campaign"),
        "kills": _seeded("tests.campaign.kills", KILLS, "--times"),
        "keys": _keys(),
        "third": _third(),
        "slurm": (_python("-m", "tests.campaign.slurm", scene) for scene in SCENES),
    }
    return {name: tuple(Unit(name, command) for command in commands) for name, commands in named.items()}


def part_of(commit: str) -> int:
    """The part that a commit runs, from its hash (hex)."""
    return int(commit, 16) % PARTS


def in_part(part: int) -> tuple[Unit, ...]:
    """The units of one part.  Each campaign begins at another part, so that no part has all short ones."""
    return tuple(
        unit
        for offset, found in enumerate(units().values())
        for number, unit in enumerate(found)
        if (number + offset) % PARTS == part
    )


def _python(*words: str) -> tuple[str, ...]:
    return (sys.executable, *words)


def _seeded(module: str, total: int, option: str = "--count") -> Iterator[tuple[str, ...]]:
    """A module that draws by a seed, an eighth of the total with each."""
    for part in range(PARTS):
        yield _python("-m", module, "--seed", str(part), option, str(total // PARTS))


def _pytest(mark: str, *more: str) -> Iterator[tuple[str, ...]]:
    pytest = _python("-m", "pytest", "-n", "2", "-m", mark, *more)
    return ((*pytest, "--part", f"{part}/{PARTS}") for part in range(PARTS))


def _attacks() -> Iterator[tuple[str, ...]]:
    names = sorted(attack.full_name for attack in attacks())
    return (_python("-m", "tests.attacks", *names[part::PARTS]) for part in range(PARTS))


def _landlock() -> Iterator[tuple[str, ...]]:
    yield (*LANDLOCK_ALONE, ".ci/grades-by-landlock")
    for group in ("steal", "tamper", "survive", "file_types"):
        yield (*LANDLOCK_ALONE, *_python("-m", "tests.attacks", group))


def _keys() -> Iterator[tuple[str, ...]]:
    yield from _seeded("tests.campaign.keys", KEYS)
    yield from (_python("-m", "tests.campaign.keys", "--same", "--packages", name) for name in package_ids())


def _third() -> Iterator[tuple[str, ...]]:
    for backend, user in product(("bwrap", "landlock"), ("root", "ordinary")):
        yield _python("-m", "tests.campaign.third", "--backend", backend, "--user", user)
