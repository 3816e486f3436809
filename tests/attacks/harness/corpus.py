"""The attacks: programs with a header that gives aim and expected traces, and artefacts that are handed in.

A header is three lines `# Key: text`; lines that begin with `#   ` continue a text.

    # Tries: what the attack does, for people.
    # Seen: the expected traces when the sandbox holds, for people.
    # Against: the row of `guarantees.TABLE` that it attacks; judged: names of checks (`judge.CHECKS`); …

Behind them may stand, each after `; `:
    control: the proof that the attack does harm, by default outside, one of
      outside                the same program without a sandbox,
      careless               started by a careless script: with its folder, environment, descriptors,
      loose NAME=NUMBER …    the same sandbox with other limits,
      naive                  passed to a naive grader.
    limits: NAME=NUMBER …  fields of `protocol.Limits`, by default cpu_s=2 wall_s=6
    ends: memory           the limit that the run must name
    flagged: yes           when the run must have violations

An artefact is a class in the module of its group, its docstring says what it tries and what is seen, and its
control is a naive consumer.
"""

import dataclasses
import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from gograde.sandbox.protocol import Ended, Limits
from tests.attacks.harness.guarantees import OF_GROUP

ROOT = Path(__file__).parents[1]
PROGRAMS = ("steal", "tamper", "exhaust", "survive", "file_types")
"""Groups whose files are programs that are run."""
ARTEFACTS = ("pictures", "parsers", "archives")
"""Groups whose classes make something that a student hands in."""

WARM = "warm"
WAYS = ("bwrap", WARM, "landlock")
"""The ways of running: each back end, and forked from a server in the first as the moves of a game are."""

_LINE = re.compile(r"# ([A-Z][a-z]+): (.+)")
_CONTROLS = ("outside", "careless", "loose", "naive")
_LIMITS = Limits(cpu_s=2.0, wall_s=6.0)


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
    """A program with what its header says, or an artefact; `ends` is "" where any end will do.

    `source` is kept, since who judges may be a user that cannot read the file; an artefact has none.
    """

    name: str
    group: str
    path: Path
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

    @property
    def is_python(self) -> bool:
        """Whether it is a Python program that is run, and so may be forked from a server."""
        return self.group in PROGRAMS and self.path.suffix == ".py"


def attacks(root: Path = ROOT) -> tuple[Attack, ...]:
    """The programs below `root` and all artefacts, by group and name."""
    programs = [
        read_attack(path)
        for group in PROGRAMS
        for path in sorted((root / group).glob("*"))
        if path.suffix in (".py", ".sh")
    ]
    return (*programs, *(attack for group in ARTEFACTS for attack in _artefacts(group)))


def _artefacts(group: str) -> Iterator[Attack]:
    module = importlib.import_module(f"tests.attacks.{group}")
    kinds = (kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__)
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, Artefact):
            words = " ".join((kind.__doc__ or "").split())
            tries, _, seen = words.removeprefix("Tries: ").partition(" Seen: ")
            yield Attack(
                name=re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower(), group=group,
                path=Path(f"{module.__file__}"), tries=tries, against=OF_GROUP[group], seen=seen,
                control=Control("naive"), artefact=kind(),
            )  # fmt: skip


def read_attack(path: Path) -> Attack:
    """The program in a file; its group is its folder.  Raises ValueError for a header that is wrong."""
    keys: dict[str, str] = {}
    try:
        keys = _header(path)
        kind, *loosened = keys.pop("control", "outside").split()
        attack = Attack(
            name=path.stem, group=path.parent.name, path=path, source=path.read_bytes(),
            tries=keys.pop("Tries"), against=keys.pop("against"), seen=keys.pop("Seen"),
            judged=tuple(keys.pop("judged").split()), control=Control(kind, _numbers(loosened)),
            flagged={"yes": True, "": False}[keys.pop("flagged", "")],
            limits=limits_of(_numbers(keys.pop("limits", "").split()), _LIMITS),
            ends=Ended(keys.pop("ends")) if "ends" in keys else "",
        )  # fmt: skip
        assert not keys
    except Exception as error:
        raise ValueError(f"{path.parent.name}/{path.name}: its header is wrong: {error!r} {keys}") from error
    return attack


def limits_of(changes: Mapping[str, float], base: Limits) -> Limits:
    """`base` with some fields changed."""
    kinds = {name: type(value) for name, value in dataclasses.asdict(base).items()}
    return dataclasses.replace(base, **{name: kinds[name](value) for name, value in changes.items()})


def _numbers(words: list[str]) -> dict[str, float]:
    return {name: float(value) for name, value in (word.split("=") for word in words)}


def _header(path: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    last = ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if found := _LINE.fullmatch(line):
            last = found[1]
            assert last not in texts, f"{path.name}: {last} twice"
            texts[last] = found[2]
        elif line.startswith("#   ") and last:
            texts[last] += f" {line[4:].strip()}"
        else:
            break
    facts = f"against: {texts.pop('Against')}".split("; ")
    keys = dict(fact.split(": ") for fact in facts)
    assert len(keys) == len(facts), f"{path.name}: a fact twice"
    return texts | keys
