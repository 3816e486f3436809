"""The harness recognises an escape, a harmless attack, and an invalid header."""

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.landlock.backend import Landlock
from gograde.sandbox.protocol import Backend, Ended, Job, RunResult
from gograde.sandbox.run import server as warm_server
from tests.attacks import __main__ as command
from tests.attacks.harness.apart import LET_LOOSE, call_apart
from tests.attacks.harness.corpus import WARM, Attack, attacks, read_attack
from tests.attacks.harness.forked import sandbox
from tests.attacks.harness.run import control, hold
from tests.attacks.harness.table import row, summary
from tests.needs import lacks
from tests.sandboxes import USERS, Box, Weakened

HEADER = """\
# Tries: nothing
#   at all.
# Seen: nothing.
# Against: contents; judged: marker canary; control: outside; flagged: yes
"""
HARMLESS = HEADER.replace("; flagged: yes", "")
ALLOW_ALL = struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    """Writes an attack of the group steal, and gives its path."""
    (tmp_path / "steal").mkdir()

    def write(text: str) -> Path:
        path = tmp_path / "steal" / "attack.py"
        path.write_text(text)
        return path

    return write


@pytest.fixture
def sabotaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Box]:
    """Makes a box for forked runs whose server has a hole instead of a wall."""
    try:
        backend = sandbox(WARM)
    except JudgeError as error:
        lacks("bwrap", str(error))

    def make(wall: str, hole: str) -> Box:
        source = warm_server._INSIDE.read_text()
        assert source.count(wall) == 1
        weak = tmp_path / "inside.py"
        weak.write_text(source.replace(wall, hole))
        monkeypatch.setattr(warm_server, "_INSIDE", weak)
        return Box(backend, USERS[0])

    return make


def named(full_name: str) -> Attack:
    return next(attack for attack in attacks() if attack.full_name == full_name)


def test_a_header_is_read(written: Callable[[str], Path]) -> None:
    attack = read_attack(
        written(
            HEADER.replace("yes", "yes;\n#   limits: cpu_s=2 processes=5; ends: cpu")
            + "print(1)\n# Tries: x\n"
        )
    )
    assert (attack.full_name, attack.tries) == ("steal/attack", "nothing at all.")
    assert (attack.judged, attack.control.kind, attack.flagged) == (("marker", "canary"), "outside", True)
    assert (attack.limits.cpu_s, attack.limits.processes, attack.ends) == (2.0, 5, Ended.CPU)


WRONG = {
    "# Tries: nothing\n#   at all.\n": [""],
    "# Against: contents; judged: marker canary": ["# Against: contents", "# Judged: marker canary"],
    "flagged: yes": [
        *("flagged: no", "flag: yes", "flagged: yes; ends: tea", "flagged: yes; flagged: yes"),
        *("limits: cpu=1", "limits: cpu_s=x", "limits: cpu_s=1 flagged: yes", "flagged"),
    ],
    "control: outside": ["control: inside"],
}


@pytest.mark.parametrize(
    ("said", "instead"), [(said, one) for said, all_of in WRONG.items() for one in all_of]
)
def test_a_wrong_header_is_refused(written: Callable[[str], Path], said: str, instead: str) -> None:
    assert read_attack(written(HEADER)).flagged
    with pytest.raises(ValueError, match=r"steal/attack\.py: its header is wrong"):
        read_attack(written(HEADER.replace(said, instead)))


def test_an_attack_that_does_nothing_is_vacuous(written: Callable[[str], Path], backend: Backend) -> None:
    attack = read_attack(written(HARMLESS + "print('no harm done')\n"))
    assert control(attack) == ""
    found = row(attack, (Box(backend, USERS[0]), None))
    assert (found.cells, found.control, found.bad) == (("held", "not here"), "VACUOUS", True)
    assert summary([found]) == (
        "1 attacks, 1 held, 0 escaped, 1 not here, 0 controls ok, 1 vacuous, 0 other faults"
    )


@dataclass(frozen=True)
class Broken:
    """A back end that never starts anything."""

    name: str = "broken"

    def run(self, job: Job) -> RunResult:
        raise JudgeError("sandbox broken", "it does not start", "mend it")


def test_a_sandbox_that_does_not_start_holds_nothing() -> None:
    found = row(named("steal/open_reference"), (Box(Broken(), USERS[0]),))
    assert (found.cells, found.bad) == (("ERROR",), True)
    assert found.notes == (f"broken {USERS[0]}: sandbox broken: it does not start\nFix: mend it",)


def test_an_end_that_the_header_does_not_name_is_a_fault(written, backend) -> None:
    attack = read_attack(
        written(HARMLESS.replace("outside", "outside; ends: memory") + "print('no harm done')\n")
    )
    assert hold(attack, Box(backend, USERS[0])).faults == ("it ended for nothing, not for memory",)


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
def test_a_server_in_which_runs_meet_is_an_escape(written, sabotaged, name) -> None:
    wall, hole, evidence = SERVERS[name]
    attack = read_attack(written(HARMLESS + "open('/dev/shm/x', 'w').write('x')\n"))
    outcome = hold(attack, sabotaged(wall, hole))
    assert (outcome.held, outcome.evidence[: len(evidence)]) == (False, evidence)


def test_an_attack_that_is_not_forked_is_not_held_there(written, sabotaged) -> None:
    attack = read_attack(written(HARMLESS + "print('no harm done')\n"))
    found = row(attack, (sabotaged(*LOST),))
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


def test_the_command_ends_with_1_when_something_is_wrong(written, monkeypatch, capsys) -> None:
    path = written(HARMLESS + "print('no harm done')\n")
    monkeypatch.setattr(command, "attacks", lambda: attacks(path.parents[1]))
    assert command.main(["steal/attack"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("attack ")
    assert said[1] == "-- contents: contents of files that it does not need"
    assert said[2].startswith("steal/attack ") and "VACUOUS" in said[2]
