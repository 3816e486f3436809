"""Draws a board with a public Python program, in that program's own way; runs as a program of its own.

The command is `python libraries.py PROGRAM LOOK FOLDER FILE SGF`, with the rows of the board on standard
input. It writes a picture or a text to FILE. Programs without a package are searched for in FOLDER.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def sgfmill(rows, look, file):
    """The ASCII diagram of the package sgfmill."""
    from sgfmill import ascii_boards, boards

    board = boards.Board(len(rows))
    for r, row in enumerate(rows):
        for c, stone in enumerate(row):
            if stone != ".":
                board.board[len(rows) - 1 - r][c] = "b" if stone == "X" else "w"
    file.write_text(ascii_boards.render_board(board) + "\n", encoding="utf-8")


def sgf2image(rows, look, file):
    """The picture of sgf2image in a theme, with coordinates or without (`theme-`)."""
    from sgf2img import GameImageGenerator, GetAllThemes

    game = file.with_suffix(".sgf")
    game.write_text(sys.argv[5], encoding="utf-8")
    os.chdir(Path(sys.argv[3]) / FOLDERS["sgf2image"])
    maker = GameImageGenerator(GetAllThemes()[look.rstrip("-")], not look.endswith("-"))
    maker.get_game_image(str(game), 480 if look.endswith("-") else 760).convert("RGB").save(file)


def minigo(rows, look, file):
    """The text that minigo prints of a position, with colours or without (`plain`)."""
    os.environ["BOARD_SIZE"] = str(len(rows))
    import go

    text = go.Position(_array(rows)).__str__(colors=look != "plain")
    file.write_text(text + "\n", encoding="utf-8")


def open_spiel(rows, look, file):
    """The text that OpenSpiel prints of a state; moves place the stones, and passes fill the gaps."""
    import pyspiel

    size = len(rows)
    state = pyspiel.load_game(f"go(board_size={size},max_game_length=2000)").new_initial_state()
    for stone in _moves(rows):
        move = size * size if stone is None else (size - 1 - stone[0]) * size + stone[1]
        state.apply_action(move)
    file.write_text(f"{state}\n", encoding="utf-8")


def gymgo(rows, look, file):
    """The text that GymGo prints of a state."""
    import numpy
    from gym_go import gogame

    state = gogame.init_state(len(rows))
    state[0], state[1] = _array(rows) == 1, _array(rows) == -1
    assert isinstance(state, numpy.ndarray)
    file.write_text(gogame.str(state) + "\n", encoding="utf-8")


def pettingzoo(rows, look, file):
    """The picture of PettingZoo's Go; `look` is its size in pixels."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from pettingzoo.classic.go import go
    from PIL import Image

    game = go.raw_env(board_size=len(rows), render_mode="rgb_array", screen_height=int(look))
    game.reset()
    game._go.board = _array(rows).T
    Image.fromarray(game.render()).save(file)


def _array(rows):
    import numpy

    return numpy.array([[{".": 0, "X": 1, "O": -1}[stone] for stone in row] for row in rows], numpy.int8)


def _moves(rows):
    """Points, or None for a pass, of black and white in turn."""
    places = {s: [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == s] for s in "XO"}
    most = max(map(len, places.values()))
    for number in range(most):
        for stone in "XO":
            yield places[stone][number] if number < len(places[stone]) else None


PROGRAMS = {draw.__name__: draw for draw in (sgfmill, sgf2image, minigo, open_spiel, gymgo, pettingzoo)}
FOLDERS = {"sgf2image": "sgf2image", "minigo": "minigo", "gymgo": "GymGo"}

if __name__ == "__main__":
    name, how, folder, target = sys.argv[1:5]
    if name in FOLDERS:
        sys.path.insert(0, str(Path(folder) / FOLDERS[name]))
    PROGRAMS[name](sys.stdin.read().split(), how, Path(target))
