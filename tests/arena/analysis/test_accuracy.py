"""The table of accuracy by player over many judged games."""

from __future__ import annotations

from gograde.arena.analysis.judged_game import (
    Accuracy,
    Analysis,
    JudgedSide,
    accuracy,
    analyse,
    analyse_all,
    league_accuracy,
)
from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import Side
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.rating.pairs import Fixture, Pair
from gograde.arena.schedule import PlayedFixture
from gograde.codec import replace
from tests.arena.judged import record


def analysed(black: JudgedSide, white: JudgedSide) -> Analysis:
    return Analysis(schema="gograde/analysis/v1", game="k", plies=12, moves=(), black=black, white=white)


def sums(moves: int, stones_lost: int, won: int, thrown_away: int) -> JudgedSide:
    return JudgedSide(moves=moves, stones_lost=stones_lost, won=won, thrown_away=thrown_away)


def test_a_table_by_player() -> None:
    """The interval of 2 in 10 is that of Wilson's paper, 5.7 to 51.0 %."""
    game = record(["PASS"])
    cyd = replace(game, white=Side(name="cyd", digest="c"))
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
    game = replace(record(["PASS"]), white=Side(name="ann", digest="a"))
    (row,) = accuracy([(game, analysed(sums(6, 3, 4, 2), sums(6, 0, 5, 0)))])
    assert (row.games, row.moves, row.won, row.thrown_away) == (2, 12, 9, 2)


def test_games_are_judged_beside_each_other_in_their_order() -> None:
    games = [play_match(Match(ReferenceBot("random"), ReferenceBot("greedy"), seed)) for seed in range(3)]
    assert list(analyse_all(games, 6, 2)) == [analyse(game, 6) for game in games]
