"""What is said about a picture, to students and staff."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.pictures.recognise.model import Difference

AGREES = "the picture shows the expected board"
NO_BOARD = "no board of the expected size was found in the picture"
UNCLEAR = "the stones in the picture could not be told apart surely"
DOUBTED = "where the board lies in the picture could not be told surely"
MORE = "the board that was read is wrong, but there may be another one in the picture"
OTHER = "what was read is quite another board than the expected one"
COLOURS = "which stones are black and which are white could not be told"

FULL = "a board without an empty point cannot be told from other things surely"

_WORDS = {".": "empty", "X": "black", "O": "white"}
_NAMED = 3


def shows(name: str) -> str:
    """The picture is a known other board."""
    return f"the picture shows {name}"


def points(wrong: Sequence[Difference]) -> str:
    """The first points that differ, in words."""
    named = "; ".join(
        f"row {d.row}, column {d.col} is {_WORDS[d.seen]}, not {_WORDS[d.expected]}" for d in wrong[:_NAMED]
    )
    more = len(wrong) - _NAMED
    return f"{named}; and {more} more points differ" if more > 0 else named
