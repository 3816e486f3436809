"""The reference players: legal moves, equal moves for equal seeds, and their expected strength."""

from __future__ import annotations

from hashlib import sha256

import pytest

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.rules import START, View, drawn, one_of
from gograde.arena.players.reference import NAMES, ReferenceBot, chooser
from gograde.code_closure import closure, code_digest
from gograde.go import Point, Position, Stone, diagram
from gograde.go.player import Termination


def view(picture: str, stone: Stone, before: str = "") -> View:
    board = diagram(picture)
    return View(Position(board, stone, diagram(before) if before else board), 9)


def black_wins(black: str, white: str, games: int) -> int:
    both = ReferenceBot(black), ReferenceBot(white)
    records = [play_match(Match(*both, seed)) for seed in range(games)]
    assert all(record.termination is Termination.POINTS for record in records)
    return sum(record.winner == "black" for record in records)


def test_a_draw_is_the_same_on_every_machine() -> None:
    assert drawn(1, "a") == 12208100300184014999
    assert one_of("abcdefgh", 5, "ply", 3) == one_of("abcdefgh", 5, "ply", 3)
    counts = [sum(one_of(range(5), "x", i) == value for i in range(5000)) for value in range(5)]
    assert min(counts) > 900


@pytest.mark.parametrize("name", [*NAMES, "mcts-7"])
def test_a_game_is_clean_and_the_same_again(name: str) -> None:
    match = Match(ReferenceBot(name), ReferenceBot("random"), 11)
    record = play_match(match)
    assert record.termination is Termination.POINTS
    assert play_match(match) == record


def test_another_seed_is_another_game() -> None:
    both = ReferenceBot("random"), ReferenceBot("random")
    assert len({play_match(Match(*both, seed)).moves for seed in range(5)}) == 5


def test_random_plays_every_legal_point_about_as_often_and_passes_only_when_it_must() -> None:
    picture = ". X . O . / X X O O O / X O O . O / . . . . . / X X X X X"
    here = view(picture, Stone.BLACK)
    played = [chooser("random")(here, drawn(seed)) for seed in range(900)]
    legal = here.position.legal_points()
    assert set(played) == set(legal)
    assert min(played.count(point) for point in legal) > 60
    full = ". X . X . / X X X X X / X X X X X / X X X X X / X X X X X"
    assert chooser("random")(view(full, Stone.WHITE), 1) is None
    assert chooser("greedy")(view(full, Stone.WHITE), 1) is None


def test_greedy_takes_most_and_then_looks_for_liberties() -> None:
    two_to_one = view(". O O X . / X X X . . / . . . . . / X . . . . / O . X . .", Stone.BLACK)
    assert {chooser("greedy")(two_to_one, seed) for seed in range(20)} == {Point(0, 0)}
    assert chooser("greedy")(View(START, 1), 3) in {Point(r, c) for r in (1, 2, 3) for c in (1, 2, 3)}
    beside = view(". . . . . / . . . . . / . . X . . / . . . . . / . . . . .", Stone.BLACK)
    assert len({chooser("greedy")(beside, seed) for seed in range(20)}) > 1


def test_their_digests_differ() -> None:
    digests = {ReferenceBot(name).digest for name in NAMES}
    assert len(digests) == len(NAMES)
    assert all(len(digest) == 64 for digest in digests)


def test_a_digest_is_of_the_code_that_plays() -> None:
    module = "gograde.arena.players.reference"
    files = {"arena/players/book.txt", "arena/players/qtable.npz", "arena/players/search_kernels.py"}
    assert files | {"arena/players/book.py", "go/solver/kernels.py"} <= closure(module)
    assert not any(path.startswith(("arena/rating/", "sandbox/")) for path in closure(module))
    expected = sha256(f"greedy\n{code_digest(module)}".encode()).hexdigest()
    assert ReferenceBot("greedy").digest == expected


@pytest.mark.parametrize("name", ["greedy", "alphabeta-4", "mcts-1000", "perfect"])
def test_perfect_wins_as_black(name: str) -> None:
    assert black_wins("perfect", name, 1) == 1


def test_perfect_answers_even_when_no_ply_is_left() -> None:
    full = diagram("X X X X X / X . X X X / X X X O O / O O O O O / . O . O O")
    assert chooser("perfect")(View(Position(full, Stone.WHITE), 30), 1) in full.points(Stone.EMPTY)


@pytest.mark.parametrize(
    ("stronger", "weaker", "share"),
    [("greedy", "random", 0.8), ("alphabeta-4", "alphabeta-2", 0.6), ("mcts-1000", "alphabeta-2", 0.8)],
)
def test_the_stronger_win_more_as_either_colour(stronger: str, weaker: str, share: float) -> None:
    games = 30
    wins = black_wins(stronger, weaker, games) + games - black_wins(weaker, stronger, games)
    assert wins / (2 * games) > share
