"""The two ways to a result, and the effect of each known mistake on a board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.tromp_taylor.boards import FEATURES, PUBLISHED
from gograde.assignments.tromp_taylor.careful_program import CarefulProgram, Region, regions
from gograde.assignments.tromp_taylor.mistakes import MISTAKES, CrashError
from gograde.assignments.tromp_taylor.oracle import fast, slow
from gograde.authoring.case_folders import sample_batches
from gograde.errors import DataError
from gograde.go.board import neighbour_indices
from gograde.package.package import find_package

BY_NAME = {mistake.name: mistake for mistake in MISTAKES}
CRASH = "crash"
QUESTION = "score"

NINE = b"""\
- - - X - O - - -
- - - X - O - - -
- - - X - O - - -
- - - X O - - O -
X X X O - O O - -
- - - X O - - O O
- - - X - O - - -
- - - X - O - X -
- - - - - O - - -
"""
BROKEN_ROWS = b"-XXXXXXX-XOOOOOOOXXO-OXXXOXXXOX--XOXXOOX\n-\nXOOXXOX--XOXXXOXXXO-OXXOOOOOOOX-XXXXXXX-"

RESULTS = {
    NINE: "W+6",
    BROKEN_ROWS: "B+21",
    b"Xavier is insane -- says Oliver": "Jigo",
    b"Code-Golf": "Jigo",
    b"": "Jigo",
    b"no marks here": "Jigo",
    b"-": "Jigo",
    b"-" * 81: "Jigo",
    b"-" * 255**2: "Jigo",
    b"X---": "B+4",
    b"X": "B+1",
    b"O": "W+1",
    b"O" * 255**2: "W+65025",
    b"XXXX\nXOOX\nXO-X\nXXXX": "B+9",
    b"XOXOXOXOX": "B+1",
    b"XX- -\0\xe2\x80\x93\xffOx.o\r\nO-O-": "W+2",
}


def test_the_result_of_a_text():
    for text, result in RESULTS.items():
        for way in [fast, slow]:
            assert way(QUESTION, text) == result


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (3, "3 points are no square of at most 255 a side"),
        (256**2, "65536 points are no square of at most 255 a side"),
    ],
)
def test_text_that_is_no_board_is_refused_both_ways(count, told):
    with pytest.raises(DataError) as refused:
        slow(QUESTION, b"-" * count)
    assert str(refused.value) == f"board: {told}\nFix: give n x n of X, O and -"
    with pytest.raises(DataError):
        fast(QUESTION, b"-" * count)


@st.composite
def texts(draw):
    """A board of at most 9x9 with noise between its points."""
    side = draw(st.integers(0, 9))
    letters = st.sampled_from(draw(st.sampled_from([b"-XO", b"---XO", b"-X", b"-O", b"XO", b"-"])))
    points = bytes(draw(st.lists(letters, min_size=side**2, max_size=side**2)))
    noise = st.sampled_from([b"", b"", b"", b"\n", b" ", b"xo", b"\0", b"\xff", "–".encode()])
    return b"".join(points[i : i + 1] + draw(noise) for i in range(side**2))


@given(texts())
def test_both_ways_agree(text):
    assert fast(QUESTION, text) == slow(QUESTION, text)


@given(texts())
def test_exchanged_colours_exchange_the_letter(text):
    swap = bytes.maketrans(b"XO", b"OX")
    letters = str.maketrans("BW", "WB")
    assert slow(QUESTION, text.translate(swap)) == slow(QUESTION, text).translate(letters)


@given(texts())
def test_without_a_mistake_the_program_is_right(text):
    assert CarefulProgram().answer(QUESTION, text) == slow(QUESTION, text)


def test_a_region_knows_the_stones_around_it():
    assert list(regions(b"X-O---XO-", neighbour_indices(3, 3))) == [Region(5, tuple(b"XOOXXOO"))]


def said_by(name, text):
    try:
        return BY_NAME[name].answer(QUESTION, text)
    except CrashError:
        return CRASH


# A text on which each mistake shows, what the program says there, and what is right.
SHOWN = [
    ("lower-case-counts", b"Code-Golf", "W+1", "Jigo"),
    ("dashes-count", "– X - – O -".encode(), "B+4", "Jigo"),
    ("dots-count", b". X - . O -", "B+4", "Jigo"),
    ("all-but-stones-empty", b"1 X - 2 O -", "B+4", "Jigo"),
    ("stops-at-nul", b"X\0OOO", "B+1", "W+2"),
    ("one-line-only", b"X\nOOO", "B+1", "W+2"),
    ("small-buffer", b"." * 2**16 + b"X", "Jigo", "B+1"),
    ("lines-are-rows", b"X\n-O-", "W+1", "Jigo"),
    ("always-19", b"X---", "B+361", "B+4"),
    ("crash-above-19", b"X" * 400, CRASH, "B+400"),
    ("crash-on-nothing", b"\n", CRASH, "Jigo"),
    ("diagonals", b"X- OX", "B+1", "B+2"),
    ("wrap-around", b"XO- --O ---", "W+1", "W+2"),
    ("rows-run-on", b"XO -X", "B+1", "B+2"),
    ("stones-only", b"X- --", "B+1", "B+4"),
    ("territory-only", b"X- --", "B+3", "B+4"),
    ("shared-to-first", b"X- -O", "B+2", "Jigo"),
    ("majority", b"X-X OOO OOO", "W+3", "W+4"),
    ("rest-is-black", b"-- --", "B+4", "Jigo"),
    ("dead-removed", b"XO- OO- ---", "W+9", "W+7"),
    ("no-paths", b"X-- --- ---", "B+3", "B+9"),
    ("straight-lines", b"X-- --- ---", "B+5", "B+9"),
    ("one-sweep", b"--- --- --X", "B+3", "B+9"),
    ("forth-and-back", b"----- OOOO- ----- -OOOO ----X", "W+17", "W+7"),
    ("too-few-rounds", b"----- XXXX- ----- -XXXX ----O", "B+18", "B+7"),
    # 990 points are seen and forgotten; the stone is met by those that are left.
    ("recursion-cut", b"-" * 1599 + b"X", "B+610", "B+1600"),
    ("recursion-crash", b"-" * 1599 + b"X", CRASH, "B+1600"),
    ("komi", b"X- --", "W+3.5", "B+4"),
    ("never-jigo", b"XO XO", "B+0", "Jigo"),
    ("colours-exchanged", b"X- --", "W+4", "B+4"),
    ("winners-points", b"XX XO", "B+3", "B+2"),
    ("sixteen-bits", b"X" * 200**2, "W+25536", "B+40000"),
]


def test_what_a_mistake_leads_to():
    for name, text, said, right in SHOWN:
        assert said_by(name, text) == said != right
        assert fast(QUESTION, text) == slow(QUESTION, text) == right


def test_every_mistake_is_shown():
    assert [name for name, *_ in SHOWN] == list(BY_NAME)


# The board of nine, or where the mistake shows on it another one; a komi of 7.5 always shows.
WON_BY_TERRITORY = b"-XO XXO XOO"
HARMLESS = {
    **dict.fromkeys(["one-line-only", "one-sweep", "no-paths", "straight-lines"], (WON_BY_TERRITORY, "B+1")),
    **dict.fromkeys(["diagonals", "rows-run-on"], (WON_BY_TERRITORY, "B+1")),
    **dict.fromkeys(["territory-only", "shared-to-first", "majority"], (WON_BY_TERRITORY, "B+1")),
    **dict.fromkeys(["always-19", "stones-only"], (b"X-O-X-O-X", "B+1")),
    "wrap-around": (b"X- --", "B+4"),
    "colours-exchanged": (b"XO XO", "Jigo"),
    "winners-points": (b"X- --", "B+4"),
}


def test_where_a_mistake_does_not_matter_the_answer_is_right():
    for name in sorted(BY_NAME.keys() - {"komi"}):
        text, right = HARMLESS.get(name, (NINE, "W+6"))
        assert said_by(name, text) == slow(QUESTION, text) == right


def corridor(side):
    """One point wide and as long as can be, a black wall between its lanes, a white stone at the end."""
    wall = b"X" * (side - 1)
    lanes = (b"-" * side if row % 2 == 0 else (wall + b"-", b"-" + wall)[row % 4 == 3] for row in range(side))
    return b"\n".join(lanes)[:-1] + b"O"


def test_no_mistake_takes_for_ever_on_the_longest_corridor():
    text = corridor(255)
    assert fast(QUESTION, text) == slow(QUESTION, text) == "B+32257"
    said = {name: said_by(name, text) for name in BY_NAME}
    assert {name for name, result in said.items() if result == CRASH} == {"crash-above-19", "recursion-crash"}
    # In 255 rounds White comes 255 points up the corridor, and along the 254 of the last lane.
    assert said["too-few-rounds"] == f"B+{255**2 - 1 - (255 + 254) - 1}"


def test_every_mistake_has_a_name_and_a_sentence_of_its_own():
    assert len(BY_NAME) == len({mistake.help for mistake in MISTAKES}) == len(MISTAKES) == 32
    assert BY_NAME["komi"].help.startswith("This is the answer of a program that gives White points of komi")
    assert BY_NAME["crash-above-19"].help == "The program dies on boards larger than 19x19."


# -- The five examples of the published task are public cases with the answers that it prints ------


ANSWERS = ("W+6", "Jigo", "Jigo", "B+21", "B+6")


def test_both_oracles_give_the_printed_answers() -> None:
    assert [fast("noise", data) for data in PUBLISHED] == list(ANSWERS)
    assert [slow("noise", data) for data in PUBLISHED] == list(ANSWERS)


def test_all_five_are_public_cases() -> None:
    cases = {
        case.input: case.answer
        for batch in sample_batches(find_package("tromp-taylor"))
        for case in batch.cases
    }
    assert [cases[data] for data in PUBLISHED] == list(ANSWERS)
    assert len(cases) == 14


def test_each_has_a_feature_of_its_own() -> None:
    for number, data in enumerate(PUBLISHED, start=1):
        fitting = [
            name for name in FEATURES if name.startswith("published-") and FEATURES[name]("noise", data)
        ]
        assert fitting == [f"published-{number}"]
