"""The reasons for a verdict, for students and staff."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.pictures.read.question import Difference

AGREES = "the picture shows the expected board"
NO_BOARD = "no board of the expected size was found in the picture"
UNCLEAR = "the stones in the picture could not be told apart surely"
NO_LATTICE = "where the board lies in the picture could not be told surely"
MORE = "the board that was read is wrong, but there may be another one in the picture"
COLOURS = "which stones are black and which are white could not be told"
EFFORT = "reading the pictures before it and it would take too long"

_WORDS = {".": "empty", "X": "black", "O": "white"}
NEARLY = 3  # points by which a picture may differ from a known wrong board that is named
_NAMED = 3  # points named in words, at most
_LISTED = 9  # differing points, at most, that are named; of more only the number is given


def shows(name: str) -> str:
    """The picture is a known other board."""
    return f"the picture shows {name}"


def nearly(name: str, off: int) -> str:
    """The picture is a known other board but for a few points."""
    return f"the picture shows {name}, but for {off} point{'' if off == 1 else 's'}"


def points(wrong: Sequence[Difference], total: int) -> str:
    """The first differing points, in words; if there are more than `_LISTED`, only their number."""
    if len(wrong) > _LISTED:
        return f"about {len(wrong)} of {total} points are not as expected"
    named = "; ".join(
        f"row {d.row}, column {d.col} is {_WORDS[d.seen]}, not {_WORDS[d.expected]}" for d in wrong[:_NAMED]
    )
    more = len(wrong) - _NAMED
    return f"{named}; and {more} more point{' differs' if more == 1 else 's differ'}" if more > 0 else named
