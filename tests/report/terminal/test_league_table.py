"""The table of a league as text."""

from __future__ import annotations

import re

from gograde.report.words.league_words import table_text
from tests.report.leagues import simulated, small


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
