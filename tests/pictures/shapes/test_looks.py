"""Boards from shapes: programs draw positions thrown at random, and these come out, or a reason why not."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from gograde.grading.contracts.files import captured_of
from gograde.pictures import in_box
from gograde.pictures.effort import TooMuchEffortError, limited
from gograde.pictures.picture import Picture
from gograde.pictures.shapes import boards, looks
from gograde.pictures.shapes.boards import Boards, boards_of
from gograde.pictures.shapes.scene import (
    FAR,
    MOST_BYTES,
    MOST_SHAPES,
    Group,
    Scene,
    Shape,
    of_points,
    read_scene,
    write_scene,
)
from tests.golden import values_agree
from tests.pictures.capture.run_program import files_kept

LOOKS = Path(__file__).parent / "looks"

READ, EITHER, NOTHING = "read", "read, and a person may mean the other colours", "no shapes"


TABLE: Mapping[str, Mapping[str, str]] = {
    "": {
        READ: """plain dressed cells chequered squares coloured_cells square_stones painted_over numbered
                 lettered hollow beside""",
        EITHER: "letters initials letters_on_discs dark",
        boards.UNEXPLAINED: "crossed strokes dots",
        boards.SIGN: "digits_everywhere letters_over_letters",
        boards.UNSEEN: "white_on_white",
        boards.BESIDE: "between",
        boards.COVERED: "half_covered",
        boards.OTHER_LATTICE: "one_more_line",
        looks.LETTERS: "unknown_letters letters_everywhere lone_letters",
        looks.COLOURS: """signs_on_discs digits_on_discs a_letter_on_few a_plus_on_few crossed_ink
                          red_and_blue""",
        looks.KINDS: "letters_for_three rings_around_dots three_colours marked_stone",
    },
    "tk": {
        READ: """shaded moved tagged polygons four turtles coloured_labels buttons image_of_pillow
                 figure_of_matplotlib""",
        EITHER: "labels label_rings",
        boards.UNEXPLAINED: "put paper_of_a_file label_images",
        looks.LETTERS: "label_digits",
    },
    "mpl": {
        READ: """scatter_tight collections markers grid oblong two_axes wood black_and_white mesh plain.jpg
                 plain.gif plain.webp""",
        boards.CELLS: "heat grey",
        boards.UNEXPLAINED: "marked",
        boards.BESIDE: "solid",
    },
    "pillow": {
        READ: "smooth grey bordered sheet stamped layers plain.jpg plain.gif plain.bmp plain.webp",
        boards.UNEXPLAINED: "clear_discs slices",
        NOTHING: "three_corners one_pixel filtered plain.ppm",
    },
    "opencv": {READ: "copied plain.jpg plain.bmp", NOTHING: "a_part blurred fractions"},
}
"""What must come of the ways of drawing with any library, and of those of one, whose endings are formats.

A board comes, or the reason why the pixels are read.
"""


def ways(library: str, seed: int) -> Mapping[str, str]:
    """What must come of each way of drawing with a library; of those of any library it draws every second.

    Two of the four libraries draw the others; the seed changes them.
    """
    common, own = (
        {way: what for what, names in TABLE[table].items() for way in names.split()}
        for table in ("", library)
    )
    return {way: common[way] for way in list(common)[(seed + list(TABLE).index(library)) % 2 :: 2]} | own


COUNTS = {"beside": 2, "four": 4, "figure_of_matplotlib": 2, "two_axes": 2, "sheet": 2}
"""How many boards a picture shows, when there are more than one."""

MOST = 30
"""Windows of one program; the stand-in keeps forty."""

RANDOM = 6
"""Pictures of a library whose look is thrown at random."""

Rows = tuple[str, ...]
Job = tuple[str, str, int, list[Rows]]
"""The name of a picture, the way of drawing, a seed, and the boards."""


class Shown(NamedTuple):
    """A file that a program wrote, what it decodes to, and the boards that were drawn."""

    name: str
    data: bytes
    picture: Picture
    boards: list[Rows]


def thrown(rng: random.Random) -> Rows:
    """A position with stones of both colours, and empty boards."""
    rows = ["".join(rng.choice("...XO") for _ in range(9)) for _ in range(8)]
    return (*rows, "X.O......")


def drawn(library: str, jobs: list[Job], folder: Path) -> Iterator[Shown]:
    """What a program shows of each job."""
    for start in range(0, len(jobs), MOST):
        some = jobs[start : start + MOST]
        (folder / "jobs.json").write_text(json.dumps(some))
        program = folder / "program.py"
        arguments = f"import sys\nsys.argv[1:] = {[library, 'jobs.json']}\nsys.path.append({str(LOOKS)!r})\n"
        program.write_text(arguments + (LOOKS / "draw.py").read_text())
        kept = files_kept(program, folder)
        windows = {captured_of(name).title: data for name, data in kept.items() if name.endswith(".drawing")}
        for name, _, _, its in some:
            file = f"{name}.drawing" if library == "tk" else name if "." in name else f"{name}.png"
            data = windows[name] if library == "tk" else (folder / file).read_bytes()
            yield Shown(file, data, picture_of(file, data), its)


def picture_of(name: str, data: bytes) -> Picture:
    """A file as it is decoded in the sandbox, here without its limits."""
    size, rgb, shapes = in_box._decoded(name, data, 1000)
    assert not isinstance(size, str), size
    return Picture(*size, rgb, shapes)


def seen(picture: Picture) -> Boards:
    scene = read_scene(picture.shapes, picture.width, picture.height)
    return boards_of(scene, 9, 9) if scene else Boards((), NOTHING)


Shows = Callable[[str], Mapping[str, Shown]]


@pytest.fixture(scope="module")
def shows(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shows:
    """The pictures of every way of a library, with positions thrown at random."""

    @cache
    def all_of(library: str) -> Mapping[str, Shown]:
        seed = int(request.config.option.hypothesis_seed)
        rng, its = random.Random(f"{library}{seed}"), ways(library, seed)
        jobs = [
            (way, way.partition(".")[0], 0, [thrown(rng) for _ in range(COUNTS.get(way, 1))]) for way in its
        ]
        return dict(zip(its, drawn(library, jobs, tmp_path_factory.mktemp(library)), strict=True))

    return all_of


LIBRARIES = [pytest.param("opencv", marks=pytest.mark.needs("cv2")), "tk", "mpl", "pillow"]


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_boards_that_were_drawn_are_read_or_a_reason_says_why_not(
    request: pytest.FixtureRequest, shows: Shows, library: str
) -> None:
    wrong, its = {}, ways(library, int(request.config.option.hypothesis_seed))
    for way, shown in shows(library).items():
        found, doubt = seen(shown.picture)
        told = doubt or (EITHER if any(one.either for one in found) else READ)
        expected = its[way]
        boards_right = sorted(one.board for one in found) == sorted(shown.boards)
        if told != expected or (boards_right != (expected in (READ, EITHER))):
            wrong[way] = (told, expected, [one.board for one in found], shown.boards)
    assert wrong == {}


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_look_thrown_at_random_is_read_right_or_not_at_all(
    request: pytest.FixtureRequest, tmp_path: Path, library: str
) -> None:
    seed = int(request.config.option.hypothesis_seed) % 10**6
    rng = random.Random(seed)
    jobs: list[Job] = [
        (str(n), "thrown", seed + n, [thrown(rng) for _ in range(n % 3 // 2 + 1)]) for n in range(RANDOM)
    ]
    told = [(seen(shown.picture), shown.boards) for shown in drawn(library, jobs, tmp_path)]
    read = [(sorted(one.board for one in found), sorted(its)) for (found, doubt), its in told if not doubt]
    assert read and [one for one, its in read if one != its] == []


@pytest.mark.parametrize("library", ["mpl", "pillow"])
@pytest.mark.parametrize("ending", ["jpg", "gif", "webp"])
def test_a_scene_changes_no_pixel(shows: Shows, library: str, ending: str) -> None:
    _, data, picture, _ = shows(library)[f"plain.{ending}"]
    pixels = Image.open(io.BytesIO(data)).convert("RGB")
    assert (pixels.size, pixels.tobytes()) == ((picture.width, picture.height), picture.rgb)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_picture_that_is_shown_brings_its_shapes(shows: Shows, library: str, tmp_path: Path) -> None:
    (shown,) = drawn(library, [("plain", "plain", 0, [("X........",) * 9])], tmp_path)
    (kept,) = (tmp_path / "kept").iterdir() if library != "mpl" else [tmp_path / "plain.png"]
    told = seen(picture_of(shown.name, kept.read_bytes()))
    assert [one.board for one in told.boards] == shown.boards


# -- scenes as bytes: what comes back equals what was written, and everything else is no scene --


LINE = Shape("line", (1.0, 2.0, 3.0, 4.0), "#000000", "", 2.0)
SCENE = Scene(200, 101, (Group("#ffffff", (LINE, Shape("text", (0.0, 0.0, 9.0, 9.0), text="A"))),))


def test_a_scene_comes_back() -> None:
    assert read_scene(write_scene(SCENE), 200, 101) == SCENE


def test_a_shrunk_picture_shrinks_its_scene() -> None:
    read, half = read_scene(write_scene(SCENE), 100, 51), (0.5, 1.0, 1.5, 2.0)
    assert read is not None and read.groups[0].shapes[0] == Shape("line", half, "#000000", "", 1.0)


def test_a_scene_of_another_picture_is_none() -> None:
    sizes = [(201, 101), (200, 100), (100, 50), (40, 40)]
    assert [read_scene(write_scene(SCENE), *size) for size in sizes] == [None] * 4


def test_an_empty_scene_and_one_with_too_much_are_not_written() -> None:
    many = Group("", (LINE,) * (MOST_SHAPES + 1))
    text = Group("", (Shape("text", (0.0, 0.0, 1.0, 1.0), text="x" * MOST_BYTES),))
    for groups in ((), (Group("", ()),), (many,), (text,)):
        assert write_scene(Scene(9, 9, groups)) == b""


def told(shape: Any = None, **more: Any) -> bytes:
    shapes = [["oval", [0, 0, 9, 9], "", "#000000", 1, ""] if shape is None else shape]
    value = {"size": [9, 9], "groups": [{"ground": "", "shapes": shapes}]} | more
    return json.dumps(value).encode()


def test_what_is_no_scene_is_none() -> None:
    values_agree(
        "pictures/scenes.txt",
        read_scene=read_scene,
        MOST_BYTES=MOST_BYTES,
        told=told,
        MOST_SHAPES=MOST_SHAPES,
        FAR=FAR,
    )


def test_discs_and_rectangles_are_known_by_their_corners() -> None:
    octagon = [30, 20, 27, 27, 20, 30, 13, 27, 10, 20, 13, 13, 20, 10, 27, 13]
    assert of_points(octagon, "#000000", "", 1.0) == Shape("oval", (10, 10, 30, 30), "#000000")
    assert of_points([0, 0, 9, 0, 9, 5, 0, 5], "#000000", "", 1.0).kind == "rect"
    assert of_points([0, 0, 9, 0, 4, 5], "#000000", "", 1.0).kind == "polygon"
    assert of_points([0, 0, 9, 5, 9, 0, 0, 5], "#000000", "", 1.0).kind == "polygon"


def test_a_scene_that_takes_too_long_is_given_up() -> None:
    shapes = tuple(Shape("rect", (float(n), float(n), n + 2.0, n + 2.0), "#00ff00") for n in range(2000))
    with limited(500), pytest.raises(TooMuchEffortError):
        boards_of(Scene(100, 100, (Group("", shapes),)), 9, 9)
    assert boards_of(SCENE, 9, 9) == ((), ""), "without lines no board is shown"
