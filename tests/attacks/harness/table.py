"""The table of `python -m tests.attacks`: attack × way of running × user."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context

from gograde.errors import GogradeError, JudgeError
from tests.attacks.harness.corpus import WARM, WAYS, Attack
from tests.attacks.harness.forked import sandbox
from tests.attacks.harness.run import Outcome, control, hold
from tests.sandboxes import USERS, Box

COLUMNS = tuple((way, user) for way in WAYS for user in ("root", "ordinary"))
_ABSENT, _UNFIT, _FAILED = "not here", "-", "ERROR"


@dataclass(frozen=True)
class Row:
    """One attack: a word for each column, one for its control, and what there is to say below."""

    attack: Attack
    cells: tuple[str, ...]
    control: str
    flagged: str
    notes: tuple[str, ...]
    seconds: float

    @property
    def bad(self) -> bool:
        return bool(self.notes)

    def text(self) -> str:
        cells = "".join(f"{cell:11}" for cell in self.cells)
        lines = [f"{self.attack.full_name:34}{cells}{self.control:9}{self.flagged:8}{self.seconds:5.1f}"]
        return "\n".join([*lines, *(f"    {note}" for note in self.notes)])


def head() -> str:
    cells = "".join(f"{way[:5] + ' ' + user[:4]:11}" for way, user in COLUMNS)
    return f"{'attack':34}{cells}{'control':9}{'flagged':8}    s"


@cache
def boxes() -> tuple[Box | None, ...]:
    """A sandbox for each column; None where this machine, or this user, has none."""
    found: dict[str, Box | None] = {}
    for way, user in COLUMNS:
        try:
            found[f"{way} {user}"] = Box(sandbox(way), user) if user in USERS else None
        except JudgeError:
            found[f"{way} {user}"] = None
    return tuple(found.values())


def rows(attacks: tuple[Attack, ...], jobs: int) -> Iterator[Row]:
    """Each attack in each of `boxes()`, and its control; `jobs` attacks at the same time."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        yield from pool.map(_row, attacks)


def _row(attack: Attack) -> Row:
    return row(attack, boxes())


def row(attack: Attack, columns: tuple[Box | None, ...]) -> Row:
    """One attack in some sandboxes, and its control."""
    started = time.monotonic()
    notes: list[str] = []
    tried = [_tried(attack, box, notes) for box in columns]
    shown = _controlled(attack, notes)
    flags = sorted({outcome.flagged for outcome in tried if isinstance(outcome, Outcome) and outcome.result})
    flagged = " ".join("yes" if flag else "no" for flag in flags)
    return Row(attack, tuple(map(_cell, tried)), shown, flagged, tuple(notes), time.monotonic() - started)


def _tried(attack: Attack, box: Box | None, notes: list[str]) -> Outcome | str:
    """What came of an attack, or a word for why nothing did."""
    if box is None:
        return _ABSENT
    if box.backend.name == WARM and attack.artefact:
        return _UNFIT
    where = f"{box.backend.name} {box.user}"
    outcome = _caught(lambda: hold(attack, box), where, notes)
    if not isinstance(outcome, Outcome):
        return _FAILED
    notes += [f"{where}: {text}" for text in (outcome.evidence, *outcome.faults) if text]
    return outcome


def _controlled(attack: Attack, notes: list[str]) -> str:
    evidence = _caught(lambda: control(attack), "control", notes)
    if evidence == "":
        notes.append("control: the attack does nothing where nothing holds it")
        return "VACUOUS"
    return "ok" if evidence else _FAILED


def _caught(work: Callable[[], object], where: str, notes: list[str]) -> object:
    try:
        return work()
    except GogradeError as error:
        notes.append(f"{where}: {error}")
        return None


def _cell(tried: Outcome | str) -> str:
    if isinstance(tried, str):
        return tried
    return "held" if tried.held else "ESCAPED"


def summary(done: list[Row]) -> str:
    """The last line: how many of what."""
    cells = [cell for row in done for cell in row.cells]
    words = {
        "attacks": len(done), "held": cells.count("held"), "escaped": cells.count("ESCAPED"),
        "not here": cells.count(_ABSENT), "controls ok": [row.control for row in done].count("ok"),
        "vacuous": [row.control for row in done].count("VACUOUS"),
        "other faults": sum(row.bad for row in done if "ESCAPED" not in row.cells and row.control == "ok"),
    }  # fmt: skip
    return ", ".join(f"{number} {name}" for name, number in words.items())
