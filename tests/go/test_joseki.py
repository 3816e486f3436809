"""Joseki as text: the paper's figures, small libraries, every refusal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gograde.errors import DataError
from gograde.go import Board, Move, Point, Stone
from gograde.go.joseki import (
    LINES,
    Advantage,
    Area,
    Corner,
    JosekiPath,
    Place,
    State,
    check_forest,
    is_joseki,
    library,
    mirror,
    next_steps,
    play_out,
    replay,
    split_steps,
    to_area,
    to_board,
)

BLACK, WHITE = Stone.BLACK, Stone.WHITE
TL, TR, BL, BR = Corner
FRESH, RUNNING, INTERRUPTED, ENDED = State

PAPER = "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC"
MIRRORED = "DDFCCFCCDCDBEBCBECBEXXCJCEBFCG"


def path(steps: str, wins: int = 0, games: int = 0) -> JosekiPath:
    return JosekiPath(steps, steps, wins=wins, games=games)


def forest(*lines: str) -> tuple[JosekiPath, ...]:
    return tuple(map(path, lines))


def game(text: str) -> tuple[Move, ...]:
    """Moves from words: X or O, then row,column or `pass`."""
    words = (word.split(":") for word in text.split())
    return tuple(
        Move(BLACK if colour == "X" else WHITE, None if at == "pass" else Point(*map(int, at.split(","))))
        for colour, at in words
    )


# x to the right and y down, as the paper counts
APPEARANCES = {
    ("CF", TL): (2, 5),
    ("CF", TR): (13, 2),
    ("CF", BL): (5, 16),
    ("CF", BR): (16, 13),
    ("FC", TL): (5, 2),
    ("FC", TR): (16, 5),
    ("FC", BL): (2, 13),
    ("FC", BR): (13, 16),
}


def test_one_step_has_eight_appearances() -> None:
    for appearance, at in APPEARANCES.items():
        (step, corner), (x, y) = appearance, at
        assert to_board(corner, step) == Point(row=y, column=x)
        assert to_area(y, x) == (Place(corner, step),)
        assert mirror("CF") == "FC"


def test_the_middle_lines_belong_to_two_areas_and_the_centre_to_four() -> None:
    for point, places in [
        ((0, 0), "TL:AA"),
        ((0, 18), "TR:AA"),
        ((18, 0), "BL:AA"),
        ((18, 18), "BR:AA"),
        ((0, 8), "TL:IA"),
        ((0, 9), "TL:JA TR:AJ"),
        ((0, 10), "TR:AI"),
        ((9, 2), "TL:CJ BL:JC"),
        ((16, 9), "BL:CJ BR:JC"),
        ((9, 18), "TR:JA BR:AJ"),
        ((9, 9), "TL:JJ TR:JJ BL:JJ BR:JJ"),
    ]:
        assert to_area(*point) == tuple(Place(*word.split(":")) for word in places.split())


def test_the_mirror_of_the_paper_s_15_moves() -> None:
    assert mirror(PAPER) == MIRRORED
    assert mirror(MIRRORED) == PAPER
    assert len(split_steps(PAPER)) == 15
    assert split_steps(PAPER)[10] == "XX"
    assert mirror("") == ""


def test_the_paper_s_15_moves_on_the_board() -> None:
    black, white = "DD FC CD BE CE EC GC", "CF CC BD BC EB JC FB"
    for corner in Corner:
        expected = Board.empty(19)
        expected = expected.with_stones(BLACK, [to_board(corner, step) for step in black.split()])
        expected = expected.with_stones(WHITE, [to_board(corner, step) for step in white.split()])
        assert play_out(PAPER, corner) == expected
        assert play_out(PAPER, corner, WHITE) == expected.swapped()


BAD_STEPS = {
    "DDC": "joseki: 3 letters are no whole steps\nFix: give two letters for every step",
    "DDCK": "joseki: step 2 is 'CK'\nFix: use two letters from A to J, or XX for a tenuki",
    "ddcf": "joseki: step 1 is 'dd'\nFix: use two letters from A to J, or XX for a tenuki",
    "DDXC": "joseki: step 2 is 'XC'\nFix: use two letters from A to J, or XX for a tenuki",
    "DD\n\uff24": "joseki: step 2 is '\\n\\uff24'\nFix: use two letters from A to J, or XX for a tenuki",
}
LIBRARY = forest("DDCFFC")


def test_steps_are_pairs_of_letters() -> None:
    for steps, words in BAD_STEPS.items():
        for ask in [
            split_steps,
            mirror,
            play_out,
            lambda steps: is_joseki(steps, ()),
            lambda steps: next_steps(steps, LIBRARY),
        ]:
            with pytest.raises(DataError) as error:
                ask(steps)
            assert str(error.value) == words


def test_a_path_is_played_by_the_rules() -> None:
    for steps, words in [
        ("XXDD", "step 1 is XX\nFix: put a tenuki between two steps"),
        ("XX", "step 1 is XX\nFix: put a tenuki between two steps"),
        ("DDCFXX", "step 3 is XX\nFix: put a tenuki between two steps"),
        ("DDXXXXCF", "steps 2 and 3 are XX\nFix: leave both out: each side played elsewhere once"),
        ("DDCFXXDD", "step 4, DD, is step 1 already\nFix: play every point once"),
        ("ABJJBAAA", "step 4, AA: white at (0, 0) is illegal: suicide\nFix: play by the rules"),
    ]:
        with pytest.raises(DataError) as error:
            play_out(steps)
        assert str(error.value) == f"joseki: {words}"
        with pytest.raises(DataError) as error:
            JosekiPath("knot", steps)
        assert str(error.value) == f"joseki knot: {words}"


def test_an_illegal_step_is_named_where_it_is_played() -> None:
    with pytest.raises(DataError) as error:
        play_out("ABJJBAAA", BR, WHITE)
    assert error.value.what == "step 4, AA: black at (18, 18) is illegal: suicide"


@pytest.mark.parametrize(
    ("steps", "wins", "games", "words"),
    [
        ("", 0, 0, "joseki x: no steps\nFix: give two letters for every step"),
        ("DD", 2, 1, "joseki x: 2 wins of 1 games\nFix: count from 0, no more wins than games"),
        ("DD", -1, 1, "joseki x: -1 wins of 1 games\nFix: count from 0, no more wins than games"),
    ],
)
def test_a_path_has_steps_and_a_record(steps: str, wins: int, games: int, words: str) -> None:
    with pytest.raises(DataError) as error:
        JosekiPath("x", steps, wins=wins, games=games)
    assert str(error.value) == words


def test_priority_follows_the_results() -> None:
    fresh = JosekiPath("x", "DDCF", Advantage.SECOND, "a stone on the left")
    assert fresh.priority == Fraction(1, 2)
    assert fresh.after(won=True).priority == Fraction(2, 3)
    assert fresh.after(won=False).priority == Fraction(1, 3)
    assert fresh.after(won=True).after(won=False) == JosekiPath(
        "x", "DDCF", Advantage.SECOND, "a stone on the left", wins=1, games=2
    )
    assert path("DDCF", 7, 9).priority == Fraction(8, 11)


@pytest.mark.parametrize("step", ["", "XX", "DDCF"])
def test_only_one_step_names_a_point(step: str) -> None:
    with pytest.raises(DataError) as error:
        to_board(TL, step)
    assert str(error.value) == f"step: {step!r} names no point\nFix: give two letters from A to J"


def test_a_step_of_other_letters_names_no_point() -> None:
    with pytest.raises(DataError, match=r"^joseki: step 1 is 'DK'"):
        to_board(TL, "DK")


@pytest.mark.parametrize("point", [(-1, 0), (0, -1), (19, 0), (0, 19)], ids=str)
def test_off_the_board_there_is_no_area(point: tuple[int, int]) -> None:
    words = f"point: {point} is off the 19x19 board\nFix: count rows and columns from 0 at the top left"
    with pytest.raises(DataError) as error:
        to_area(*point)
    assert str(error.value) == words
    with pytest.raises(DataError) as error:
        replay([Move(BLACK, Point(*point))], ())
    assert str(error.value) == words


def test_a_forest_has_every_path_once_and_whole() -> None:
    for lines, name, what in [
        (("DDCF", "CC", "DDCF"), "DDCF", "the same as DDCF"),
        (("DDCF", "DDFC"), "DDCF", "the same as DDFC"),
        (("DDCFCC", "DDCF"), "DDCF", "the beginning of DDCFCC"),
        (("DDFC", "DDCFCC"), "DDFC", "the beginning of DDCFCC"),
        (("DDCC", "DDCCEE"), "DDCC", "the beginning of DDCCEE"),
    ]:
        with pytest.raises(DataError) as error:
            check_forest(forest(*lines))
        fix = "keep whole paths only, each once and one way round"
        assert str(error.value) == f"joseki {name}: it is {what}\nFix: {fix}"


@pytest.mark.parametrize("lines", [(), ("DD",), ("DDCC",), ("DDCFCC", "DDCFDC", "CDDD", "FCDD")], ids=str)
def test_a_forest_may_branch_anywhere(lines: tuple[str, ...]) -> None:
    check_forest(forest(*lines))


TREE = forest("DDCFFCCC", "DDCFDFCC", "DDCC", "DDJD", "CDECXXFC", "ECCD")


def test_what_may_follow() -> None:
    for steps, following in [
        ("", "CD CE DC DD EC"),
        ("DD", "CC CF DJ FC JD"),
        ("DDCF", "DF FC"),
        ("DDFC", "CF FD"),
        ("DDCFFC", "CC"),
        ("DDFCCF", "CC"),
        ("DDCFFCCC", ""),
        ("DDCC", ""),
        ("CDEC", "XX"),
        ("DCCE", "XX"),
        ("CDECXX", "FC"),
        ("DCCEXX", "CF"),
        ("CEDC", ""),
    ]:
        assert next_steps(steps, TREE) == tuple(following.split())
        assert is_joseki(steps, TREE)


def test_the_best_step_comes_first_and_ties_stand_in_text_order() -> None:
    library = (path("DDFC", 1, 4), path("DDCC", 3, 4), path("DDEE", 3, 4), path("DDBB", 0, 0))
    assert next_steps("DD", library) == ("CC", "EE", "BB", "CF", "FC")


def test_a_step_is_as_good_as_its_best_path() -> None:
    library = (path("DDBBAA", 0, 9), path("DDBBCC", 9, 9), path("DDCC", 5, 9), path("DDBBEE", 0, 9))
    assert next_steps("DD", library) == ("BB", "CC")
    assert next_steps("DD", library[:1] + library[2:]) == ("CC", "BB")


def states(text: str, library: tuple[JosekiPath, ...] = TREE) -> str:
    areas = replay(game(text), library)
    assert tuple(areas) == (TL, TR, BL, BR)
    return " ".join(f"{corner}:{area.steps}:{area.state}" for corner, area in areas.items() if area.steps)


def test_before_the_first_move_every_area_is_fresh() -> None:
    assert replay((), TREE) == dict.fromkeys(Corner, Area("", FRESH))
    assert replay(game("X:pass O:pass"), TREE) == dict.fromkeys(Corner, Area("", FRESH))


def test_states() -> None:
    for moves, expected in [
        ("X:3,3", "TL:DD:running"),
        ("O:15,15", "BR:DD:running"),
        ("X:3,3 O:pass", "TL:DD:interrupted"),
        ("X:3,3 O:15,15", "TL:DD:interrupted BR:DD:running"),
        ("X:3,3 O:2,5", "TL:DDFC:running"),
        ("X:3,3 O:2,5 X:5,2 O:2,2", "TL:DDFCCFCC:ended"),
        ("X:3,3 O:2,2 X:15,3", "TL:DDCC:ended BL:DD:running"),
        ("X:3,3 O:8,8", "TL:DDII:ended"),
        ("X:3,3 O:8,8 X:2,2", "TL:DDIICC:ended"),
        ("X:9,9", "TL:JJ:ended TR:JJ:ended BL:JJ:ended BR:JJ:ended"),
    ]:
        assert states(moves) == expected


def test_tenuki_is_put_in_late() -> None:
    for moves, expected in [
        # white plays elsewhere, black comes back: a tenuki
        ("X:3,2 O:2,4 X:15,15 O:2,5", "TL:CDECXXFC:ended BR:DD:interrupted"),
        # it shows only when the next step comes
        ("X:3,2 O:2,4 X:15,15", "TL:CDEC:interrupted BR:DD:running"),
        # both play elsewhere: nothing is put in
        ("X:3,3 O:15,15 X:15,3 O:5,2", "TL:DDCF:running BL:DD:interrupted BR:DD:interrupted"),
        # three moves elsewhere are one tenuki
        ("X:3,3 O:15,15 X:pass O:15,3 X:5,2", "TL:DDXXCF:ended BL:DD:interrupted BR:DD:interrupted"),
        # a pass is a move elsewhere
        ("X:3,2 O:2,4 X:pass O:2,5", "TL:CDECXXFC:ended"),
        # handicap: one colour moves twice
        ("X:3,3 X:15,15 X:5,2", "TL:DDXXCF:ended BR:DD:interrupted"),
    ]:
        assert states(moves) == expected


def test_a_move_on_a_middle_line_is_a_step_in_two_areas() -> None:
    assert states("X:3,3 O:15,3 X:9,3") == "TL:DDXXDJ:ended BL:DDJD:ended"
    assert states("X:3,3 O:9,3") == "TL:DDDJ:ended BL:JD:ended"
    assert states("X:9,3", forest("DJCC", "CFJD")) == "TL:DJ:running BL:JD:running"


def test_the_paper_s_15_moves_in_a_game() -> None:
    library = (path(PAPER),)
    steps = split_steps(PAPER)
    for corner in Corner:
        elsewhere = Point(14, 14) if corner is TL else Point(4, 4)
        moves = [
            Move(WHITE if number % 2 else BLACK, elsewhere if step == "XX" else to_board(corner, step))
            for number, step in enumerate(steps)
        ]
        assert replay(moves, library)[corner] == Area(PAPER, ENDED)
        assert replay(moves[:14], library)[corner] == Area(PAPER[:-2], RUNNING)
        assert replay(moves[:11], library)[corner] == Area(PAPER[:20], INTERRUPTED)
        assert replay(moves[:10], library)[corner] == Area(PAPER[:20], RUNNING)


# -- the published lines of joseki.  That they are legal and distinct is tried with the whole library ------

STEPS = [line.steps for line in LINES]
TURNS = [(corner, turned) for corner in Corner for turned in (False, True)]


def moves_of(steps: str, corner: Corner) -> list[Move]:
    """The path in a corner, colours in turn; a tenuki is a pass."""
    colours = (Stone.BLACK, Stone.WHITE)
    return [
        Move(colours[number % 2], None if step == "XX" else to_board(corner, step))
        for number, step in enumerate(split_steps(steps))
    ]


def all_moves(steps: str) -> list[list[Move]]:
    """Its eight appearances."""
    return [moves_of(mirror(steps) if turned else steps, corner) for corner, turned in TURNS]


def test_the_library_is_the_lines() -> None:
    assert len(LINES) >= 40
    assert [(p.name, p.steps, p.advantage, p.condition) for p in library()] == [tuple(n) for n in LINES]
    assert {(p.wins, p.games) for p in library()} == {(0, 0)}
    assert library() is library()


def test_played_in_a_game_every_appearance_is_found_again() -> None:
    for steps in STEPS:
        for (corner, turned), moves in zip(TURNS, all_moves(steps), strict=True):
            text = mirror(steps) if turned else steps
            assert replay(moves, library())[corner] == Area(text, State.ENDED)
            before = [None, *moves][-2]
            shorter = replay(moves[:-1], library())[corner]
            assert before is not None
            assert shorter.state is (State.RUNNING if before.point else State.INTERRUPTED)


def test_the_library_knows_every_step_of_every_line() -> None:
    for steps in STEPS:
        parts = split_steps(steps)
        for number, step in enumerate(parts):
            begun = "".join(parts[:number])
            assert step in next_steps(begun, library())
            assert mirror(step) in next_steps(mirror(begun), library())
        assert is_joseki(steps, library())
        assert next_steps(steps, library()) == ()


def test_a_result_moves_a_step_to_the_front() -> None:
    won = tuple(path.after(won=True) if path.steps.startswith("DDFCFD") else path for path in library())
    assert next_steps("DDFC", library())[0] != "FD"
    assert next_steps("DDFC", won)[0] == "FD"


def test_a_corner_stone_on_the_first_line_is_no_joseki() -> None:
    moves = [Move(Stone.BLACK, Point(0, 0))]
    assert replay(moves, library())[Corner.TL] == Area("AA", State.ENDED)
