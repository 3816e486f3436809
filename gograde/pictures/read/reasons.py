"""The reasons for a verdict, for students and staff."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.pictures.read.question import Difference

AGREES = "the picture shows the expected board"
NO_BOARD = "no board of the expected size was found in the picture"
UNCLEAR = "the stones in the picture could not be told apart surely"
LEFT_OVER = "something on the board is neither a line, a stone of a kind nor a small mark"
BESIDE = "something like a stone lies beyond the outer lines of the board"
NO_LATTICE = "where the board lies in the picture could not be told surely"
NOT_KNOWN = "another board was read, but nothing says that the board lies where it was read"
DISAGREE = "what was drawn and what is to be seen do not agree"
MORE = "the board that was read is wrong, but there may be another one in the picture"
COLOURS = "which stones are black and which are white could not be told"
EFFORT = "reading the pictures before it and it would take too long"

_WORDS = {".": "empty", "X": "black", "O": "white"}
_NAMED = 3  # points named in words, at most
_LISTED = 9  # differing points, at most, that are named; of more only the number is given


def shows(name: str) -> str:
    """The picture is a known other board."""
    return f"the picture shows {name}"


def points(wrong: Sequence[Difference], total: int) -> str:
    """The first differing points, in words; if there are more than `_LISTED`, only their number."""
    if len(wrong) > _LISTED:
        return f"about {len(wrong)} of {total} points are not as expected"
    named = "; ".join(
        f"row {d.row}, column {d.col} is {_WORDS[d.seen]}, not {_WORDS[d.expected]}" for d in wrong[:_NAMED]
    )
    more = len(wrong) - _NAMED
    return f"{named}; and {more} more point{' differs' if more == 1 else 's differ'}" if more > 0 else named
