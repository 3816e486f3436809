"""Expected win rates and their intervals."""

from __future__ import annotations

import json
from itertools import islice, product
from pathlib import Path

import pytest

from gograde.arena.players.reference import NAMES
from gograde.arena.rating.bradley_terry import (
    FILE,
    Prior,
    Tally,
    expected_rates,
    frozen_ratings,
    rate,
)
from tools import reference_ratings
from tools.reference_ratings import (
    RATED,
    FrozenRatings,
    fitted,
    from_json,
    frozen,
    matches,
    played,
    to_json,
    witnesses,
)

GAMES = [Tally("a", "b", 7, 3), Tally("b", "c", 2, 9), Tally("c", "a", 4, 4), Tally("b", "ref", 5, 5)]


FOUND = rate(GAMES, {"ref": 0})


def test_everyone_is_the_field_unless_said_otherwise() -> None:
    assert expected_rates(FOUND) == expected_rates(FOUND, ["a", "b", "c"])
    anchored = {one.name: one.rate for one in expected_rates(FOUND, ["ref"])}
    assert list(anchored) == ["a", "b", "c"]
    assert anchored["a"] != pytest.approx(expected_rates(FOUND)[0].rate, abs=0.01)


def test_one_without_an_opponent_has_no_rate() -> None:
    assert [one.name for one in expected_rates(FOUND, ["a"])] == ["b", "c"]
    assert expected_rates(rate([], bots=["a"])) == ()
    assert expected_rates(rate([])) == ()
    assert expected_rates(FOUND, []) == ()


def rate_of_first(elo: list[float], white: float) -> float:
    chances = [
        1 / (1 + 10 ** ((other - elo[0] + colour) / 400)) for other in elo[1:] for colour in (white, -white)
    ]
    return sum(chances) / len(chances)


def test_the_interval_is_that_of_small_changes() -> None:
    """The slope by differences, in plain numbers; the interval is taken on log odds."""
    elo, white, h = [*FOUND.elo], FOUND.white, 1e-3
    moved = [[value + h * (at == bot) for at, value in enumerate(elo)] for bot in range(3)]
    base = rate_of_first(elo, white)
    slope = [(rate_of_first(one, white) - base) / h for one in moved]
    slope.append((rate_of_first(elo, white + h) - base) / h)
    covariance = FOUND.covariance
    variance = sum(slope[i] * covariance[i][j] * slope[j] for i in range(4) for j in range(4))
    reach = 1.959964 * variance**0.5 / (base * (1 - base))
    odds = base / (1 - base)
    one = expected_rates(FOUND)[0]
    assert one.rate == pytest.approx(base)
    assert one.low / (1 - one.low) == pytest.approx(odds / 2.718281828**reach, rel=1e-3)
    assert one.high / (1 - one.high) == pytest.approx(odds * 2.718281828**reach, rel=1e-3)


@pytest.mark.parametrize(
    ("ahead", "expected"), [(30_000, 1.0), (-30_000, 0.0), (300_000, 1.0), (-300_000, 0.0)]
)
def test_ratings_far_apart_are_0_or_1(ahead: float, expected: float) -> None:
    (one,) = expected_rates(rate([], {"ref": 0}, ["a"], Prior(mean=ahead)), ["ref"])
    assert (one.rate, one.low, one.high) == pytest.approx((expected,) * 3, abs=1e-9)


# -- the frozen ratings belong to the current players, and their table is right ----------------------------


@pytest.fixture(scope="module")
def kept() -> FrozenRatings:
    return from_json(FILE.read_text())


def test_the_players_play_as_they_did_when_they_were_rated(kept: FrozenRatings) -> None:
    """Another player beside them, or code written anew, changes nothing; other moves do."""
    assert witnesses() == kept.witnesses
    assert len(kept.witnesses) == len(RATED) == 9
    assert kept.witnesses[0].moves.split()[:4] == ["3,1", "1,3", "1,1", "2,3"]


def test_the_kept_table_gives_the_kept_ratings(kept: FrozenRatings) -> None:
    found = fitted(kept.wins, kept.games_a_cell)
    assert {name: round(elo, 1) for name, elo in found.by_name.items()} == dict(kept.elo)
    assert {name: round(error, 1) for name, error in found.errors.items()} == dict(kept.errors)
    assert (round(found.white, 1), round(found.white_error, 1)) == (kept.white, kept.white_error)
    assert found.connected


def test_every_cell_has_its_games(kept: FrozenRatings) -> None:
    assert set(kept.wins) == set(product(RATED, repeat=2))
    assert kept.games_a_cell == 500
    percent = json.loads(FILE.read_text())["black_wins_percent"]
    assert percent["random"]["random"] == 19.6
    assert kept.wins["random", "random"] == 98
    assert all((5 * share).is_integer() for row in percent.values() for share in row.values())
    assert set(RATED) <= set(NAMES)


def test_ratings_are_what_they_are(kept: FrozenRatings) -> None:
    """Facts, as marks rest on them."""
    assert (kept.elo["random"], kept.errors["random"]) == (0.0, 0.0)
    assert (kept.elo["greedy"], kept.elo["mcts-1000"], kept.white) == (725.6, 1090.0, 145.9)
    deep = [kept.elo[f"alphabeta-{depth}"] for depth in (1, 2, 3, 4)]
    assert deep == sorted(deep)
    assert max(kept.errors.values()) < 15


def test_the_file_is_read_as_it_was_written(kept: FrozenRatings) -> None:
    assert to_json(kept) == FILE.read_text()
    assert frozen_ratings() == kept.elo
    for old, new in (("3,1 1,3", "3,1 1,4"), ("reference-ratings/v1", "reference-ratings/v2")):
        with pytest.raises(
            ValueError, match=r"^another schema, or a digest that is not that of the witnesses$"
        ):
            from_json(FILE.read_text().replace(old, new, 1))


def test_games_of_a_log_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, names = tmp_path / "games.jsonl", ("random", "alphabeta-1")
    first = list(islice(played(3, 1, log, names), 7))
    assert len(log.read_bytes().splitlines()) == 7
    again = list(played(3, 1, log, names))
    assert again[:7] == first
    assert [(game.black.name, game.white.name) for game in again[::3]] == list(product(names, repeat=2))
    with monkeypatch.context() as patch:
        patch.setattr(reference_ratings, "play_match", lambda *_: pytest.fail("played again"))
        assert list(played(3, 1, log, names)) == again
    rated = frozen(again, 1, names)
    assert (rated.games_a_cell, rated.elo["random"]) == (3, 0.0)


def test_colours_are_swapped_on_the_same_luck() -> None:
    games = list(matches(2, 1, ("random", "greedy")))
    cells = [(game.black.name, game.white.name) for game in games]
    assert cells == [cell for cell in product(("random", "greedy"), repeat=2) for _ in range(2)]
    assert games[2].seed == games[4].seed != games[3].seed == games[5].seed
    assert next(matches(1, 2, ("random",))).seed != games[0].seed


# -- The interval of an observed win rate ----------------------------------------------------------
