"""Programs at the table: they think beside the page, and whatever they do loses nothing."""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from gograde.app.board.session import BoardSession, Thought
from gograde.app.board.table import PERSON, BoardTable, ShownAnalysis, is_over, new_game, point_of
from gograde.app.server.events import Hub
from gograde.arena.players.by_name import PlayerBot
from gograde.arena.players.reference import ReferenceBot
from gograde.errors import DataError, UsageError
from gograde.go.board import Point, Stone
from gograde.go.player import RESIGNED, Answer, Cancelling, Fault, Player, never
from gograde.go.position import LiveGame
from tests.golden import errors_agree

# -- what may be done at the table, and when ---------------------------------------------------------------


PLAYED = BoardTable(new_game(9)).started().played((2, 2)).played((6, 6)).played((2, 6))


def after(*moves: Point | None) -> BoardTable:
    table = BoardTable(new_game(9)).started()
    for move in moves:
        table = table.played(move)
    return table


KO = after((0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2), (8, 8), (1, 1), (1, 2))
LOCKED: dict[str, Callable[[BoardTable], BoardTable]] = {
    "players": lambda t: t.seated(Stone.BLACK, "engine"),
    "restart": lambda t: t.restarted(t.game),
    "undo": lambda t: t.undone(),
    "save": lambda t: t.saved(),
    "load": lambda t: t.loaded(new_game(9), ""),
    "situation": lambda t: t.looked(ShownAnalysis(situation=True)),
    "step": lambda t: t.stepped(0),
}
"""What a dialog has locked while a game runs."""

REFUSED: dict[str, Callable[[], object]] = {
    "while it is paused": lambda: BoardTable(new_game(9)).played((0, 0)),
    **{f"while it runs: {name}": partial(change, PLAYED) for name, change in LOCKED.items()},
    "on a stone": lambda: after((2, 2)).played((2, 2)),
    "suicide": lambda: after(None, (0, 1), None, (1, 0)).paused().started().played((0, 0)),
    "ko": lambda: KO.played((1, 1)),
    "no move is left": lambda: PLAYED.paused().undone().undone().undone(),
    "after two passes": lambda: PLAYED.played(None).played(None).started(),
    "off the board": lambda: point_of(9, 0, 9),
}


def test_what_may_not_be_done_at_the_table_is_explained() -> None:
    errors_agree("app/table.txt", REFUSED.items())
    assert all(change(PLAYED.paused()) != PLAYED for change in LOCKED.values())
    assert KO.seen.seesaw_point == (1, 1)


def test_a_game_stands_while_paused() -> None:
    assert PLAYED.game.steps == ((2, 2), (6, 6), (2, 6))
    assert PLAYED.paused().started().played(None).seen.to_play is Stone.BLACK


def test_undo_takes_back_two_plies_and_steps_take_back_none() -> None:
    table = PLAYED.paused()
    assert table.undone().game.steps == ((2, 2),)
    assert table.undone().undone().game.steps == ()
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
    assert table.undone().started().running


def test_the_game_on_5x5_is_that_of_the_course() -> None:
    """Black's pass on ply 1 ends it, and so does ply 24; white gets 2.5 points."""
    table = BoardTable(new_game(5)).started()
    assert table.game.komi == 2.5
    assert is_over(table.played(None).seen)
    for ply in range(24):
        table = table.played(None if ply % 3 == 2 else divmod(ply - ply // 3, 5))
    assert (is_over(table.seen), table.running) == (True, False)


class Heard(Hub):
    """A hub whose words are waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.words: queue.Queue[dict[str, Any]] = queue.Queue()

    def tell(self, topic: str, value: Any) -> None:
        self.words.put(value)

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            word = self.words.get(timeout=60)
            if holds(word):
                return word


@dataclass
class Scripted(Player):
    """A player that does what it is told."""

    does: Callable[[LiveGame], Point | Fault | None]
    closed: threading.Event = field(default_factory=threading.Event)

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        return done if isinstance(done := self.does(game), Fault) else Answer(done)

    def close(self) -> None:
        self.closed.set()


def session_with(player: Scripted, side: int = 9) -> tuple[BoardSession, Heard]:
    hub = Heard()
    seats = {"scripted": PlayerBot("scripted", "", lambda seed: player), "perfect": ReferenceBot("perfect")}
    session = BoardSession(BoardTable(new_game(side)), seats, 1, hub, lambda table: None)
    session.seat(Stone.WHITE, "scripted")
    session.change(lambda table: table.started())
    return session, hub


def fails(error: BaseException) -> Callable[[LiveGame], Point | None]:
    def does(game: LiveGame) -> Point | None:
        raise error

    return does


def test_a_program_answers_a_person() -> None:
    session, hub = session_with(Scripted(lambda game: Point(8, len(game.steps))))
    session.play((4, 4), 0)
    hub.until(lambda word: word["ply"] == 2)
    assert session.table.game.steps == ((4, 4), (8, 1))
    assert session.table.mover == PERSON


def test_two_programs_play_to_the_end() -> None:
    session, hub = session_with(Scripted(lambda game: Point(8, 8) if not game.steps else None))
    session.change(lambda table: table.paused())
    session.seat(Stone.BLACK, "scripted")
    session.change(lambda table: table.started())
    word = hub.until(lambda word: word["over"])
    assert (word["plies"], word["running"], word["note"]) == (3, False, "The game is over.")
    assert word["result"] == "Black is ahead by 74.5: black 81, white 0 and 6.5 more."


def test_a_person_does_not_move_for_a_program_nor_twice() -> None:
    wait = threading.Event()
    session, _ = session_with(Scripted(lambda game: Point(0, 0) if wait.wait(60) else None))
    session.play((4, 4), 0)
    with pytest.raises(UsageError, match="it is the turn of scripted"):
        session.play((5, 5), 1)
    session.change(lambda table: table.paused())
    session.seat(Stone.WHITE, PERSON)
    session.change(lambda table: table.started())
    with pytest.raises(UsageError, match="another window has moved"):
        session.play((5, 5), 0)
    wait.set()


def test_a_program_that_hangs_is_left_when_the_game_is_paused() -> None:
    """What it says later is not heard."""
    hangs = threading.Event()
    player = Scripted(lambda game: Point(0, 0) if hangs.wait(60) else None)
    session, hub = session_with(player)
    session.play((4, 4), 0)
    assert hub.until(lambda word: word["thinking"])["running"]
    session.change(lambda table: table.paused())
    assert not player.closed.is_set()
    hangs.set()
    assert player.closed.wait(60)
    session.change(lambda table: table.undone())
    assert session.table.game.steps == ()


def test_the_board_ends_when_its_programs_have_left() -> None:
    player = Scripted(lambda game: Point(0, 0))
    session, hub = session_with(player)
    session.play((4, 4), 0)
    hub.until(lambda word: word["ply"] == 2)
    session.close()
    assert player.closed.is_set()


@pytest.mark.parametrize(
    ("does", "note"),
    [
        (lambda game: Point(4, 4), "scripted wanted to play E5, which is illegal: a stone is there already."),
        (lambda game: RESIGNED, "scripted resigns."),
        (fails(DataError("bot", "it ended", "mend it")), "scripted did not move: it ended."),
        (fails(ValueError("a fault of ours")), "scripted failed; the terminal says how."),
    ],
)
def test_a_program_that_does_not_move_stops_the_game(does: Any, note: str) -> None:
    session, hub = session_with(Scripted(does))
    session.play((4, 4), 0)
    word = hub.until(lambda word: word["note"])
    assert (word["note"], word["running"], word["plies"]) == (note, False, 1)


def test_who_does_not_play_on_a_board_does_not_sit_at_it() -> None:
    session, hub = session_with(Scripted(lambda game: None), side=5)
    session.change(lambda table: table.paused())
    session.seat(Stone.BLACK, "perfect")
    session.replace(lambda table: table.restarted(new_game(19)))
    assert session.table.roles == (PERSON, "scripted")
    with pytest.raises(UsageError, match="perfect: does not play on 19x19"):
        session.seat(Stone.BLACK, "perfect")
    with pytest.raises(UsageError, match="nobody: no such player\nFix: choose one of person, scripted"):
        session.seat(Stone.BLACK, "nobody")
    assert hub.until(lambda word: word["side"] == 19)["players"] == [PERSON, "scripted"]


def test_a_player_that_is_given_up_while_its_answer_is_on_its_way_is_closed() -> None:
    player = Scripted(lambda game: None)
    thought = Thought(player, new_game(9), lambda thought, answer: thought.give_up())
    thought.begin()
    assert player.closed.wait(60)
