"""Programs that are driven: what they are told, and what they do instead of a move."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gograde.engine.gtp import commands as gtp
from gograde.engine.gtp.driven import DrivenPlayer, news
from gograde.errors import UsageError
from gograde.go import Board, Point, Position, Stone, diagram
from gograde.go.player import PASS, RESIGNED, Answer, Cancelled
from gograde.go.position import LiveGame
from tests.go.test_game import played as after
from tests.golden import values_agree

SPEAKER = Path(__file__).parent / "speaker.py"


def driven(folder: Path, *does: str, timeout_s: float = 60) -> DrivenPlayer:
    return DrivenPlayer("bob", [sys.executable, "-IS", str(SPEAKER), str(folder / "heard"), *does], timeout_s)


def heard(folder: Path) -> list[str]:
    return (folder / "heard").read_text().splitlines()


START = LiveGame.empty(5, 2.5)
CORNER = Point(4, 0)


def test_a_program_is_told_what_is_new() -> None:
    told = after(START, CORNER, None)
    assert list(news(None, told)) == ["boardsize 5", "clear_board", "komi 2.5", "play b A1", "play w pass"]
    assert list(news(told, told)) == []
    assert list(news(told, after(told, Point(0, 4)))) == ["play b E5"]
    assert list(news(after(told, Point(0, 4)), told)) == list(news(None, told))
    assert list(news(told, after(START, Point(0, 4), None, None))) == [
        *["boardsize 5", "clear_board", "komi 2.5", "play b E5", "play w pass", "play b pass"]
    ]


def test_stones_of_the_start_are_played_and_white_may_begin() -> None:
    start = Position(diagram("X . . / . O . / . . X"), Stone.WHITE)
    assert list(news(None, after(LiveGame(start), Point(0, 2)))) == [
        *["boardsize 3", "clear_board", "komi 0", "play b A3", "play b C1", "play w B2", "play w C3"]
    ]


def test_a_game_goes_on_in_one_process_and_another_game_is_told_whole(tmp_path: Path) -> None:
    player = driven(tmp_path, "A1", "pass", "E5")
    assert player.choose(START) == Answer(CORNER)
    second = after(START, CORNER, Point(0, 0))
    assert player.choose(second) == PASS
    assert player.choose(START) == Answer(Point(0, 4))
    player.close()
    begun = ["boardsize 5", "clear_board", "komi 2.5"]
    assert heard(tmp_path) == [*begun, "genmove b", "play w A5", "genmove b", *begun, "genmove b", "quit"]


@pytest.mark.parametrize(
    ("does", "fault"),
    [
        ("die", "crashed, it ended at genmove b with exit code 1; it said: out of ?[2J memory"),
        ("crash", "crashed, it ended at genmove b with killed by signal 9"),
        ("refuse", "no answer, it refuses genmove b (cannot)"),
        ("prose", "unreadable answer, 'I think' to genmove b"),
        ("flood", "unreadable answer, more than 1048576 bytes to genmove b"),
        ("A9", "unreadable answer, 'A9' is no move"),
        ("A1", "illegal move, A1: the point is occupied"),
    ],
)
def test_a_program_that_gives_no_move_is_at_fault(tmp_path: Path, does: str, fault: str) -> None:
    player = driven(tmp_path, does)
    assert str(player.choose(after(START, CORNER, None))) == fault
    player.close()


def test_a_program_that_says_nothing_in_time_is_at_fault_and_a_new_one_is_started(tmp_path: Path) -> None:
    player = driven(tmp_path, "hang", timeout_s=3)
    for _ in range(2):
        assert str(player.choose(START)) == "time, nothing in 3 s to genmove b"
    assert heard(tmp_path).count("genmove b") == 2


def test_what_nobody_asked_for_is_no_answer(tmp_path: Path) -> None:
    player = driven(tmp_path, "twice", "E5")
    assert player.choose(START) == Answer(CORNER)
    said = str(player.choose(after(START, CORNER, None)))
    assert said == "unreadable answer, '= A2' that nobody asked for"


def test_a_program_may_resign_and_play_on(tmp_path: Path) -> None:
    player = driven(tmp_path, "RESIGN", "A1")
    assert player.choose(START) == RESIGNED
    assert player.choose(START) == Answer(CORNER)
    player.close()


def test_a_move_that_nobody_waits_for_ends_the_program(tmp_path: Path) -> None:
    player = driven(tmp_path, "hang")
    for _ in range(2):  # the second choice starts a new program

        def cancelled() -> bool:
            return (tmp_path / "heard").is_file() and "genmove b" in heard(tmp_path)

        with pytest.raises(Cancelled):
            player.choose(START, cancelled)
        assert heard(tmp_path)[-1] == "genmove b"
        (tmp_path / "heard").unlink()


def test_a_program_that_cannot_be_started_is_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        DrivenPlayer("bob", [str(tmp_path)], 60).choose(START)
    assert str(caught.value) == (
        "bob: cannot be started (Permission denied)\n"
        "Fix: name a program that is installed, with its arguments"
    )


# -- Points, colours and moves as words ------------------------------------------------------------


def test_vertices_and_lines_are_read_as_the_protocol_says() -> None:
    values_agree("engine/words.txt", gtp=gtp, Stone=Stone)


@pytest.mark.parametrize("side", [2, 9, 19, 25])
def test_what_is_written_is_read(side: int) -> None:
    for point in Board.empty(side).points():
        assert gtp.read_vertex(gtp.write_vertex(point, side), side) == point
