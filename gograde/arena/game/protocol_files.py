"""The two files of the protocol, byte for byte, and the modules that students get to read and write them.

`input.txt` has eleven lines in 61 bytes and no newline at its end: the colour, the board after the player's
last move, the current board.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from gograde.arena.game.five_by_five import SIDE, View
from gograde.go.board import Board, Stone
from gograde.go.notation import Malformed, write_digits
from gograde.go.position import Position

INPUT = "input.txt"
OUTPUT = "output.txt"

_INPUT = re.compile(rb"([12])\n" + rb"((?:[012]{5}\n){5})" + rb"((?:[012]{5}\n){4}[012]{5})")
_CELLS = bytes.maketrans(b"012", b"\0\1\2")


def write_input(view: View) -> bytes:
    """The 61 bytes of `input.txt`."""
    position = view.position
    before = position.previous or position.board
    return f"{position.to_play:d}\n{write_digits(before)}{write_digits(position.board)}"[:-1].encode()


def read_input(data: bytes) -> Position | Malformed:
    """The position of an `input.txt`; two equal boards mean a pass.

    A newline at the end and CRLF line ends are accepted.
    """
    text = data.replace(b"\r\n", b"\n").removesuffix(b"\n")
    found = _INPUT.fullmatch(text)
    if found is None:
        return Malformed("", "not a colour and two boards", "give 11 lines: 1 or 2, then ten of five digits")
    before, now = (Board(SIDE, SIDE, _cells(found[group])) for group in (2, 3))
    return Position(now, Stone(int(found[1])), before, passes=int(before == now))


def _cells(rows: bytes) -> bytes:
    return rows.replace(b"\n", b"").translate(_CELLS)


@lru_cache(maxsize=1)
def handed_out() -> dict[str, bytes]:
    """The modules that students import, by file name: `host.py`, `read.py`, `write.py`."""
    folder = Path(__file__).parent / "handed_out"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}
