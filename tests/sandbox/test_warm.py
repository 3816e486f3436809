"""Runs forked from a server: they see, leave and end as cold ones do, and nothing of one reaches the next."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import Bubblewrap, await_end, hold
from gograde.sandbox.doctor import examination as doctor
from gograde.sandbox.doctor import survey as doctor_survey
from gograde.sandbox.host import identity
from gograde.sandbox.host.processes import host_task
from gograde.sandbox.host.spawn import PATIENCE_S
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.protocol import MIB, Collect, Ended, Job, RunResult
from gograde.sandbox.run.watch import Watch
from gograde.sandbox.warm import backend as warm
from gograde.sandbox.warm import server as warm_server
from gograde.sandbox.warm.backend import Idle, Warm, starts_python
from gograde.sandbox.warm.proof import why_cold
from tests.sandboxes import ORDINARY, USERS, call_in_child, python_job, shell_job

ALL = Collect(("*",), depth=3)


@pytest.fixture(scope="module")
def cold(bubblewrap: Bubblewrap) -> Bubblewrap:
    return bubblewrap


@pytest.fixture
def server(cold: Bubblewrap) -> Iterator[Warm]:
    """A back end without imports; every Python program in it must have been warm."""
    made = Warm(cold)
    yield made
    made.close()
    assert (made.fault, made.cold_runs) == ("", 0)


def job(source: str, **options: Any) -> Job:
    env = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", **options.pop("env", {})}
    return replace(python_job(source, **options), collect=ALL, env=env)


def told(result: RunResult) -> tuple[object, ...]:
    """All of a run that is not a measure."""
    ends = result.exit_code, result.signal, result.killed_for, result.violations
    return *ends, result.stdout, result.stderr, dict(result.files), dict(result.refused)


PROGRAMS = {
    "surroundings": """
import os, sys, resource, socket
print(__name__, __file__, __builtins__, sorted(globals()), sys.argv, sys.orig_argv, sys.path, sys.flags)
print(os.getcwd(), os.getpid(), os.getuid(), os.listdir('.'), sorted(os.environ.items()), hash('a'))
print(sorted(os.listdir('/proc/self/fd')), oct(os.umask(0)), socket.gethostname(), os.listdir('/'))
print([resource.getrlimit(n) for n in range(16) if n != resource.RLIMIT_NPROC])
print([line for line in open('/proc/self/status') if line[:3] in ('Cap', 'NoN', 'Sec', 'Sig', 'Shd')])
print([name for name in os.listdir('/proc') if name.isdigit()], os.listdir('/proc/1'))
print(os.stat('.').st_mode, os.stat('.').st_uid, os.stat('/dev/shm').st_mode, sys.stdin.seekable())
""",
    "streams": """
import sys
text = sys.stdin.read()
print(text.upper())
print(text, file=sys.stderr)
print(input())
""",
    "left open": """
import sys
f = open('answer', 'w')
f.write('1,2')
sys.kept = open('other', 'w')
sys.kept.write('3')
""",
    "last words": """
import atexit, os, threading
class Told:
    def __init__(self, name): self.name = name
    def __del__(self, write=os.write): write(1, f'{self.name} {shout}\\n'.encode())
shout = 'loud'
one, two = Told('one'), Told('two')
two.self = two
atexit.register(lambda: print('registered'))
threading.Thread(target=lambda: (threading.main_thread().join(), print('thread'))).start()
print('main', end='')
""",
    "too late": """
import builtins, sys
class Late:
    def __init__(self, name): self.name = name
    def __del__(self):
        said = [self.name, hasattr(builtins, 'mine')]
        try: import random; open(self.name, 'w').close()
        except (ImportError, NameError) as error: said.append(error)
        try: open
        except NameError as error: said.append(error)
        print(*said)
builtins.mine = 1
circle, kept = Late('circle'), Late('kept')
circle.self = circle
del circle
sys.stdout = open('told', 'w')
""",
    "modules": """
import json, ctypes, socket, array, pathlib, io, weakref, resource, atexit, own.deep, own
print(own.deep.VALUE, own.__file__, ctypes.sizeof(ctypes.c_long), json.dumps([1]))
import __main__, pickle
class C: pass
print(type(pickle.loads(pickle.dumps(C()))) is C, __main__.C is C, __main__.__spec__, type(__loader__))
""",
    "raises": "def f(): raise ValueError('no')\nprint('so far')\nf()",
    "raises in a module": "import bad",
    "no program at all": "def (",
    "sys.exit": "import sys; open('x', 'w').write('y'); sys.exit(3)",
    "exit with words": "raise SystemExit('lost')",
    "left at once": "import os; os._exit(7)",
    "aborted": "import os; print('x', flush=True); os.abort()",
    "killed by itself": "import os; os.kill(os.getpid(), 15)",
    "interrupted": "import os, signal; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(5)",
    "children": """
import subprocess, multiprocessing, sys, os
def double(x): return 2 * x
if __name__ == '__main__':
    print(subprocess.run([sys.executable, '-c', 'print(5)'], capture_output=True, check=True).stdout)
    print(multiprocessing.get_context('spawn').Pool(1).map(double, [1, 2]))
    pid = os.fork()
    if pid == 0: print('child'); sys.exit(4)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), os.getpid(), pid)
""",
    "too deep": "def f(n): return f(n + 1)\ntry: f(0)\nexcept RecursionError: print('caught')",
    "forbidden": """
import os
for attempt in (lambda: open('/etc/shadow'), lambda: os.chroot('/')):
    try: attempt()
    except OSError as error: print(error)
""",
    "too much": "print('x' * (1 << 20))\n" * 5,
    "too many files": "import time\nfor n in range(9000): open(f'f{n}', 'w').close()\ntime.sleep(9)",
    "too slow": "while True: pass",
}
FILES = {"own/__init__.py": b"", "own/deep.py": b"VALUE = 6", "bad.py": b"x = 1\ndef (:\n"}
LIMITS = {"too slow": {"cpu_s": 0.3}, "too many files": {"work_files": 200}}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_run_is_what_it_is_cold(cold: Bubblewrap, server: Warm, name: str) -> None:
    asked = job(PROGRAMS[name], files=FILES, stdin=b"one\ntwo\n", limits=LIMITS.get(name, {}))
    expected = cold.run(asked)
    if name == "too many files":  # how many there are when it is seen is chance
        assert [run(asked).killed_for for run in (cold.run, server.run)] == [Ended.WORK_FILES] * 2
        return
    for _ in range(2):
        assert told(server.run(asked)) == told(expected)


def test_the_programs_above_do_what_they_are_for(server: Warm) -> None:
    """Literal facts beside the comparison, which two equal mistakes would pass."""
    left = server.run(job(PROGRAMS["left open"])).files
    assert (left["answer"], left["other"]) == (b"1,2", b"3")
    ended = server.run(job(PROGRAMS["last words"]))
    assert ended.stdout == b"mainthread\nregistered\none loud\ntwo loud\n"
    late = server.run(job(PROGRAMS["too late"]))
    said = "kept False sys.meta_path is None, Python is likely shutting down name 'open' is not defined\n"
    assert (late.stdout.decode(), late.files["told"]) == (said, b"circle True\n")
    assert {"circle", "kept"} & late.files.keys() == {"circle"}
    raised = server.run(job(PROGRAMS["raises"]))
    assert (raised.exit_code, raised.stdout) == (1, b"so far\n")
    assert raised.stderr.decode() == (
        'Traceback (most recent call last):\n  File "/box/prog.py", line 3, in <module>\n    f()\n'
        "  File \"/box/prog.py\", line 1, in f\n    def f(): raise ValueError('no')\n"
        "             ^^^^^^^^^^^^^^^^^^^^^^\nValueError: no\n"
    )
    assert server.run(job(PROGRAMS["aborted"])).signal == signal.SIGABRT


def test_what_one_run_does_to_its_interpreter_and_folder_is_gone_in_the_next(server: Warm) -> None:
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
    server.run(job(spoils))
    assert server.run(job(looks)).stdout == b"['prog.py'] [] C.UTF-8 1 0\n/box 1000\n"


def test_chance_is_new_in_each_run(cold: Bubblewrap) -> None:
    source = "import random, uuid, tempfile, os; print(random.random(), os.urandom(4), tempfile.mktemp())"
    made = Warm(cold, ("random", "uuid", "tempfile"))
    assert len({made.run(job(source)).stdout for _ in range(4)}) == 4
    assert made.cold_runs == 0
    made.close()


TRICKS = {
    "kills all": "import os, signal\nos.kill(-1, 9)",
    "kills its parent": "import os\nprint(os.getppid())\nos.kill(1, 9)",
    "kills its group": "import os\nos.kill(0, 9)",
    "closes all": "import os\nos.closerange(0, 4096)",
    "writes everywhere": """
import os, socket
for fd in [3, *range(4, 300)]:
    for data in (b'ready\\n', b'{"began": true}', b'{"do": "bury"}', b'{"status": 0, "cpu_s": 0}'):
        try: os.write(fd, data); print('wrote to', fd)
        except OSError: pass
""",
    "stays": """
import os, time
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in range(3): os.close(fd)
            time.sleep(1234)
        os._exit(0)
""",
    "forks": "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
    "fills": "f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))",
    "sleeps": "import time\ntime.sleep(1234)",
    "stops": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "takes memory": "x = [bytearray(1 << 20) for _ in range(4000)]",
    "looks around": """
import os
pids = [int(n) for n in os.listdir('/proc') if n.isdigit()]
print(pids, os.getppid(), os.listdir('/dev/shm'))
for pid in pids:
    for name in ('mem', 'environ', 'fd', 'root', 'maps'):
        path = f'/proc/{pid}/{name}'
        try: os.listdir(path) if name in ('fd', 'root') else open(path, 'r+')
        except OSError: continue
        if pid != os.getpid(): print('reached', pid, name)
""",
}
HELD = {
    "kills all": (1, None, None),
    "kills its parent": (0, None, None),
    "kills its group": (None, 9, None),
    "closes all": (0, None, None),
    "writes everywhere": (0, None, None),
    "stays": (0, None, None),
    "forks": (None, 9, Ended.PROCESSES),
    "fills": (1, None, None),
    "sleeps": (None, 9, Ended.WALL),
    "stops": (None, 9, Ended.WALL),
    "takes memory": (None, 9, Ended.MEMORY),
    "looks around": (0, None, None),
}
AFTER = "import os; open('out', 'w').write('fine'); print([n for n in os.listdir('/proc') if n.isdigit()])"


def open_files() -> int:
    gc.collect()  # what other tests of this process left behind, or it would go in between
    return len([*Path("/proc/self/fd").iterdir()])


def processes(uid: int) -> set[int]:
    """Processes of a user that have not ended."""
    found = set()
    for path in Path("/proc").iterdir():
        try:
            if path.name.isdigit() and path.stat().st_uid == uid:
                found.add(int(path.name))
        except FileNotFoundError:
            continue
    return {pid for pid in found if (task := host_task(pid)) is not None and task.state not in "ZX"}


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_hurts_only_the_run_that_tries_it(server: Warm, name: str) -> None:
    assert server.run(job(AFTER)).files["out"] == b"fine"
    limits = {"wall_s": 0.6} if name in ("sleeps", "stops") else {}
    result = server.run(job(TRICKS[name], limits=limits))
    ended = result.exit_code, result.signal, result.killed_for
    if name == "fills":
        assert result.exit_code == 1 or result.killed_for is Ended.WORK_BYTES, result
    elif name == "takes memory":
        assert result.exit_code == 1 or result.killed_for is Ended.MEMORY, result
    else:
        assert ended == HELD[name], result
    assert b"reached" not in result.stdout and b"wrote" not in result.stdout, result
    after = server.run(job(AFTER))
    assert (after.exit_code, after.files["out"], after.violations) == (0, b"fine", ())
    assert after.stdout == b"['1', '2']\n"


@pytest.mark.skipif(USERS[0] != "root", reason="processes of others are told by their user")
@pytest.mark.parametrize("patience", [0, 200])
def test_between_runs_only_the_server_is_alive_and_nothing_after_the_end(
    cold: Bubblewrap, monkeypatch: pytest.MonkeyPatch, patience: int
) -> None:
    """Those that wait for the next run are the server's: nothing of the player has run in them.

    The attacks lay out processes of the users that others run as, so here it is another.
    """
    monkeypatch.setattr(warm_server, "_GRACE_MS", patience)
    monkeypatch.setattr(identity, "FIRST_UID", ORDINARY + 2000)
    made = Warm(cold)
    made.run(job("pass"))
    assert made._server is not None
    uid = made._server.who.uid
    others = processes(uid) - kin()  # what a test before this one has left to that user
    assert settled(uid, others) == SERVING
    made.run(job(TRICKS["stays"]))
    assert settled(uid, others) == SERVING
    own = processes(uid) - others
    made.close()
    assert processes(uid) & own == set()  # the user may be that of another's run already


SERVING = 5
"""The part of bwrap outside, the namespace's first, the server; and the two that wait for a run."""


def kin() -> set[int]:
    """All processes that descend from this one."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def settled(uid: int, others: set[int]) -> int:
    """How many processes a user has beside others, when it has as many as are expected, or after a while."""
    deadline = time.monotonic() + 30
    while (count := len(processes(uid) - others)) != SERVING and time.monotonic() < deadline:
        time.sleep(0.01)
    return count


def test_a_server_dies_with_its_grader(cold: Bubblewrap) -> None:
    told, tells = os.pipe()
    grader = os.fork()
    if grader == 0:
        made = Warm(cold)
        made.run(job("pass"))
        os.write(tells, str(made._server.pid if made._server else 0).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(grader, 0)
    server = Path(f"/proc/{int(os.read(told, 20))}")
    os.close(told)
    os.close(tells)
    deadline = time.monotonic() + 30
    while server.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.name != "0" and not server.exists()


def test_cpu_time_of_children_that_nobody_waits_for_counts(server: Warm) -> None:
    burns = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
ended, ends = os.pipe()
if os.fork() == 0:
    while time.process_time() < 0.4: pass
    os._exit(0)
os.close(ends)
os.read(ended, 1)
"""
    assert 0.35 < server.run(job(burns)).cpu_s < 1.0
    assert server.run(job("pass")).cpu_s < 0.2


@pytest.mark.parametrize("folder", ["/box", "/dev/shm"])
@pytest.mark.parametrize(
    "makes", ["os.mkdir(name)", "os.link(f'{folder}/one', name)", "os.symlink('x', name)"]
)
def test_the_kernel_holds_the_number_of_files_to_little_more_than_the_limit(
    server: Warm, monkeypatch: pytest.MonkeyPatch, folder: str, makes: str
) -> None:
    """The watch would end a program that it sees beyond the limit, before that can tell how far it came."""
    monkeypatch.setattr(Watch, "passed", lambda watch: None)
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
    result = server.run(job(source, limits={"work_files": 200}, files={"a/b/c": b""}))
    made, _, fault = result.stdout.decode().partition(" ")
    assert 200 < int(made) < 280
    assert (fault, result.killed_for) == ("No space left on device\n", Ended.WORK_FILES)


def test_importing_is_the_servers_cost_and_a_file_of_that_name_wins(cold: Bubblewrap) -> None:
    made = Warm(cold, ("random", "nothing_of_the_kind", "json.decoder"))
    here = "import sys, random; print('random' in sys.modules, 'json' in sys.modules, random.__file__)"
    assert b"/random.py" in made.run(job(here)).stdout
    assert made.cold_runs == 0
    own = made.run(job("import random; print(random.__file__)", files={"random.py": b""}))
    assert (own.stdout, made.cold_runs, made.fault) == (b"/box/random.py\n", 1, "")
    below = made.run(job("pass", files={"json/x/y.txt": b""}))
    assert (below.exit_code, made.cold_runs) == (0, 2)
    made.close()


def test_a_server_that_dies_is_told_and_the_run_is_a_cold_one(cold: Bubblewrap) -> None:
    made = Warm(cold)
    made.run(job("pass"))
    assert made._server is not None
    os.kill(made._server.pid, signal.SIGKILL)
    assert made.run(job("print(3)")).stdout == b"3\n"
    assert made.cold_runs == 1
    assert made.fault
    assert made.run(job("print(4)")).stdout == b"4\n"
    assert made.cold_runs == 2


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (
            JudgeError("sandbox bwrap", "it ended\nwithout a word", "a fix"),
            "sandbox bwrap: it ended without a word",
        ),
        (ConnectionResetError(104, "reset by peer"), "[Errno 104] reset by peer"),
        (KeyError(), "KeyError"),
    ],
)
def test_why_there_is_no_server_is_one_line(
    cold: Bubblewrap, monkeypatch: pytest.MonkeyPatch, error: Exception, fault: str
) -> None:
    def fail(*_: object) -> warm_server.Server:
        raise error

    monkeypatch.setattr(warm, "start", fail)
    made = Warm(cold)
    assert made.run(job("print(3)")).stdout == b"3\n"
    assert (made.fault, made.cold_runs) == (fault, 1)


def test_a_server_that_dies_during_a_run_voids_it(cold: Bubblewrap, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Warm(cold)
    before = open_files(), threading.active_count()
    made.run(job("pass"))
    real = warm_server._Burial.bury

    def bury(burial: Any, first: int) -> None:
        if made._server is not None:
            server = os.pidfd_open(made._server.pid)
            os.kill(made._server.pid, signal.SIGKILL)
            await_end(server)
            os.close(server)
        real(burial, first)

    monkeypatch.setattr(warm_server._Burial, "bury", bury)
    assert made.run(job("open('out', 'w').write('x')")).files["out"] == b"x"
    assert (made.cold_runs, bool(made.fault)) == (1, True)
    assert (open_files(), threading.active_count()) == before


def test_an_interrupted_run_ends_its_server_and_the_next_has_another(
    server: Warm, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.run(job("pass"))
    assert server._server is not None
    first = server._server.pid

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(warm_server, "hold", interrupted)
        server.run(job("pass"))
    assert not Path(f"/proc/{first}").exists()
    assert server.run(job("print(1)")).stdout == b"1\n"


def test_what_one_run_was_given_is_not_read_by_the_next(server: Warm) -> None:
    for given in (b"one", b"two"):
        reads = "import sys; print(open('/.stdin').read(), sys.stdin.read())"
        assert server.run(job(reads, stdin=given)).stdout == b" %s\n" % given


def test_the_first_process_of_a_run_holds_nothing_of_the_grader(
    server: Warm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the channel, nor the streams of the run, whose end the grader would then wait for in vain."""
    held: list[str] = []

    def look(ends: Any, undertaker: Any, found: tuple[int, int, float], kept: Any) -> Any:
        folder = Path(f"/proc/{warm_server._pid(found[1])}/fd")
        held.extend(name.name for name in folder.iterdir())
        return hold(ends, undertaker, found, kept)

    monkeypatch.setattr(warm_server, "hold", look)
    assert server.run(job("print(1)")).stdout == b"1\n"
    assert sorted(held) == ["0", "1", "2"]


def test_why_a_run_could_not_be_begun_is_told_at_once(
    cold: Bubblewrap, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lame = tmp_path / "inside.py"
    lame.write_text(warm_server._INSIDE.read_text().replace("os.chdir(BOX)", "os.chdir('/nowhere')"))
    monkeypatch.setattr(warm_server, "_INSIDE", lame)
    made = Warm(cold)
    started = time.monotonic()
    assert made.run(job("print(1)")).stdout == b"1\n"
    assert time.monotonic() - started < PATIENCE_S / 2
    assert "FileNotFoundError" in made.fault


def test_back_ends_of_players_wait_for_their_next_game_and_the_oldest_is_closed(cold: Bubblewrap) -> None:
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


def test_a_run_made_ready_that_does_not_suit_is_done_away_with(server: Warm) -> None:
    show = "import os, sys; print(sys.stdin.read(), os.statvfs('.').f_blocks * os.statvfs('.').f_frsize)"
    for stdin, room in ((b"one", 2), (b"two", 2), (b"two", 3)):
        found = server.run(job(show, stdin=stdin, limits={"work_bytes": room * MIB}))
        assert found.stdout.decode().split() == [stdin.decode(), str((room + 17) * MIB)]


def test_other_programs_are_cold_and_another_environment_has_another_server(cold: Bubblewrap) -> None:
    made = Warm(cold)
    assert not starts_python(shell_job("exit 3"))
    assert made.run(shell_job("exit 3")).exit_code == 3
    assert made.cold_runs == 1
    one, two = (made.run(job("import os; print(os.environ['X'])", env={"X": x})).stdout for x in "12")
    assert (one, two, made.cold_runs, made.fault) == (b"1\n", b"2\n", 1, "")
    made.close()


def test_imports_that_start_threads_make_no_server(cold: Bubblewrap, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = b"import threading, time; threading.Thread(target=time.sleep, args=(60,), daemon=True).start()"
    real = Path.read_bytes
    inside = warm_server._INSIDE
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: starts + b"\n" + real(path) if path == inside else real(path)
    )
    made = Warm(cold)
    assert made.run(job("print(1)")).stdout == b"1\n"
    assert made.fault.startswith("warm start: what it imports starts threads")


def test_the_quick_probes_allow_it_once_for_a_back_end(
    cold: Bubblewrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = replace(cold, proofs={})
    assert why_cold(fresh) == ""
    monkeypatch.setattr(warm_server, "start", lambda *_: pytest.fail("asked twice"))
    assert why_cold(fresh) == ""
    assert why_cold(Unsandboxed()) == "only bubblewrap has namespaces for it"


SABOTAGE = {
    "no filter": ('load_filter(bytes.fromhex(words["seccomp"]))', "pass"),
    "rights kept": ("    give_up_capabilities()\n", ""),
    "no limits": ("resource.setrlimit(number, (value, value))", "pass"),
    "descriptors kept": ("os.closerange(_STDIN + 1, 1 << 16)", "pass"),
    "processes of the server's namespace": ('checked(_libc.unshare(_NEW_PIDS), "unshare")\n        w', "w"),
}


@pytest.fixture(scope="module")
def outside() -> Mapping[str, bool]:
    return doctor.run_controls().survey


@pytest.mark.parametrize("name", SABOTAGE)
def test_a_sabotaged_server_is_found_out(
    cold: Bubblewrap, outside: Mapping[str, bool], name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By a start that fails, so that runs are cold, or by the probes of the doctor."""
    wall, hole = SABOTAGE[name]
    source = warm_server._INSIDE.read_text()
    assert source.count(wall) == 1
    weak = tmp_path / "inside.py"
    weak.write_text(source.replace(wall, hole))
    monkeypatch.setattr(warm_server, "_INSIDE", weak)
    made = Warm(cold)
    guarantees, _ = doctor_survey.examined(made, outside)
    made.close()
    assert made.fault or [one.id for one in guarantees if one.required and not one.ok]


def test_every_guarantee_that_the_doctor_surveys_holds(cold: Bubblewrap, outside: Mapping[str, bool]) -> None:
    made = Warm(cold)
    guarantees, _ = doctor_survey.examined(made, outside)
    made.close()
    assert [one.id for one in guarantees if one.required and not one.ok] == []
    assert (len(guarantees) > 25, made.fault, made.cold_runs) == (True, "", 0)


def test_an_ordinary_user_has_the_same(cold: Bubblewrap) -> None:
    """Whose processes are all of one user."""

    def work() -> tuple[list[bool], str, int]:
        made = Warm(cold)
        asked = [job(PROGRAMS[name], files=FILES) for name in ("surroundings", "forbidden", "children")]
        same = [told(made.run(one)) == told(cold.run(one)) for one in asked]
        made.close()
        return same, made.fault, made.cold_runs

    assert call_in_child(work, ordinary=True) == ([True] * 3, "", 0)
