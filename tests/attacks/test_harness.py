"""The harness recognises an escape, a harmless attack, and an invalid act."""

import os
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.doctor.examination import QUICK
from gograde.sandbox.landlock import Landlock
from gograde.sandbox.protocol import Backend, Ended, Job
from tests.attacks import __main__ as command
from tests.attacks.harness.apart import LET_LOOSE, call_apart
from tests.attacks.harness.corpus import ARTEFACTS, WARM, Attack, act, attacks
from tests.attacks.harness.forked import sandbox
from tests.attacks.harness.guarantees import (
    FOR_HONEST,
    NO_ATTACK,
    NO_PROBE,
    OF_GROUP,
    OF_LIMIT,
    ROWS,
    rows_of_probes,
)
from tests.attacks.harness.run import control, hold
from tests.attacks.harness.table import row, summary
from tests.echo import Scripted
from tests.needs import lacks
from tests.sandbox.warm.test_server import weaken_servers
from tests.sandboxes import USERS, Box, Weakened

ALLOW_ALL = struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)


@pytest.fixture
def sabotaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Box]:
    """Makes a box for forked runs whose server has a hole instead of a wall."""
    try:
        backend = sandbox(WARM)
    except JudgeError as error:
        lacks("bwrap", str(error))

    def make(wall: str, hole: str) -> Box:
        weaken_servers(monkeypatch, tmp_path, wall, hole)
        return Box(backend, USERS[0])

    return make


def named(full_name: str) -> Attack:
    return next(attack for attack in attacks() if attack.full_name == full_name)


def doing(source: str, **facts: Any) -> Attack:
    """An attack that does this instead of harm."""
    return replace(named("steal/unix_socket"), source=source.encode(), judged=("marker", "canary"), **facts)


HARMLESS = doing("print('no harm done')")


@pytest.mark.parametrize(
    ("facts", "doc"),
    [
        ({"control": "inside"}, "Tries: nothing. Seen: nothing."),
        ({"ends": "tea"}, "Tries: nothing. Seen: nothing."),
        ({"cpu": 1}, "Tries: nothing. Seen: nothing."),
        ({}, "Tries: nothing."),
    ],
)
def test_a_wrong_act_is_refused(facts: dict[str, Any], doc: str) -> None:
    def nothing() -> None: ...

    nothing.__doc__ = doc
    with pytest.raises((AssertionError, TypeError, ValueError)):
        act("contents", "marker", **facts)(nothing)


def test_an_attack_that_does_nothing_is_vacuous(backend: Backend) -> None:
    assert control(HARMLESS) == ""
    found = row(HARMLESS, (Box(backend, USERS[0]), None))
    assert (found.cells, found.control, found.bad) == (("held", "not here"), "VACUOUS", True)
    assert summary([found]) == (
        "1 attacks, 1 held, 0 escaped, 1 not here, 0 controls ok, 1 vacuous, 0 other faults"
    )


def test_a_sandbox_that_does_not_start_holds_nothing() -> None:
    broken = Scripted([JudgeError("sandbox broken", "it does not start", "mend it")], "broken")
    found = row(named("steal/open_reference"), (Box(broken, USERS[0]),))
    assert (found.cells, found.bad) == (("ERROR",), True)
    assert found.notes == (f"broken {USERS[0]}: sandbox broken: it does not start\nFix: mend it",)


def test_an_end_that_is_not_named_is_a_fault(backend) -> None:
    assert hold(replace(HARMLESS, ends=Ended.MEMORY), Box(backend, USERS[0])).faults == (
        "it ended for nothing, not for memory",
    )


def folder_shown(job: Job) -> Job:
    (bait,) = (file.data for file in job.files if file.path == "bait.json")
    folder = Path(bait.decode().split('"folder": "')[1].split('"')[0])
    return replace(job, readable=(*job.readable, folder))


def environment_passed(job: Job) -> Job:
    return replace(job, env={**os.environ, **job.env})


@pytest.mark.parametrize(
    ("attack", "sabotage", "evidence"),
    [
        ("steal/open_reference", folder_shown, "marker: the secret is in stdout"),
        ("steal/dump_environment", environment_passed, "marker: the secret is in stdout"),
    ],
)
def test_a_job_that_allows_too_much_is_an_escape(backend, attack, sabotage, evidence) -> None:
    outcome = hold(named(attack), Box(Weakened(backend, sabotage), USERS[0]))
    assert (outcome.held, outcome.evidence) == (False, evidence)


@pytest.mark.parametrize("attack", ["steal/kernel_calls", "tamper/own_priority"])
def test_a_filter_that_refuses_nothing_is_an_escape(backend: Any, attack: str) -> None:
    inside = {"in_spaces": ALLOW_ALL} if isinstance(backend, Landlock) else {}
    weak = replace(backend, seccomp=ALLOW_ALL, noticing=None, **inside)
    assert not hold(named(attack), Box(weak, USERS[0])).held


SERVERS = {
    "one folder for all runs": (
        '    kernel.mount("tmpfs", "/dev/shm", "tmpfs", _PLAIN, '
        'f"mode=1777,size={_ROOM},nr_inodes={entries}")\n',
        "",
        "the next run's files was [['looks.py'], ",
    ),
    "processes that stay": (
        "        status, cpu_s, self.first = 0, 0.0, -1\n",
        "        status, cpu_s = os.posix_spawn('/bin/sh', ['sh', '-c', 'kill -STOP $$'], {}) * 0, 0.0\n",
        "2 processes live on",
    ),
}
LOST = ('mode=0755")\n    os.chdir(BOX)', 'mode=0755")\n    os.chdir("/nowhere")')


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_in_which_runs_meet_is_an_escape(sabotaged, name) -> None:
    wall, hole, evidence = SERVERS[name]
    outcome = hold(doing("open('/dev/shm/x', 'w').write('x')"), sabotaged(wall, hole))
    assert (outcome.held, outcome.evidence[: len(evidence)]) == (False, evidence)


def test_an_attack_that_is_not_forked_is_not_held_there(sabotaged) -> None:
    found = row(HARMLESS, (sabotaged(*LOST),))
    assert (found.cells, found.bad, "FileNotFoundError" in found.notes[0]) == (("ERROR",), True, True)


def test_what_is_let_loose_sees_nothing_of_this_machine() -> None:
    def look() -> tuple[int, int, list[str]]:
        return os.getpid(), os.getuid(), [path.name for path in Path("/proc").glob("[0-9]*")]

    pid, uid, pids = call_apart(look)
    assert (pid, pids) == (1, ["1"])
    assert uid == (LET_LOOSE if os.geteuid() == 0 else os.geteuid())


def test_without_a_place_of_its_own_nothing_is_let_loose(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.attacks.harness import apart

    def refuse() -> None:
        raise OSError(1, "no pid namespace can be made here")

    monkeypatch.setattr(apart, "_new_namespaces", refuse)
    with pytest.raises(JudgeError, match="no pid namespace can be made here"):
        control(named("tamper/kill_all"))


def test_the_command_ends_with_1_when_something_is_wrong(monkeypatch, capsys) -> None:
    monkeypatch.setattr(command, "attacks", lambda: (HARMLESS,))
    assert command.main(["steal/unix_socket"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("attack ")
    assert said[1] == "-- network: network, sockets of other programs"
    assert said[2].startswith("steal/unix_socket ") and "VACUOUS" in said[2]


# -- The doctor and the attacks are for the rows of one table, and each row has both, or a reason for none


CORPUS = attacks()


def test_every_attack_names_the_guarantee_that_it_attacks() -> None:
    assert [one.full_name for one in CORPUS if one.against not in ROWS] == []
    assert set(OF_GROUP) == set(ARTEFACTS)


def test_every_guarantee_is_attacked_or_says_why_not() -> None:
    assert {one.against for one in CORPUS} | NO_ATTACK.keys() == ROWS.keys()
    assert not {one.against for one in CORPUS} & NO_ATTACK.keys()


def test_every_probe_of_the_doctor_is_for_a_guarantee() -> None:
    found = rows_of_probes()
    assert {probe for probe, row in found.items() if row not in ROWS} == FOR_HONEST
    assert found.keys() >= set(QUICK)


def test_every_guarantee_is_probed_or_says_why_not() -> None:
    probed = set(rows_of_probes().values()) - {""}
    assert probed | NO_PROBE.keys() == ROWS.keys()
    assert not probed & NO_PROBE.keys()


def test_an_attack_that_a_limit_ends_is_on_the_guarantee_of_that_limit() -> None:
    ended = [one for one in CORPUS if one.ends and one.group == "exhaust"]
    assert len(ended) > 10
    assert [one.full_name for one in ended if OF_LIMIT[one.ends] != one.against] == []
