"""Pictures on pages: their size, what is drawn upon them, and what was read from them."""

import io
import random
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from gograde.assignments.board9.assignment import ASSIGNMENT as BOARD9
from gograde.assignments.board9.author import fast_answer
from gograde.authoring.pictures.board_pictures import SHOWN
from gograde.authoring.pictures.verdicts import OWN_NAME, PLAIN
from gograde.core.assignment import Batch, Case, Facts, PictureFact
from gograde.core.record import (
    PictureReading,
    PictureScore,
    TestScore,
    Visibility,
    WrongPoint,
)
from gograde.core.verdict import Verdict
from gograde.go import write_coordinates
from gograde.package.config import AssignmentConfig
from gograde.package.yaml_files import parse_model
from gograde.pictures.picture import Picture, png
from gograde.report.pages.drawings import COLOURS, LARGE, read_picture, small
from gograde.report.redact import for_student
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.report.words.answers import wrong_in_words
from tests.assignments.board9.test_gallery import AFTER, BEFORE, BOARD, CONFIG, drawn
from tests.golden import agrees, page_text
from tests.report.played import page

V = Visibility.VISIBLE
ONE_LESS = (AFTER[0], AFTER[1].replace("O", ".", 1), *AFTER[2:])
SCRAWL = png(Picture(90, 90, bytes(n * n % 251 for n in range(3 * 90 * 90))))

Shown = Sequence[tuple[str, bytes]]


def told(shown: Shown) -> dict[str, TestScore]:
    """The picture tests of problems 1 to 4, by problem, when windows with these titles are shown."""
    cases = tuple(Case(q, q, write_coordinates(BOARD).encode(), fast_answer(q, BOARD)) for q in "1234")
    pictures = tuple(
        PictureFact(f"window {n}: {title}", png=data, kind="window", title=title, order=n)
        for n, (title, data) in enumerate(shown, 1)
    )
    facts = Facts(Verdict.AC, "", b"", b"", pictures=pictures)
    marking = parse_model(CONFIG.encode(), "assignment.yaml", AssignmentConfig).marking
    tests = BOARD9.score(Batch("01", cases, False), facts, marking, V)
    return {test.question: test for test in tests if test.answer == "picture"}


NAMED = (("test_1", drawn(AFTER)), ("test_2", drawn(ONE_LESS)), ("test_3", SCRAWL))
SHOWINGS: dict[str, Shown] = {
    "each has its name": NAMED,
    "the board before the moves": [("test_1", drawn(BEFORE))],
    "a scrawl without a name": [("Board", SCRAWL)],
    "more boards without a name than problems": [
        ("Board", drawn(ONE_LESS)), ("Board", drawn(AFTER)), ("Board", drawn(AFTER[::-1])),
    ],
    "the right one is not the last": [
        ("Problem 1", drawn(AFTER)), ("Problem 1", drawn(AFTER[::-1])), ("Problem 2", SCRAWL),
    ],
    "two that are wrong": [("Board", drawn(ONE_LESS)), ("Board", drawn(BEFORE))],
    "nothing": [],
}  # fmt: skip


def test_what_is_said_of_pictures_is_kept() -> None:
    """Each is named with what it shows instead, and those that cannot be told apart with the rule that helps.

    What the reader says of a doubtful picture is `?`.
    """
    said = []
    for name, shown in SHOWINGS.items():
        said.append(f"== {name}")
        for problem, test in told(shown).items():
            assert test.cause is not None
            doubts = [one.reason for one in test.readings if one.outcome == "review"]
            message = test.message.replace(*doubts, "?") if doubts else test.message
            said.append(f"{problem} {test.verdict.value} {message}; {test.cause.help}")
    agrees("report/pictures.txt", "".join(f"{line}\n" for line in said))


def test_a_page_and_the_terminal_say_it_with_what_a_picture_should_show(make_record) -> None:
    """The rule that helps stands once for all that it would help."""
    record = make_record("alice", tuple(told(NAMED).values()))
    shown = page_text(page(record, staff=False))
    assert "What the picture should show" in shown
    assert "(1, 1): a white stone expected, no stone seen" in shown
    for text in (shown, to_text(check_parts(for_student(record)))):
        assert [" ".join(text.split()).count(rule) for rule in (PLAIN, OWN_NAME)] == [1, 1]
    nothing = make_record("alice", tuple(told([]).values()))
    assert page_text(page(nothing, staff=False)).count(SHOWN) == 1


def test_the_rules_are_those_of_the_statement() -> None:
    statement = Path("cases/board9/statement/statement.en.md").read_text("utf-8")
    for words in (
        "Give a window or file a name that tells the problem, such as `test_3`",
        "Of several pictures of a problem the last one counts.",
        "Draw in windows (tkinter, turtle, pygame, OpenCV), show figures (matplotlib, Pillow), or save",
    ):
        assert words in statement


WRONG = (WrongPoint(row=2, col=1, expected=".", seen="X"),)


def test_rings_lie_on_the_wrong_points() -> None:
    picture = PictureScore(name="a.png", width=200, height=100, sha256="00")
    reading = PictureReading(
        picture="a.png", outcome="rejected", reason="", lattice=(10, 30, 20, 15), wrong=WRONG,
        board=("...",) * 3,
    )  # fmt: skip
    drawn = str(read_picture("data:,", picture, reading, lattice=False))
    assert drawn.count("<circle") == 2
    assert 'cx="40.0" cy="50.0"' in drawn
    assert "<path" not in drawn
    assert "M38 20h4m-2-2v4" in str(read_picture("data:,", picture, reading, lattice=True))


def test_wrong_points_in_words() -> None:
    assert wrong_in_words(WRONG) == ("(2, 1): no stone expected, a black stone seen",)


WOOD, SIDE = (222, 184, 135), 300


def wooden() -> Picture:
    """A wooden ground whose pixels differ a little, and black stones."""
    dice = random.Random(1)
    rgb = bytearray()
    for row in range(SIDE):
        for column in range(SIDE):
            stone = (row % 60 - 30) ** 2 + (column % 60 - 30) ** 2 < 400
            rgb += bytes((0, 0, 0) if stone else (part + dice.randrange(-9, 10) for part in WOOD))
    return Picture(SIDE, SIDE, bytes(rgb))


def test_a_picture_of_many_colours_takes_a_fraction_of_its_bytes() -> None:
    whole = png(wooden())
    made = small(whole)
    assert len(whole) > LARGE
    assert len(made) < len(whole) / 3
    assert made == small(whole)
    shown = Image.open(io.BytesIO(made))
    assert (shown.size, shown.mode) == ((SIDE, SIDE), "P")
    pixels = shown.convert("RGB")
    colours = pixels.getcolors(1 << 24)
    assert colours is not None
    assert len(colours) <= COLOURS
    before = Image.frombytes("RGB", (SIDE, SIDE), wooden().rgb)
    pairs = zip(before.tobytes(), pixels.tobytes(), strict=True)
    assert max(abs(one - other) for one, other in pairs) <= 16


def test_a_small_picture_keeps_its_bytes() -> None:
    plain = png(Picture(SIDE, SIDE, bytes(WOOD) * SIDE**2))
    assert small(plain) == plain
