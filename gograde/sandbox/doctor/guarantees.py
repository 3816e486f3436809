"""What each back end holds, and how: the one table behind the doctor, the reports and `docs/sandbox.md`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.landlock.backend import Landlock
from gograde.sandbox.limits import cgroup
from gograde.sandbox.protocol import Backend


class How(StrEnum):
    """How something is held, the strongest way first."""

    KERNEL = "by the kernel"
    SAMPLED = "sampled"
    PARTLY = "held in part"
    NOT = "not held"


class Need(StrEnum):
    """What a machine must have for the stronger of two ways."""

    GROUP = "a control group"
    USERS = "a grader that is root"
    LISTENER = "a listener of system calls"


@dataclass(frozen=True)
class Hold:
    """A way to hold something; `otherwise` applies where the machine lacks what `needs` names."""

    how: How
    needs: Need | None = None
    otherwise: How = How.NOT

    def on(self, had: Collection[Need]) -> How:
        """The way on a machine that has `had`."""
        return self.how if self.needs is None or self.needs in had else self.otherwise


KERNEL, SAMPLED, PARTLY, NOT = (Hold(how) for how in How)
IN_GROUP = Hold(How.KERNEL, Need.GROUP, How.SAMPLED)
NOTICED = Hold(How.KERNEL, Need.LISTENER)

KINDS = ("bwrap", "landlock with namespaces", "landlock")
"""The back ends, in the order of the table's columns; a grader that is root gives Landlock namespaces."""


@dataclass(frozen=True)
class Row:
    """Something that a program must not have or exceed, and how each of `KINDS` holds it."""

    id: str
    what: str
    holds: tuple[Hold, ...]


TABLE = (
    Row("contents", "contents of files that it does not need", (KERNEL, KERNEL, KERNEL)),
    Row("names", "names, sizes and times of other files", (KERNEL, NOT, NOT)),
    Row("network", "network, sockets of other programs", (KERNEL, KERNEL, KERNEL)),
    Row("signals", "signals, memory and limits of other processes", (KERNEL, KERNEL, KERNEL)),
    Row("numbers", "numbers of the machine's processes", (KERNEL, KERNEL, NOT)),
    Row("end", "processes after the end, though the grader is killed", (KERNEL, KERNEL, PARTLY)),
    Row("processes", "number of processes", (KERNEL, KERNEL, Hold(How.KERNEL, Need.USERS, How.PARTLY))),
    Row("memory", "memory of all processes together", (IN_GROUP, IN_GROUP, IN_GROUP)),
    Row("disk", "bytes in the working folder", (KERNEL, KERNEL, SAMPLED)),
    Row("files", "number of files in the working folder", (SAMPLED, KERNEL, SAMPLED)),
    Row("cpu", "CPU time of all processes together", (SAMPLED, SAMPLED, SAMPLED)),
    Row("kernel", "memory of the kernel itself, for locks, pipes and names", (PARTLY, PARTLY, PARTLY)),
    Row("attempts", "record of what it tries", (NOTICED, NOTICED, NOTICED)),
    Row("covert", "bits through load, clocks and counters of the kernel", (NOT, NOT, NOT)),
)


@dataclass(frozen=True)
class Shortfall:
    """A row that is not held by the kernel on this machine; `everywhere`: bwrap never holds it better."""

    id: str
    what: str
    how: How
    everywhere: bool


def shortfalls(kind: str, had: Collection[Need]) -> tuple[Shortfall, ...]:
    """The rows that the back end `kind` does not hold by the kernel on a machine that has `had`."""
    at = KINDS.index(kind)
    weak = [(row, how) for row in TABLE if (how := row.holds[at].on(had)) is not How.KERNEL]
    return tuple(Shortfall(row.id, row.what, how, how is row.holds[0].how) for row, how in weak)


def shortfalls_of(backend: Backend) -> tuple[Shortfall, ...]:
    """The shortfalls of a back end on this machine."""
    if not isinstance(backend, Bubblewrap | Landlock):
        return ()
    users = has_users()
    found = {
        Need.GROUP: cgroup.proved() is not None,
        Need.USERS: users,
        Need.LISTENER: backend.noticing is not None,
    }
    has_spaces = users and isinstance(backend, Landlock) and backend.in_spaces
    kind = f"{backend.name} with namespaces" if has_spaces else backend.name
    return shortfalls(kind, [need for need, there in found.items() if there])


def in_words(found: Collection[Mapping[str, str]]) -> str:
    """Shortfalls as JSON has them, in one phrase: `not held: names …; sampled: bytes …`."""
    by_how = {how: [one["what"] for one in found if one["how"] == how] for how in reversed(How)}
    return "; ".join(f"{how}: {', '.join(names)}" for how, names in by_how.items() if names)
