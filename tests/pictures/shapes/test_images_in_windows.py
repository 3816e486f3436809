"""Images of Pillow and figures of matplotlib in windows keep their shapes."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from gograde.grading.captured_files import captured_of
from gograde.pictures.picture import Picture
from tests.pictures.capture.run_program import drawings
from tests.pictures.shapes.thrown import Rows, found, picture_of, thrown

HERE = Path(__file__).parent

READ = {"label": 1, "labels": 2, "items": 1, "changed": 1, "figure": 1, "figures": 2}
"""Ways whose boards are read, and how many a window has."""

LEFT = ("put", "opened")
"""Ways of which only pixels are known."""

Shown = Mapping[str, tuple[Picture, list[Rows]]]


@pytest.fixture(scope="module")
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """A window of every way, and its boards."""
    rng, folder = random.Random(request.config.option.hypothesis_seed), tmp_path_factory.mktemp("shown")
    counts = READ | dict.fromkeys(LEFT, 1)
    jobs = {way: [thrown(rng) for _ in range(count)] for way, count in counts.items()}
    program = folder / "program.py"
    looks = (HERE / "window_looks.py").read_text()
    program.write_text(f"import sys\nsys.argv[1:] = ['boards.json']\nsys.path.append({str(HERE)!r})\n{looks}")
    (folder / "boards.json").write_text(json.dumps(list(jobs.items())))
    files = {captured_of(name).title: data for name, data in drawings(program, folder).items()}
    return {way: (picture_of(f"{way}.drawing", data), jobs[way]) for way, data in files.items()}


@pytest.mark.parametrize("way", READ)
def test_the_boards_that_were_drawn_are_read(shown: Shown, way: str) -> None:
    picture, boards = shown[way]
    assert found(picture) == (boards, "")


@pytest.mark.parametrize("way", LEFT)
def test_an_image_whose_shapes_are_not_known_is_left_to_the_pixels(shown: Shown, way: str) -> None:
    assert found(shown[way][0]) == ([], "an image may show a board")
