"""SGF of games that were not judged."""

from __future__ import annotations

from sgfmill import sgf

from gograde.arena.analysis.sgf import game_sgf
from gograde.arena.game.five_by_five import Fault, Termination
from gograde.arena.game.match import Match, play_match
from gograde.go import read_sgf
from tests.arena.listed_bots import ListedBot, at, match


def read(data: bytes) -> tuple[sgf.Sgf_game, list[str]]:
    game = sgf.Sgf_game.from_bytes(data)
    nodes = game.get_main_sequence()
    return game, [node.get("C") if node.has_property("C") else "" for node in nodes]


def test_sgf_of_a_game_that_was_played_to_the_end() -> None:
    record = play_match(match([at(2, 1)], [at(0, 4, "run again, alone")]))
    game, comments = read(game_sgf(record))
    root = game.get_root()
    assert [root.get(name) for name in ("SZ", "KM", "PB", "PW", "RE")] == [5, 2.5, "ann", "ben", "W+2.5"]
    assert [node.get_move() for node in game.get_main_sequence()] == [
        (None, None),
        ("b", (2, 1)),
        ("w", (4, 4)),
        ("b", None),
        ("w", None),
    ]
    assert comments == ["", "", "run again, alone", "", "white wins (points): black 1, white 1 + 2.5"]
    assert getattr(read_sgf(game_sgf(record)), "komi", None) == 2.5


def test_sgf_of_forfeits() -> None:
    illegal = play_match(match([at(2, 2)], [at(2, 2, "seen")]))
    game, comments = read(game_sgf(illegal))
    assert game.get_root().get("RE") == "B+F"
    assert comments == [
        "",
        "seen\nblack wins (illegal move): white at (2, 2) is illegal: the point is occupied",
    ]
    late = play_match(match([Fault(Termination.TIME, "more than 10 s of CPU time")], []))
    game, comments = read(game_sgf(late))
    assert game.get_root().get("RE") == "W+T"
    assert comments == ["white wins (time): more than 10 s of CPU time"]


def test_sgf_of_names_that_are_no_text() -> None:
    bots = ListedBot("a]\udcff\\", []), ListedBot("围棋", [])
    root = read(game_sgf(play_match(Match(*bots))))[0].get_root()
    assert (root.get("PB"), root.get("PW")) == ("a]\\udcff\\", "围棋")


def test_sgf_holds_nothing_that_moves_a_terminal_or_turns_the_reading_direction() -> None:
    said = "\x1b]0;title\x07\x00 \u202eabc ];B[aa] é"
    lost = play_match(match([Fault(Termination.CRASHED, said, (said,))], []))
    data = game_sgf(lost)
    assert data.decode().replace("\n", "").isprintable()
    shown = "\\x1b]0;title\\x07\\x00 \\u202eabc ];B[aa] é"
    assert read(data)[1] == [f"{shown}\nwhite wins (crashed): {shown}"]
