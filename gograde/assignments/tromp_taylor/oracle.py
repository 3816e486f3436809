"""Two implementations of the result of a finished game that share no code.

`slow` is the program that known mistakes are changes of.
"""

from __future__ import annotations

from gograde.assignments.tromp_taylor import careful_program
from gograde.go.area import result_text


def fast(_question: str, data: bytes) -> str:
    """`B+k`, `W+k` or `Jigo`; raises `DataError` unless the points fill a square of side 0 to 255."""
    return result_text(data)


slow = careful_program.solve
"""Like `fast`, for points that fill a square."""
