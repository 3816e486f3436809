"""A live board as a person starts it, with a bot that hangs among its players."""

import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.app.served import Served, served

SAVED = "(;SZ[9]KM[6.5];B[cc];W[gg];B[gc];W[cg];B[ee])"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The board shows a saved game."""
    folder = tmp_path_factory.mktemp("board")
    (folder / "saved.sgf").write_text(SAVED)
    (folder / "sleeper").mkdir()
    (folder / "sleeper" / "my_player.py").write_text("import time\nprint('good night')\ntime.sleep(1000)\n")
    (folder / "crasher").mkdir()
    (folder / "crasher" / "my_player.py").write_text("raise SystemExit('<img src=x onerror=alert(1)>')\n")
    (folder / "talker").write_text(f"#!{sys.executable}\n{TALKER}")
    (folder / "talker").chmod(0o700)
    bots = [
        word
        for one in ("sleeper", "crasher", "gtp:./talker", "gtp:./talker again")
        for word in ("--player", one)
    ]
    with served([*GOGRADE, "saved.sgf", *bots], cwd=folder) as running:
        yield running
        assert running.end() == (0, "")


TALKER = """
import sys
for line in sys.stdin:
    said = sys.argv[1:] and "resign" or "A1"
    print("=", said if "genmove" in line else "", end="\\n\\n", flush=True)
"""
"""A program that speaks GTP: it plays A1, or with an argument resigns."""

GOGRADE = ("-P", "-m", "gograde", "board")


def state_of(board: Served) -> dict[str, Any]:
    """The state that a new window would show."""
    with board.hears() as events:
        return next(value for topic, value in events if topic == "state")


@pytest.fixture
def fresh(board: Served) -> Served:
    """The board with the saved game again, paused, and nobody but persons at it."""
    board.ask("pause", {})
    for colour in ("black", "white"):
        board.ask("seat", {"colour": colour, "player": "person"})
    look = {"situation": False, "model": "force", "style": "dots", "layers": []}
    board.ask("look", look)
    board.ask("open", {"link": urlencode({"ply": 5, "sgf": SAVED})})
    return board
