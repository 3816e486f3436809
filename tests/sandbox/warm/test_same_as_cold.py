"""A run forked from a server sees, leaves and ends like a cold run."""

import signal
from pathlib import Path
from typing import Any

import pytest

from gograde.sandbox.bwrap import backend as bwrap
from gograde.sandbox.doctor import survey
from gograde.sandbox.doctor.survey import Controls
from gograde.sandbox.protocol import Ended
from gograde.sandbox.run import server as warm_server
from gograde.sandbox.run.carry_out import LimitWatch
from gograde.sandbox.warm.backend import Warm
from tests.sandbox.warm.programs import FILES, LIMITS, PROGRAMS, job, told
from tests.sandboxes import backend_or_skip, call_in_child


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_run_is_what_it_is_cold(cold: Any, server: Warm, name: str) -> None:
    asked = job(PROGRAMS[name], files=FILES, stdin=b"one\ntwo\n", limits=LIMITS.get(name, {}))
    expected = cold.run(asked)
    if name == "too many files":  # how many there are when it is seen is chance
        assert [run(asked).killed_for for run in (cold.run, server.run)] == [Ended.WORK_FILES] * 2
        return
    for _ in range(2):
        assert told(server.run(asked)) == told(expected)


def test_the_programs_above_do_what_they_are_for(apart: Warm) -> None:
    """Literal facts beside the comparison, which two equal mistakes would pass."""
    left = apart.run(job(PROGRAMS["left open"])).files
    assert (left["answer"], left["other"]) == (b"1,2", b"3")
    ended = apart.run(job(PROGRAMS["last words"]))
    assert ended.stdout == b"mainthread\nregistered\none loud\ntwo loud\n"
    late = apart.run(job(PROGRAMS["too late"]))
    said = "kept False sys.meta_path is None, Python is likely shutting down name 'open' is not defined\n"
    assert (late.stdout.decode(), late.files["told"]) == (said, b"circle True\n")
    assert {"circle", "kept"} & late.files.keys() == {"circle"}
    raised = apart.run(job(PROGRAMS["raises"]))
    assert (raised.exit_code, raised.stdout) == (1, b"so far\n")
    assert raised.stderr.decode() == (
        'Traceback (most recent call last):\n  File "prog.py", line 3, in <module>\n    f()\n'
        "  File \"prog.py\", line 1, in f\n    def f(): raise ValueError('no')\n"
        "             ^^^^^^^^^^^^^^^^^^^^^^\nValueError: no\n"
    )
    assert apart.run(job(PROGRAMS["aborted"])).signal == signal.SIGABRT


def test_what_one_run_does_to_its_interpreter_and_folder_is_gone_in_the_next(apart: Warm) -> None:
    spoils = """
import builtins, os, sys, json
builtins.print = builtins.open = None
os.getcwd = os.write = os._exit = lambda *a: 1 / 0
sys.modules['random'] = sys.path = None
os.environ['LANG'] = 'x'; os.umask(0o777)
json.dumps = None
sys.setrecursionlimit(50)
os.mkfifo('pipe'); os.mkdir('folder'); os.symlink('x', '/dev/shm/y')
"""
    looks = """
import builtins, json, os, random, sys
print(os.listdir('.'), os.listdir('/dev/shm'), os.environ['LANG'], json.dumps(1), random.randrange(1))
print(os.getcwd(), sys.getrecursionlimit())
"""
    apart.run(job(spoils))
    assert apart.run(job(looks)).stdout == b"['prog.py'] [] C.UTF-8 1 0\n/box 1000\n"


def test_chance_is_new_in_each_run(cold: Any) -> None:
    source = "import random, uuid, tempfile, os; print(random.random(), os.urandom(4), tempfile.mktemp())"
    made = Warm(cold, ("random", "uuid", "tempfile"))
    assert len({made.run(job(source)).stdout for _ in range(4)}) == 4
    assert made.cold_runs == 0
    made.close()


@pytest.mark.parametrize("folder", ["/box", "/dev/shm"])
@pytest.mark.parametrize(
    "makes", ["os.mkdir(name)", "os.link(f'{folder}/one', name)", "os.symlink('x', name)"]
)
def test_the_kernel_holds_the_number_of_files_to_little_more_than_the_limit(
    apart: Warm, monkeypatch: pytest.MonkeyPatch, folder: str, makes: str
) -> None:
    """The watch would end a program that it sees beyond the limit, before that can tell how far it came."""
    monkeypatch.setattr(LimitWatch, "passed", lambda watch: None)
    source = f"""
import os
folder = {folder!r}
open(f"{{folder}}/one", "w").close()
for made in range(9000):
    name = f"{{folder}}/{{made}}"
    try:
        {makes}
    except OSError as error:
        print(made, error.strerror)
        break
"""
    result = apart.run(job(source, limits={"work_files": 200}, files={"a/b/c": b""}))
    made, _, fault = result.stdout.decode().partition(" ")
    assert 200 < int(made) < 280
    assert (fault, result.killed_for) == ("No space left on device\n", Ended.WORK_FILES)


def test_what_one_run_was_given_is_not_read_by_the_next(apart: Warm) -> None:
    for given in (b"one", b"two"):
        reads = "import sys; print(open('/.stdin').read(), sys.stdin.read())"
        assert apart.run(job(reads, stdin=given)).stdout == b" %s\n" % given


def test_an_ordinary_user_has_the_same(cold: Any) -> None:
    """Whose processes are all of one user."""

    def work() -> tuple[list[bool], str, int]:
        made = Warm(cold)
        asked = [job(PROGRAMS[name], files=FILES) for name in ("surroundings", "forbidden", "children")]
        same = [told(made.run(one)) == told(cold.run(one)) for one in asked]
        made.close()
        return same, made.fault, made.cold_runs

    assert call_in_child(work, ordinary=True) == ([True] * 3, "", 0)


# -- the doctor's probes detect a sabotaged server, or the server does not start ---------------------


FILTER = 'kernel.load_seccomp(bytes.fromhex(words["seccomp"]))'
OTHERS = "os.closerange(_STDIN + 1, 1 << 16)"
ROOT = pytest.mark.needs("root")
SABOTAGE = [
    ("bwrap", FILTER, "pass"),
    ("bwrap", OTHERS, "pass"),
    ("bwrap", "    kernel.give_up_capabilities()\n", ""),
    ("bwrap", "kernel.unshare(kernel.CLONE_NEWPID)\n        f", "f"),
    ("landlock", FILTER, "pass"),
    ("landlock", OTHERS, "pass"),
    pytest.param("landlock", "kernel.set_thread_identity((uid,) * 3, (gid,) * 3, [])", "pass", marks=ROOT),
    pytest.param("landlock", "kernel.enter_namespace(namespace, 0)", "pass", marks=ROOT),
    pytest.param("landlock", "_MOST_FDS = 16", "_MOST_FDS = 8", marks=ROOT),
]


@pytest.mark.parametrize(("name", "wall", "hole"), SABOTAGE)
def test_a_sabotaged_server_is_found_out(controls, name, wall, hole, monkeypatch, tmp_path) -> None:
    """By a start that fails, so that runs are cold, or by the probes of the examination."""
    weaken(wall, hole, monkeypatch, tmp_path)
    made: Any = Warm(backend_or_skip(name))  # type: ignore[arg-type]
    guarantees, _ = survey.examined(made, controls)
    made.close()
    assert made.fault or [one.id for one in guarantees if one.required and not one.ok]


def weaken(wall: str, hole: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source, weak = warm_server._INSIDE.read_text(), tmp_path / "inside.py"
    assert source.count(wall) == 1
    weak.write_text(source.replace(wall, hole))
    monkeypatch.setattr(warm_server, "_INSIDE", weak)
    monkeypatch.setattr(bwrap, "PATIENCE_S", 3.0)


def test_missing_limits_of_a_forked_process_are_caught(cold, controls, monkeypatch, tmp_path) -> None:
    weaken("resource.setrlimit(number, (value, value))", "pass", monkeypatch, tmp_path)
    made = Warm(cold)
    guarantees, _ = survey.examined(made, controls)
    made.close()
    found = {one.id for one in guarantees if one.required and not one.ok}
    assert found >= {"address-space", "core", "open-files", "file-size", "process-limit"}


def test_every_guarantee_that_the_doctor_surveys_holds(cold: Any, controls: Controls) -> None:
    made = Warm(cold)
    guarantees, _ = survey.examined(made, controls)
    made.close()
    assert [one.id for one in guarantees if one.required and not one.ok] == []
    assert (len(guarantees) > 25, made.fault, made.cold_runs) == (True, "", 0)
