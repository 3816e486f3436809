"""Every twelfth attack in one sandbox, with back ends and users in turn, and some controls.

Some attacks are also forked from a server. `make campaign NAMES=attacks` runs all of them in every way as
every user, and every control.
"""

from __future__ import annotations

from functools import cache

import pytest

from gograde.errors import JudgeError
from tests.attacks.harness.corpus import ARTEFACTS, PROGRAMS, WARM, Attack, attacks
from tests.attacks.harness.forked import sandbox
from tests.attacks.harness.judge import check
from tests.attacks.harness.run import control, hold
from tests.needs import lacks
from tests.sandboxes import USERS, Box

CORPUS = attacks()
BACKENDS = ("bwrap", "landlock")
FORKED = [attack for attack in CORPUS if attack.is_python]


def by_turns() -> list[tuple[Attack, str, str]]:
    """Every twelfth attack with one of the back ends and one of the users."""
    turns = [(name, user) for user in USERS for name in BACKENDS]
    return [(attack, *turns[number % len(turns)]) for number, attack in enumerate(CORPUS[::12])]


@pytest.mark.parametrize(
    ("attack", "name", "user"), by_turns(), ids=lambda value: getattr(value, "full_name", value)
)
def test_it_is_held_as_its_header_says(attack: Attack, name: str, user: str) -> None:
    is_held(attack, name, user)


@pytest.mark.parametrize("attack", FORKED[::40], ids=lambda attack: attack.full_name)
def test_it_is_held_where_it_is_forked_from_a_server(attack: Attack) -> None:
    is_held(attack, WARM, USERS[0])


@cache
def box_of(way: str, user: str) -> Box:
    return Box(sandbox(way), user)


def is_held(attack: Attack, way: str, user: str) -> None:
    try:
        box = box_of(way, user)
    except JudgeError as error:
        lacks("bwrap" if way == WARM else way, str(error))
    outcome = hold(attack, box)
    if (outcome.evidence or outcome.faults) and attack.group == "exhaust":
        # Figures of use, and which limit is passed first, are worth little on a busy machine.
        outcome = hold(attack, box)
    assert (outcome.evidence, outcome.faults) == ("", ())


@pytest.mark.parametrize("attack", CORPUS[::40], ids=lambda attack: attack.full_name)
def test_it_bites_where_nothing_holds_it(attack: Attack) -> None:
    try:
        # As in the whole campaign: on a busy machine an attack may come too late once.
        evidence = control(attack) or control(attack)
    except JudgeError as error:
        lacks("user namespaces", str(error))
    assert evidence


def test_every_group_is_there_and_its_checks_are_known() -> None:
    assert len(CORPUS) >= 80
    assert {attack.group for attack in CORPUS} == {*PROGRAMS, *ARTEFACTS}
    assert all(attack.judged for attack in CORPUS if attack.group in PROGRAMS)
    assert all(attack.tries and attack.seen for attack in CORPUS)
    for name in {name for attack in CORPUS for name in attack.judged}:
        check(name)


def test_no_program_is_longer_than_a_page() -> None:
    assert [one.full_name for one in CORPUS if one.source.count(b"\n") > 60] == []
