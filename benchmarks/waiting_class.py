"""A graded class made by hand, in which pictures wait for a person; no program is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw

from gograde.classroom.classroom import load_class
from gograde.codec import to_json
from gograde.core.record import (
    AssignmentRef,
    Cause,
    PictureReading,
    PictureScore,
    RunScore,
    ScoreRecord,
    SubmissionRef,
    TestScore,
    Visibility,
)
from gograde.core.totals import total_of
from gograde.core.verdict import Verdict, gravest
from gograde.files import write_atomic, write_blob
from gograde.grading.marks.gradebook import gradebook
from gograde.grading.work_paths import gradebook_path, score_path
from gograde.pictures.picture import Picture, png

BEFORE = (
    "..XO.....", ".X.OO....", "..XO.....", ".........", "....X....",
    ".........", ".......O.", "......OX.", ".......O.",
)  # fmt: skip
AFTER = (*BEFORE[:7], "......O.O", BEFORE[8])
OTHER = (*BEFORE[:7], "......O.X", BEFORE[8])
SIDE, STEP = 500, 50
"""Pixels: of a picture as the handed-out program draws it, and between its lines."""

AT = (50.0, 50.0, 50.0, 50.0)
"""The lattice of such a picture."""

UNSURE = "the stones in the picture could not be told apart surely"
LATER = "one picture of this problem shows the right board, but a later one shows another"
PER_RUN = 4
"""Pictures that a run of board9 is asked for."""


def make_waiting_class(folder: Path, waits: Mapping[str, Sequence[str]], worth: float = 1) -> Path:
    """The class of these students.

    Of each the pictures are given by a word: `right` waits for nobody; `agrees`, `differs`, `unread` and
    `later` (a right one, and a later one that speaks against it) wait.  The grader rejected `rejected`.
    """
    folder.mkdir(parents=True)
    (folder / "class.yaml").write_text("schema: gograde/class/v1\ntitle: Go\nassignments: {board9: {}}\n")
    (folder / "roster.csv").write_text("student_id\n" + "".join(f"{name}\n" for name in waits))
    blobs = folder / "work" / "blobs"
    shown: dict[Sequence[str], str] = {
        board: write_blob(blobs, _drawn(board)) for board in (BEFORE, AFTER, OTHER)
    }
    room = load_class(folder)
    records = {}
    for student, words in waits.items():
        records["board9", student] = _record(student, words, shown, worth)
        write_atomic(score_path(room, "board9", student), to_json(records["board9", student]))
    book = gradebook(room, records, {"board9": False}, [])
    write_atomic(gradebook_path(room), to_json(book))
    return folder


def _drawn(board: Sequence[str]) -> bytes:
    """A picture of a board as the handed-out program draws it."""
    image = Image.new("RGB", (SIDE, SIDE), "#F7DCB4")
    draw = ImageDraw.Draw(image)
    for at in range(STEP, SIDE, STEP):
        draw.line((STEP, at, SIDE - STEP, at), "black")
        draw.line((at, STEP, at, SIDE - STEP), "black")
    for row, signs in enumerate(board, 1):
        for col, sign in enumerate(signs, 1):
            if sign != ".":
                x, y = STEP * col, STEP * row
                draw.ellipse((x - 20, y - 20, x + 20, y + 20), "black" if sign == "X" else "white", "black")
    return png(Picture(SIDE, SIDE, image.tobytes()))


def _record(
    student: str, words: Sequence[str], shown: Mapping[Sequence[str], str], worth: float
) -> ScoreRecord:
    tests = [_test(number, word, worth) for number, word in enumerate(words)]
    total = total_of(tests)
    verdict = gravest(test.verdict for test in tests)
    batches = dict.fromkeys(test.batch for test in tests)
    return ScoreRecord(
        assignment=AssignmentRef(id="board9", version="1.0.0", package_sha256="ab" * 32, title="9x9 boards"),
        submission=SubmissionRef(student=student, sha256="cd" * 32, entry="board9.py", language="python"),
        verdict=verdict,
        official="pass" if verdict is Verdict.AC else "pending",
        score=total.at_least,
        max_score=total.of,
        pending=total.pending,
        tests=tuple(tests),
        runs=tuple(
            _run(batch, words[PER_RUN * n : PER_RUN * (n + 1)], shown) for n, batch in enumerate(batches)
        ),
        backend="bwrap",
    )


def _test(number: int, word: str, worth: float) -> TestScore:
    batch, question = f"{number // PER_RUN + 1:02d}", number % PER_RUN + 1
    right, rejected = word == "right", word == "rejected"
    return TestScore(
        name=f"{batch}/{question} picture",
        group="picture",
        batch=batch,
        question=str(question),
        answer="picture",
        verdict=Verdict.AC if right else Verdict.WA if rejected else Verdict.RV,
        points=worth if right else 0 if rejected else None,
        max_points=worth,
        visibility=Visibility.HIDDEN,
        message="" if right else LATER if word == "later" else UNSURE,
        cause=Cause(message="", expected=list(AFTER)),
        board=BEFORE,
        readings=() if word == "unread" else (_reading(_window(question), word),),
    )


def _window(question: int) -> str:
    return f"window {question}: test_{question}"


def _reading(picture: str, word: str) -> PictureReading:
    sure = word in ("right", "later")
    reason = "the picture shows the expected board" if sure else UNSURE
    board = {"differs": OTHER, "rejected": OTHER}.get(word, AFTER)
    outcome: Literal["accepted", "rejected", "review"] = (
        "accepted" if sure else "rejected" if word == "rejected" else "review"
    )
    return PictureReading(picture=picture, outcome=outcome, reason=reason, lattice=AT, board=board)


def _run(batch: str, words: Sequence[str], shown: Mapping[Sequence[str], str]) -> RunScore:
    boards = {"differs": OTHER, "rejected": OTHER, "unread": BEFORE}
    pictures = tuple(
        PictureScore(name=_window(n), width=SIDE, height=SIDE, sha256=shown[boards.get(word, AFTER)])
        for n, word in enumerate(words, 1)
    )
    return RunScore(batch=batch, visibility=Visibility.HIDDEN, verdict=Verdict.AC, pictures=pictures)
