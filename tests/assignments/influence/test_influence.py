"""The assignment influence: right answers, figures, marks, and cases made from a key."""

import json
from contextlib import suppress

import pytest

from gograde.assignments.influence.assignment import TOLERANCE, call_of, judge, picture
from gograde.assignments.influence.author import AUTHOR, FEATURES, make, spec_of
from gograde.assignments.influence.oracle import BOARDS, GROUPS, QUESTIONS
from gograde.authoring.case_generation import generate, read_plan
from gograde.authoring.mistake_table import CrashError
from gograde.authoring.registry import assignment_of
from gograde.authoring.spec_assignment import SHORT, with_mistakes
from gograde.authoring.spec_author import CaseSet
from gograde.authoring.stream import Stream
from gograde.codec import replace
from gograde.core.assignment import Batch, Case
from gograde.go import Board, Stone, diagram
from gograde.package.package import find_package, open_package
from gograde.resources import packages_dir
from tests.hidden import KEY, planned_batches

INFLUENCE = assignment_of(find_package("influence"))
CONFIG = find_package("influence").config
SPEC = spec_of(CONFIG)


def with_figures(parameters):
    return replace(CONFIG, parameters=parameters)


def told(rows, cols, black=(), white=()):
    board = Board.empty(rows, cols).with_stones(Stone.BLACK, black).with_stones(Stone.WHITE, white)
    return {"board": board.to_rows()}


def drawn(text):
    return {"board": diagram(text).to_rows()}


def asked(question, value):
    """The answer, when both ways to it give the same."""
    answer = SPEC.fast(question, value)
    assert SPEC.slow(question, value) == answer
    return answer


@pytest.fixture(scope="module")
def package():
    return open_package(packages_dir() / "influence")


@pytest.fixture(scope="module")
def hidden():
    return planned_batches("influence")


# -- right answers: test_mistakes has literal ones of every question --------------------------


def test_a_dead_stone_that_is_captured_is_a_feature():
    capture = told(1, 3, [(0, 0)], [(0, 1)]) | {"dead": [[0, 1]], "colour": 1, "row": 0, "col": 2}
    assert asked("move_value_dead", capture) == 2.0
    assert FEATURES["dead-capture"]("move_value_dead", capture)
    assert not FEATURES["dead-capture"]("move_value_dead", capture | {"dead": [[0, 0]]})


def test_a_board_shows_something_of_groups():
    for feature, text, other in [
        ("cut", "X O / O X", "X O / . X"),
        ("contested", "X . O", "X . . O"),
        ("area-and-not", "X X . / X . O", "X . O"),
        ("joins-late", ". . X / X O .", "X . X"),
        ("stops-early", "X . X", "X . O / O . X"),
    ]:
        assert FEATURES[feature]("layers", drawn(text))
        assert not FEATURES[feature]("layers", drawn(other))


def test_no_illegal_move_is_asked():
    with pytest.raises(ValueError, match="illegal"):
        SPEC.fast("move_value", told(1, 2, [(0, 0)]) | {"colour": 1, "row": 0, "col": 0})


def test_both_ways_give_the_same_and_it_survives_json():
    for question in QUESTIONS:
        for number in range(25):
            value = make(Stream(b"both ways", f"{question} {number}"), question, ())
            answer = asked(question, value)
            assert json.loads(json.dumps(answer)) == answer


def test_functions_are_called_with_the_parts_of_an_input_in_order():
    call = call_of("move_value", {"col": 2, "row": 1, "colour": 1, "board": [[0]]})
    assert (call.names, call.arguments) == (("move_value",), ([[0]], 1, 1, 2))
    assert call_of("replay", {"moves": [], "library": []}).arguments == ([], [])
    for question in QUESTIONS:
        value = make(Stream(b"calls", question), question, ())
        assert sorted(map(str, call_of(question, value).arguments)) == sorted(map(str, value.values()))


# -- marks ----------------------------------------------------------------------------------


def test_numbers_may_differ_by_a_millionth():
    assert TOLERANCE == 1e-6
    assert judge([1.5], [1.5000009]).right
    assert not judge([1.5], [1.500002]).right
    assert judge({"A": [[36]]}, {"A": [[36.0]]}).right
    assert judge({"A": [[36]]}, {"A": [[37]]}).message == "at A[0][0]: 37, not 36"
    assert not judge(True, 1).right


def test_the_order_of_places_means_nothing_but_that_of_steps_does():
    places = [["TR", "JE"], ["BR", "EJ"]]
    assert judge(places, places[::-1]).right
    assert judge(places, [("BR", "EJ"), ("TR", "JE")]).right
    assert not judge(places, places[:1]).right
    assert not judge(places, [*places, places[0]]).right
    assert not judge(places, [["EJ", "BR"], ["JE", "TR"]]).right
    assert not judge(["FC", "CF"], ["CF", "FC"]).right
    assert not judge([5, 16], [16, 5]).right


def test_what_is_drawn():
    for value, row, shown in [
        ({"board": [[0, 1], [2, 0]]}, 0, ".X"),
        ({"moves": [[1, 0, 0], [2, None, None], [2, 0, 2]], "library": []}, 0, "X.O" + "." * 16),
    ]:
        assert picture(value)[row] == shown


@pytest.mark.parametrize(
    "value", [{"x": 19}, {"steps": "AA", "library": []}, {"board": []}, {"board": [[0] * 20]}]
)
def test_what_is_not_drawn(value):
    assert picture(value) is None


# -- features at the edges of rules ---------------------------------------------------------


LONE = ". . . . X"
PAIR = ". X . . . / . . . . ."


@pytest.mark.parametrize(
    ("feature", "text", "place", "total", "other"),
    [
        ("by-total", ". . . . X O . . . .", (0, 8), -23, LONE),
        ("total-reached", LONE, (0, 0), 10, PAIR),
        ("total-passed", PAIR, (1, 4), 11, LONE),
        ("solid-total-reached", "X . . . / . . X O / . . . . / . . . .", (2, 1), 34, LONE),
    ],
)
def test_a_point_is_at_the_edge_of_being_territory(feature, text, place, total, other):
    assert asked("force", drawn(text))["A"][place[0]][place[1]] == total
    assert FEATURES[feature]("territory", drawn(text))
    assert not FEATURES[feature]("territory", drawn(other))


BREATHLESS = drawn("X . O X / O O X .") | {"colour": 1, "row": 0, "col": 1}
BREATHING = drawn("X O .") | {"colour": 1, "row": 0, "col": 2}


def test_a_capture_may_give_a_chain_its_only_liberty():
    assert [FEATURES["capture"]("move_value", value) for value in (BREATHLESS, BREATHING)] == [True, True]
    assert FEATURES["breathless-capture"]("move_value", BREATHLESS)
    assert not FEATURES["breathless-capture"]("move_value", BREATHING)
    assert not FEATURES["breathless-capture"]("situation", drawn("X . O X / O O X ."))


def test_a_game_may_have_no_moves():
    value = make(Stream(b"games", "1"), "replay", ("no-moves",))
    assert value["moves"] == []
    assert value["library"] != []
    assert FEATURES["no-moves"]("replay", value)
    assert not FEATURES["no-moves"]("replay", value | {"moves": [[1, 3, 3]]})
    assert not FEATURES["no-moves"]("to_area", {"row": 1, "col": 1})


# -- the figures of a package ---------------------------------------------------------------

FIGURES = {
    "zobrist": {"start": 10, "passes": 1},
    "ryder": {"kernel": [[3]], "threshold": 5},
    "force": {"force": 8, "aside": 3, "ahead": 4},
    "territory": {"each": 0, "total": 5, "clip": 20, "solid_each": 0, "solid_three": 1, "solid_total": 9},
    "situation": {"clamp": 4},
    "layers": {"thresholds": [3, 1.5]},
}


def test_other_figures_give_other_answers_by_both_ways():
    other = spec_of(with_figures(FIGURES))
    assert other.fast("zobrist", told(1, 2, [(0, 0)])) == [[10, 1]]
    assert other.fast("ryder", told(1, 2, [(0, 0)])) == [[3, 0]]
    assert other.fast("force", told(19, 19, [(9, 9)]))["A"][9][9:12] == [0, 8, 2]
    for question in (*BOARDS, *GROUPS):
        values = [make(Stream(b"figures", str(number)), question, ()) for number in range(12)]
        assert all(other.fast(question, value) == other.slow(question, value) for value in values)
        if question not in ("fast", "links"):
            assert any(other.fast(question, value) != SPEC.fast(question, value) for value in values)


def test_mistakes_go_by_the_figures_of_the_package():
    mistake = next(m for m in spec_of(with_figures(FIGURES)).mistakes if m.name == "zobrist-one-pass-more")
    assert mistake.answer("zobrist", told(1, 2, [(0, 0)])) == [[11, 2]]


def test_the_package_tells_all_figures_and_they_are_the_published_ones(package):
    parameters = package.config.parameters
    assert list(parameters) == ["zobrist", "ryder", "force", "territory", "situation", "layers"]
    assert len(parameters["territory"]) == 7
    value = told(7, 7, [(2, 2), (2, 4)], [(4, 3)])
    for question in (*BOARDS[:6], *GROUPS[:3]):
        assert spec_of(with_figures(parameters)).fast(question, value) == SPEC.fast(question, value)


# -- cases from a key -----------------------------------------------------------------------


def test_batches_survive_the_disk(hidden):
    for batch in hidden:
        files = INFLUENCE.write_batch(batch)
        assert INFLUENCE.read_batch(batch.name, files, public=False) == batch
        assert max(map(len, files.values())) < 256 * 1024


def test_every_mistake_is_caught_twice_and_every_feature_is_there(package, hidden):
    matrix = AUTHOR.kill_matrix(CaseSet(package.config, package.generator(), (), hidden))
    assert len(matrix) == 92
    assert min(len(caught) for caught in matrix.values()) >= 2
    assert {feature for batch in hidden for case in batch.cases for feature in case.features} == set(FEATURES)
    assert {case.question for batch in hidden for case in batch.cases} == set(QUESTIONS)


EXTRA = ("blocks", "layers", "dead-stones")


def test_every_group_of_the_package_is_asked(package, hidden):
    asked_for = {case.question for batch in hidden for case in batch.cases}
    groups = {package.config.marking.group_of(question, "text", public=False).name for question in asked_for}
    assert groups == {
        "zobrist",
        "ryder",
        "force",
        "fast",
        "territory",
        "situation",
        "board-size",
        "joseki",
        *EXTRA,
    }


@pytest.mark.long
def test_later_batches_leave_the_bytes_of_the_others_alone(package, hidden):
    old = tuple(m for m in SPEC.mistakes if not m.name.startswith(("links-", "blocks-", "layers-", "dead-")))
    plan = read_plan(package.generator(), SPEC)
    only_old = replace(plan, later=(), additions=())
    old = tuple(mistake for mistake in old if mistake.name not in plan.added_mistakes)
    made = generate(replace(SPEC, mistakes=old, reference=None), KEY, only_old)
    asked_for = {batch.name: [case.id for case in batch.cases] for batch in made}
    found = {batch.name: batch for batch in hidden if not batch.name.startswith(("later-", "added-"))}
    assert {name: [case.id for case in batch.cases] for name, batch in found.items()} == asked_for
    for batch in made:
        values = [json.loads(case.input) for case in found[batch.name].cases]
        assert [case.input for case in batch.cases] == values
    came_later = [batch.name for batch in hidden if batch.name not in found]
    added = len(came_later) - 3
    assert came_later == [
        *(f"later-{n:02d}" for n in (1, 2, 3)),
        *(f"added-{n + 1:02d}" for n in range(added)),
    ]
    assert added >= 7


def test_groups_of_stones_earn_extra_points_only(package):
    extra = [group.name for group in package.config.groups if group.extra and group.cases == "hidden"]
    assert extra == [*EXTRA]
    assert {group.weight for group in package.config.groups if group.name in EXTRA} == {1}


def scored(batch, answers, config):
    (facts,) = INFLUENCE.answered(batch, answers).values()
    return INFLUENCE.score(batch, facts, config.marking, "hidden")


def test_right_answers_earn_all_points(package, hidden):
    batch = hidden[0]
    right = {case.id: case.answer for case in batch.cases}
    tests = scored(batch, right, package.config)
    assert [test.points for test in tests] == [test.max_points for test in tests]


@pytest.mark.parametrize(("length", "helped"), [(9, True), (SHORT, True), (SHORT + 1, False)])
def test_a_wrong_size_is_recognised_although_there_is_no_board_to_draw(length, helped, package):
    swapped = next(m for m in SPEC.mistakes if m.name == "size-lines-swapped")
    value = {"x": 11}
    written = json.dumps(value).ljust(length).encode()
    case = Case("board_size-1", "board_size", written, SPEC.fast("board_size", value), ())
    batch = Batch("01", (case,), public=False)
    for answer, help in ((swapped.answer("board_size", value), swapped.help), ([0, 0, 0], "")):
        (facts,) = INFLUENCE.answered(batch, {case.id: answer}).values()
        assignment = replace(INFLUENCE, known=lambda marking: SPEC.mistakes)
        tests = [scored(batch, {case.id: answer}, package.config)]
        ((test,),) = with_mistakes(assignment, package.config.marking, [(batch, facts)], tests)
        assert test.cause.help == (help if helped else "")


@pytest.mark.parametrize(
    ("more", "found"),
    [(1e-7, []), (1e-5, [f"the reference is not that of the {name} oracle" for name in ("fast", "slow")])],
)
def test_references_may_differ_as_answers_may(package, more, found):
    value = json.dumps(told(1, 4, [(0, 0)])).encode()
    case = Case("situation-1", "situation", value, SPEC.fast("situation", json.loads(value)) + more, ())
    cases = CaseSet(package.config, package.generator(), (), (Batch("01", (case,), public=False),))
    assert [finding.what for finding in AUTHOR.checks(cases)["references"]] == found


def test_a_mistake_leaves_its_input_alone():
    for mistake in SPEC.mistakes:
        for question in mistake.questions:
            value = make(Stream(b"a mistake", question), question, ())
            before = json.dumps(value)
            with suppress(CrashError):
                mistake.answer(question, value)
            assert json.dumps(value) == before
