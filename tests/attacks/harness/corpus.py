"""The attacks: programs with a header that gives aim and expected traces, and artefacts that are handed in.

A header is a block of lines `# Key: text`; lines that begin with `#   ` continue a text.

    # Tries: what the attack does, for people.
    # Against: the row of `guarantees.TABLE` that it attacks.
    # Seen: the expected traces when the sandbox holds, for people.
    # Judged: names of checks (`judge.CHECKS`), separated by blanks.
    # Control: the proof that the attack does harm, by default outside, one of
    #   outside                the same program without a sandbox,
    #   careless               started by a careless script: with its folder, environment, descriptors,
    #   loose NAME=VALUE …     the same sandbox with other limits (or readable=folder: the bait's folder),
    #   naive                  passed to a naive grader.
    # Flagged: yes or no     whether the run must have violations, by default no; WAY=yes or WAY=no for
    #                        exceptions in one of the ways of running (`WAYS`).
    # Limits: NAME=VALUE …   fields of `protocol.Limits`; optional
    # Ends: memory           the limit that the run must name; optional
    # Collect: PATTERN …     the files collected at the end; optional, by default answer*

An artefact is a class in the module of its group, its docstring says what it tries and what is seen, and its
control is a naive consumer.
"""

from __future__ import annotations

import dataclasses
import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from gograde.errors import UsageError
from gograde.sandbox.protocol import Ended, Limits
from tests.attacks.harness.guarantees import OF_GROUP, ROWS

ROOT = Path(__file__).parents[1]
PROGRAMS = ("steal", "tamper", "exhaust", "survive", "file_types")
"""Groups whose files are programs that are run."""
ARTEFACTS = ("pictures", "parsers", "archives", "reports")
"""Groups whose classes make something that a student hands in."""

WARM = "warm"
WAYS = ("bwrap", WARM, "landlock")
"""The ways of running: each back end, and forked from a server in the first as the moves of a game are."""

_KEY = re.compile(r"# ([A-Z][a-z]+):(?: (.*))?")
_NEEDED = ("Tries", "Seen")
_KNOWN = (*_NEEDED, "Control", "Flagged", "Against", "Judged", "Limits", "Ends", "Collect")
_CONTROLS = ("outside", "careless", "loose", "naive")
_LIMITS = Limits(cpu_s=5.0, wall_s=30.0)
_NUMBER = re.compile(r"\d+|\d+\.\d+")
_LOOSE_ONLY = ("readable",)
_YES_NO = {"yes": True, "no": False}


@dataclass(frozen=True)
class Control:
    """How it is shown that an attack bites; `loosened` says what a loose sandbox does differently."""

    kind: str
    loosened: Mapping[str, str] = field(default_factory=dict)


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
    flagged_else: Mapping[str, bool] = field(default_factory=dict)
    limits: Limits = _LIMITS
    ends: str = ""
    collect: tuple[str, ...] = ("answer*",)
    artefact: Artefact | None = None

    @property
    def full_name(self) -> str:
        return f"{self.group}/{self.name}"

    @property
    def is_python(self) -> bool:
        """Whether it is a Python program that is run, and so may be forked from a server."""
        return self.group in PROGRAMS and self.path.suffix == ".py"

    def is_flagged(self, way: str) -> bool:
        """Whether the run must have violations in this way of running."""
        return self.flagged_else.get(way, self.flagged)


def attacks(root: Path = ROOT) -> tuple[Attack, ...]:
    """The programs below `root` and all artefacts, by group and name.

    Raises UsageError for a header that is wrong.
    """
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
                name=re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower(),
                group=group,
                path=Path(f"{module.__file__}"),
                tries=tries,
                against=OF_GROUP[group],
                seen=seen,
                control=Control("naive"),
                artefact=kind(),
            )


def read_attack(path: Path) -> Attack:
    """The program in a file; its group is its folder.  Raises UsageError that names the file and the line."""
    keys = _Header(path, _header(path))
    return Attack(
        name=path.stem,
        group=path.parent.name,
        path=path,
        source=path.read_bytes(),
        tries=keys.text("Tries"),
        against=keys.one_of("Against", ("", *ROWS)),
        seen=keys.text("Seen"),
        judged=tuple(keys.text("Judged").split()),
        control=keys.control(),
        flagged=keys.flagged(),
        flagged_else=keys.flagged_else(),
        limits=limits_of(keys.pairs("Limits", _limit_names()), _LIMITS),
        ends=keys.one_of("Ends", ("", *Ended)),
        collect=tuple((keys.optional("Collect") or "answer*").split()),
    )


def limits_of(changes: Mapping[str, str], base: Limits) -> Limits:
    """`base` with some fields changed."""
    kinds = {name: type(value) for name, value in dataclasses.asdict(base).items()}
    return dataclasses.replace(base, **{name: kinds[name](text) for name, text in changes.items()})


def _limit_names() -> tuple[str, ...]:
    return tuple(one.name for one in dataclasses.fields(Limits))


@dataclass(frozen=True)
class _Header:
    """The keys of a file: to each the number of its line and its text."""

    path: Path
    keys: Mapping[str, tuple[int, str]]

    def optional(self, key: str) -> str:
        return self.keys.get(key, (0, ""))[1]

    def text(self, key: str) -> str:
        if not self.optional(key):
            raise self.wrong(key, f"nothing is said as {key}", f"add # {key}: …")
        return self.optional(key)

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        word = self.optional(key) if "" in words else self.text(key)
        if word not in words:
            raise self.wrong(key, f"{key} is {word!r}", f"say one of {', '.join(filter(None, words))}")
        return word

    def flagged(self) -> bool:
        word = (self.optional("Flagged") or "no").split()[0]
        if word not in _YES_NO:
            raise self.wrong("Flagged", f"Flagged is {word!r}", "say yes or no")
        return _YES_NO[word]

    def flagged_else(self) -> Mapping[str, bool]:
        """What is said of some ways of running, which has to differ from what is said of all."""
        found = {}
        for word in self.optional("Flagged").split()[1:]:
            way, _, said = word.partition("=")
            if way not in WAYS or _YES_NO.get(said, self.flagged()) == self.flagged():
                fix = f"say WAY=yes or WAY=no, unlike the first word, with a way of {', '.join(WAYS)}"
                raise self.wrong("Flagged", f"Flagged has {word!r}", fix)
            found[way] = _YES_NO[said]
        return found

    def pairs(self, key: str, names: tuple[str, ...], skip: int = 0) -> Mapping[str, str]:
        """The `name=value` words of a key, after the first `skip` words."""
        pairs = {}
        for word in self.optional(key).split()[skip:]:
            name, _, value = word.partition("=")
            if name not in names or not (name in _LOOSE_ONLY or _NUMBER.fullmatch(value)):
                fix = f"say NAME=NUMBER, with a name of {', '.join(names)}" if names else "leave it out"
                raise self.wrong(key, f"{key} has {word!r}", fix)
            pairs[name] = value
        return pairs

    def control(self) -> Control:
        kind = (self.optional("Control") or "outside").split()[0]
        if kind not in _CONTROLS:
            raise self.wrong("Control", f"Control is {kind!r}", f"say one of {', '.join(_CONTROLS)}")
        names = (*_limit_names(), *_LOOSE_ONLY) if kind == "loose" else ()
        return Control(kind, self.pairs("Control", names, skip=1))

    def wrong(self, key: str, what: str, fix: str) -> UsageError:
        return _wrong(self.path, self.keys.get(key, (1, ""))[0], what, fix)


def _header(path: Path) -> dict[str, tuple[int, str]]:
    keys: dict[str, tuple[int, str]] = {}
    last = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if line.startswith("#!") and number == 1:
            continue
        if line.startswith("#   ") and last:
            keys[last] = (keys[last][0], f"{keys[last][1]} {line[4:].strip()}".strip())
        elif found := _KEY.fullmatch(line.rstrip()):
            last = found[1]
            if last not in _KNOWN or last in keys:
                fault = "unknown key" if last not in _KNOWN else "said twice:"
                raise _wrong(path, number, f"{fault} {last}", f"the keys are {', '.join(_KNOWN)}")
            keys[last] = (number, (found[2] or "").strip())
        elif line.strip():
            break
    for key in _NEEDED:
        if key not in keys:
            raise _wrong(path, 1, f"the header has no {key}", f"add # {key}: …")
    return keys


def _wrong(path: Path, line: int, what: str, fix: str) -> UsageError:
    return UsageError(f"{path.parent.name}/{path.name}:{line}", what, fix)
