"""The attacks: acts, which are functions that are run as programs, and artefacts, which are handed in.

Each tells in its docstring what it tries and what is seen when it is held.  An artefact is a class in the
module of its group, and its control is a naive consumer.
"""

import importlib
import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import ClassVar

from gograde.sandbox.protocol import Ended, Limits
from tests.attacks.harness.guarantees import OF_GROUP

PROGRAMS = ("steal", "tamper", "exhaust", "survive", "file_types")
"""Groups whose functions are programs that are run."""
ARTEFACTS = ("pictures", "parsers", "archives")
"""Groups whose classes make something that a student hands in."""

WARM = "warm"
WAYS = ("bwrap", WARM, "landlock")
"""The ways of running: each back end, and forked from a server in the first as the moves of a game are."""

_CONTROLS = ("outside", "careless", "loose", "naive")
_LIMITS = Limits(cpu_s=2.0, wall_s=6.0)
_TOOLS = Path(__file__).with_name("tools.py")


@dataclass(frozen=True)
class Control:
    """How it is shown that an attack bites; `loosened` says what a loose sandbox does differently."""

    kind: str
    loosened: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.kind in _CONTROLS


class Artefact(ABC):
    """Something hostile that is handed in; its docstring has the texts `Tries: …` and `Seen: …`."""

    refusal: ClassVar[str | tuple[str, ...]] = ""
    """Words of the reason for which it is refused, or alternatives; empty when it is read."""
    taken: ClassVar[str] = ""
    """The verdict on an archive that is accepted; empty if it depends on the user who grades."""
    secret: ClassVar[bool] = False
    """Whether the marker lies in a file that must stay outside."""
    right: ClassVar[tuple[str, ...]] = ()
    """The questions that it answers rightly in a valid form."""
    verdict: ClassVar[str] = ""
    """The verdict that the whole submission must get; empty if any will do."""

    @abstractmethod
    def make(self, folder: Path, marker: str) -> None:
        """Write it below a folder."""

    @abstractmethod
    def naive(self, folder: Path, marker: str) -> bool:
        """Whether what lies below the folder harms a naive consumer."""


@dataclass(frozen=True)
class Attack:
    """A program with what its act says, or an artefact; `ends` is "" where any end will do.

    `source` is kept, since who judges may be a user that cannot read the file; an artefact has none.
    """

    name: str
    group: str
    tries: str
    against: str
    seen: str
    control: Control
    source: bytes = b""
    judged: tuple[str, ...] = ()
    flagged: bool = False
    limits: Limits = _LIMITS
    ends: str = ""
    artefact: Artefact | None = None

    @property
    def full_name(self) -> str:
        return f"{self.group}/{self.name}"


def act(
    against: str,
    judged: str,
    *,
    control: str = "outside",
    loose: Mapping[str, float] | None = None,
    ends: str = "",
    flagged: bool = False,
    **limits: float,
) -> Callable[[Callable[[], None]], Attack]:
    """Make an attack of a function, which is run as a program of its own.

    `against` is a row of `guarantees.TABLE`, `judged` names checks (`judge.CHECKS`), `limits` are fields of
    `protocol.Limits`, `ends` is the one that the run must name, `flagged` says that it must have violations.
    `control` is the proof that the act does harm: `outside` of a sandbox, passed to a `naive` grader, or
    started by a `careless` script with its folder, environment and descriptors; or in a `loose` sandbox,
    with these limits.
    """

    def attack(function: Callable[[], None]) -> Attack:
        tries, seen = _meaning(function)
        return Attack(
            name=function.__name__, group=function.__module__.rpartition(".")[2], tries=tries, seen=seen,
            against=against, control=Control("loose" if loose else control, loose or {}),
            source=_program(function), judged=tuple(judged.split()), flagged=flagged,
            limits=replace(_LIMITS, **limits), ends=Ended(ends) if ends else "",
        )  # fmt: skip

    return attack


def _program(function: Callable[[], None]) -> bytes:
    """The shared tools, the head of the act's module above the first act, the act, and its call."""
    lines = dedent(inspect.getsource(function)).splitlines(keepends=True)
    start = next(number for number, line in enumerate(lines) if line.startswith("def "))
    head = _head(inspect.getsourcefile(function) or "")
    return f"{_TOOLS.read_text()}\n{head}\n{''.join(lines[start:])}\n{function.__name__}()\n".encode()


@cache
def _head(module: str) -> str:
    text = Path(module).read_text().partition("\n@act(")[0]
    return re.sub(r"from tests\.\S+ import (\([^)]*\)|.*)\n", "", text)


@cache
def attacks() -> tuple[Attack, ...]:
    """All acts and all artefacts, by group."""
    return tuple(attack for group in (*PROGRAMS, *ARTEFACTS) for attack in _of_group(group))


def _of_group(group: str) -> Iterator[Attack]:
    module = importlib.import_module(f"tests.attacks.{group}")
    for value in vars(module).values():
        if isinstance(value, Attack):
            yield value
        elif inspect.isclass(value) and value.__module__ == module.__name__ and issubclass(value, Artefact):
            tries, seen = _meaning(value)
            name = re.sub("(?<!^)(?=[A-Z])", "_", value.__name__).lower()
            yield Attack(
                name, group, tries, OF_GROUP[group], seen, control=Control("naive"), artefact=value()
            )


def _meaning(thing: object) -> tuple[str, str]:
    """What an attack tries and what is seen, by its docstring.  Raises ValueError when it tells neither."""
    words = " ".join((thing.__doc__ or "").split())
    found = re.fullmatch("Tries: (.+) Seen: (.+)", words)
    if not found:
        raise ValueError(f"{thing}: its docstring must say what it `Tries:` and what is `Seen:`")
    return found[1], found[2]
