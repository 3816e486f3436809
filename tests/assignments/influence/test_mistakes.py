"""The known mistakes of students on influence, each shown on an input."""

import json
from copy import deepcopy
from importlib import import_module

import pytest

from gograde.assignments.influence.assignment import judge
from gograde.assignments.influence.author import make, spec_of
from gograde.assignments.influence.mistakes import ROWS
from gograde.assignments.influence.parameters import DEFAULT
from gograde.authoring.mistake_table import CrashError
from gograde.authoring.stream import Stream
from gograde.go import diagram
from gograde.package.package import find_package

SPEC = spec_of(find_package("influence").config)
BY_NAME = {mistake.name: mistake for mistake in SPEC.mistakes}
CRASH = "crash"


def value_of(text):
    return {"board": diagram(text).to_rows()}


def move(text, colour, row, col):
    return value_of(text) | {"colour": colour, "row": row, "col": col}


def lines(*told):
    return [{"steps": steps, "wins": wins, "games": games} for steps, wins, games in told]


LIBRARY = lines(("DDCFFC", 0, 0), ("DDCC", 1, 1))
RESULTS = lines(("DDCF", 1, 1), ("DDFF", 8, 9), ("DDEE", 0, 0))

# A mistake, a board, what the program returns there, and what is right.
MATRICES = [
    ("zobrist", "zobrist-additive", "X . X", [[56, 12, 56]], [[53, 8, 53]]),
    ("zobrist", "zobrist-in-place", "X . .", [[54, 8, 4]], [[53, 6, 3]]),
    ("zobrist", "zobrist-one-pass-less", "X .", [[52, 3]], [[53, 4]]),
    ("zobrist", "zobrist-one-pass-more", "X .", [[54, 5]], [[53, 4]]),
    ("zobrist", "zobrist-stones-keep-their-value", "X .", [[50, 4]], [[53, 4]]),
    ("zobrist", "zobrist-zero-is-positive", "O . .", [[-46, 0, 4]], [[-53, -6, -3]]),
    ("ryder", "ryder-folded-at-edges", "X .", [[99, 13]], [[60, 13]]),
    ("ryder", "ryder-white-not-negated", "O .", [[60, 13]], [[-60, -13]]),
    ("ryder", "ryder-kernel-shifted", "X . / . .", [[0, 13], [13, 60]], [[60, 13], [13, 0]]),
    ("fast", "fast-knight-forgotten", ". . . / . . X", [[0, 3, 6], [3, 6, 0]], [[2, 5, 6], [3, 6, 0]]),
    ("fast", "fast-hane-forgotten", ". . / X O", [[0, 0], [0, 0]], [[3, -3], [0, 0]]),
    ("fast", "fast-all-stones-summed", ". X X", [[9, 0, 0]], [[6, 0, 0]]),
    ("fast", "fast-ones-kept", ". . X / . . O", [[1, 3, 0], [-1, -3, 0]], [[0, 3, 0], [0, -3, 0]]),
    ("fast", "fast-caps-forgotten", ". . . / X . O", [[4, 0, -4], [0, 0, 0]], [[3, 0, -3], [0, 0, 0]]),
]

# The forces on the board "X .", where these are right: up, right, down, left.
RIGHT_FORCES = [[46, 30], [52, 52], [46, 30], [22, 34]]
FORCES = [
    ("force-sum-divided", [[54, 44], [56, 56], [54, 44], [40, 46]]),
    ("force-side-force-at-once", [[50, 22], [52, 40], [50, 22], [30, 26]]),
    ("force-through-stones", [[91, 44], [78, 103], [91, 44], [32, 57]]),
    ("force-lost-at-edges", [[0, 0], [0, 32], [0, 0], [0, 0]]),
    ("force-halved-at-edges", [[18, 6], [20, 40], [18, 6], [6, 10]]),
    ("force-side-force-too-large", [[156, 194], [148, 148], [156, 194], [204, 194]]),
    ("force-down-and-left-swapped", [[46, 30], [52, 52], [22, 34], [46, 30]]),
    ("force-not-whole", [[49, 35], [55, 55], [49, 35], [29, 38]]),
]

# A mistake, a board, the territory it sees, and what is right: held, then solid.
NOTHING = [[0, 0, 0, 0]]
LONE, LONE_SOLID = [[0, 1, 1, 1, 0]], [[0, 0, 0, 1, 0]]
TERRITORIES = [
    ("territory-all-four-only", "X . . O", (NOTHING, NOTHING), ([[0, 1, -1, 0]], NOTHING)),
    ("territory-total-forgotten", ". . . . X", ([[0, 0, 1, 1, 0]], LONE_SOLID), (LONE, LONE_SOLID)),
    ("territory-total-reached", ". . . . X", ([[1, 1, 1, 1, 0]], LONE_SOLID), (LONE, LONE_SOLID)),
    ("territory-all-is-solid", "X . . O", ([[0, 1, -1, 0]], [[0, 1, -1, 0]]), ([[0, 1, -1, 0]], NOTHING)),
    (
        "territory-two-thirds-missed",
        ". . . / . X O",
        ([[1, 0, 0], [1, 0, 0]], [[0, 0, 0], [1, 0, 0]]),
        ([[1, 0, -1], [1, 0, 0]], [[0, 0, 0], [1, 0, 0]]),
    ),
    (
        "territory-two-thirds-rounded-down",
        ". X . . O",
        ([[1, 0, 1, -1, 0]], [[1, 0, 0, 0, 0]]),
        ([[1, 0, 0, -1, 0]], [[1, 0, 0, 0, 0]]),
    ),
    (
        "territory-solid-total-missed",
        ". . . / . . X",
        ([[1, 1, 1], [1, 1, 0]], [[0, 1, 1], [1, 1, 0]]),
        ([[1, 1, 1], [1, 1, 0]], [[1, 1, 1], [1, 1, 0]]),
    ),
    ("territory-white-not-negated", ". O", ([[0, 0]], [[0, 0]]), ([[-1, 0]], [[-1, 0]])),
]

GAME = {"moves": [[1, 3, 3], [2, 9, 14], [1, 2, 5]], "library": LIBRARY}
FRESH = ["", "fresh"]
OTHERS = [
    ("situation", "situation-not-clamped", value_of("X . X"), 4.8343874896, 3.0),
    ("situation", "situation-stones-not-counted", value_of("X . X"), 1.0, 3.0),
    ("move_value", "move-captures-forgotten", move("X O .", 1, 0, 2), 2.0, 4.0),
    ("move_value", "move-seen-from-the-mover", move("X . .", 2, 0, 2), 2.7811974, -2.7811974),
    ("board_size", "size-lines-swapped", {"x": 8}, [0.0, 4.0, -4.0], [4.0, 0.0, -4.0]),
    ("board_size", "size-difference-negated", {"x": 8}, [4.0, 0.0, 4.0], [4.0, 0.0, -4.0]),
    (
        "to_area",
        "joseki-i-skipped",
        {"row": 2, "col": 9},
        [["TL", "KC"], ["TR", "CK"]],
        [["TL", "JC"], ["TR", "CJ"]],
    ),
    ("to_board", "joseki-i-skipped", {"corner": "TL", "step": "AI"}, CRASH, [8, 0]),
    ("to_board", "joseki-i-skipped", {"corner": "TL", "step": "AJ"}, [8, 0], [9, 0]),
    ("to_area", "joseki-corners-turned-wrongly", {"row": 2, "col": 13}, [["TR", "FC"]], [["TR", "CF"]]),
    ("to_board", "joseki-corners-turned-wrongly", {"corner": "TR", "step": "CF"}, [5, 16], [2, 13]),
    ("mirror", "joseki-text-reversed", {"steps": "DDXXCF"}, "FCXXDD", "DDXXFC"),
    ("is_joseki", "joseki-text-reversed", {"steps": "DDFC", "library": LIBRARY}, False, True),
    (
        "replay",
        "joseki-tenuki-at-once",
        GAME,
        {"TL": ["DDXXFC", "ended"], "TR": ["JEXX", "ended"], "BL": FRESH, "BR": ["EJXX", "ended"]},
        {"TL": ["DDXXFC", "ended"], "TR": ["JE", "ended"], "BL": FRESH, "BR": ["EJ", "ended"]},
    ),
    (
        "replay",
        "joseki-tenuki-forgotten",
        GAME,
        {"TL": ["DDFC", "running"], "TR": ["JE", "ended"], "BL": FRESH, "BR": ["EJ", "ended"]},
        {"TL": ["DDXXFC", "ended"], "TR": ["JE", "ended"], "BL": FRESH, "BR": ["EJ", "ended"]},
    ),
    ("is_joseki", "joseki-mirror-forgotten", {"steps": "DDFC", "library": LIBRARY}, False, True),
    (
        "next_steps",
        "joseki-mirror-forgotten",
        {"steps": "DD", "library": LIBRARY},
        ["CC", "CF"],
        ["CC", "CF", "FC"],
    ),
    (
        "next_steps",
        "joseki-results-alone",
        {"steps": "DD", "library": RESULTS},
        ["CF", "FC", "FF", "EE"],
        ["FF", "CF", "FC", "EE"],
    ),
    ("to_area", "joseki-one-area-only", {"row": 9, "col": 14}, [["TR", "JE"]], [["TR", "JE"], ["BR", "EJ"]]),
    ("to_area", "joseki-row-and-column-swapped", {"row": 2, "col": 8}, [["TL", "CI"]], [["TL", "IC"]]),
    ("to_board", "joseki-row-and-column-swapped", {"corner": "TR", "step": "CF"}, [13, 2], [2, 13]),
    ("to_area", "joseki-areas-too-small", {"row": 9, "col": 14}, [], [["TR", "JE"], ["BR", "EJ"]]),
]
PASS = [2, None, None]
FAR = ". . . . . . / X . . . . . / . . . . . . / O . O X . . / . . . . . . / . . . . O ."


def after_dd(*told):
    return {"steps": "DD", "library": lines(*told)}


def game(*moves):
    return {"moves": list(moves), "library": lines(("DDJCCC", 0, 0), ("DDCC", 0, 0))}


def areas(**told):
    return {corner: told.get(corner, FRESH) for corner in ("TL", "TR", "BL", "BR")}


LONE_DEAD = value_of("X") | {"dead": [[0, 0]]}
ONE, TWO = [[1, [[0, 0]]]], [[1, [[0, 2]]], [1, [[1, 0]]], [2, [[1, 1]]]]
CROSS = [[1, [[0, 0]]], [1, [[1, 2]]], [2, [[0, 2]]], [2, [[1, 0]]]]
GROUPS = [
    ("links", "links-cut-ignored", value_of("X O / O X"), [[1, [0, 0], [1, 1]], [2, [0, 1], [1, 0]]], []),
    ("links", "links-touching-only", value_of("X . X"), [], [[1, [0, 0], [0, 2]]]),
    (
        "blocks",
        "blocks-stones-only",
        value_of("X . ."),
        [[1, [[0, 0]], 60, False]],
        [[1, [[0, 0], [0, 1]], 73, False]],
    ),
    (
        "blocks",
        "blocks-contested-taken",
        value_of("X . O"),
        [[1, [[0, 0], [0, 1]], 60, False], [2, [[0, 1], [0, 2]], 60, False]],
        [[1, [[0, 0]], 60, False], [2, [[0, 2]], 60, False]],
    ),
    (
        "blocks",
        "blocks-semi-connected-forgotten",
        value_of("X . X / . O ."),
        [[1, [[0, 0]], 60, False], [1, [[0, 2]], 60, False], [2, [[1, 1]], 60, False]],
        [[1, [[0, 0], [0, 1], [0, 2]], 133, False], [2, [[1, 1]], 60, False]],
    ),
    (
        "blocks",
        "blocks-empty-points-join",
        value_of("X . . X"),
        [[1, [[0, 0], [0, 1], [0, 2], [0, 3]], 146, False]],
        [[1, [[0, 0], [0, 1]], 73, False], [1, [[0, 2], [0, 3]], 73, False]],
    ),
    (
        "layers",
        "layers-any-colour",
        value_of("X . O / O . X"),
        [CROSS, CROSS, CROSS, [[1, [[0, 0], [1, 2]]], [2, [[0, 2], [1, 0]]]]],
        [CROSS] * 6,
    ),
    ("layers", "layers-never-stop", value_of("X ."), [ONE] * 6, [ONE] * 2),
    (
        "layers",
        "layers-by-total",
        value_of(". . X / X O ."),
        [TWO, TWO, [[1, [[0, 2], [1, 0]]], [2, [[1, 1]]]]],
        [TWO, TWO, TWO, [[1, [[0, 2], [1, 0]]], [2, [[1, 1]]]]],
    ),
    ("situation_dead", "dead-ignored", LONE_DEAD, 1.0, -1.0),
    ("situation_dead", "dead-count-nothing", LONE_DEAD, 0.0, -1.0),
    ("situation_dead", "dead-removed", LONE_DEAD, 0.0, -1.0),
    ("move_value_dead", "dead-not-forgotten", move("X O .", 1, 0, 2) | {"dead": [[0, 1]]}, 0.0, 2.0),
]
ADDED = [
    ("is_joseki", "joseki-no-steps-unknown", {"steps": "", "library": LIBRARY}, False, True),
    ("is_joseki", "joseki-found-inside", {"steps": "CFFC", "library": LIBRARY}, True, False),
    ("is_joseki", "joseki-whole-path-unknown", {"steps": "DDCC", "library": LIBRARY}, False, True),
    ("is_joseki", "joseki-beyond-the-end", {"steps": "DDCCDC", "library": LIBRARY}, True, False),
    ("is_joseki", "joseki-no-library-crash", {"steps": "DD", "library": []}, CRASH, False),
    ("is_joseki", "joseki-unplayed-forgotten", {"steps": "DDCF", "library": LIBRARY}, False, True),
    ("next_steps", "joseki-tenuki-is-no-step", after_dd(("DDXXFC", 0, 0)), [], ["XX"]),
    (
        "next_steps",
        "joseki-priorities-summed",
        after_dd(("DDEE", 3, 4), ("DDCC", 2, 3), ("DDCCCD", 2, 3)),
        ["CC", "EE"],
        ["EE", "CC"],
    ),
    *(
        ("next_steps", name, after_dd(("DDEE", 3, 6), *path), ["EE", "GG"], ["GG", "EE"])
        for name, *path in (
            ("joseki-priorities-averaged", ("DDGG", 3, 4), ("DDGGCD", 0, 4)),
            ("joseki-first-path-counts", ("DDGG", 0, 4), ("DDGGCD", 3, 4)),
            ("joseki-last-path-counts", ("DDGG", 3, 4), ("DDGGCD", 0, 4)),
        )
    ),
    (
        "next_steps",
        "joseki-results-or-half",
        after_dd(("DDEE", 1, 1), ("DDGG", 5, 6)),
        ["EE", "GG"],
        ["GG", "EE"],
    ),
    (
        "next_steps",
        "joseki-ties-by-library",
        after_dd(("DDGG", 1, 1), ("DDEE", 1, 1)),
        ["GG", "EE"],
        ["EE", "GG"],
    ),
    (
        "replay",
        "joseki-colours-by-turns",
        game([1, 3, 3], [1, 2, 5]),
        areas(TL=["DDFC", "ended"]),
        areas(TL=["DDXXFC", "ended"]),
    ),
    (
        "replay",
        "joseki-pass-is-no-move",
        game([1, 3, 3], PASS),
        areas(TL=["DD", "running"]),
        areas(TL=["DD", "interrupted"]),
    ),
    (
        "replay",
        "joseki-pass-forgets-colour",
        game([1, 3, 3], PASS, [1, 2, 5]),
        areas(TL=["DDFC", "ended"]),
        areas(TL=["DDXXFC", "ended"]),
    ),
    (
        "replay",
        "joseki-last-move-in-one-area",
        game([1, 15, 3], [2, 9, 2]),
        areas(TL=["CJ", "ended"], BL=["DDJC", "interrupted"]),
        areas(TL=["CJ", "ended"], BL=["DDJC", "running"]),
    ),
    ("situation", "situation-balanced-counted", value_of("X . O"), 0.6472086912, 0.0),
    ("move_value", "move-first-capture-only", move("X O . O X", 1, 0, 2), 4.0, 6.0),
    ("move_value", "move-stone-for-chain", move("X O O .", 1, 0, 3), 3.5143815749, 6.0),
    ("move_value", "move-single-stones-only", move("X O O .", 1, 0, 3), 2.0, 6.0),
    ("fast", "fast-blocked-by-stones", value_of(". O X . ."), [[-6, 0, 0, 6, 3]], [[-3, 0, 0, 3, 3]]),
    ("fast", "fast-no-stones-crash", value_of("X ."), CRASH, [[0, 6]]),
    ("layers", "layers-one-level", value_of("X ."), [ONE], [ONE] * 2),
    ("situation_dead", "dead-none-crash", value_of("X") | {"dead": []}, CRASH, 1.0),
]
SHOWN = [
    *((question, name, value_of(board), said, right) for question, name, board, said, right in MATRICES),
    *(
        ("territory", name, value_of(board), *({"held": held, "solid": solid} for held, solid in both))
        for name, board, *both in TERRITORIES
    ),
    *OTHERS,
    *GROUPS,
    *ADDED,
]


def said_by(name, question, value):
    try:
        return BY_NAME[name].answer(question, value)
    except CrashError:
        return CRASH


def forces_in(answer):
    return [answer[way][0] for way in ("up", "right", "down", "left")]


def test_what_a_mistake_leads_to():
    for shown in SHOWN:
        question, name, value, said, right = shown
        assert judge(said, said_by(name, question, value)).right
        assert judge(right, SPEC.fast(question, value)).right
        assert not judge(right, said).right


def test_what_a_mistake_makes_of_forces():
    for name, said in FORCES:
        assert forces_in(said_by(name, "force", value_of("X ."))) == said != RIGHT_FORCES
        assert forces_in(SPEC.fast("force", value_of("X ."))) == RIGHT_FORCES


def test_measures_of_stones_and_a_balance_by_the_sum():
    right = SPEC.fast("force", value_of("X ."))
    measured = said_by("force-stones-measured", "force", value_of("X ."))
    assert (measured["A"], right["A"]) == ([[166, 146]], [[0, 146]])
    assert forces_in(measured) == RIGHT_FORCES
    mixed = value_of(". X . O")
    by_total = said_by("force-balance-by-total", "force", mixed)
    assert by_total["B"][0][2] == pytest.approx(-0.2064937713)
    assert SPEC.fast("force", mixed)["B"][0][2] == 0.2726729


CAPPED = ". X . / . . . / X . O"


def test_what_comes_of_caps_before_zeros():
    assert said_by("fast-capped-too-early", "fast", value_of(CAPPED)) == [[6, 0, 3], [4, 0, 0], [0, 0, 0]]
    assert SPEC.fast("fast", value_of(CAPPED)) == [[6, 0, 3], [3, 0, 0], [0, 0, 0]]


def test_four_forces_of_two_are_enough():
    said = said_by("territory-two-is-not-enough", "territory", value_of(FAR))["held"]
    right = SPEC.fast("territory", value_of(FAR))["held"]
    assert [(r, c) for r in range(6) for c in range(6) if said[r][c] != right[r][c]] == [(2, 4)]
    assert (said[2][4], right[2][4]) == (0, 1)


def test_every_mistake_is_shown_and_has_a_sentence_of_its_own():
    shown = {name for _, name, *_ in SHOWN} | {name for name, _ in FORCES}
    shown |= {"force-stones-measured", "force-balance-by-total", "fast-capped-too-early"}
    shown.add("territory-two-is-not-enough")
    assert shown == set(BY_NAME)
    assert len(BY_NAME) == len({m.help for m in SPEC.mistakes}) == len(SPEC.mistakes) == 88


def test_students_without_a_mistake_are_right():
    for question, module in SPEC.reference.modules.items():
        for number in range(20):
            value = make(Stream(b"students without a mistake", str(number)), question, ())
            answer = import_module(module).solve(question, deepcopy(value), DEFAULT)
            assert judge(SPEC.fast(question, value), answer).right


def test_a_mistake_leaves_its_input_alone():
    for row in ROWS:
        for question in row.questions:
            value = make(Stream(b"a mistake", question), question, ())
            before = json.dumps(value)
            said_by(row.name, question, value)
            assert json.dumps(value) == before
