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

FUZZ_CASES = 20_000
"""Malformed inputs in all."""

PICTURES = 800
"""Pictures that the reader is asked about, in all."""

GROUPS = 2_000
"""Enclosed groups whose life is compared with a list of all states, in all."""

HONEST = 304
"""Honest programs that are run under both back ends, in all."""

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
    named = {"attacks": _attacks(), "landlock": _landlock(), "fuzz": _fuzz(), "verify": _verify()}
    named |= {"mutants": iter([(".ci/mutants",)]), "long": _long(), "laws": _laws(), "pictures": _pictures()}
    named |= {"kills": _kills(), "honest": _honest(), "life": _life(), "keys": _keys(), "third": _third()}
    named |= {"slurm": _slurm()}
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


def _attacks() -> Iterator[tuple[str, ...]]:
    names = sorted(attack.full_name for attack in attacks())
    return (_python("-m", "tests.attacks", *names[part::PARTS]) for part in range(PARTS))


def _landlock() -> Iterator[tuple[str, ...]]:
    yield (*LANDLOCK_ALONE, ".ci/grades-by-landlock")
    for group in ("steal", "tamper", "survive", "file_types"):
        yield (*LANDLOCK_ALONE, *_python("-m", "tests.attacks", group))


def _fuzz() -> Iterator[tuple[str, ...]]:
    count = str(FUZZ_CASES // PARTS)
    return (_python("-m", "tests.fuzz", "--seed", str(part), "--count", count) for part in range(PARTS))


def _verify() -> Iterator[tuple[str, ...]]:
    return (_python("-m", "gograde", "cases", "verify", name) for name in package_ids())


def _long() -> Iterator[tuple[str, ...]]:
    pytest = _python("-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", "long")
    return ((*pytest, "--part", f"{part}/{PARTS}") for part in range(PARTS))


def _laws() -> Iterator[tuple[str, ...]]:
    """The tests that draw examples, with many more of them."""
    pytest = _python("-m", "pytest", "-n", "2", "-m", "hypothesis", "--hypothesis-profile", "campaign")
    return ((*pytest, "--part", f"{part}/{PARTS}") for part in range(PARTS))


def _pictures() -> Iterator[tuple[str, ...]]:
    count = str(PICTURES // PARTS)
    campaign = "tests.pictures.read.campaign"
    return (_python("-m", campaign, "--seed", str(part), "--count", count) for part in range(PARTS))


def _kills() -> Iterator[tuple[str, ...]]:
    times = str(KILLS // PARTS)
    return (
        _python("-m", "tests.campaign.kills", "--seed", str(part), "--times", times) for part in range(PARTS)
    )


def _honest() -> Iterator[tuple[str, ...]]:
    count = str(HONEST // PARTS)
    return (
        _python("-m", "tests.campaign.honest", "--seed", str(part), "--count", count) for part in range(PARTS)
    )


def _life() -> Iterator[tuple[str, ...]]:
    count = str(GROUPS // PARTS)
    return (
        _python("-m", "tests.campaign.life", "--seed", str(part), "--count", count) for part in range(PARTS)
    )


def _keys() -> Iterator[tuple[str, ...]]:
    count = str(KEYS // PARTS)
    for part in range(PARTS):
        yield _python("-m", "tests.campaign.keys", "--seed", str(part), "--count", count)
    yield from (_python("-m", "tests.campaign.keys", "--same", "--packages", name) for name in package_ids())


def _slurm() -> Iterator[tuple[str, ...]]:
    return (_python("-m", "tests.campaign.slurm", scene) for scene in SCENES)


def _third() -> Iterator[tuple[str, ...]]:
    for backend, user in product(("bwrap", "landlock"), ("root", "ordinary")):
        yield _python("-m", "tests.campaign.third", "--backend", backend, "--user", user)
