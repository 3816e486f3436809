"""Cases are made from a key, have the requested features, and catch every known mistake."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.authoring import case_generation
from gograde.authoring.case_generation import caught_by, read_plan
from gograde.authoring.spec import Mistake, Spec, place_of
from gograde.authoring.stream import Stream
from gograde.core.values import score_value
from gograde.errors import JudgeError
from tests.golden import errors_agree

CONFIG = {
    "schema": "gograde/generator/v1",
    "kills": 2,
    "candidates": 4,
    "batches": [[{"question": "double", "features": ["odd"]}, {"question": "double", "features": ["even"]}]],
    "spare": [{"question": "double"}],
    "spares": 4,
    "sample_key": "a key that is public",
    "sample": [[{"question": "double", "features": ["odd"]}]],
}
KEY = b"a key for tests, and no more"


def crash(question, value):
    if value % 4 == 3:
        raise ZeroDivisionError
    return 2 * value


SPEC = Spec(
    questions=("double",),
    fast=lambda question, value: 2 * value,
    slow=lambda question, value: value + value,
    make=lambda stream, question, features: 1 + stream.below(99),
    features={"odd": lambda q, v: v % 2 == 1, "even": lambda q, v: v % 2 == 0, "huge": lambda q, v: v > 100},
    mistakes=(Mistake("squares", "", lambda question, value: value * value), Mistake("dies", "", crash)),
    judge=score_value,
    board=lambda value: None,
)


def generate(spec, key, config):
    return case_generation.generate(spec, key, read_plan(config, spec))


def generate_sample(spec, config):
    return case_generation.generate_sample(spec, read_plan(config, spec))


def inputs(batches):
    return [[case.input for case in batch.cases] for batch in batches]


def test_the_same_key_gives_the_same_cases_and_another_one_others():
    made = generate(SPEC, KEY, CONFIG)
    assert made == generate(SPEC, KEY, CONFIG)
    assert inputs(made) != inputs(generate(SPEC, b"another key for the tests", CONFIG))


def test_cases_have_their_features_their_answers_and_names():
    (first, second), *_ = (batch.cases for batch in generate(SPEC, KEY, CONFIG))
    assert (first.id, second.id) == ("double-1", "double-2")
    assert {case.features: case.input % 2 for case in (first, second)} == {("odd",): 1, ("even",): 0}
    assert (first.answer, second.answer) == (2 * first.input, 2 * second.input)


def test_the_order_and_the_ids_of_hidden_cases_come_from_the_key_and_those_of_public_ones_from_the_plan():
    """The plan is public: a call counter over its order, or an id, would tell the features of a case."""
    wanted = [{"question": "double", "features": [name]} for name in ("odd", "even") * 4]
    plan = {**CONFIG, "kills": 1, "batches": [wanted], "sample": [wanted]}
    planned = [tuple(one["features"]) for one in wanted]
    numbered = [f"double-{n}" for n in range(1, len(wanted) + 1)]
    orders = set()
    for key in (b"%d: a key for this test" % n for n in range(4)):
        first = generate(SPEC, key, plan)[0]
        order = [case.features for case in first.cases]
        assert [case.id for case in first.cases] == numbered
        assert sorted(order) == sorted(planned)
        assert sorted(case.input for case in first.cases) == sorted(
            case.input for case in unordered(SPEC, key, plan)
        )
        orders.add(tuple(order))
    assert len(orders) == 4
    assert [case.features for case in generate_sample(SPEC, plan)[0].cases] == planned


def unordered(spec, key, config):
    """The cases of the first hidden batch in the order of the plan."""
    plan = read_plan(config, spec)
    search = case_generation.Search(spec, plan, key, spec.mistakes, plan.candidates)
    return next(iter(search.hidden())).cases


def test_spare_batches_are_added_until_every_mistake_is_caught_often_enough():
    made = generate(SPEC, KEY, CONFIG)
    caught = [
        name
        for batch in made
        for c in batch.cases
        for name in caught_by(SPEC, "double", c.input, SPEC.mistakes)
    ]
    assert caught.count("squares") >= 2
    assert caught.count("dies") >= 2
    assert len(made) < 5
    assert [batch.name for batch in made] == [f"{n:02d}" for n in range(1, len(made) + 1)]


def test_no_input_is_asked_twice():
    few = replace(SPEC, make=lambda stream, question, features: 1 + stream.below(8))
    asked = [value for batch in inputs(generate(few, KEY, {**CONFIG, "kills": 1})) for value in batch]
    assert len(asked) == len(set(asked))


def test_the_only_input_with_a_feature_is_asked_again_where_another_case_has_taken_it():
    spec = replace(SPEC, make=lambda stream, question, features: 7, mistakes=())
    batches = [[{"question": "double"}], [{"question": "double", "features": ["odd"]}]]
    assert inputs(generate(spec, KEY, {**CONFIG, "batches": batches})) == [[7], [7]]


RARE = Mistake("rare", "", lambda question, value: 0 if value in range(2000, 2020) else 2 * value)
WIDE = replace(SPEC, make=lambda stream, question, features: 1 + stream.below(4000), mistakes=(RARE,))


def test_a_catch_that_the_spares_lack_is_looked_for_with_any_key():
    for number in range(20):
        made = generate(WIDE, b"key number %03d of them" % number, {**CONFIG, "kills": 1, "spares": 1})
        assert [batch.name for batch in made] == [f"{n:02d}" for n in range(1, len(made) + 1)]
        assert any(2000 <= value < 2020 for batch in inputs(made) for value in batch)


def test_kinds_of_inputs_with_one_candidate_are_seldom_searched():
    asked = []
    plan = {**CONFIG, "batches": [[{"question": "double", "features": ["odd"], "candidates": 1}]]}

    def make(stream, question, features):
        asked.append(features)
        return 1 + stream.below(4000)

    generate(replace(WIDE, make=make), KEY, {**plan, "kills": 1, "spares": 0})
    assert asked.count(("odd",)) < 20 < asked.count(())


@pytest.mark.parametrize("number", range(3))
def test_a_catch_that_only_such_kinds_hold_is_found(number):
    odd = Mistake("odd", "", lambda question, value: value if value % 4 == 1 else 2 * value)
    few = [[{"question": "double", "features": ["odd"], "candidates": 1}]]
    plan = {**CONFIG, "batches": few, "spare": [{"question": "double", "features": ["even"]}], "spares": 1}
    made = generate(replace(SPEC, mistakes=(odd,)), b"key number %03d of them" % number, plan)
    assert sum(value % 4 == 1 for batch in inputs(made) for value in batch) >= 2


def test_a_rare_feature_is_found_with_any_key():
    """A key in three finds none in 2000 attempts."""
    for number in range(20):
        rare = replace(WIDE, mistakes=(), features={"half": lambda question, value: value in (2000, 2001)})
        plan = {**CONFIG, "batches": [[{"question": "double", "features": ["half"]}]], "sample": [[]]}
        ((value,), *_) = inputs(generate(rare, b"key number %03d of them" % number, plan))
        assert value in (2000, 2001)


def test_oracles_that_disagree_are_our_fault():
    with pytest.raises(JudgeError) as caught:
        generate_sample(replace(SPEC, slow=lambda question, value: value), CONFIG)
    told = "the two oracles disagree on double of 45: fast answers 90, slow answers 45"
    fix = "Fix: mend the one that is wrong; this input shows it"
    assert str(caught.value) == f"{place_of(SPEC.fast)}: {told}\n{fix}"


def test_oracles_may_differ_as_answers_may():
    def slow(more):
        return replace(
            SPEC, slow=lambda question, value: 2 * value + more, judge=partial(score_value, tolerance=1e-6)
        )

    assert inputs(generate_sample(slow(1e-7), CONFIG)) == inputs(generate_sample(SPEC, CONFIG))
    with pytest.raises(JudgeError):
        generate_sample(slow(1e-5), CONFIG)


def test_what_cannot_be_generated_is_told():
    never = Mistake("right", "", lambda question, value: 2 * value)
    changes = [
        {"batches": [[{"question": "double", "features": ["odd", "huge"]}]]},
        {"batches": [[{"question": "triple"}]]}, {"spare": [{"question": "double", "features": ["od"]}]},
        {"kills": 0}, {"extra": 1},
        {"additions": [{"mistakes": ["late"], "batches": [[{"question": "double"}]]}]},
    ]  # fmt: skip
    tried = {str(change): partial(generate, SPEC, KEY, {**CONFIG, **change}) for change in changes}
    tried["a mistake that nothing catches"] = partial(generate, replace(SPEC, mistakes=(never,)), KEY, CONFIG)
    errors_agree("authoring/generation.txt", tried.items())


def test_the_public_cases_stay_when_a_mistake_is_added():
    added = replace(SPEC, mistakes=(*SPEC.mistakes, Mistake("none", "", lambda question, value: 0)))
    assert generate_sample(added, CONFIG) == generate_sample(SPEC, CONFIG)
    assert [batch.name for batch in generate_sample(SPEC, CONFIG)] == ["sample-01"]


LATE = Mistake("late", "", lambda question, value: 0 if value % 5 == 0 else 2 * value)
ADDED = {**CONFIG, "additions": [{"mistakes": ["late"], "batches": [[{"question": "double"}]]}]}


def test_an_addition_catches_its_mistakes_and_leaves_all_other_batches_alone():
    for number in range(5):
        key = b"key number %03d of them" % number
        before = generate(SPEC, key, CONFIG)
        after = generate(replace(SPEC, mistakes=(LATE, *SPEC.mistakes)), key, ADDED)
        added = after[len(before) :]
        assert after[: len(before)] == before
        assert [batch.name for batch in added] == [f"added-{n:02d}" for n in range(1, len(added) + 1)]
        assert sum(case.input % 5 == 0 for batch in added for case in batch.cases) == 2


# -- the stream of a key -----------------------------------------------------------------------


def test_another_purpose_or_key_gives_other_numbers():
    rows = [
        [s.below(1000) for _ in range(20)] for s in (Stream(b"k", "a"), Stream(b"k", "b"), Stream(b"l", "a"))
    ]
    assert len({tuple(row) for row in rows}) == 3


def test_a_purpose_that_ends_like_a_counter_is_another_one():
    one, other = Stream(b"k", "a"), Stream(b"k", "a\0")
    assert [one.below(1000) for _ in range(40)] != [other.below(1000) for _ in range(40)]


def test_all_numbers_are_equally_likely():
    stream = Stream(b"key", "dice")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in counts.values())


@given(st.binary(max_size=80), st.integers(1, 2**40))
def test_numbers_stay_below_the_limit(key, limit):
    stream = Stream(key, "x")
    assert all(0 <= stream.below(limit) < limit for _ in range(5))
