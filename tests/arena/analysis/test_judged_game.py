"""The exact judgement of games near their end."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import partial

import pytest

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord, GameSide
from gograde.arena.game.rules import START
from gograde.arena.judged_game import (
    Accuracy,
    Analysis,
    JudgedMove,
    JudgedSide,
    accuracy,
    analyse,
    analyse_all,
    league_accuracy,
)
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.rating.pairs import Fixture, Pair
from gograde.arena.schedule import PlayedFixture
from gograde.codec import of_json, replace, to_json
from gograde.go import Stone
from gograde.go.player import Termination, move_text
from gograde.go.solver.exact import after_move
from tests.arena.judged import LOST_TWICE, record
from tests.golden import errors_agree
from tests.minimax import Minimax, State

BLACK, WHITE = Stone.BLACK, Stone.WHITE


def test_a_game_that_was_thrown_away_twice() -> None:
    analysis = analyse(record(LOST_TWICE, winner="black"))
    assert [(m.ply, m.colour, m.move, m.before, m.after, m.loss) for m in analysis.flips()] == [
        (21, "black", "0,0", 4, 2, 2),
        (22, "white", "0,2", 2, 4, 2),
    ]
    assert [move.keeping for move in analysis.flips()] == [
        ("2,0", "4,0", "4,2", "0,2", "0,4", "3,3", "4,4"),
        ("1,1", "2,0"),
    ]
    assert [move.ply for move in analysis.moves] == list(range(13, 25))
    assert analysis.black == JudgedSide(moves=6, stones_lost=7, won=6, thrown_away=1)
    assert analysis.white == JudgedSide(moves=6, stones_lost=6, won=1, thrown_away=1)
    assert analysis.flips("white") == analysis.flips()[1:]


def test_an_analysis_as_json() -> None:
    nothing = {"moves": 0, "stones_lost": 0, "thrown_away": 0, "won": 0}
    ends = {"game": "k" * 64, "plies": 12, "schema": "gograde/analysis/v1"}
    told = to_json(analyse(record(["PASS"])))
    assert json.loads(told) == ends | {"black": nothing, "white": nothing, "moves": []}
    game = record(LOST_TWICE)
    line = to_json(analyse(game))
    assert of_json(Analysis, line) == analyse(game)


def slowly(oracle: Minimax, moves: Sequence[str], plies: int) -> list[JudgedMove]:
    """The same judgement by minimax on bytes; the moves are legal."""
    state: State = (bytes(25), 1, 24, bytes(25), True)
    found = []
    for move in moves:
        place = -1 if move == "PASS" else 5 * int(move[0]) + int(move[2])
        after = {at: worth(oracle, state, at) for at in oracle.children(state)} if state[2] <= plies else {}
        if after:
            found.append(told(state, move, after, place))
        state = oracle.children(state)[place]
    return found


def worth(oracle: Minimax, state: State, place: int) -> int:
    """The value after a move."""
    child = oracle.children(state)[place]
    over = place == -1 and state[4]
    return child[0].count(1) - child[0].count(2) if over else oracle.value(child)


def told(state: State, move: str, after: dict[int, int], place: int) -> JudgedMove:
    black = state[1] == 1
    before = max(after.values()) if black else min(after.values())
    winning = [at for at in after if (after[at] >= 3) == black]
    flip = bool(winning) and place not in winning
    ordered = sorted(winning, key=lambda at: (after[at] != before, at == -1, at))
    return JudgedMove(
        ply=25 - state[2],
        colour="black" if black else "white",
        move=move,
        before=before,
        after=after[place],
        loss=abs(before - after[place]),
        won=bool(winning),
        flip=flip,
        keeping=tuple("PASS" if at == -1 else f"{at // 5},{at % 5}" for at in ordered) if flip else (),
    )


def random_game(rng: random.Random, ends: int = 24) -> GameRecord:
    """Random moves with a pass here and there; two passes after so many plies."""
    position, moves = START, []
    while len(moves) < 24 and not position.ended:
        points = position.legal_points()
        passing = not points or len(moves) >= ends or (position.passes == 0 and rng.random() < 0.08)
        point = None if passing else rng.choice(points)
        moves.append(move_text(point))
        position = after_move(position, point)
    return record(moves)


def test_a_slow_judge_of_other_make_agrees() -> None:
    """Games to the last ply, and games that passes end with up to five plies left."""
    rng, oracle = random.Random(4), Minimax(5, 5)
    games = [random_game(rng, ends) for ends in (*[24] * 16, 19, 20, 20, 21, 21, 22)]
    flips = passes = 0
    for game in (record(LOST_TWICE), *games):
        analysis = analyse(game, 5)
        assert list(analysis.moves) == slowly(oracle, game.moves, 5)
        flips += len(analysis.flips())
        passes += any(move.move == "PASS" for move in analysis.moves)
    assert flips > 5
    assert passes > 5


def test_an_illegal_move_forfeits_and_is_no_judged_move() -> None:
    """White may still win on ply 22, and plays on a stone."""
    moves = [*LOST_TWICE[:21], "0,0"]
    last = analyse(record(moves, Termination.ILLEGAL, "black")).moves[-1]
    assert last.forfeit
    assert (last.ply, last.colour, last.move, last.before, last.after, last.loss) == (
        *(22, "white", "0,0"),
        *(2, None, None),
    )
    assert (last.won, last.flip, last.keeping) == (True, True, ("1,1", "2,0"))


@pytest.mark.parametrize("termination", [Termination.TIME, Termination.NO_ANSWER, Termination.UNREADABLE])
def test_no_answer_forfeits_the_ply_after_the_last_move(termination: Termination) -> None:
    analysis = analyse(record(LOST_TWICE[:20], termination))
    assert [move.ply for move in analysis.moves] == list(range(13, 22))
    last = analysis.moves[-1]
    assert (last.colour, last.move, last.before, last.flip) == ("black", None, 4, True)
    assert analysis.black == JudgedSide(moves=4, stones_lost=5, won=5, thrown_away=1)
    lost = analyse(record(LOST_TWICE[:21], termination, "black"))
    assert lost.white.thrown_away == 1
    assert analyse(record([], termination)).moves == ()
    assert analyse(record(LOST_TWICE[:12], termination), 12).moves[0].move is None


def test_passes_end_a_game_early_and_what_came_before_is_judged_by_the_24_plies() -> None:
    game = record([*LOST_TWICE[:14], "PASS", "PASS"])
    analysis = analyse(game)
    assert [move.ply for move in analysis.moves] == [13, 14, 15, 16]
    whole = analyse(record(LOST_TWICE))
    assert analysis.moves[:2] == whole.moves[:2]
    board = game.game.position.board
    assert analysis.moves[-1].after == board.cells.count(BLACK) - board.cells.count(WHITE)
    assert analyse(record([*LOST_TWICE[:8], "PASS", "PASS"])).moves == ()


def test_moves_of_an_opening_are_nobodys() -> None:
    game = replace(record(LOST_TWICE), opening=tuple(LOST_TWICE[:21]))
    assert [move.ply for move in analyse(game).moves] == [22, 23, 24]


def test_moves_that_make_no_game_are_refused() -> None:
    tried = [
        *(
            ("points", moves)
            for moves in ("2,2 2,2 1,1", "2,2 2,2", "PASS 2,2", f"{' '.join(LOST_TWICE)} PASS")
        ),
        *(("points", "2,2 x"), ("points", "2,2"), ("time", " ".join(LOST_TWICE)), ("illegal move", "2,2")),
    ]
    errors_agree(
        "arena/no-games.txt",
        ((" ".join(one), partial(analyse, record(one[1].split(), Termination(one[0])))) for one in tried),
    )


# -- the table of accuracy by player over many judged games ------------------------------------


def analysed(black: JudgedSide, white: JudgedSide) -> Analysis:
    return Analysis(schema="gograde/analysis/v1", game="k", plies=12, moves=(), black=black, white=white)


def sums(moves: int, stones_lost: int, won: int, thrown_away: int) -> JudgedSide:
    return JudgedSide(moves=moves, stones_lost=stones_lost, won=won, thrown_away=thrown_away)


def test_a_table_by_player() -> None:
    """The interval of 2 in 10 is that of Wilson's paper, 5.7 to 51.0 %."""
    game = record(["PASS"])
    cyd = replace(game, white=GameSide(name="cyd", digest="c"))
    rows = accuracy(
        [
            (game, analysed(sums(6, 3, 4, 2), sums(6, 0, 5, 0))),
            (cyd, analysed(sums(5, 1, 6, 0), sums(6, 9, 0, 0))),
        ]
    )
    assert [row.name for row in rows] == ["ben", "ann", "cyd"]
    ann = rows[1]
    assert (ann.games, ann.moves, ann.stones_lost, ann.won, ann.thrown_away) == (2, 11, 4, 10, 2)
    assert (ann.share, round(ann.low, 3), round(ann.high, 3)) == (0.2, 0.057, 0.51)
    assert rows[2] == Accuracy("cyd", 1, 6, 9, 0, 0, None, 0.0, 1.0)
    assert accuracy([]) == ()


def test_in_a_league_pairs_that_went_alike_count_once_and_lone_games_do_not() -> None:
    first, again, lone = Pair(0, "ann", "ben"), Pair(1, "ann", "ben"), Pair(2, "ann", "ben")
    fixtures = [*first.fixtures, *again.fixtures, Fixture(lone)]
    played = [PlayedFixture(fixture, record(["PASS"])) for fixture in fixtures]
    ann, ben = sums(6, 1, 4, 2), sums(6, 3, 1, 0)
    sides = [(ann, ben), (ben, ann)]
    analyses = [analysed(*sides[each.fixture.swapped]) for each in played]
    assert [(row.name, row.games, row.moves, row.won) for row in league_accuracy(played, analyses)] == [
        ("ben", 2, 12, 2),
        ("ann", 2, 12, 8),
    ]


def test_both_sides_of_a_game_against_oneself_count() -> None:
    game = replace(record(["PASS"]), white=GameSide(name="ann", digest="a"))
    (row,) = accuracy([(game, analysed(sums(6, 3, 4, 2), sums(6, 0, 5, 0)))])
    assert (row.games, row.moves, row.won, row.thrown_away) == (2, 12, 9, 2)


def test_games_are_judged_beside_each_other_in_their_order() -> None:
    games = [play_match(Match(ReferenceBot("random"), ReferenceBot("greedy"), seed)) for seed in range(3)]
    assert list(analyse_all(games, 6, 2)) == [analyse(game, 6) for game in games]
