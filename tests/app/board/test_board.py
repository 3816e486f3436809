"""The live board over HTTP, as its page uses it and as others may try to."""

import base64
import os
from typing import Any

import pytest

from tests.app.board.conftest import GOGRADE, state_of
from tests.app.served import Served, served


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
