"""Games on boards of other sizes: how they end, and what is written of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gograde.arena.duel import MOVES_A_POINT, Duel, as_json, duel_sgf, play_duel, taught_by, teach
from gograde.engine.faults import Cancelling, PlayerFault, Resigned, TakenBack, never
from gograde.engine.formulary.experience import Experience, Result, load
from gograde.engine.gtp.vertices import is_pass, read_vertex
from gograde.engine.player import Player, random_player
from gograde.errors import DataError
from gograde.go import Game, Point, Stone, read_sgf
from gograde.go.joseki import Corner, split_steps, to_board
from gograde.go.live import LiveGame


@dataclass
class Told:
    """A player that says these words: vertices, `pass`, or how it ends."""

    name: str
    words: Iterator[str]

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
        match next(self.words):
            case "resign":
                raise Resigned
            case "undo":
                raise TakenBack(2)
            case "late":
                raise PlayerFault(self.name, "time", "nothing in 1 s to genmove b")
            case "die":
                raise PlayerFault(self.name, "crashed", "exit code 1")
            case word:
                return None if is_pass(word) else read_vertex(word, game.side)


def duel(black: str, white: str, side: int = 4, komi: float = 0.5) -> Duel:
    ann, bob = Told("ann", iter(black.split())), Told("bob", iter(white.split()))
    return play_duel(ann, bob, LiveGame.empty(side, komi))


def test_two_passes_end_a_game_and_area_is_counted() -> None:
    played = duel("B1 B2 B3 B4 pass", "C1 C2 C3 C4 pass", komi=0.5)
    assert (played.result, played.reason, played.failed) == ("W+0.5", "W+0.5 after two passes", None)
    assert played.winner is Stone.WHITE
    assert duel("B1 B2 B3 B4 pass", "C1 C2 C3 C4 pass", komi=0).winner is None


def test_whoever_resigns_or_fails_loses_and_only_a_fault_is_one() -> None:
    ends = {word: duel("B1 " + word, "C1") for word in ("resign", "late", "die", "C1")}
    assert {word: (end.result, end.reason, end.failed) for word, end in ends.items()} == {
        "resign": ("W+R", "resigned", None),
        "late": ("W+T", "time, nothing in 1 s to genmove b", Stone.BLACK),
        "die": ("W+F", "crashed, exit code 1", Stone.BLACK),
        "C1": ("W+F", "illegal move, the point is occupied", Stone.BLACK),
    }
    assert [len(end.game.steps) for end in ends.values()] == [2, 2, 2, 2]


def test_moves_that_are_taken_back_are_played_again() -> None:
    played = duel("undo A1 undo B2 pass", "C1 D4 pass")
    assert played.game.steps == (Point(2, 1), Point(0, 3), None, None)


def test_a_game_that_does_not_end_is_ended() -> None:
    class Never:
        name = "never"

        def __init__(self) -> None:
            self.player: Player = random_player(1)

        def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
            legal = game.position.legal_points()
            return legal[len(game.steps) % len(legal)] if legal else None

    played = play_duel(Never(), Never(), LiveGame.empty(3))
    assert len(played.game.steps) <= MOVES_A_POINT * 9


def test_the_record_of_a_game_says_all_of_it() -> None:
    played = duel("B1 pass resign", "C1 D4", komi=6.5)
    assert as_json(played) == {
        "schema": "gograde/duel/v1",
        "black": "ann",
        "white": "bob",
        "side": 4,
        "komi": 6.5,
        "moves": ["B1", "C1", "pass", "D4"],
        "result": "W+R",
        "reason": "resigned",
        "forfeit": False,
    }
    written = duel_sgf(played)
    assert all(part in written for part in (b"PB[ann]", b"PW[bob]", b"RE[W+R]", b"C[resigned]", b"SZ[4]"))
    read = read_sgf(written)
    assert isinstance(read, Game)
    assert read == played.game.record()


# -- what games teach engines about joseki -----------------------------------------------------------------


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
