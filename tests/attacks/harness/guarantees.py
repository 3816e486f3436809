"""What the attacks and the probes of the doctor are for: the rows of one table, `guarantees.TABLE`."""

from collections.abc import Mapping

from gograde.sandbox.doctor.examination import EXCESSES, KINDS, ROUND_TRIP
from gograde.sandbox.doctor.survey import NOTICED, PROBES, TABLE
from gograde.sandbox.protocol import Ended

ROWS: Mapping[str, str] = {row.id: row.what for row in TABLE}
"""What each guarantee is about, by its id."""

OF_GROUP = {"archives": "door", "parsers": "reading", "pictures": "pictures"}
"""The guarantee that all artefacts of a group attack."""

OF_LIMIT = {
    Ended.CPU: "cpu", Ended.WALL: "clock", Ended.MEMORY: "memory", Ended.PROCESSES: "processes",
    Ended.WORK_BYTES: "disk", Ended.WORK_FILES: "files", Ended.STDOUT: "streams", Ended.STDERR: "streams",
}  # fmt: skip
"""The guarantee that each limit belongs to."""

_OUTSIDE = "the doctor examines sandboxes; the tests of gograde itself are its proof"
NO_PROBE = {
    "kernel": "no user is told how much of it a program holds", "covert": "most of it is not held",
    "door": _OUTSIDE, "reading": _OUTSIDE, "pictures": _OUTSIDE, "pages": _OUTSIDE,
}  # fmt: skip
"""Why the doctor has no probe for some guarantees."""

NO_ATTACK = {
    "attempts": "every attack that is flagged must be in the record",
    "pages": "tests/injection puts hostile texts on every way in, and looks through every output",
}
"""Why the corpus has no attack on some guarantees."""

FOR_HONEST = {"determinism", ROUND_TRIP[0]}
"""What the doctor shows for honest programs, and no attack is against."""


def rows_of_probes() -> dict[str, str]:
    """The guarantee that each probe of the doctor is for, by the probe's id; "" for `FOR_HONEST`."""
    return {
        **{probe.id: probe.row for probe in PROBES},
        **{excess.id: OF_LIMIT[excess.ends] for excess in EXCESSES},
        **{kind: "answers" for kind, _, _ in KINDS},
        NOTICED[0]: "attempts",
        ROUND_TRIP[0]: "",
    }
