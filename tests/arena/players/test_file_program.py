"""The reference players as programs make the same moves as in our own process."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gograde.arena.game.protocol_files import Unreadable, read_answer, write_input
from gograde.arena.game.rules import COURSE, START
from gograde.arena.players.file_program import answer
from gograde.arena.players.reference import ReferencePlayer, chooser
from gograde.errors import DataError
from gograde.go import Position, Stone, diagram
from gograde.go.player import Answer, Cancelling, Player, never
from gograde.go.position import LiveGame
from tests.arena.listed_bots import play_game


class ByFiles(Player):
    """A reference player behind the two files, in a folder of its own."""

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        folder.mkdir()
        self.folder, self.player = folder, ReferencePlayer(chooser(name), seed)

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer:
        (self.folder / "input.txt").write_bytes(write_input(game.position))
        answer(self.folder, self.player)
        read = read_answer((self.folder / "output.txt").read_bytes())
        assert not isinstance(read, Unreadable)
        return Answer(read)


@pytest.mark.parametrize("name", ["greedy", "mcts-200"])
def test_behind_files_it_plays_the_same_game(tmp_path: Path, name: str) -> None:
    inside = ReferencePlayer(chooser(name), 4), ReferencePlayer(chooser(name), 5)
    behind = ByFiles(tmp_path / "black", name, 4), ByFiles(tmp_path / "white", name, 5)
    assert play_game(*behind).moves == play_game(*inside).moves


def test_perfect_counts_its_plies_and_plays_by_the_book(tmp_path: Path) -> None:
    """As black from the first ply, as white from the second."""
    inside = ReferencePlayer(chooser("perfect"), 4), ReferencePlayer(chooser("random"), 5)
    behind = ByFiles(tmp_path / "black", "perfect", 4), ReferencePlayer(chooser("random"), 5)
    played = play_game(*behind)
    assert played.moves == play_game(*inside).moves
    assert played.outcome.winner is Stone.BLACK
    assert (tmp_path / "black" / "ply.txt").read_text() == "23\n"
    white = ByFiles(tmp_path / "white", "perfect", 4)
    assert (
        play_game(ReferencePlayer(chooser("greedy"), 5), white).moves
        == play_game(ReferencePlayer(chooser("greedy"), 5), ReferencePlayer(chooser("perfect"), 4)).moves
    )


def test_a_player_is_prepared_before_any_clock_runs(tmp_path: Path) -> None:
    done = run(tmp_path, "greedy", "--prepare")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"first move \d+\.\d s of CPU, second \d\.\d s\n", done.stdout)
    assert list(tmp_path.iterdir()) == []


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gograde.arena.players.file_program", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=False)


def test_it_can_be_started_as_a_program(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes(write_input(START))
    done = run(tmp_path, "greedy", "--seed", "3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    expected = ReferencePlayer(chooser("greedy"), 3).choose(COURSE.start)
    assert (tmp_path / "output.txt").read_text() == f"{expected}\n"
    assert (tmp_path / "ply.txt").read_text() == "1\n"


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, "greedy")
    assert done.returncode == 3
    assert done.stderr == (
        "input.txt: no such file\nFix: write the colour and two boards there, as the statement says\n"
    )
    assert run(tmp_path, "nobody").returncode == 2
    (tmp_path / "input.txt").write_text("1\n")
    with pytest.raises(DataError, match="not a colour and two boards"):
        answer(tmp_path, ReferencePlayer(chooser("greedy"), 1))


@pytest.mark.parametrize(("stone", "ply"), [(Stone.BLACK, 5), (Stone.WHITE, 4)])
def test_a_game_joined_later_is_taken_to_have_a_ply_a_stone(tmp_path: Path, stone: Stone, ply: int) -> None:
    board = diagram("X O . . . / X . . . . / " + ". . . . . / " * 3)
    position = Position(board, stone, diagram("X O . . . / " + ". . . . . / " * 4))
    (tmp_path / "input.txt").write_bytes(write_input(position))
    player = ReferencePlayer(chooser("greedy"), 1)
    for expected in (ply, ply + 2):
        answer(tmp_path, player)
        assert (tmp_path / "ply.txt").read_text() == f"{expected}\n"
