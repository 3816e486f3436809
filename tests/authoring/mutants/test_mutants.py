"""Mutants of small functions, the guard against endless mutants, and the mutants of the packages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gograde.assignments.board9.author import AUTHOR as BOARD9
from gograde.assignments.board9.author import fast_answer
from gograde.assignments.board9.batch import RULE
from gograde.authoring import case_generation
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.case_generation import caught_by, read_plan
from gograde.authoring.mistake_table import rows_of
from gograde.authoring.mutants import (
    EndlessError,
    Kills,
    SolverModule,
    Trial,
    Use,
    kills_of,
    mutants,
    mutated_module,
    trials_of,
    uses,
)
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import CaseSet, author_of
from gograde.authoring.stream import Stream
from gograde.cli.cases import mutant_lines, report_text
from gograde.core.values import score_value
from gograde.errors import DataError, JudgeError
from gograde.go.board import Board
from gograde.grading.package_verify import PackageReport
from gograde.package.package import Finding, find_package
from tests.golden import values_agree

KEY = b"a key for tests, and no more"
ENOUGH = 1_000


def made(source):
    return {mutant.name: mutant.program for mutant in mutants(source, "tests.reference")}


def names(line):
    """What is done to a line of a function, without where."""
    told = made(f"def solve(question, value):\n    {line}\n")
    assert all(name.startswith("solve: ") for name in told)
    return [name.removeprefix("solve: ") for name in told]


def test_what_is_done_to_a_line() -> None:
    values_agree("authoring/mutants.txt", names=names)


def test_a_mutant_tells_its_place_and_two_are_never_of_one_name():
    source = "class Board:\n    def size(self):\n\n        return 3 + 3\n\ntop = 7\n"
    assert list(made(source)) == [
        "Board.size: returns nothing",
        "Board.size: + to -",
        "Board.size: 3 to 4",
        "Board.size: 3 to 2",
        "Board.size: 3 to 4 (2)",
        "Board.size: 3 to 2 (2)",
        "module: 7 to 8",
        "module: 7 to 6",
    ]


def test_a_mutant_has_one_fault_and_no_other():
    told = made("def solve(question, value):\n    return 10 * value + 3\n")
    answers = {name.removeprefix("solve: "): program.answer("", 2, ENOUGH) for name, program in told.items()}
    changed = {"+ to -": 17, "* to //": 8, "10 to 11": 25, "10 to 9": 21, "3 to 4": 24, "3 to 2": 22}
    assert answers == {"returns nothing": None, **changed}


COUNTING = """
def solve(question, value):
    found = 0
    while found < value:
        try:
            found += 1
        except Exception:
            pass
    return found
"""


def test_an_endless_mutant_is_stopped_after_the_same_steps_every_time():
    program = made(COUNTING)["solve: statement deleted"]
    for _ in range(2):
        with pytest.raises(EndlessError):
            program.answer("", 5, ENOUGH)
        assert program.steps == ENOUGH + 1
    assert program.answer("", 0, ENOUGH) == 0


def test_a_program_that_catches_everything_is_stopped_nevertheless():
    source = "def solve(question, value):\n    while True:\n        try:\n            step()\n"
    source += "        except Exception:\n            pass\n\ndef step():\n    pass\n"
    with pytest.raises(EndlessError):
        made(source + "\nspare = 1\n")["module: 1 to 2"].answer("", 0, ENOUGH)


def test_steps_are_rounds_of_loops_and_calls():
    program = made(COUNTING + "\nspare = 1\n")["module: 1 to 2"]
    assert program.answer("", 5, ENOUGH) == 5
    assert program.steps == 1 + 5
    with pytest.raises(EndlessError):
        program.answer("", 5, 5)


def test_a_mutant_that_dies_when_it_is_loaded_dies_on_every_input():
    program = SolverModule(compile("1 // 0", "<test>", "exec"), "tests.reference")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            program.answer("", 0, ENOUGH)


# -- a reference of our own -----------------------------------------------------------------

DOUBLE = """
def solve(question, value):
    if value // 2 < 20:
        return value + value
    return 0 if value == -1 else 7
"""
CONFIG = {
    "schema": "gograde/generator/v1",
    "kills": 2,
    "candidates": 1,
    "batches": [[{"question": "double", "features": ["small"]}, {"question": "double"}]],
    "sample_key": "a key that is public",
    "sample": [[{"question": "double"}]],
}
NEVER = {
    "solve: condition false (2)": "no value is below zero",
    "solve: minus removed": "the value 1 has been answered before",
    "solve: 0 to 1": "no value is below zero",
    "solve: 0 to -1": "no value is below zero",
    "solve: 1 to 2": "no value is below zero",
    "solve: 1 to 0": "the value 0 has been answered before",
}


def right(question, value):
    return 2 * value if value < 40 else 7


@pytest.fixture
def spec(tmp_path, monkeypatch):
    (tmp_path / "gograde_double.py").write_text(DOUBLE)
    monkeypatch.syspath_prepend(tmp_path)
    yield Spec(
        questions=("double",),
        fast=right,
        slow=right,
        make=lambda stream, question, features: stream.below(50),
        features={"small": lambda question, value: value < 10},
        mistakes=(),
        judge=score_value,
        board=lambda value: None,
        reference=Reference({"double": "gograde_double"}, NEVER),
    )
    mutated_module.cache_clear()


def generate(spec, key, config):
    return case_generation.generate(spec, key, read_plan(config, spec))


def kills(spec, values):
    return kills_of(spec, trials_of(spec, ((str(value), "double", value) for value in values)), 2)


def test_what_few_inputs_catch(spec):
    caught = kills(spec, [3, 60]).caught
    assert caught["solve: + to -"] == ("3",)
    assert caught["solve: condition true"] == ("60",)
    assert caught["solve: < to >="] == ("3", "60")
    assert caught["solve: < to <="] == ()
    assert caught["solve: condition false (2)"] == ()
    trials = trials_of(spec, [(str(n), "double", n) for n in (1, 2, 3, 60)])
    assert kills_of(spec, trials, 2).caught["solve: + to -"] == ("1", "2")
    assert kills_of(spec, trials, 2, matrix=True).caught["solve: + to -"] == ("1", "2", "3")


def test_cases_are_added_until_all_mutants_that_show_are_caught_twice(spec):
    batches = generate(spec, KEY, CONFIG)
    assert batches == generate(spec, KEY, CONFIG)
    assert [batch.name for batch in batches] == [f"{number:02d}" for number in range(1, len(batches) + 1)]
    planned, *added = batches
    assert len(planned.cases) == 2
    assert [len(batch.cases) for batch in added] == [1] * len(added)
    assert added[0].cases[0].id == "double-1"
    values = [case.input for batch in batches for case in batch.cases]
    assert len(set(values)) == len(values) <= 8
    found = kills(spec, values)
    assert {40, 41} <= set(values)
    assert found.weak == ()
    assert set(found.survivors) == NEVER.keys()
    assert list(found.findings()) == []


def test_what_never_shows_adds_no_case_and_no_reference_none(spec):
    unexplained = replace(spec, reference=Reference({"double": "gograde_double"}))
    assert generate(unexplained, KEY, CONFIG) == generate(spec, KEY, CONFIG)
    plain = replace(spec, reference=None)
    assert len(generate(plain, KEY, CONFIG)) == 1
    assert kills(plain, [3]) is None


def test_a_reference_that_is_wrong_is_our_fault(spec):
    wrong = replace(spec, fast=lambda question, value: 0)
    with pytest.raises(JudgeError) as caught:
        kills(wrong, [3])
    assert caught.value.where.endswith("/gograde_double.py:2")
    assert caught.value.what == "answers 6 to double of 3, the oracles 0"


# -- known mistakes: the same program with lines replaced ------------------------------------


def test_a_mistake_is_the_program_with_lines_replaced(spec):
    rows = rows_of("plus\nHelp.\n-        return value + value\n+        return value + 2", "gograde_double")
    assert [rows[0].answer("double", value) for value in (2, 3, 60)] == [4, 5, 7]
    assert caught_by(spec, "double", 3, (rows[0],)) == ["plus"]
    [broken] = rows_of("a\nHelp.\n-        return value + value", "gograde_double")
    with pytest.raises(DataError, match="is not Python that runs: expected an indented block"):
        caught_by(spec, "double", 3, (broken,))
    [ends] = rows_of("b\nHelp.\n-        return value + value\n+        raise SystemExit", "gograde_double")
    with pytest.raises(RuntimeError, match="the program ends"):
        ends.answer("double", 3)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("a\nHelp.\n-    no_such_line", ": a: .* are 0 times in the program, not once"),
        ("a\nHelp.\n-    exit_code = ExitCode.BAD_DATA", ": a: .* are [2-9] times in the program, not once"),
        ("a\nHelp.\n     DONE = 0", ": a: changes nothing"),
        ("a\nHelp.\n+    DONE = 0", r": a: does not say where its lines with `\+` go"),
        ("a\nHelp.\nHelp again.\n-    DONE = 0", ": a: has lines that are no change: .'Help again.'."),
        ("a\n-    DONE = 0", ": a: has no text"),
        ("-    DONE = 0", ": .*: has no name"),
        (2 * "a\nHelp.\n-    DONE = 0\n\n", ": a second mistake is named a; the first is in gograde.errors"),
    ],
)
def test_a_row_that_is_no_change_of_the_program_is_refused(row, fault):
    with pytest.raises(DataError, match=f"gograde.errors{fault}"):
        rows_of(row, "gograde.errors")


def test_a_mistake_that_goes_on_for_ever_is_named(spec, monkeypatch):
    monkeypatch.setattr("gograde.authoring.spec.MOST_S", 0.1)
    [row] = rows_of("c\nHelp.\n-        return value + value\n+        while True: pass", "gograde_double")
    with pytest.raises(DataError, match=r"gograde_double: c: has not ended after 0.1 s .*\('double', 3\)"):
        caught_by(spec, "double", 3, (row,))


# -- what is told of them -------------------------------------------------------------------

CAUGHT = {"a: x": ("01/1", "01/2"), "b: y": ("01/1",), "c:3 z": (), "d:4 w": ()}


def test_what_is_wrong_is_found():
    told = Kills(2, CAUGHT, {"d:4 w": "no difference", "a: x": "", "gone": ""})
    assert told.survivors == ("c:3 z", "d:4 w")
    assert list(told.findings()) == [
        Finding("mutants", "50.0 % are caught, not 95 %"),
        Finding("b: y", "caught by 1 cases, not by 2"),
        Finding("c:3 z", "caught by 0 cases, not by 2"),
        Finding("a: x", "is said to be equivalent, and 01/1 catches it"),
        Finding("gone", "is explained, and there is no such mutant"),
    ]


def test_the_report_lists_survivors_with_reasons():
    told = Kills(2, CAUGHT, {"d:4 w": "no difference"})
    assert told.to_json() == {
        "number": 4,
        "killed": 2,
        "percent": 66.67,
        "most_cases_told": 5,
        "survivors": {"c:3 z": "", "d:4 w": "no difference"},
        "places": {},
        "cases": {"a: x": ["01/1", "01/2"], "b: y": ["01/1"], "c:3 z": [], "d:4 w": []},
    }
    report = PackageReport("tiny", "1.0.0", (), {"slip": ("01/1",)}, mutants=told)
    assert report.to_json()["mutants"] == told.to_json()
    assert PackageReport("tiny", "1.0.0", (), {}).to_json()["mutants"] is None
    assert "\n".join(mutant_lines(told)) in report_text(report)
    assert mutant_lines(told) == [
        "",
        "2 of 4 mutants of the reference program are caught, 66.7 % of those that some input can show.",
        "   caught  fewest cases  function",
        "      1/1             2  a",
        "      1/1             1  b",
        "      0/1                c",
        "      0/1                d",
        "  survives  c:3 z: not explained",
        "  survives  d:4 w: no difference",
    ]


def test_the_matrix_is_told_by_case():
    told = Kills(2, CAUGHT, {"d:4 w": "no difference"})
    mistakes = {"slip": ("01/2", "01/3", "01/4"), "slop": ("01/2",)}
    assert uses(mistakes, told, 1) == [
        Use("01/1", 0, 2, 2),
        Use("01/2", 2, 1, 2),
        Use("01/3", 1, 0, 0),
        Use("01/4", 1, 0, 0),
    ]
    assert uses({}, None, 2) == []
    report = PackageReport("tiny", "1.0.0", (), mistakes, mutants=told, wanted=1)
    assert report.to_json()["cases"]["01/2"] == {"mistakes": 2, "mutants": 1, "needed": 2}
    assert "    3  slip  01/2, 01/3, 01/4" in report_text(report).split("\n")
    text = report_text(report).split("\n")
    assert "  01/2                            2        1       2" in text
    note = "Of a mutant the first 5 cases are told and counted, so 5 means 5 or more."
    assert note in text
    assert note not in report_text(replace(report, mutants=None)).split("\n")


BRANCHES = (
    "def solve(q, v):\n    return a(v) if v else b(v)\ndef a(v):\n    return 5\ndef b(v):\n    return 6\n"
)


def test_a_mutant_is_tried_only_where_the_program_comes_to_it():
    by_name = {mutant.name: mutant for mutant in mutants(BRANCHES, "tests.reference")}
    assert {by_name[name].inside for name in ("a: 5 to 6", "a: returns nothing")} == {"a"}
    reached = by_name["b: 6 to 7"].program
    assert reached.answer("", True, ENOUGH) == 5
    assert reached.reached == {"solve", "a"}
    here = Trial("1", "", True, 5, "tests.reference", 2, frozenset(reached.reached))
    assert here.concerns(by_name["a: 5 to 6"])
    assert not here.concerns(by_name["b: 6 to 7"])


# -- the packages ---------------------------------------------------------------------------

SMALL = {
    "board-control": [
        ("legal", "both-die"), ("legal", "no-rows"), ("legal", "no-columns"), ("legal", "one-row"),
        ("mover", "own-saved"), ("mover", "suicide"), ("mover", "one-column"), ("mover", "no-rows"),
        ("chains", "shared-liberty"), ("chains", "not-square"), ("chains", "full"), ("chains", "one-point"),
    ],
    "tromp-taylor": [
        ("plain", "size-5"), ("plain", "size-0"), ("plain", "jigo"), ("noise", "size-5"), ("noise", "nul"),
        ("noise", "size-3"), ("shape", "nested"), ("shape", "lone-stone"), ("shape", "full"),
        ("shape", "size-1"), ("plain", "size-2"), ("plain", "size-3"),
    ],
}  # fmt: skip


@pytest.fixture(params=SMALL)
def tried(request):
    """The spec of a package, and what 15 small inputs of every kind catch of its mutants."""
    package = find_package(request.param)
    spec = author_of(package).spec_of(package.config)
    stream = Stream(KEY, request.param)
    wanted = [kind for kind in SMALL[request.param] for _ in range(15)]
    inputs = [(f"{n}", q, spec.make(stream, q, (feature,))) for n, (q, feature) in enumerate(wanted)]
    trials = trials_of(spec, inputs)  # raises when the reference is wrong
    assert len(trials) == len(inputs)
    return spec, kills_of(spec, trials, 2)


def test_small_inputs_catch_all_mutants_but_those_explained(tried):
    spec, found = tried
    assert set(found.survivors) == set(spec.reference.equivalent)
    assert list(found.findings()) == []
    assert found.percent == 100


def board_of(stream, rows, cols):
    """A small board on which every chain has a liberty."""
    while True:
        made = [[stream.choice((0, 0, 1, 1, 2, 2)) for _ in range(cols)] for _ in range(rows)]
        if fast_answer("0", board := Board.from_rows(made)):
            return board


def test_small_boards_catch_all_mutants_of_board9():
    stream = Stream(KEY, "board9")
    asked = [(q, board_of(stream, 4, 5)) for q in ("1", "3", "4", "5") for _ in range(20)]
    for question in (question for question in RULE for _ in range(20)):
        asked.append((question, Board.from_rows([[stream.below(3) for _ in range(4)] for _ in range(3)])))
    spec = BOARD9.spec_of(find_package("board9").config)
    trials = trials_of(spec, [(str(n), q, board) for n, (q, board) in enumerate(asked)])
    assert len(trials) == len(asked)
    assert list(kills_of(spec, trials, 2).findings()) == []


def test_boards_of_board9_are_tried_by_their_names():
    package = find_package("board9")
    cases = CaseSet(package.config, package.generator(), (), sample_batches(package))
    told = BOARD9.mutants(cases)
    assert told.caught["captured: not removed"][:2] == ("sample-01/2", "sample-01/4")
    assert "lives: returns nothing" in told.weak


def test_a_mutant_tells_its_line_and_column():
    source = "def solve(question, value):\n    near = [p for p in value if p > 2]\n    return sum(near) + 1\n"
    places = {mutant.name: mutant.place for mutant in mutants(source, "tests.reference")}
    assert places["solve: > to >="] == "2:33"
    assert places["solve: condition true"] == "2:19"
    assert places["solve: + to -"] == "3:12"
    assert places["solve: 1 to 2"] == "3:24"
    told = Kills(2, CAUGHT, {}, {"b: y": "student.py:3:12"})
    assert Finding("student.py:3:12 b: y", "caught by 1 cases, not by 2") in told.findings()
    assert "  survives  c:3 z: not explained" in mutant_lines(told)
