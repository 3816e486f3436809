"""The standings of a league in words."""

from __future__ import annotations

import re

from gograde.arena.rating.pairs import Game, Pair
from gograde.arena.standings.table import Strength, standings
from gograde.report.words.league_words import percent, remarks, strength_text
from tests.report.leagues import small


def test_numbers_as_text() -> None:
    assert strength_text(Strength(812.4, 700, 924.8)) == "812 ± 112"
    assert strength_text(Strength(-0.2, -100, 100)) == "0 ± 100"
    assert strength_text(Strength(500, 500, 500)) == "500"
    assert strength_text(None) == "—"
    assert [percent(0.505), percent(1), percent(None)] == ["50 %", "100 %", "—"]


def test_what_is_said_below_the_table() -> None:
    assert remarks(standings([], ["a"])) == []
    (line,) = remarks(small())
    assert re.fullmatch(r"6 games; white won 33 % and is worth -?\d+ ± \d+ Elo points", line)
    lost = [Game(each, "a", ("x",)) for at in (0, 1) for each in Pair(at, "a", "b").fixtures]
    broke = [Game(each, "c", (), "time") for at in (2, 3) for each in Pair(at, "c", "d").fixtures]
    said = remarks(standings([*lost, *broke], ["a", "b", "c", "d"]))
    assert said[1:] == [
        "2 games were played just so before and count once for the ratings",
        "games do not connect all bots: ratings of different groups cannot be compared",
        "d: time three times in a row, plays no more",
    ]
