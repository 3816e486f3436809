"""The first acts that a sandbox is for in every box, each twelfth attack in one by turns, and some controls.

Some attacks are also forked from a server. `make campaign NAMES=attacks` runs all of them in every way as
every user, and every control.
"""

from functools import cache

import pytest

from gograde.errors import JudgeError
from tests.attacks.harness.corpus import ARTEFACTS, PROGRAMS, WARM, Attack, attacks
from tests.attacks.harness.forked import sandbox
from tests.attacks.harness.judge import CHECKS
from tests.attacks.harness.run import control, hold
from tests.needs import lacks
from tests.sandboxes import USERS, Box

CORPUS = attacks()
BACKENDS = ("bwrap", "landlock")

ACTS = """
steal/tcp_to_grader steal/open_reference steal/read_environments steal/inherited_descriptors
steal/new_namespaces steal/sweep_of_processes steal/memory_files tamper/kill_all tamper/write_canary
tamper/litter_everywhere tamper/raise_limits exhaust/many_hogs exhaust/fork_bomb exhaust/small_files
exhaust/spin_on_eight exhaust/sleep exhaust/endless_stdout survive/daemon file_types/link_to_secret
file_types/swapped
"""
MORE = """
steal/unix_socket exhaust/one_hog exhaust/threads exhaust/deleted_files
exhaust/empty_files exhaust/descriptors exhaust/spin_briefly exhaust/deep_folders
survive/ignores_signals survive/many_chains survive/keeps_stdout file_types/devices
exhaust/killed_while_spinning steal/machine_code exhaust/no_children_waited_for exhaust/short_lives
steal/locks_as_signals exhaust/many_locks steal/mount_table
"""
FORKED = """
tamper/kill_all tamper/kill_parent tamper/kill_parent tamper/kill_all tamper/fake_status
exhaust/after_closing survive/daemon survive/own_group exhaust/fork_bomb exhaust/threads
exhaust/small_files exhaust/sleep survive/stopped exhaust/one_hog steal/memory_files
steal/read_environments exhaust/no_children_waited_for
"""
"""The two kinds of servers take turns: what kills, stays, fills, waits and looks around, in each."""
CONTROLS = """
steal/open_reference steal/tcp_to_grader steal/kernel_calls steal/mount_table tamper/write_canary
tamper/litter_everywhere tamper/kill_parent tamper/fake_status tamper/terminal tamper/overwrite_input
tamper/plant_modules exhaust/descriptors exhaust/socket_buffers exhaust/terminals exhaust/endless_stdout
exhaust/deep_folders survive/waits_for_next survive/keeps_stdout file_types/many_names
file_types/special_modes file_types/link_to_secret archives/bomb parsers/pickles pictures/cut_off
"""
"""One for each check, but for those of `SLOW`, whose controls `make campaign` tries."""
SLOW = "memory processes disk files over_time held_on_disk locks mappings cpu"


def named(names: str) -> list[Attack]:
    by_name = {attack.full_name: attack for attack in CORPUS}
    return [by_name[name] for name in names.split()]


def by_turns() -> list[tuple[Attack, str, str]]:
    """Every twelfth attack and some more, with one of the back ends and one of the users."""
    turns = [(name, user) for user in USERS for name in BACKENDS]
    return [
        (attack, *turns[number % len(turns)]) for number, attack in enumerate([*CORPUS[::12], *named(MORE)])
    ]


@pytest.mark.every_box
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("attack", named(ACTS), ids=lambda attack: attack.full_name)
def test_an_act_is_held_in_every_box(attack: Attack, name: str, user: str) -> None:
    is_held(attack, name, user)


@pytest.mark.parametrize(
    ("attack", "name", "user"), by_turns(), ids=lambda value: getattr(value, "full_name", value)
)
def test_it_is_held_as_it_says(attack: Attack, name: str, user: str) -> None:
    is_held(attack, name, user)


@pytest.mark.parametrize(("number", "name"), [*enumerate(FORKED.split())])
def test_it_is_held_where_it_is_forked_from_a_server(number: int, name: str) -> None:
    is_held(*named(name), (WARM, f"{WARM}-landlock")[number % 2], USERS[0])


@cache
def box_of(way: str, user: str) -> Box:
    return Box(sandbox(way), user)


def is_held(attack: Attack, way: str, user: str) -> None:
    try:
        box = box_of(way, user)
    except JudgeError as error:
        lacks("bwrap" if way == WARM else way.removeprefix(f"{WARM}-"), str(error))
    outcome = hold(attack, box)
    if (outcome.evidence or outcome.faults) and attack.group == "exhaust":
        # Figures of use, and which limit is passed first, are worth little on a busy machine.
        outcome = hold(attack, box)
    assert (outcome.evidence, outcome.faults) == ("", ())


@pytest.mark.parametrize("attack", named(CONTROLS), ids=lambda attack: attack.full_name)
def test_it_bites_where_nothing_holds_it(attack: Attack) -> None:
    try:
        # As in the whole campaign: on a busy machine an attack may come too late once.
        evidence = control(attack) or control(attack)
    except JudgeError as error:
        lacks("user namespaces", str(error))
    assert evidence


def test_every_group_is_there_and_its_checks_are_known() -> None:
    assert {attack.group for attack in CORPUS} == {*PROGRAMS, *ARTEFACTS}
    assert all(attack.judged for attack in CORPUS if attack.group in PROGRAMS)
    judged = {name for attack in CORPUS for name in attack.judged}
    assert judged == set(CHECKS)
    assert judged == {name for attack in named(CONTROLS) for name in attack.judged} | set(SLOW.split())
