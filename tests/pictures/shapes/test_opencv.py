"""Boards from the shapes that programs draw with OpenCV."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.pictures.capture.run_program import files_kept
from tests.pictures.shapes.campaign import outcomes
from tests.pictures.shapes.thrown import Rows, found, picture_of, thrown

pytestmark = pytest.mark.needs("cv2")

LOOKS = Path(__file__).parent / "opencv_looks.py"

READ = ("plain.png", "plain.jpg", "plain.bmp", "dressed.png", "grey.png", "smooth.png")
NONE = ("a_part.png", "blurred.png", "clear.png")
"""Ways whose shapes are not told: something was changed that is not recorded."""

Saved = Mapping[str, tuple[bytes, list[Rows]]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("saved")


@pytest.fixture(scope="module")
def saved(request: pytest.FixtureRequest, folder: Path) -> Saved:
    """The bytes of a picture of every way, and the boards on it."""
    rng = random.Random(request.config.option.hypothesis_seed)
    jobs = {way: [thrown(rng)] for way in (*READ, *NONE)}
    program = folder / "program.py"
    program.write_text(f"import sys\nsys.argv[1:] = ['boards.json']\n{LOOKS.read_text()}")
    (folder / "boards.json").write_text(json.dumps(list(jobs.items())))
    files_kept(program, folder)
    return {way: ((folder / way).read_bytes(), boards) for way, boards in jobs.items()}


@pytest.mark.parametrize("way", READ)
def test_the_boards_that_were_drawn_are_read(saved: Saved, way: str) -> None:
    data, boards = saved[way]
    assert found(picture_of(way, data)) == (boards, "")


@pytest.mark.parametrize("way", NONE)
def test_a_picture_that_is_not_known_as_a_whole_has_no_shapes(saved: Saved, way: str) -> None:
    assert picture_of(way, saved[way][0]).shapes == b""


def test_a_window_brings_its_shapes(saved: Saved, folder: Path) -> None:
    (shown,) = (folder / "kept").iterdir()
    assert found(picture_of("a.png", shown.read_bytes())) == (saved["plain.png"][1], "")


def test_arrays_thrown_at_random_show_what_was_drawn_or_nothing(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    told = outcomes(int(request.config.option.hypothesis_seed), 20, tmp_path, "opencv")
    assert told["right"] > 0 and sum(told.values()) == 20
    assert not [what for what in told if what.startswith("wrong")]
