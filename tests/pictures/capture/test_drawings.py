"""Drawings of windows from untrusted programs: drawn in the sandbox, or refused there."""

from __future__ import annotations

import base64
import io
import json
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gograde.assignments.board9.batch import CAPTURE, QUESTIONS, parse_board, picture_rows
from gograde.assignments.board9.pictures import ROWS
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.pictures.places import Problems, match_pictures
from gograde.authoring.registry import assignment_of
from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.core.assignment import Facts, PictureFact
from gograde.core.record import HandedIn, ScoreRecord, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.boxed.sheet import Sheet
from gograde.grading.contracts.files import captured_of, decode, drawn
from gograde.grading.contracts.kind import Task
from gograde.grading.facts import RunRecord
from gograde.grading.marks.gradebook import AssignmentInfo
from gograde.grading.records import read_run, write_run
from gograde.grading.run import run_submission
from gograde.grading.score import scorer_of
from gograde.intake.runtime import runtime_of
from gograde.intake.submission import Submission
from gograde.package.package import find_package
from gograde.pictures.in_box import Bare, inspect
from gograde.pictures.picture import NoPicture, Picture, png
from gograde.report.pages.renderer import Pages
from gograde.report.redact import for_student
from gograde.report.results import Result
from gograde.report.terminal.check_text import picture_lines
from gograde.sandbox.collect import collect_each
from gograde.sandbox.protocol import Backend, Collect, RunResult
from tests.golden import values_agree
from tests.in_place import in_place
from tests.report.conftest import entry_of
from tests.report.played import alone

BROKEN = NoPicture("it cannot be decoded")
EMPTY = RunResult("scripted", 0, None, None, 0.0, 0.0, 0, b"", b"", 0, 0, {}, {})


def drawing(items: Any, images: Any = None, size: tuple[int, int] = (60, 40)) -> bytes:
    """A window that is one canvas."""
    width, height = size
    box = [0, 0, width, height]
    value = {"ground": "white", "parts": [[box, box, "tan", items]], "images": images or {}}
    return f"gograde drawing 1 {width} {height}\n{json.dumps(value)}\n".encode()


def seen(data: bytes, backend: Backend) -> Picture | NoPicture:
    return dict(decode({"a.drawing": data}, backend))["a.drawing"]


def pixel(picture: Picture | NoPicture, x: int, y: int) -> tuple[int, ...]:
    assert isinstance(picture, Picture), picture
    return tuple(picture.rgb[3 * (y * picture.width + x) :][:3])


TAN, BLACK, WHITE, RED = (210, 180, 140), (0, 0, 0), (255, 255, 255), (255, 0, 0)


ITEMS: Sequence[tuple[Any, dict[tuple[int, int], tuple[int, ...]]]] = [
    (["oval", [10, 10, 30, 30], {"fill": "black"}], {(20, 20): BLACK, (11, 11): TAN, (31, 20): TAN}),
    (["oval", [30, 30, 10, 10], {"width": "3"}], {(20, 20): TAN, (10, 20): BLACK}),
    (["rectangle", [5, 5, 9, 9], {"outline": "", "fill": "#f00"}], {(5, 5): RED, (8, 8): RED, (9, 9): TAN}),
    (["line", [20, 0, 20, 39], {}], {(20, 20): BLACK, (19, 20): TAN, (21, 20): TAN}),
    (["line", [5, 5, 5, 5], {"width": 6, "capstyle": "round"}], {(5, 5): BLACK, (9, 5): TAN}),
    (["polygon", [10, 10, 50, 10, 30, 35], {"fill": "Red"}], {(30, 20): RED, (12, 30): TAN}),
    (["arc", [10, 10, 30, 30], {"fill": "red", "extent": "180"}], {(20, 14): RED, (20, 26): TAN}),
    (["text", [30, 20], {"text": "\u25cf", "size": 40}], {(30, 21): BLACK, (2, 2): TAN}),
    (["line", [0, 5, 59, 5], {"fill": ""}], {(20, 5): TAN}),
    (["line", [-1e300, 5, 1e300, 5], {"width": "1e999"}], {(20, 5): BLACK}),
    (["oval", [5, 5, 9, 9], {"fill": "no colour"}], {(7, 7): (128, 128, 128)}),
    (["whatever", [1, 2], {}], {(1, 2): TAN}),
]


@pytest.fixture(scope="module")
def items(backend: Backend) -> dict[str, Picture | NoPicture]:
    """A drawing of each item, decoded in one job."""
    files = {f"{number}.drawing": drawing([item]) for number, (item, _) in enumerate(ITEMS)}
    return dict(decode(files, backend))


def test_items(items: dict[str, Picture | NoPicture]) -> None:
    for number in range(len(ITEMS)):
        _, points = ITEMS[number]
        picture = items[f"{number}.drawing"]
        assert {point: pixel(picture, *point) for point in points} == points


def test_what_comes_later_lies_above_and_parts_are_cut_off(backend: Backend) -> None:
    parts = [
        [[0, 0, 60, 40], [0, 0, 60, 40], "white", []],
        [[10, 10, 20, 20], [10, 10, 20, 20], "tan", [["rectangle", [5, 5, 99, 99], {"fill": "red"}]]],
    ]
    body = json.dumps({"ground": "white", "parts": parts, "images": {}})
    picture = seen(f"gograde drawing 1 60 40\n{body}".encode(), backend)
    assert [pixel(picture, *point) for point in ((12, 12), (20, 20), (35, 20))] == [TAN, RED, WHITE]


def test_images_of_a_window(backend: Backend) -> None:
    pixels = bytes((255, 0, 0, 255)) * 50 + bytes(4) * 50
    image = ["rgba", 10, 10, base64.b64encode(zlib.compress(pixels)).decode()]
    picture = seen(drawing([["image", [20, 20], {"image": "i"}]], {"i": image}), backend)
    assert [pixel(picture, 20, 17), pixel(picture, 20, 22), pixel(picture, 26, 17)] == [RED, TAN, TAN]


def _image(kind: str, width: int, height: int, data: bytes) -> bytes:
    told = [kind, width, height, base64.b64encode(data).decode()]
    return drawing([["image", [0, 0], {"image": "i"}]], {"i": told})


HUGE_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\0\xff\xff" * 2 + b"\x08\2\0\0\0" + bytes(40)
HEAD = b"gograde drawing 1 60 40\n"


NO_DRAWINGS = [
    HEAD,
    HEAD + b"[]",
    HEAD + b"{}",
    HEAD + b"[" * 500_000,
    HEAD + b"1" * 10_000,
    HEAD + b'{"ground": 1, "parts": [[[NaN, 0, 1, 1], [0, 0, 9, 9], "x", []]], "images": {}}',
    HEAD + b'{"ground": 1, "parts": [[[1e999, 0, 1, 1], [0, 0, 9, 9], "x", []]], "images": {}}',
    drawing([["oval", ["a", "b"], {}]]),
    drawing([["oval", [1, 2, 3, 4]]]),
    drawing([["oval", {"0": 1}, {}]]),
    drawing([["image", [0, 0], {"image": "not there"}]]),
    drawing([["rectangle", [0, 0, 2000, 2000], {"fill": "red"}]] * 15_000, size=(2000, 2000)),
    drawing([["oval", [-1e9, -1e9, 1e9, 1e9], {"width": 1000}]] * 9_000),
    drawing([["text", [0, 0], {"text": "W" * 500, "size": 400}]] * 1500, size=(2000, 2000)),
    drawing([["line", [0, 0, 2000, 2000], {"dash": "1 1"}]] * 15_000, size=(2000, 2000)),
    drawing([["polygon", [0, 0, 2000, 9, 5, 1900] * 300, {"outline": "red", "width": 900}]] * 90),
    _image("rgba", 2000, 2000, zlib.compress(bytes(10))),
    _image("rgba", 60_000, 60_000, zlib.compress(bytes(10))),
    _image("file", 10, 10, HUGE_PNG),
    _image("file", 10, 10, b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"),
]


@pytest.fixture(scope="module")
def refused(backend: Backend) -> dict[str, Picture | NoPicture]:
    """What comes of each, and of a right drawing after them: in one job, each in a process of its own."""
    files = {f"{number}.drawing": data for number, data in enumerate(NO_DRAWINGS)}
    return dict(decode({**files, "last.drawing": drawing([])}, backend))


def test_what_is_no_drawing_is_refused(refused: dict[str, Picture | NoPicture]) -> None:
    for number in range(len(NO_DRAWINGS)):
        assert refused[f"{number}.drawing"] == BROKEN
    assert pixel(refused["last.drawing"], 30, 20) == TAN


def test_names_and_sizes_of_what_was_shown() -> None:
    values_agree("pictures/drawings.txt", inspect=inspect, captured_of=captured_of)
    assert inspect("a.drawing", drawing([])) == Bare("drawing", 60, 40, drawing([]))


def test_what_was_shown_comes_after_the_files_with_title_and_order(backend: Backend) -> None:
    files = {
        "shown-02-window-b.drawing": drawing([]),
        "shown-01-figure-.png": b"x",
        "z.png": b"x",
        "shown-03-window-c.drawing": HEAD,
    }
    none = "its name says PNG, but it is none"
    (pictures,) = drawn([RunResult(**{**vars(EMPTY), "files": files})], backend)
    assert [PictureFact(**{**vars(one), "png": b"", "shapes": b""}) for one in pictures] == [
        PictureFact("z.png", refusal=none),
        PictureFact("figure 1", refusal=none, kind="figure", order=1),
        PictureFact("window 2: b", 60, 40, blank=True, kind="window", title="b", order=2),
        PictureFact("window 3: c", refusal=BROKEN.reason, kind="window", title="c", order=3),
    ]


# -- Pictures are collected from the working directory beside answers, with limits of their own ----


TEXTS, PICTURES = Collect(("a*",), 10, 2), Collect(("*.png",), 100, 2)


def test_a_file_belongs_to_the_first_kind_that_it_matches(tmp_path: Path) -> None:
    sizes = {"a.png": 50, "a.txt": 5, "a2.png": 500, "a3.txt": 50, "b.png": 50, "c.png": 1}
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(bytes(size))
    fd = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    files, refused = collect_each(fd, (PICTURES, TEXTS))
    os.close(fd)
    assert {name: len(data) for name, data in files.items()} == {"a.png": 50, "b.png": 50, "a.txt": 5}
    assert refused == {
        "a2.png": "larger than 100 bytes",
        "c.png": "more than 2 files",
        "a3.txt": "larger than 10 bytes",
    }


def test_board9_takes_pictures_however_their_names_are_written() -> None:
    config = find_package("board9").config.contract.pictures
    assert (config.file_kib, config.files) == (1024, 40)
    assert config.patterns[0] == "*.[Pp][Nn][Gg]" and len(config.patterns) == 10


# -- from the files that a program saves to the page of the person who looks at them ---------------


NOTE = "a secret note"
PROGRAM = f"""
from PIL import Image, PngImagePlugin
note = PngImagePlugin.PngInfo()
note.add_text("Comment", "{NOTE}")
drawn = Image.new("RGB", (30, 30), "red")
drawn.paste("blue", (9, 9, 20, 20))
drawn.save("test_1.PNG", pnginfo=note)
drawn.save("<b>.jpg")
open("answer_2.png", "w").write("train_1\\n4 3\\n")
open("answer.txt", "w").write("train_0\\nTrue\\n")
"""


@dataclass(frozen=True)
class Graded:
    """A submission's score, and where its pictures lie."""

    score: ScoreRecord
    blobs: Path


@pytest.fixture(scope="module")
def graded(backend: Backend, tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """The program on the public batch and on the same batch as a hidden one."""
    folder, package = tmp_path_factory.mktemp("graded"), find_package("board9")
    public = sample_batches(package)[0]
    batches = (public, replace(public, name="01", public=False))
    task = Task(package.config, assignment_of(package), batches, runtime_of(package), backend)
    files: Mapping[str, bytes] = {"board9.py": PROGRAM.encode()}
    record = run_submission(Submission(files, "ab" * 32), HandedIn("alice", "ab" * 32), task)
    write_run(folder / "run.jsonl", folder / "blobs", record)
    read = read_run(folder / "run.jsonl", folder / "blobs")
    assert read == replace(record, files={})
    assert_same_again(read, folder)
    score = scorer_of(package, batches, backend).score(read)
    return Graded(score, folder / "blobs")


def assert_same_again(record: RunRecord, folder: Path) -> None:
    before = (folder / "run.jsonl").read_bytes()
    write_run(folder / "run.jsonl", folder / "blobs", record)
    lines = [data.split(b"\n")[1:] for data in (before, (folder / "run.jsonl").read_bytes())]
    assert lines[0] == lines[1]


def page(graded: Graded, *, staff: bool) -> str:
    score, pages, student = graded.score, Pages(graded.blobs, linked=False), Student(id="alice")
    results = alone(Result(student, AssignmentInfo(id="board9"), entry_of(score), score))
    made = pages.staff(results, student) if staff else pages.student(results, student)
    return made.text


def shown(text: str) -> list[bytes]:
    return [base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', text)]


def test_the_runs_name_their_pictures(graded: Graded) -> None:
    for run in graded.score.runs:
        told = [(picture.name, picture.width, picture.refusal) for picture in run.pictures]
        assert told == [
            ("<b>.jpg", 30, ""),
            ("answer_2.png", 0, "its name says PNG, but it is none"),
            ("test_1.PNG", 30, ""),
        ]


def test_pictures_are_no_answers_but_wait_for_a_person(graded: Graded) -> None:
    tests = {test.name: test for test in graded.score.tests}
    assert tests["01/0"].verdict in (Verdict.AC, Verdict.WA)
    assert tests["01/1"].verdict is Verdict.NO
    assert tests["01/1 picture"].verdict is Verdict.RV and tests["01/1 picture"].points is None


def test_without_a_picture_that_can_be_read_there_is_nothing_to_look_at() -> None:
    package = find_package("board9")
    batch = replace(sample_batches(package)[0], name="01", public=False)
    facts = Facts(Verdict.AC, "", b"", b"")
    blank = PictureFact("a.png", png=png(Picture(90, 90, bytes(90 * 90 * 3))))
    left = (facts, replace(facts, unread={"a.png": "it is cut off"}), replace(facts, pictures=(blank,)))
    verdicts = [
        {test.verdict for test in tests if test.answer == "picture"}
        for tests in in_place(package)([Sheet(batch, one, Visibility.HIDDEN) for one in left])
    ]
    assert verdicts == [{Verdict.NO}, {Verdict.RV}, {Verdict.RV}]


def test_staff_see_every_picture_as_we_drew_it(graded: Graded) -> None:
    text = page(graded, staff=True)
    pictures = shown(text)
    assert len(pictures) == 4
    for data in pictures:
        bare = inspect("a.png", data)
        assert isinstance(bare, Bare) and (bare.width, bare.height, bare.data) == (30, 30, data)
    assert NOTE not in text and "<b>.jpg" not in text and "&lt;b&gt;.jpg" in text
    assert text.count("Not shown: its name says PNG, but it is none") == 2
    assert "img-src &#39;self&#39; data:;" in text and 'href="#pictures-board9-01"' in text


def test_students_see_no_picture_of_a_hidden_board(graded: Graded) -> None:
    text = page(graded, staff=False)
    assert len(shown(text)) == 2 and 'id="pictures-board9-sample-01"' in text
    assert "pictures-board9-01" not in text
    assert [bool(run.pictures) for run in for_student(graded.score).runs] == [True]


def test_a_check_tells_of_pictures(graded: Graded) -> None:
    assert picture_lines(for_student(graded.score)) == [
        "pictures saved or shown: <b>.jpg, test_1.PNG",
        "answer_2.png cannot be shown: its name says PNG, but it is none",
    ]


def test_a_picture_that_is_gone_is_an_error_that_says_what_to_do(graded: Graded, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        page(replace(graded, blobs=tmp_path / "work" / "blobs"), staff=True)
    assert re.fullmatch(r"the picture [0-9a-f]{64} is gone", caught.value.what)
    assert caught.value.fix == f"delete {tmp_path / 'work'} and run gograde run again"


def test_fourteen_windows_that_wait_are_graded_without_a_person(backend: Backend) -> None:
    """Two windows a problem as in the skeleton; what they show is the board, stone by stone."""
    package = find_package("board9")
    public = sample_batches(package)[0]
    source = (package.path / "submissions" / "accepted" / "python_numpy_tk" / "go_test.py").read_bytes()
    task = Task(package.config, assignment_of(package), (public,), runtime_of(package), backend)
    record = run_submission(Submission({"go_test.py": source}, "ab" * 32), HandedIn("alice", "ab" * 32), task)
    (run,) = record.batches
    assert run.verdict is Verdict.AC
    assert [(one.kind, one.order) for one in run.pictures] == [("window", n) for n in range(1, 15)]
    matched = match_pictures(run.pictures, Problems(QUESTIONS, ROWS))
    assert not matched.left
    for case in public.cases:
        before, after = matched.by_problem[case.question]
        assert position(before) == board_rows(case.input)
        if case.question in CAPTURE:
            assert position(after) == case.answer["board"]


def board_rows(data: bytes) -> list[str]:
    return list(picture_rows(parse_board(data, "", 9, 9)))


def position(drawn: PictureFact) -> list[str]:
    """A board of the skeleton's measures, read beside the middle of each point."""
    with Image.open(io.BytesIO(drawn.png)) as image:
        pixels = image.convert("RGB")
        colours = {(0, 0, 0): "X", (255, 255, 255): "O", (247, 220, 180): "."}
        points = [[(50 * col + 8, 50 * row + 8) for col in range(1, 10)] for row in range(1, 10)]
        return ["".join(colours[pixels.getpixel(point)] for point in row) for row in points]  # type: ignore[index]
