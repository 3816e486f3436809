"""The published lines of joseki.  That they are legal and distinct is tried with the whole library."""

from __future__ import annotations

from collections import Counter

from gograde.go import Move, Point, Stone
from gograde.go.joseki.known_lines import LADDER, LINES, library
from gograde.go.joseki.paths import (
    Advantage,
    Area,
    Corner,
    State,
    is_joseki,
    mirror,
    next_steps,
    replay,
    split_steps,
    to_board,
)

STEPS = [line.steps for line in LINES]
APPEARANCES = [(corner, turned) for corner in Corner for turned in (False, True)]


def moves_of(steps: str, corner: Corner) -> list[Move]:
    """The path in a corner, colours in turn; a tenuki is a pass."""
    colours = (Stone.BLACK, Stone.WHITE)
    return [
        Move(colours[number % 2], None if step == "XX" else to_board(corner, step))
        for number, step in enumerate(split_steps(steps))
    ]


def all_moves(steps: str) -> list[list[Move]]:
    """Its eight appearances."""
    return [moves_of(mirror(steps) if turned else steps, corner) for corner, turned in APPEARANCES]


def test_the_library_is_the_lines() -> None:
    assert len(LINES) >= 40
    assert [(p.name, p.steps, p.advantage, p.condition) for p in library()] == [tuple(n) for n in LINES]
    assert {(p.wins, p.games) for p in library()} == {(0, 0)}
    assert library() is library()


def test_lines_come_of_all_the_usual_openings_and_their_names_say_which() -> None:
    openings = {"4-4": "DD", "3-4": "CD", "5-3": "EC", "5-4": "ED", "3-3": "CC", "5-5": "EE", "6-3": "FC"}
    assert [steps[:2] for steps in STEPS] == [openings[line.name.split(",")[0]] for line in LINES]
    counts = Counter(steps[:2] for steps in STEPS)
    assert counts.keys() == set(openings.values())
    assert counts.most_common(2) == [("CD", 26), ("DD", 23)]


def test_played_in_a_game_every_appearance_is_found_again() -> None:
    for steps in STEPS:
        for (corner, turned), moves in zip(APPEARANCES, all_moves(steps), strict=True):
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


def test_some_lines_have_a_tenuki_an_advantage_and_a_condition() -> None:
    assert [steps for steps in STEPS if "XX" in steps] == [
        "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC",
        "CDFCDCICXXCFEECI",
    ]
    assert Counter(line.advantage for line in LINES) == {Advantage.FIRST: 3, Advantage.EVEN: len(LINES) - 3}
    assert [(line.name, line.condition) for line in LINES if line.condition] == [
        ("3-4, high approach, small avalanche", LADDER)
    ]


def test_a_few_questions() -> None:
    for steps, following in [
        ("", "CC CD CE CF DC DD DE EC ED EE FC"),
        ("DDFC", "CF CG DF EC FD HC HD IC ID JC"),
        ("DDCFFC", "CC"),
        ("CDEDECFCDC", "FD GD"),
        ("DDCCDCCDDE", "BF CE DB"),
    ]:
        assert set(following.split()) <= set(next_steps(steps, library()))
        assert list(next_steps(steps, library())) == sorted(next_steps(steps, library()))


def test_a_result_moves_a_step_to_the_front() -> None:
    won = tuple(path.after(won=True) if path.steps.startswith("DDFCFD") else path for path in library())
    assert next_steps("DDFC", library())[0] != "FD"
    assert next_steps("DDFC", won)[0] == "FD"


def test_a_corner_stone_on_the_first_line_is_no_joseki() -> None:
    moves = [Move(Stone.BLACK, Point(0, 0))]
    assert replay(moves, library())[Corner.TL] == Area("AA", State.ENDED)
