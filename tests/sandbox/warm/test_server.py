"""The start, the use and the end of a server, and its failures."""

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox import bwrap, warm
from gograde.sandbox.bwrap import Bubblewrap, NamespaceCell
from gograde.sandbox.doctor import survey
from gograde.sandbox.doctor.survey import Controls
from gograde.sandbox.host.processes import host_task
from gograde.sandbox.host.spawn import PATIENCE_S
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import Collect, Ended, Job, RunResult
from gograde.sandbox.run import server as warm_server
from gograde.sandbox.run.carry_out import LimitWatch
from gograde.sandbox.warm import Idle, Warm, starts_python, why_cold
from tests.sandboxes import (
    backend_or_skip,
    call_in_child,
    comes_true,
    python_job,
    sections,
    shell_job,
)

PROGRAMS = sections(Path(__file__).with_name("programs.txt"))
FILES = {"own/__init__.py": b"", "own/deep.py": b"VALUE = 6", "bad.py": b"x = 1\ndef (:\n"}
LIMITS = {"too slow": {"cpu_s": 0.3}, "too many files": {"work_files": 200}}


def job(source: str, **options: Any) -> Job:
    env = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", **options.pop("env", {})}
    return replace(python_job(source, **options), collect=Collect(("*",), depth=3), env=env)


def told(result: RunResult) -> tuple[object, ...]:
    """All of a run that is not a measure."""
    ends = result.exit_code, result.signal, result.killed_for, result.violations
    return *ends, result.stdout, result.stderr, dict(result.files), dict(result.refused)


@pytest.fixture(scope="module", params=["bwrap", "landlock"])
def cold(request: pytest.FixtureRequest) -> Any:
    return backend_or_skip(request.param)


@pytest.fixture
def server(cold: Any) -> Iterator[Warm]:
    """A back end without imports; every Python program in it must have been warm."""
    made = Warm(cold)
    yield made
    made.close()
    assert (made.fault, made.cold_runs) == ("", 0)


@pytest.fixture
def apart(bubblewrap: Bubblewrap) -> Iterator[Warm]:
    """The same with bubblewrap, for what is not alike in both."""
    yield from server.__wrapped__(bubblewrap)  # type: ignore[attr-defined]


def weaken_servers(patch: pytest.MonkeyPatch, folder: Path, wall: str, hole: str) -> None:
    """Have the server of warm runs a hole instead of a wall."""
    source, weak = warm_server._INSIDE.read_text(), folder / "inside.py"
    assert source.count(wall) == 1
    weak.write_text(source.replace(wall, hole))
    patch.setattr(warm_server, "_INSIDE", weak)


def open_files() -> int:
    gc.collect()  # what other tests of this process left behind, or it would go in between
    return len([*Path("/proc/self/fd").iterdir()])


def test_a_server_dies_with_its_grader(cold: Any) -> None:
    told, tells = os.pipe()
    grader = os.fork()
    if grader == 0:
        made = Warm(cold)
        made.run(job("pass"))
        os.write(tells, str(made._server.pid if made._server else 0).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(grader, 0)
    assert (server := int(os.read(told, 20)))
    os.close(told)
    os.close(tells)
    assert comes_true(lambda: (task := host_task(server)) is None or task.state == "Z")


def test_importing_is_the_servers_cost_and_a_file_of_that_name_wins(cold: Any) -> None:
    made = Warm(cold, ("random", "nothing_of_the_kind", "json.decoder"))
    here = "import sys, random; print('random' in sys.modules, 'json' in sys.modules, random.__file__)"
    assert b"/random.py" in made.run(job(here)).stdout
    assert made.cold_runs == 0
    own = made.run(job("import random; print(random.__file__)", files={"random.py": b""}))
    assert (own.stdout, made.cold_runs, made.fault) == (b"/box/random.py\n", 1, "")
    below = made.run(job("pass", files={"json/x/y.txt": b""}))
    assert (below.exit_code, made.cold_runs) == (0, 2)
    made.close()


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (JudgeError("bwrap", "it ended\nwithout a word", "a fix"), "bwrap: it ended without a word"),
        (ConnectionResetError(104, "reset by peer"), "[Errno 104] reset by peer"),
        (KeyError(), "KeyError"),
    ],
)
def test_why_there_is_no_server_is_one_line(cold, monkeypatch, error, fault) -> None:
    def fail(*_: object) -> warm_server.Server:
        raise error

    monkeypatch.setattr(warm, "start", fail)
    made = Warm(cold)
    assert made.run(job("print(3)")).stdout == b"3\n"
    assert (made.fault, made.cold_runs) == (fault, 1)


@pytest.mark.parametrize("kind", ["begin", "reap"])
def test_a_server_that_dies_voids_the_run_and_later_runs_are_cold(cold, monkeypatch, kind) -> None:
    made = Warm(cold)
    before = open_files(), threading.active_count()
    made.run(job("pass"))
    real = getattr(warm_server.Server, kind)

    def killed(server: Any, *given: Any) -> Any:
        if server is made._server and not made.fault:
            os.kill(server.pid, signal.SIGKILL)
        return real(server, *given)

    monkeypatch.setattr(warm_server.Server, kind, killed)
    assert made.run(job("open('out', 'w').write('x')")).files["out"] == b"x"
    assert (made.cold_runs, bool(made.fault)) == (1, True)
    assert (open_files(), threading.active_count()) == before
    assert (made.run(job("print(4)")).stdout, made.cold_runs) == (b"4\n", 2)


def test_an_interrupted_run_ends_its_server_and_the_next_has_another(apart, monkeypatch) -> None:
    apart.run(job("pass"))
    assert apart._server is not None
    first = apart._server.pid

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(bwrap, "NamespaceCell", interrupted)
        apart.run(job("pass"))
    assert not Path(f"/proc/{first}").exists()
    assert apart.run(job("print(1)")).stdout == b"1\n"


def test_the_first_process_of_a_run_holds_no_stream_of_the_run(apart, monkeypatch) -> None:
    """The grader would wait for the end of a stream in vain; the channel of a dead server it takes along."""
    apart.run(job("pass"))
    assert apart._server is not None
    own = {name.name for name in Path(f"/proc/{apart._server.pid}/fd").iterdir()}
    held: list[str] = []

    def look(*given: Any, **named: Any) -> NamespaceCell:
        cell = NamespaceCell(*given, **named)
        folder = Path(f"/proc/{warm_server.pid_of(cell.first)}/fd")
        held.extend(name.name for name in folder.iterdir())
        return cell

    monkeypatch.setattr(bwrap, "NamespaceCell", look)
    assert apart.run(job("print(1)")).stdout == b"1\n"
    assert set(held) <= own


def test_why_a_run_could_not_be_begun_is_told_at_once(bubblewrap, monkeypatch, tmp_path) -> None:
    here = 'mode=0755")\n    os.chdir(BOX)'
    weaken_servers(monkeypatch, tmp_path, here, here.replace("BOX", "'/nowhere'"))
    made = Warm(bubblewrap)
    started = time.monotonic()
    assert made.run(job("print(1)")).stdout == b"1\n"
    assert time.monotonic() - started < PATIENCE_S / 2
    assert "FileNotFoundError" in made.fault


def test_back_ends_of_players_wait_for_their_next_game_and_the_oldest_is_closed(cold: Any) -> None:
    idle, names = Idle(most=2), "abc"
    first = {name: Warm(cold) for name in names}
    for name, made in first.items():
        made.run(job("pass"))
        assert idle.lend(name, made) is made
    pids = {name: made._server.pid for name, made in first.items() if made._server}
    for name, made in first.items():
        idle.give_back(name, made)
    assert [Path(f"/proc/{pids[name]}").exists() for name in names] == [False, True, True]
    anew = Warm(cold)
    assert idle.lend("a", anew) is anew
    assert idle.lend("b", anew) is first["b"]
    assert idle.lend("b", anew) is anew, "another game has it"
    assert idle.lend("c", Warm(cold, ("json",))) is not first["c"], "it is not as that one"
    assert idle.lend("c", anew) is first["c"]
    first["c"].fault = "broken"
    idle.give_back("c", first["c"])
    assert idle.lend("c", anew) is anew
    for made in first.values():
        made.close()


def test_other_programs_are_cold_and_another_environment_has_another_server(cold: Any) -> None:
    made = Warm(cold)
    assert not starts_python(shell_job("exit 3"))
    assert made.run(shell_job("exit 3")).exit_code == 3
    assert made.cold_runs == 1
    one, two = (made.run(job("import os; print(os.environ['X'])", env={"X": x})).stdout for x in "12")
    assert (one, two, made.cold_runs, made.fault) == (b"1\n", b"2\n", 1, "")
    made.close()


def test_imports_that_start_threads_make_no_server(cold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = b"import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
    real = Path.read_bytes
    inside = warm_server._INSIDE
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: starts + b"\n" + real(path) if path == inside else real(path)
    )
    made = Warm(cold)
    assert made.run(job("print(1)")).stdout == b"1\n"
    assert made.fault.startswith("warm start: what it imports starts threads")


def test_the_quick_probes_allow_it_once_for_a_back_end(cold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = replace(cold, proofs={})
    assert why_cold(fresh) == ""
    monkeypatch.setattr(warm, "start", lambda *_: pytest.fail("asked twice"))
    assert why_cold(fresh) == ""
    assert why_cold(Unsandboxed()) == "only a sandbox has a server"


def test_forked_children_share_the_server_of_their_parent_one_after_another(server: Warm) -> None:
    """One that dies in the middle of a run leaves nothing of it; a server that dies is started anew, once."""
    server.run(job("pass"))
    assert server._server is not None
    number = server._server.pid

    def dies() -> None:
        threading.Thread(target=server.run, args=(job("import signal; signal.pause()"),), daemon=True).start()
        assert comes_true(lambda: has_child(number), 30)

    def runs() -> tuple[bytes, int, int]:
        said = server.run(job("print(1)")).stdout
        assert server._server is not None
        found = said, server._server.pid, server.cold_runs
        server.close()
        return found

    call_in_child(dies, ordinary=False)
    assert comes_true(lambda: not has_child(number), 30)
    assert call_in_child(runs, ordinary=False) == (b"1\n", number, 0)
    os.kill(number, signal.SIGKILL)
    idle = Idle(_idle=[(None, server)])
    assert comes_true(server._server.has_ended)
    idle.revive()
    again = call_in_child(runs, ordinary=False)
    assert call_in_child(runs, ordinary=False) == again != (b"1\n", number, 0)


def has_child(pid: int) -> bool:
    return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text())


# -- a run forked from a server sees, leaves and ends like a cold run ------------------------------


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
    weaken_servers(monkeypatch, tmp_path, wall, hole)
    monkeypatch.setattr(bwrap, "PATIENCE_S", 3.0)
    made: Any = Warm(backend_or_skip(name))  # type: ignore[arg-type]
    guarantees, _ = survey.examined(made, controls)
    made.close()
    assert made.fault or [one.id for one in guarantees if one.required and not one.ok]


def test_missing_limits_of_a_forked_process_are_caught(cold, controls, monkeypatch, tmp_path) -> None:
    weaken_servers(monkeypatch, tmp_path, "resource.setrlimit(number, (value, value))", "pass")
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
