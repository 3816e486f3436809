"""Every attack in one sandbox, by turns each back end as root and as an ordinary user; some controls.

`make attacks` runs them all in all sandboxes as both, and every control.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.protocol import Job, RunResult
from gograde.sandbox.select import choose_backend
from gograde.sandbox.warm import Warm
from tests.attacks.harness.corpus import ARTEFACTS, PROGRAMS, Attack, attacks
from tests.attacks.harness.judge import check
from tests.attacks.harness.run import control, hold
from tests.sandboxes import USERS, Box

CORPUS = attacks()
BACKENDS = ("bwrap", "landlock")
FORKED = [attack for attack in CORPUS if attack.group in PROGRAMS and attack.path.suffix == ".py"]


@dataclass(frozen=True)
class OnlyWarm:
    """A back end that has a new server for each run, and fails where the run was not forked from it."""

    backend: Bubblewrap
    name: str = "bwrap"

    def run(self, job: Job) -> RunResult:
        warm = Warm(self.backend)
        try:
            result = warm.run(job)
        finally:
            warm.close()
        if warm.cold_runs:
            raise JudgeError("warm start", warm.fault, "look why")
        return result


def by_turns() -> list[tuple[Attack, str, str]]:
    """Each attack with one of the back ends and one of the users."""
    turns = [(name, user) for user in USERS for name in BACKENDS]
    return [(attack, *turns[number % len(turns)]) for number, attack in enumerate(CORPUS)]


@pytest.mark.parametrize(
    ("attack", "name", "user"), by_turns(), ids=lambda value: getattr(value, "full_name", value)
)
def test_it_is_held_as_its_header_says(attack: Attack, name: str, user: str) -> None:
    try:
        backend = choose_backend(name=name)
    except JudgeError as error:
        pytest.skip(str(error))
    outcome = hold(attack, Box(backend, user))
    if outcome.evidence and attack.group == "exhaust":
        # Figures of use are worth little on a busy machine.
        outcome = hold(attack, Box(backend, user))
    assert (outcome.evidence, outcome.faults) == ("", ())


@pytest.mark.parametrize("attack", FORKED[::8], ids=lambda attack: attack.full_name)
def test_it_is_held_where_it_is_forked_from_a_server(attack: Attack) -> None:
    """What is noticed differs: the parent of such a program is nobody, so it signals itself."""
    try:
        backend = choose_backend(name="bwrap")
    except JudgeError as error:
        pytest.skip(str(error))
    assert isinstance(backend, Bubblewrap)
    assert hold(attack, Box(OnlyWarm(backend), USERS[0])).evidence == ""


@pytest.mark.parametrize("attack", CORPUS[::5], ids=lambda attack: attack.full_name)
def test_it_bites_where_nothing_holds_it(attack: Attack) -> None:
    try:
        # As in the whole campaign: on a busy machine an attack may come too late once.
        evidence = control(attack) or control(attack)
    except JudgeError as error:
        pytest.skip(str(error))
    assert evidence


def test_every_group_is_there_and_its_checks_are_known() -> None:
    assert len(CORPUS) >= 80
    assert {attack.group for attack in CORPUS} == {*PROGRAMS, *ARTEFACTS}
    for attack in CORPUS:
        for name in attack.judged:
            if attack.group in PROGRAMS:
                check(name)


def test_no_program_is_longer_than_a_page() -> None:
    assert [one.full_name for one in CORPUS if len(one.path.read_text().splitlines()) > 60] == []
