"""The pictures of a league."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import pytest
from PIL import Image

from gograde.arena.rating.pairs import Fixture, Game, Pair
from gograde.arena.standings.table import standings
from gograde.errors import DataError
from gograde.report.pages.league_figures import DRAWN, write_figures
from tests.report.leagues import simulated, small

HOSTILE = ("张伟", "a$b_{2}$c", "\x1b[2Jx\ny", "an endless name, much longer than any picture is wide")


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_picture_is_the_same_every_time_and_has_a_row_a_bot(name: str) -> None:
    many, few = simulated(30), simulated(6, HOSTILE)
    sizes = [Image.open(io.BytesIO(DRAWN[name](found))).size for found in (few, many)]
    assert sizes[1][1] - sizes[0][1] > 24 * 30
    assert sizes[1][0] < 2200
    assert DRAWN[name](few) == DRAWN[name](few)


def test_names_of_strangers_are_drawn_as_they_are() -> None:
    found = simulated(6, HOSTILE[1:])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plain = {name: draw(found) for name, draw in DRAWN.items()}
        other = {name: draw(simulated(6, ("a b_{2} c", *HOSTILE[2:]))) for name, draw in DRAWN.items()}
    assert all(plain[name] != other[name] for name in DRAWN)


def test_pictures_of_a_league_without_games_or_colours() -> None:
    lone = [Game(Fixture(Pair(0, "a", "b")), "a")]
    for found in (standings([], ["a"]), standings(lone, ["a", "b"])):
        assert all(draw(found).startswith(b"\x89PNG") for draw in DRAWN.values())


def test_pictures_go_into_a_folder(tmp_path: Path) -> None:
    write_figures(tmp_path / "deep" / "figures", small())
    assert sorted(path.name for path in (tmp_path / "deep" / "figures").iterdir()) == sorted(DRAWN)
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError) as caught:
        write_figures(tmp_path / "file", small())
    assert str(caught.value) == (
        f"{tmp_path}/file: cannot be written (File exists)\nFix: name a folder that can be written to"
    )


def test_equal_shares_of_both_colours_are_both_seen() -> None:
    won = [Game(Fixture(Pair(0, "a", "b")), "a"), Game(Fixture(Pair(0, "a", "b"), swapped=True), "a")]
    drawn = Image.open(io.BytesIO(DRAWN["colours.png"](standings(won, ["a", "b"])))).convert("L")
    assert len(targets(drawn)) == 2, "a black dot in a white one: 100 % of a, 0 % of b"


def targets(drawn: Image.Image) -> set[tuple[int, int]]:
    """Where a dark disc lies in a light ring with a dark rim, to about 20 pixels."""

    def around(x: int, y: int, radius: int) -> list[int]:
        places = ((x + radius, y), (x - radius, y), (x, y + radius), (x, y - radius))
        return [int(drawn.getpixel(place)) for place in places]  # type: ignore[arg-type]

    return {
        (round(x / 20), round(y / 20))
        for x in range(12, drawn.width - 12)
        for y in range(12, drawn.height - 12)
        if max(around(x, y, 2)) < 60 and min(around(x, y, 6)) > 180 and max(around(x, y, 8)) < 120
    }
