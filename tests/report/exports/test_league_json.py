"""The table of a league as JSON."""

from __future__ import annotations

import json

from gograde.report.words.league_words import standings_json
from tests.report.leagues import small


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
