"""From the files that a program saves to the page of the person who looks at them."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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
from gograde.grading.contracts.kind import Task
from gograde.grading.facts import RunRecord
from gograde.grading.marks.gradebook_model import AssignmentInfo
from gograde.grading.records import read_run, write_run
from gograde.grading.run import run_submission
from gograde.grading.score import scorer_of
from gograde.intake.runtime import runtime_of
from gograde.intake.submission import Submission
from gograde.package.package import find_package
from gograde.pictures.decode.in_box import Bare, inspect
from gograde.pictures.picture import Picture, png
from gograde.report.pages.renderer import Pages
from gograde.report.redact import for_student
from gograde.report.results import Result
from gograde.report.terminal.check_text import picture_lines
from gograde.sandbox.protocol import Backend
from tests.in_place import in_place
from tests.report.conftest import entry_of
from tests.report.played import alone

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
