"""What may be done at the table, and when."""

from __future__ import annotations

import pytest

from gograde.app.board.table import Look, Table, is_over, new_game, point_of
from gograde.errors import UsageError
from gograde.go.board import Point, Stone

PLAYED = Table(new_game(9)).started().played((2, 2)).played((6, 6)).played((2, 6))


def test_a_game_is_played_after_start_and_stands_while_paused() -> None:
    table = Table(new_game(9))
    with pytest.raises(UsageError) as told:
        table.played((0, 0))
    assert str(told.value) == "A9: the game is paused\nFix: press Start to play"
    assert PLAYED.game.steps == ((2, 2), (6, 6), (2, 6))
    assert PLAYED.paused().started().played(None).seen.to_play is Stone.BLACK


def test_the_switches_of_the_dialog_are_locked_while_a_game_runs() -> None:
    for what, change in [
        ("players", lambda t: t.seated(Stone.BLACK, "engine")),
        ("restart", lambda t: t.restarted(t.game)),
        ("undo", lambda t: t.undone()),
        ("save", lambda t: t.saved()),
        ("load", lambda t: t.loaded(new_game(9), "")),
        ("situation", lambda t: t.looked(Look(situation=True))),
        ("step", lambda t: t.stepped(0)),
    ]:
        with pytest.raises(UsageError) as told:
            change(PLAYED)
        assert str(told.value) == f"{what}: is locked while the game runs\nFix: press Pause first"
        assert change(PLAYED.paused()) != PLAYED


@pytest.mark.parametrize(
    ("point", "text"),
    [
        ((2, 2), "C7: white may not play here: a stone is there already\nFix: play on an empty point"),
        (
            (0, 0),
            "A9: white may not play here: the stone would have no liberty, which is suicide\n"
            "Fix: play where it has one",
        ),
    ],
)
def test_illegal_moves_are_explained(point: Point, text: str) -> None:
    table = Table(new_game(9)).started()
    for move in ((2, 2), None, (0, 1), None, (1, 0)):
        table = table.played(move)
    with pytest.raises(UsageError) as told:
        table.played(point)
    assert str(told.value) == text


def test_ko_is_explained() -> None:
    table = Table(new_game(9)).started()
    for move in ((0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2), (8, 8), (1, 1), (1, 2)):
        table = table.played(move)
    assert table.seen.seesaw_point == (1, 1)
    with pytest.raises(UsageError, match="this is ko, the board would be as it was a move ago"):
        table.played((1, 1))


def test_undo_takes_back_two_plies_and_steps_take_back_none() -> None:
    table = PLAYED.paused()
    assert table.undone().game.steps == ((2, 2),)
    assert table.undone().undone().game.steps == ()
    with pytest.raises(UsageError, match="no move was played"):
        table.undone().undone().undone()
    back = table.stepped(1)
    assert (back.seen.steps, back.game.steps) == (((2, 2),), PLAYED.game.steps)
    assert (table.stepped(-5).shown, table.stepped(99).shown) == (0, 3)


def test_a_game_goes_on_from_the_ply_that_is_shown() -> None:
    """The same move keeps what followed; another one replaces it."""
    back = PLAYED.paused().stepped(1).started()
    assert back.played((6, 6)).game.steps == PLAYED.game.steps
    assert back.played((5, 5)).game.steps == ((2, 2), (5, 5))


def test_two_passes_end_a_game() -> None:
    table = PLAYED.played(None).played(None)
    assert (table.running, is_over(table.seen), table.note) == (False, True, "The game is over.")
    with pytest.raises(UsageError, match="the game is over"):
        table.started()
    assert table.undone().started().running


def test_the_game_on_5x5_is_that_of_the_course() -> None:
    """Black's pass on ply 1 ends it, and so does ply 24; white gets 2.5 points."""
    table = Table(new_game(5)).started()
    assert table.game.komi == 2.5
    assert is_over(table.played(None).seen)
    for ply in range(24):
        table = table.played(None if ply % 3 == 2 else divmod(ply - ply // 3, 5))
    assert is_over(table.seen)
    assert not table.running


def test_points_off_the_board_are_refused() -> None:
    with pytest.raises(UsageError, match=r"\(9, 0\) is off the 9x9 board"):
        point_of(9, 0, 9)
