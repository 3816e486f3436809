"""SGF of judged games, read back with sgfmill."""

from __future__ import annotations

from sgfmill import sgf

from gograde.arena.game.match import Match, play_match
from gograde.arena.judged_game import analyse
from gograde.arena.sgf import flip_text, game_sgf, result
from gograde.go import read_sgf
from gograde.go.player import Fault, Termination
from tests.arena.judged import LOST_TWICE, moves, record
from tests.arena.listed_bots import ListedBot, at, match


def test_results_are_written_as_in_sgf() -> None:
    assert [result(value) for value in (3, 2, 25, -25, 0)] == ["B+0.5", "W+0.5", "B+22.5", "W+27.5", "W+2.5"]


def test_a_losing_move_has_the_better_one_beside_it() -> None:
    game = record(LOST_TWICE, winner="black")
    tree = sgf.Sgf_game.from_bytes(game_sgf(game, analyse(game)))
    nodes = tree.get_main_sequence()
    plain = sgf.Sgf_game.from_bytes(game_sgf(game)).get_main_sequence()
    assert [node.get_move() for node in nodes] == [node.get_move() for node in plain]
    lost = nodes[21]
    assert lost.get_move() == ("b", (4, 0))
    assert (lost.get("BM"), lost.get("V")) == (1, -0.5)
    assert lost.get("C") == (
        "ply 21, black: 0,0 turns B+1.5 into W+0.5; 2,0 and 6 more would have kept the win"
    )
    main, better = nodes[20]
    assert main is lost
    assert (better.get_move(), better.get("TE"), better.get("C")) == (("b", (2, 0)), 1, "keeps the win")
    assert [len(node) for node in nodes[:24]] == [1] * 20 + [2, 2, 1, 1]


def test_every_judged_move_has_its_value_and_no_other_move() -> None:
    game = record(LOST_TWICE, winner="black")
    analysis = analyse(game)
    nodes = sgf.Sgf_game.from_bytes(game_sgf(game, analysis)).get_main_sequence()
    assert [node.has_property("V") for node in nodes] == [False] * 13 + [True] * 12
    assert [node.get("V") + 2.5 for node in nodes[13:]] == [move.after for move in analysis.moves]
    assert nodes[23].get("C") == "ply 23, black: B+1.5 with best play"
    assert nodes[24].get("C") == ("ply 24, white: B+1.5 with best play\nblack wins (points): why")
    lost = next(move for move in analysis.moves if move.loss and not move.flip)
    assert nodes[lost.ply].get("C").endswith(f"loses {lost.loss}, {result(lost.after or 0)} with best play")


def test_a_forfeit_is_told_and_nothing_is_played_after_it() -> None:
    late = record(LOST_TWICE[:20], Termination.TIME)
    nodes = sgf.Sgf_game.from_bytes(game_sgf(late, analyse(late))).get_main_sequence()
    assert len(nodes) == 21
    assert nodes[20].get("C").splitlines()[1:] == [
        "ply 21, black: forfeits a won game, B+1.5 with best play; 2,0 and 6 more would have kept the win",
        "white wins (time): why",
    ]
    illegal = record([*LOST_TWICE[:22], "0,0"], Termination.ILLEGAL)
    nodes = sgf.Sgf_game.from_bytes(game_sgf(illegal, analyse(illegal))).get_main_sequence()
    assert len(nodes) == 23
    assert "ply 23, black: forfeits a won game, B+1.5 with best play; " in nodes[22].get("C")
    lost = record(LOST_TWICE[:19], Termination.TIME, "black")
    nodes = sgf.Sgf_game.from_bytes(game_sgf(lost, analyse(lost))).get_main_sequence()
    assert "ply 20, white: a forfeit; B+" in nodes[19].get("C")


def test_a_better_pass_is_a_pass() -> None:
    game = record(moves("33 31 12 21 14 11 20 41 01 42 43 10 32 30 13 22 23 20 02 34 04 00 40 21"))
    lost, better = sgf.Sgf_game.from_bytes(game_sgf(game, analyse(game, 4))).get_main_sequence()[21]
    assert (lost.get_move(), better.get_move()) == (("w", (4, 0)), ("w", None))
    assert "; PASS and 2 more would have kept the win" in lost.get("C")


def test_a_pass_can_lose_the_game() -> None:
    game = record(moves("13 10 21 42 33 00 40 31 01 43 34 02 03 11 30 - 20 32 12 - 01 22 11 41"))
    (lost,) = analyse(game, 5).flips()
    assert flip_text(lost).startswith("PASS turns W+")
    assert flip_text(lost).endswith("; only 2,3 would have kept the win")


# -- SGF of games that were not judged ---------------------------------------------------------------------


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
