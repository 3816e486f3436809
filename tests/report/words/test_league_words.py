"""The table of a league in words, as text, and as JSON values."""

from __future__ import annotations

import json
import re

from gograde.arena.rating.pairs import Game, Pair
from gograde.arena.standings.table import Strength, standings
from gograde.report.words.league_words import percent, remarks, standings_json, strength_text, table_text
from tests.report.leagues import simulated, small


def test_numbers_as_text() -> None:
    assert strength_text(Strength(812.4, 700, 924.8)) == "812 ± 112"
    assert strength_text(Strength(-0.2, -100, 100)) == "0 ± 100"
    assert strength_text(Strength(500, 500, 500)) == "500"
    assert strength_text(None) == "—"
    assert [percent(0.505), percent(1), percent(None)] == ["50 %", "100 %", "—"]


def test_what_is_said_below_the_table() -> None:
    assert remarks(standings([], ["a"])) == []
    line, styles = remarks(small())
    assert re.fullmatch(r"6 games; white won 33 % and is worth -?\d+ ± \d+ Elo points", line)
    assert re.fullmatch(
        r"two programs meet with results that differ from what ratings say by about \d+ Elo points; "
        r"the intervals allow for that",
        styles,
    )
    lost = [Game(each, "a", ("x",)) for at in (0, 1) for each in Pair(at, "a", "b").fixtures]
    broke = [Game(each, "c", (), "time") for at in (2, 3) for each in Pair(at, "c", "d").fixtures]
    said = remarks(standings([*lost, *broke], ["a", "b", "c", "d"]))
    # White's share and worth come from the same games: two pairs repeat, and one is of a broken bot.
    assert said[0].startswith("8 games; of the 2 that count for the ratings white won 50 %, and is worth ")
    assert said[1] == "ratings come from these games alone, and 0 is their middle"
    assert said[-3:] == [
        "2 games were played just so before and count once for the ratings",
        "games do not connect all bots: ratings of different groups cannot be compared",
        "d: time three times in a row, plays no more",
    ]


def test_games_against_reference_players_that_count_are_said_with_whites_share() -> None:
    league = [Game(each, "a", (f"{each}",)) for each in Pair(0, "a", "b").fixtures]
    outside = [Game(each, "z", (f"{each}",)) for each in Pair(0, "a", "z").fixtures]
    first = remarks(standings(league, ["a", "b"], {"z": 0.0}, outside))[0]
    assert first.startswith(
        "2 games; of the 4 that count for the ratings, with 2 against reference players, white won 50 %, and "
    )


def test_the_table_as_text() -> None:
    text = re.sub(r"-?\d+ ± \d+", "R", re.sub(r"\d+ % \(\d+–\d+\)", "E", table_text(small())))
    assert [line.split() for line in text.splitlines()] == [
        ["place", "player", "rating", "expected", "won", "black", "white", "forfeits", "1", "2", "3"],
        ["1", "1–2", "a", "R", "E", "3/4", "2/2", "1/2", "0", "—", "2/2", "1/2"],
        ["2", "frozen", "b", "0", "—", "2/4", "1/2", "1/2", "0", "0/2", "—", "2/2"],
        ["3", "1–2", "张", "R", "E", "1/4", "1/2", "0/2", "0", "1/2", "0/2", "—"],
    ]


def test_wide_letters_take_two_columns() -> None:
    _, first, _, third = table_text(small()).splitlines()
    assert first.index("3/4") == third.index("1/4") + 1


def test_with_many_bots_there_is_no_column_for_every_opponent() -> None:
    twelve, thirteen = (table_text(simulated(bots)).splitlines()[0].split() for bots in (12, 13))
    assert twelve[-13:] == ["forfeits", *map(str, range(1, 13))]
    assert thirteen[-1] == "forfeits"


def test_the_table_as_json() -> None:
    told = json.loads(json.dumps(standings_json(small())))
    assert [each["name"] for each in told["standings"]] == ["a", "b", "张"]
    first, second, _ = told["standings"]
    assert (first["won"], first["as_black"], first["as_white"]) == ([3, 4], [2, 2], [1, 2])
    assert first["against"] == [[0, 0], [2, 2], [1, 2]]
    assert first["place"] == {"name": "a", "best": 1, "worst": 2, "ties": ["张"]}
    assert first["rating"]["low"] < first["rating"]["elo"] < first["rating"]["high"]
    assert (second["frozen"], second["place"], second["expected"]) == (True, None, None)
    assert (told["games_played"], told["games_repeated"], told["connected"]) == (6, 0, True)
