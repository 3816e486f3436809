"""The live board over HTTP, as its page uses it and as others may try to."""

import base64
import os
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from gograde.app.board.analysis import LAYERS, WORDS, analysis
from gograde.app.board.session import BoardSession, Thought
from gograde.app.board.table import (
    PERSON,
    BoardTable,
    ShownAnalysis,
    game_of,
    is_over,
    link_of,
    new_game,
    point_of,
    read_game,
    write_game,
)
from gograde.app.server import Hub
from gograde.arena.players.by_name import PlayerBot
from gograde.arena.players.reference import ReferenceBot
from gograde.errors import DataError, UsageError
from gograde.go.board import Board, Point, Stone, diagram
from gograde.go.player import RESIGNED, Answer, Cancelled, Cancelling, Fault, Player, never
from gograde.go.position import LiveGame, Position
from tests.app.board.conftest import GOGRADE, state_of
from tests.app.served import Served, served
from tests.golden import errors_agree, values_agree


def test_the_page_comes_with_its_scripts(board: Served) -> None:
    assert "<title>Board · gograde</title>" in board.ask("").text
    assert "text/javascript" in board.ask("static/board/main.js").headers["content-type"]
    assert board.ask("static/shared/base.css").status == 200


def test_a_file_is_shown_at_its_end(board: Served) -> None:
    state = state_of(board)
    assert (state["title"], state["ply"], state["plies"], state["last"]) == ("saved.sgf", 5, 5, [4, 4])
    assert state["rows"][2] == "..X...X.."
    assert state["said"] == "Black plays E5."


def test_two_windows_hear_of_the_same_move(fresh: Served) -> None:
    fresh.ask("start", {})
    with fresh.hears() as one, fresh.hears() as other:
        for window in (one, other):
            assert next(value for topic, value in window if topic == "state")["ply"] == 5
        assert fresh.ask("play", {"row": 0, "column": 0, "ply": 5}).json == {}
        for window in (one, other):
            state = next(value for topic, value in window if topic == "state" and value["ply"] == 6)
            assert state["rows"][0] == "O........"


def test_what_is_shown_beside_the_stones_is_told_after_them(fresh: Served) -> None:
    layers = ["candidates"]
    fresh.ask("look", {"situation": True, "model": "force", "style": "dots", "layers": layers})
    with fresh.hears() as events:
        found = next(value for topic, value in events if topic == "analysis" and value.get("candidates"))
    assert found["key"] == state_of(fresh)["key"]
    assert len(found["influence"]["strength"]) == 81
    assert list(found["influence"]["values"]) == ["A", "F", "B", "FB"]
    assert found["candidates"][0]["value"] >= found["candidates"][-1]["value"] > 0


def test_programs_that_speak_gtp_play(fresh: Served) -> None:
    """Two of one name are told apart; one that resigns loses nothing but the game."""
    fresh.ask("seat", {"colour": "white", "player": "talker"})
    fresh.ask("seat", {"colour": "black", "player": "talker 2"})
    fresh.ask("start", {})
    with fresh.hears() as events:
        states = (value for topic, value in events if topic == "state")
        end = next(state for state in states if state["note"])
    assert (end["ply"], end["last"], end["note"]) == (6, [8, 0], "talker 2 resigns.")


@pytest.mark.parametrize("model", ["force", "fast", "zobrist", "ryder", "territory"])
def test_every_model_is_shown(fresh: Served, model: str) -> None:
    fresh.ask("look", {"situation": True, "model": model, "style": "numbers", "layers": []})
    assert state_of(fresh)["look"]["model"] == model
    assert fresh.ask("picture.svg").text.count("<text") > 18


def test_the_game_goes_out_and_comes_back(fresh: Served) -> None:
    data = fresh.ask("game.sgf").body
    assert b"B[cc];W[gg]" in data.replace(b"\n", b"")
    fresh.ask("new", {"side": 13, "komi": 0})
    assert state_of(fresh)["side"] == 13
    sent = {"name": "mine.sgf", "data": base64.b64encode(data).decode()}
    assert fresh.ask("load", sent).json == {}
    state = state_of(fresh)
    assert (state["title"], state["ply"], state["side"]) == ("mine.sgf", 5, 9)
    told = fresh.ask("game.go")
    assert (told.status, told.json["what"]) == (422, "a .go file holds games on 19x19, not on 9x9")


def test_pictures_are_what_the_board_shows(fresh: Served) -> None:
    assert fresh.ask("picture.png").body.startswith(b"\x89PNG")
    told = fresh.ask("picture.svg")
    assert told.text.startswith('<svg class="board"')
    assert told.headers["content-disposition"] == 'attachment; filename="board.svg"'
    assert fresh.ask("picture.gif").json["what"] == "no format of pictures"


def refused(fresh: Served, path: str, values: Any) -> str:
    told = fresh.ask(path, values)
    assert told.status == 422
    return f"{told.json['where']}: {told.json['what']}"


def test_what_a_page_would_not_send_is_refused(fresh: Served) -> None:
    values_agree("app/refused-words.txt", ask=partial(refused, fresh))


def test_a_bot_that_hangs_does_not_keep_the_board_from_ending(tmp_path: Any) -> None:
    """Nothing of it is left but a folder of the grader's own."""
    (tmp_path / "sleeper.py").write_text("import time\ntime.sleep(1000)\n")
    (tmp_path / "tmp").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp"), "PATH": "/usr/bin:/bin"}
    with served(
        [*GOGRADE, "--side", "5", "--player", "sleeper.py"], cwd=tmp_path, env=environment
    ) as running:
        running.ask("seat", {"colour": "black", "player": "sleeper.py"})
        running.ask("start", {})
        assert state_of(running)["thinking"]
        assert running.end() == (0, "")
    left = [path.name for path in (tmp_path / "tmp").iterdir()]  # the next grader removes what Landlock left
    assert all(name.startswith("gograde-own-") for name in left)


# -- what is shown beside the stones, next to what it is made of -------------------------------


CAUGHT = """
. X O . . . . . .
X X O . . . . . .
O O O . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . X . .
. . . . . . . . .
. . . . X . X . .
. . . . . . . . .
"""


def shown(game: LiveGame, *layers: str) -> dict[str, object]:
    return analysis(game, ShownAnalysis(layers=frozenset(layers)), lambda: True)


def test_every_layer_has_words() -> None:
    assert set(LAYERS) == set(WORDS)


def test_dead_stones_are_found_and_count_for_the_other_side() -> None:
    game = LiveGame(Position(diagram(CAUGHT)), 0.5)
    found = shown(game, "dragons", "fields")
    dead = [one for one in found["dragons"] if one["status"] == "dead"]  # type: ignore[attr-defined]
    assert [(one["colour"], one["points"]) for one in dead] == [("black", ((0, 1), (1, 0), (1, 1)))]
    fields = found["fields"]
    assert set(fields["dead"]) == {(0, 1), (1, 0), (1, 1)}  # type: ignore[index]
    assert fields["holder"][0] == fields["holder"][1] == -1  # type: ignore[index]
    area = fields["black"]["area"] - fields["white"]["area"]  # type: ignore[index]
    assert fields["margin"] == area - 0.5  # type: ignore[index]


def test_every_corner_has_its_next_steps() -> None:
    """In a fresh corner the star point, the 3-4 points and others; none on boards without joseki."""
    found = shown(new_game(19), "joseki")["joseki"]
    assert {one["corner"] for one in found} == {"top left", "top right", "bottom left", "bottom right"}  # type: ignore[attr-defined]
    assert "Q16" in {one["name"] for one in found}  # type: ignore[attr-defined]
    assert shown(new_game(9), "joseki")["joseki"] == []


def test_what_is_not_wanted_any_more_is_given_up() -> None:
    game = new_game(9).go(Point(4, 4))
    assert isinstance(game, LiveGame)
    for name in ("candidates", "dragons", "fields"):
        with pytest.raises(Cancelled):
            analysis(game, ShownAnalysis(layers=frozenset({name})), lambda: False)


# -- games go out and come back: as `.go`, as SGF and as links ---------------------------------


CORNERS = (Point(3, 15), Point(15, 3), Point(15, 15))
BIG = LiveGame(new_game(19).start, 6.5, CORNERS)
SET_UP = LiveGame(
    Position(Board.empty(9).with_stones(Stone.BLACK, [(2, 2), (6, 6)]), Stone.WHITE), 0.5, (Point(4, 4), None)
)


def test_a_link_holds_the_game_as_sgf() -> None:
    assert link_of(BIG, 2).startswith("ply=2&sgf=%28%3B")
    assert link_of(BIG, 2).endswith("%3BB%5Bpd%5D%3BW%5Bdp%5D%3BB%5Bpp%5D%29%0A")


@pytest.mark.parametrize("game", [BIG, SET_UP, new_game(5), new_game(13)])
def test_links_come_back(game: LiveGame) -> None:
    assert game_of(link_of(game, 1)) == (game, 1)


BROKEN = ("", "x", "ply=1", "sgf=%28%3BSZ%5B9%5D%29", "ply=x&sgf=%28%3BSZ%5B9%5D%29", "ply=1&sgf=x", "&" * 99)


def test_what_is_no_link_is_refused() -> None:
    for link in BROKEN:
        with pytest.raises(UsageError) as told:
            game_of(link)
        assert told.value.fix == "copy the whole link"


@pytest.mark.parametrize("kind", ["go", "sgf"])
def test_files_come_back(kind: str) -> None:
    again = read_game(f"game.{kind}", write_game(BIG, kind))
    assert (again.start, again.steps) == (BIG.start, BIG.steps)


def test_a_dot_go_file_has_no_header_and_no_passes() -> None:
    assert write_game(BIG, "go") == b"PDDPPP"
    with pytest.raises(DataError):
        write_game(SET_UP, "go")
    again = read_game("set up.SGF", write_game(SET_UP, "sgf"))
    assert (again.start.board, again.steps) == (SET_UP.start.board, SET_UP.steps)


def test_a_game_on_5x5_that_was_saved_is_the_one_of_the_course_again() -> None:
    game = LiveGame(new_game(5).start, 2.5, (Point(2, 2),))
    assert read_game("five.sgf", write_game(game, "sgf")) == game


NO_GAMES = (
    ("a.txt", b""), ("a.go", b"PDD"), ("a.go", b"PDZZ"), ("a.go", b"PDPD"), ("a.sgf", b"hello"),
    ("a.sgf", b"(;SZ[9];B[aa];W[aa])"), ("a.sgf", b"(;SZ[21];B[aa])"), ("a.sgf", b"(;SZ[9]KM[1000];B[aa])"),
    ("a.sgf", b"(;SZ[9]" + b";B[]" * 1001 + b")"), ("a.sgf", b"(;SZ[2]AB[aa][ab][ba][bb];W[])"),
)  # fmt: skip


def test_files_that_hold_no_game_are_refused() -> None:
    tried = ((f"{name} {data[:30]!r}", partial(read_game, name, data)) for name, data in NO_GAMES)
    errors_agree("app/no-games.txt", tried)


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
