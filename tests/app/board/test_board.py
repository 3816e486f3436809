"""The live board over HTTP, as its page uses it and as others may try to."""

import base64
import os
from functools import partial
from typing import Any

import pytest

from gograde.app.board.analysis import LAYERS, WORDS, analysis
from gograde.app.board.files import game_of, link_of, read_game, write_game
from gograde.app.board.table import ShownAnalysis, new_game
from gograde.errors import DataError, UsageError
from gograde.go.board import Board, Point, Stone, diagram
from gograde.go.player import Cancelled
from gograde.go.position import LiveGame, Position
from tests.app.board.conftest import GOGRADE, state_of
from tests.app.served import Served, served
from tests.golden import errors_agree


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


@pytest.mark.parametrize(
    ("path", "values", "where"),
    [
        ("play", {}, "row"),
        ("play", {"row": True, "column": 0, "ply": 5}, "row"),
        ("play", {"row": 99, "column": 0, "ply": 5}, "point"),
        ("play", {"row": 0, "column": 0, "ply": "5"}, "ply"),
        ("seat", {"colour": "red", "player": "person"}, "colour"),
        ("seat", {"colour": "black", "player": ["engine"]}, "player"),
        ("seat", {"colour": "black", "player": "nobody"}, "nobody"),
        ("seat", {"colour": "black", "player": "sleeper"}, "sleeper"),
        ("new", {"side": 7, "komi": 0}, "side"),
        ("new", {"side": 9, "komi": 1e308}, "komi"),
        ("new", {"side": 9, "komi": "6"}, "komi"),
        ("look", {"situation": 1, "model": "force", "style": "dots", "layers": []}, "situation"),
        ("look", {"situation": True, "model": "x", "style": "dots", "layers": []}, "model"),
        ("look", {"situation": True, "model": "force", "style": "dots", "layers": ["x"]}, "layers"),
        ("load", {"name": "a.sgf", "data": "!"}, "data"),
        ("load", {"name": "a.exe", "data": ""}, "a.exe"),
        ("open", {"link": "side=9"}, "link"),
        ("step", {"ply": None}, "ply"),
    ],
)
def test_what_a_page_would_not_send_is_refused(fresh: Served, path: str, values: Any, where: str) -> None:
    told = fresh.ask(path, values)
    assert (told.status, told.json["where"]) == (422, where)


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
