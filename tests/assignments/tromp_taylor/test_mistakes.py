"""The two ways to a result, and the effect of each known mistake on a board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.tromp_taylor.boards import FEATURES, PUBLISHED, fast, slow
from gograde.assignments.tromp_taylor.careful_program import CarefulProgram, Region, regions
from gograde.assignments.tromp_taylor.mistakes import MISTAKES, CrashError
from gograde.authoring.case_folders import sample_batches
from gograde.errors import DataError
from gograde.go.board import neighbour_indices
from gograde.package.package import find_package
from tests.golden import values_agree

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


@pytest.mark.parametrize("count", [3, 256**2])
def test_text_that_is_no_board_is_refused(count):
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


def test_results_and_what_a_mistake_leads_to():
    """Each mistake shows somewhere, and all but a komi of 7.5 do not matter elsewhere."""
    shown, harmless = set(), set()

    def result(text):
        assert fast(QUESTION, text) == slow(QUESTION, text)
        return fast(QUESTION, text)

    def said(name, text):
        answer, right = said_by(name, text), result(text)
        (harmless if answer == right else shown).add(name)
        return answer if answer == right else f"{answer}, not {right}"

    values_agree("mistakes/tromp-taylor.txt", result=result, said=said, nine=NINE)
    assert (shown, harmless) == ({*BY_NAME}, {*BY_NAME} - {"komi"})


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
    assert len(cases) == 18


def test_each_has_a_feature_of_its_own() -> None:
    for number, data in enumerate(PUBLISHED, start=1):
        fitting = [
            name for name in FEATURES if name.startswith("published-") and FEATURES[name]("noise", data)
        ]
        assert fitting == [f"published-{number}"]
