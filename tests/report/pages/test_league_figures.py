"""The pictures of a league."""

from __future__ import annotations

import re
import warnings
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gograde.arena.rating.pairs import Fixture, Game, Pair
from gograde.arena.standings.table import Standings, standings
from gograde.errors import DataError
from gograde.report.pages.league_figures import league_figures, write_figures
from gograde.report.words.texts.tables import texts
from tests.report.leagues import simulated, small

NAMES = ("colours.svg", "crosstable.svg", "ratings.svg")
HOSTILE = ("张伟", "a$b_{2}$c", "\x1b[2Jx\ny", "an endless name, much longer than any picture is wide")


def drawn(found: Standings, language: str = "en") -> dict[str, ElementTree.Element]:
    return {
        name: ElementTree.fromstring(data) for name, data in league_figures(found, texts(language)).items()
    }


def size(picture: ElementTree.Element) -> list[float]:
    return [float(picture.attrib[side].removesuffix("pt")) for side in ("width", "height")]


def said(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_the_same_every_time_and_has_a_row_a_bot(name: str) -> None:
    many, few = simulated(30), simulated(6, HOSTILE)
    sizes = [size(drawn(found)[name]) for found in (few, many)]
    assert sizes[1][1] - sizes[0][1] > 24 * 12
    assert sizes[1][0] < 1100
    assert league_figures(few)[name] == league_figures(few)[name]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_strangers_are_texts_as_they_are_in_the_order_of_the_table(name: str) -> None:
    found = simulated(6, HOSTILE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        picture = drawn(found)[name]
    short = {"\x1b[2Jx\ny": "\\x1b[2Jx y", HOSTILE[3]: "an endless name, much l…"}
    names = [short.get(each.name, each.name) for each in found.table]
    assert [text for text in said(picture) if text in names] == names
    rows = [float(at.attrib["y"]) for at in picture.iter() if at.text in names and "y" in at.attrib]
    assert all(one < other for one, other in pairwise(rows))


def test_names_have_room_on_the_left(name: str = "crosstable.svg") -> None:
    wide, narrow = (drawn(simulated(6, (each,)))[name] for each in ("陈" * 12, "x"))
    assert size(wide)[0] - size(narrow)[0] > 100


def test_fields_say_how_many_games_were_won_of_how_many() -> None:
    assert [text for text in said(drawn(small())["crosstable.svg"]) if "/" in text] == [
        *("2/2", "1/2", "0/2", "2/2", "1/2", "0/2")
    ]


def test_pictures_speak_the_language_of_the_class() -> None:
    words = {word for picture in drawn(small(), "zh").values() for word in said(picture)}
    assert {"执黑", "执白", "等级分，95 % 区间", "该行的胜率", "胜率，%；白方胜 33 %"} <= words
    assert not any(word.isascii() and len(word) > 3 and word.isalpha() for word in words)


def test_pictures_of_a_league_without_games_or_colours() -> None:
    lone = [Game(Fixture(Pair(0, "a", "b")), "a")]
    for found in (standings([], ["a"]), standings(lone, ["a", "b"])):
        assert sorted(drawn(found)) == sorted(NAMES)


def test_pictures_go_into_a_folder(tmp_path: Path) -> None:
    write_figures(tmp_path / "deep" / "figures", small())
    assert sorted(path.name for path in (tmp_path / "deep" / "figures").iterdir()) == sorted(NAMES)
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError) as caught:
        write_figures(tmp_path / "file", small())
    assert str(caught.value) == (
        f"{tmp_path}/file: cannot be written (File exists)\nFix: name a folder that can be written to"
    )


def test_equal_shares_of_both_colours_are_both_seen() -> None:
    """A black dot lies on a larger white one: 100 % of a, 0 % of b."""
    won = [Game(Fixture(Pair(0, "a", "b")), "a"), Game(Fixture(Pair(0, "a", "b"), swapped=True), "a")]
    picture = drawn(standings(won, ["a", "b"]))["colours.svg"]
    dots = [
        (
            path.attrib["stroke"],
            re.findall(r"M(\S+ \S+)L\1(?=M|$)", path.attrib["d"]),
            path.attrib["stroke-width"],
        )
        for path in picture.iter()
        if "stroke-linecap" in path.attrib
    ]
    (edge, white, wide), (_, inner, _), (_, black, narrow) = (dot for dot in dots if len(dot[1]) == 2)
    assert white == inner == black
    assert (edge, float(wide) > float(narrow)) == ("black", True)
