import hashlib
import os
import subprocess
import sys
from collections import Counter
from functools import partial

import pytest

from gograde.assignments.board9.author import AUTHOR
from gograde.assignments.board9.batch import QUESTIONS, RULE, parse_board, write_batch
from gograde.assignments.board9.features import FEATURES, View, one_picture
from gograde.assignments.board9.generate import BoardSearch
from gograde.assignments.board9.mistakes import MISTAKES
from gograde.authoring.case_folders import hidden_files
from gograde.authoring.case_generation import CaseRequest, agreed_answer, fits
from gograde.authoring.spec_author import CaseSet
from gograde.codec import replace
from gograde.core.marking import BoardShape
from gograde.go import diagram
from gograde.package.package import find_package
from tests.campaign.keys import HARD
from tests.golden import errors_agree, values_agree
from tests.hidden import KEY, hidden_batches

DIGEST = "a1e714f39183b8410caec1cc795120b877b384bf674345c6835a7656d39a0516"
"""SHA-256 over the hidden files made from the test key: changes only when it is meant to."""

SMALL = {
    "schema": "gograde/generator/board9/v1",
    "board": {"rows": 5, "cols": 5},
    "kills": 1,
    "candidates": 2,
    "batches": [{question: [] for question in QUESTIONS}],
    "spare": {question: [] for question in QUESTIONS},
    "spares": 0,
    "sample_key": "a public key of test",
    "sample": {question: [] for question in QUESTIONS},
}

PRINT_DIGEST = """
import hashlib
from gograde.assignments.board9.author import AUTHOR
from gograde.assignments.board9.author import AUTHOR
from gograde.assignments.board9.batch import write_batch
from gograde.package.package import find_package
package = find_package("board9")
(batch,) = AUTHOR.generate_sample(package.generator(), package.config)
print(hashlib.sha256(repr(sorted(write_batch(batch).items())).encode()).hexdigest())
"""


CONFIG = find_package("board9").config


def sized(side):
    return replace(CONFIG, board=BoardShape(rows=side, cols=side))


SPEC = AUTHOR.spec_of(CONFIG)


class FewBoards(BoardSearch):
    """Looks at few boards for mutants, for speed."""

    pooled = 10


def author(mistakes, search=BoardSearch):
    """The author who knows no other mistakes."""

    def spec_of(config):
        spec = AUTHOR.spec_of(config)
        return replace(spec, mistakes=tuple(m for m in spec.mistakes if m.name in mistakes))

    return replace(AUTHOR, spec_of=spec_of, search=search)


def sample_of(package):
    (batch,) = AUTHOR.generate_sample(package.generator(), package.config)
    return batch


def matrix_of(batches, config=CONFIG):
    return AUTHOR.kill_matrix(CaseSet(config, {}, (), tuple(batches)))


def digest(files):
    return hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()


def boards(batches):
    for batch in batches:
        for case in batch.cases:
            yield case, parse_board(case.input, case.id, 9, 9)


def test_the_bytes_of_a_key_are_fixed(package, hidden):
    assert digest(hidden_files(package, hidden)) == DIGEST


def test_another_process_makes_the_same_bytes(sample):
    made = [
        subprocess.run(
            [sys.executable, "-c", PRINT_DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert made == [digest(write_batch(sample))] * 2


@pytest.fixture(scope="module")
def other():
    return hidden_batches("board9", HARD["board9"])


@pytest.mark.long
def test_another_key_makes_other_boards(hidden, other):
    assert {case.input for case, _ in boards(other)} & {case.input for case, _ in boards(hidden)} <= {b""}


def test_there_are_few_batches_of_all_questions(hidden):
    assert len(hidden) <= 8
    assert all(tuple(case.question for case in batch.cases) == QUESTIONS for batch in hidden)


def test_no_board_comes_twice_but_the_empty_one(hidden):
    counts = Counter(case.input for case, _ in boards(hidden))
    assert {data for data, count in counts.items() if count > 1} <= {b""}


def test_both_truths_are_asked_for(hidden):
    truths = Counter(case.answer for case, _ in boards(hidden) if case.question in RULE)
    assert min(truths[True], truths[False]) >= 4


def test_every_mistake_fails_on_three_cases(package, hidden):
    matrix = matrix_of(hidden)
    assert matrix.keys() == {mistake.name for mistake in MISTAKES}
    assert {name: cases for name, cases in matrix.items() if len(cases) < 3} == {}


def test_a_reference_for_every_question():
    board = diagram("X . X . / O . O . / . . . .")
    assert agreed_answer(SPEC, "0", board) is True
    assert agreed_answer(SPEC, "1", board) == {"points": [[0, 1]], "board": [".OX.", "O.O.", "...."]}
    assert agreed_answer(SPEC, "5", board)["points"] == [
        [0, 1],
        [0, 3],
        [1, 1],
        [1, 3],
        [2, 0],
        [2, 1],
        [2, 2],
        [2, 3],
    ]


def test_a_mistake_that_does_not_guide_leaves_the_public_cases_alone(package, sample):
    named = [one.name for one in MISTAKES if one.guides]
    assert 0 < len(named) < len(MISTAKES)
    assert author(named).generate_sample(package.generator(), CONFIG) == (sample,)
    assert sample_of(package) == sample


@pytest.mark.long
def test_a_program_that_overwrites_its_row_fails_twice_for_any_key(other):
    assert len(matrix_of(other)["row-overwritten"]) >= 3


def test_a_board_that_is_looked_for_has_the_features_that_it_was_looked_for_with():
    kinds = {question: [] for question in QUESTIONS} | {"5": ["legal-by-capture"]}
    config = {**SMALL, "batches": [kinds], "spare": {**kinds, "5": ["no-capture"]}, "kills": 3}
    made = author(["capture-forgotten"]).generate(KEY, config, sized(5))
    assert len(matrix_of(made, sized(5))["capture-forgotten"]) >= 3
    for batch in made:
        for case in batch.cases:
            view = View(parse_board(case.input, case.id, 5, 5))
            assert all(FEATURES[name](view) for name in case.features)


def test_a_wrong_configuration_is_told():
    changes = [
        *({"batches": [{"0": []}]}, {"spare": {**SMALL["spare"], "1": ["ko-captrue"]}}),
        *({"kils": 2}, {"kills": 0}),
    ]
    tried = ((str(one), partial(AUTHOR.generate, KEY, {**SMALL, **one}, sized(5))) for one in changes)
    errors_agree("assignments/generator.txt", tried)


def test_a_board_that_breaks_rule_1_fits_no_capture_question():
    dead = diagram("X O . / O . . / . . .")
    assert fits(SPEC, CaseRequest(question="0", features=("dead-black",)), dead)
    assert not fits(SPEC, CaseRequest(question="1"), dead)


def test_boards_are_added_for_mutants_that_the_plan_misses():
    plan = {question: [] if question in ("0", "00", "2") else ["empty-board"] for question in QUESTIONS}
    config = {**SMALL, "board": {"rows": 4, "cols": 4}, "batches": [plan]}
    planned, *added = author((), FewBoards).generate(KEY, config, sized(4))
    weak = mutants_caught([planned]).weak
    assert "captured: not removed" in weak
    assert "lives: returns nothing" in weak
    assert len(added) == 3
    assert [batch.name for batch in added] == ["02", "03", "04"]
    assert all(tuple(case.question for case in batch.cases) == QUESTIONS for batch in added)
    assert len(weak) > len(mutants_caught([planned, added[0]]).weak) > 0
    assert mutants_caught([planned, *added]).weak == ()


def mutants_caught(batches):
    return AUTHOR.mutants(CaseSet(sized(4), SMALL, (), tuple(batches)))


# -- each feature: a picture that has it, and one that just misses it --------------------------


NINE_ROWS = " / ".join([". " * 9] * 9)


def test_each_feature_is_there_or_not():
    """On a board that has it, and on one that just misses it."""
    shown = set()

    def feature(name, there, missing):
        shown.add(name)
        return f"{FEATURES[name](View(diagram(there)))}, {FEATURES[name](View(diagram(missing)))}"

    values_agree("assignments/features.txt", feature=feature, NINE_ROWS=NINE_ROWS)
    assert shown == FEATURES.keys()


def test_the_two_readings_of_all_captures_may_differ():
    """The middle chain has two liberties, and both capture its neighbours."""
    assert not one_picture(diagram("X . X . X / O O O O O"))
    assert one_picture(diagram("X . X O . / O O O O ."))
