"""What games teach engines about joseki."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.arena.duel import Duel, taught_by, teach
from gograde.engine.formulary.experience import Experience, Result, load
from gograde.errors import DataError
from gograde.go.joseki import Corner, split_steps, to_board
from gograde.go.live import LiveGame

LINE = "DDFCCFDBCCIC"
GAME = LiveGame(LiveGame.empty().start, 0.0, tuple(to_board(Corner.TL, step) for step in split_steps(LINE)))


@pytest.mark.parametrize(
    ("black", "white", "result", "taught"),
    [
        ("engine", "gnugo", "B+3.5", Result(1, 1)),
        ("engine", "gnugo", "W+R", Result(0, 1)),
        ("gnugo", "engine", "W+3.5", Result(1, 1)),
        ("engine", "engine", "W+3.5", Result(1, 2)),
    ],
)
def test_an_engine_learns_from_its_games(
    tmp_path: Path, black: str, white: str, result: str, taught: Result
) -> None:
    file = tmp_path / "results.json"
    teach(file, Duel(black, white, GAME, result, ""))
    assert load(file) == Experience({LINE: taught})


@pytest.mark.parametrize("black", ["gnugo", "engine"])
def test_others_games_draws_and_faults_teach_nothing(tmp_path: Path, black: str) -> None:
    file = tmp_path / "results.json"
    teach(file, Duel("gnugo", "random", GAME, "B+R", ""))
    teach(file, Duel(black, "random", GAME, "0", ""))
    teach(file, Duel(black, "random", GAME, "B+F", "", GAME.to_play.opponent))
    assert not file.exists()


def test_an_own_file_lies_where_xdg_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    teach(Path("-"), Duel("engine", "gnugo", GAME, "B+3.5", ""))
    assert load(tmp_path / "gograde" / "formulary.json") == Experience({LINE: Result(1, 1)})


def test_an_engine_is_not_made_by_a_broken_file(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text("{")
    with pytest.raises(DataError, match="is no JSON"):
        taught_by(file)(0)
