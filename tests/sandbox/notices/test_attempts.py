"""Both back ends notice and report attempts alike; honest programs are not accused."""

import ctypes
import errno
import mmap
import os
import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.intake.launch import ENVIRONMENT
from gograde.sandbox import attempts
from gograde.sandbox.attempts import MOST, FilePolicy, Notices, Noticing, awaited, of_answers
from gograde.sandbox.host import kernel
from gograde.sandbox.host.system import interpreter_folders
from gograde.sandbox.protocol import MIB, Job, Limits, RunResult, StagedFile
from gograde.sandbox.seccomp.rules import noticing_program
from tests.needs import lacks
from tests.sandboxes import Box, require_listener, sections, shell_job

CALL = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    result = getattr(libc, name)(*args)
    print(name, result, ctypes.get_errno())
"""

TRIED = [
    ("import socket\nsocket.socket()", ("network: socket of AF_INET",)),
    ("import socket\nsocket.socket(socket.AF_PACKET)", ("network: socket of AF_PACKET",)),
    (CALL + "call('ptrace', 16, os.getppid(), 0, 0)", ("processes: ptrace",)),
    (CALL + "call('unshare', 0x10000000)", ("namespaces: unshare",)),
    (CALL + "call('syscall', 56, 0x10000000 | 17, 0, 0, 0, 0)", ("namespaces: clone",)),
    ("import os\nos.chroot('/box')", ("namespaces: chroot",)),
    (CALL + "call('syscall', 321, 0, 0, 0)", ("kernel: bpf",)),
    (CALL + "call('mknod', b'disk', 0o060600, 0x800)", ("kernel: mknodat",)),
    ("import resource\nresource.prlimit(1, resource.RLIMIT_CPU)", ("limits: prlimit64",)),
    ("import os\nos.setsid()", ("session: setsid",)),
    ("import os\nos.kill(-1, 0)", ("signals: kill of every process",)),
    ("import os\nos.kill(os.getppid() or 1, 0)", ("signals: kill of a process that is not its own",)),
    ("open('/etc/shadow')", ("files: opens /etc/shadow",)),
    ("open('/proc/1/environ')", ("files: opens /proc/N/environ",)),
    ("import os\nos.listdir('/home')", ("files: opens /home",)),
    ("import os\nos.open('/usr/lib/os-release', os.O_WRONLY)", ("files: writes /usr/lib/os-release",)),
    ("import json\nopen(json.__file__, 'a')", ("files: writes Python's library: json/__init__.py",)),
]

LIBRARIES = {
    "numpy": "import numpy\nprint(numpy.linalg.inv(numpy.eye(50)).sum())",
    "matplotlib": "import matplotlib.pyplot as p\np.plot([1, 2])\np.savefig('a.png')",
    "PIL": "from PIL import Image\nImage.new('RGB', (9, 9)).save('b.png')",
    "metadata": "import importlib.metadata as m\nprint(len(list(m.distributions())), m.entry_points())",
    "pandas": "import pandas\nprint(pandas.DataFrame({'a': [1]}).to_csv())",
}


@pytest.fixture
def noticing(box: Box) -> Box:
    require_listener(box)
    return box


@pytest.mark.parametrize(("source", "told"), TRIED, ids=[told[0] for _, told in TRIED])
def test_attempts_are_refused_and_told(noticing: Box, source: str, told: tuple[str, ...]) -> None:
    result = noticing.python(source)
    assert result.violations == told
    if source.startswith(CALL):
        assert b" -1 1\n" in result.stdout
    elif not told[0].startswith(("session", "signals")):
        assert result.exit_code == 1


def test_a_session_of_its_own_is_told_whether_it_is_refused_or_held(noticing: Box) -> None:
    result = noticing.python("import os\ntry: os.setsid()\nexcept OSError as e: print(e.errno)")
    assert result.violations == ("session: setsid",)
    assert result.stdout == (b"1\n" if noticing.backend.name == "landlock" else b"")


def test_its_own_death_is_no_attempt(noticing: Box) -> None:
    assert noticing.python("import os\nos.abort()", env=dict(ENVIRONMENT)).violations == ()


@pytest.mark.parametrize("name", LIBRARIES)
def test_libraries_are_not_accused(noticing: Box, name: str) -> None:
    if noticing.user == "ordinary" and os.geteuid() == 0:
        lacks("open libraries", "they are below a home that this user may not enter")
    job = Job(
        (sys.executable, "-s", "-B", "prog.py"), files=(StagedFile("prog.py", LIBRARIES[name].encode()),),
        readable=interpreter_folders(), env=ENVIRONMENT,
    )  # fmt: skip
    result = noticing.run(job)
    assert (result.violations, result.exit_code) == ((), 0), result.stderr


def test_attempts_are_told_once_each_and_no_more_than_a_few(noticing: Box) -> None:
    source = "import os\nfor n in range(100):\n    for _ in range(2):\n"
    source += "        try: open(f'/proc/1/fd/{n}')\n        except OSError: pass"
    told = noticing.python(source).violations
    assert told == tuple(f"files: opens /proc/N/fd/{n}" for n in range(MOST))


def test_a_detail_is_short_and_printable(noticing: Box) -> None:
    source = "try: open('/proc/1/root/\\x1b[31m\\n<b>\\u202e' + 'x' * 1000)\nexcept OSError: pass"
    (told,) = noticing.python(source).violations
    assert told.startswith("files: opens /proc/N/root/?[31m?<b>?xxx")
    assert len(told) == len("files: ") + 200


def test_a_flood_of_opened_files_ends_by_its_own_limits(noticing: Box) -> None:
    source = (
        "while True:\n    open('prog.py').close()\n    try: open('/etc/shadow')\n    except OSError: pass"
    )
    result = noticing.python(source, limits={"cpu_s": 0.4, "wall_s": 6.0})
    assert result.killed_for is not None
    assert result.violations == ("files: opens /etc/shadow",)


def test_threads_signals_and_children_open_files_at_once(noticing: Box) -> None:
    source = """
import os, signal, threading
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
def work():
    for _ in range(100):
        with open('prog.py') as file:
            assert file.read(4) == '\\nimp'
threads = [threading.Thread(target=work) for _ in range(4)]
[t.start() for t in threads]
pids = [os.fork() for _ in range(2)]
[t.join() for t in threads]
if 0 in pids:
    work()
    os._exit(0)
print([os.waitstatus_to_exitcode(os.wait()[1]) for _ in pids])
"""
    result = noticing.python(source)
    assert (result.stdout, result.violations) == (b"[0, 0]\n", ()), result.stderr


NOTICING = Noticing(noticing_program(), attempts.noticed_kinds())
NOTHING_OWN = (NOTICING, FilePolicy(own=()), lambda target: False, False, 0)
ENOSYS, EPERM = errno.ENOSYS, errno.EPERM


def errno_of_unshare() -> int:
    """The errno of a call that is asked about, made by this thread."""
    libc = ctypes.CDLL(None, use_errno=True)
    return 0 if libc.unshare(0) == 0 else ctypes.get_errno()


def in_new_thread(work: Callable[[], int], watch: Notices | None = None) -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    while watch is not None and thread.is_alive():
        awaited([], watch, 0.01)
    thread.join()
    return found[0]


def test_before_the_word_every_call_goes_on_and_after_it_none_that_is_forbidden() -> None:
    watch = Notices(*NOTHING_OWN)

    def work() -> int:
        watch.enter()
        before = errno_of_unshare()
        watch.begin()
        return before * 1000 + errno_of_unshare()

    assert in_new_thread(work, watch) == EPERM
    assert watch.end() == ("namespaces: unshare",)


def test_when_nobody_listens_any_more_the_kernel_refuses() -> None:
    watch = Notices(*NOTHING_OWN)

    def work() -> int:
        watch.enter()
        watch.begin()
        watch.end()
        return errno_of_unshare()

    assert in_new_thread(work) == ENOSYS


def test_when_the_listening_fails_the_run_is_no_result(noticing, monkeypatch) -> None:
    """The kernel refuses then what the program might have been allowed: it must not count."""

    def fail(watch: Notices, name: str, notice: attempts.Notice) -> str:
        raise RuntimeError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(Notices, "_file", fail)
        with pytest.raises(JudgeError) as caught:
            noticing.backend.run(Job(("/bin/true",)))
    assert str(caught.value) == (
        "sandbox: nobody answered the program's calls (RuntimeError('no answer'))\n"
        "Fix: run it again, and report it when it stays"
    )
    assert noticing.backend.run(Job(("/bin/true",))).exit_code == 0


def test_between_start_and_exec_nothing_is_asked_about(noticing, monkeypatch) -> None:
    """There the child holds the listener too: of a grader that is killed it would wait for ever."""
    asked: list[tuple[bool, str]] = []
    receive = attempts.receive

    def receive_and_look(listener: int) -> attempts.Notice | None:
        notice = receive(listener)
        if notice is not None:
            ours = Path(f"/proc/self/task/{notice.pid}").exists()
            asked.append((ours, os.path.realpath(f"/proc/{notice.pid}/exe")))
        return notice

    monkeypatch.setattr(attempts, "receive", receive_and_look)
    noticing.backend.run(Job(("/bin/true",)))
    assert asked
    assert [exe for ours, exe in asked if not ours and exe == os.path.realpath("/proc/self/exe")] == []


def test_below_a_filter_that_listens_there_is_no_second() -> None:
    def work() -> int:
        listener = kernel.listen(noticing_program())
        with pytest.raises(OSError) as caught:
            kernel.listen(noticing_program())
        os.close(listener)
        return int(caught.value.errno or 0)

    assert attempts.noticing() is not None
    assert in_new_thread(work) == errno.EBUSY


def test_a_text_is_read_across_pages_and_up_to_one_that_is_missing() -> None:
    pages = mmap.mmap(-1, 3 * mmap.PAGESIZE)
    start, size = ctypes.addressof(ctypes.c_char.from_buffer(pages)), mmap.PAGESIZE
    ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + 2 * size), size, 0)
    reader, own = attempts.MemoryReader(), os.getpid()
    pages[size - 10 : size + 11] = 20 * b"x" + b"\0"
    pages[2 * size - 3 : 2 * size] = b"yy\0"
    assert reader.text(own, start + size - 10) == 20 * b"x"
    assert reader.text(own, start + 2 * size - 3) == b"yy"
    pages[2 * size - 1 : 2 * size] = b"y"
    assert [reader.text(own, at) for at in (start + 2 * size - 3, 0, 2**64 - 8)] == [b"", b"", b""]
    pages[:8] = (1 << 40).to_bytes(8, sys.byteorder)
    assert (reader.word(own, start), reader.word(own, start + 2 * size)) == (1 << 40, 0)


def test_answers_that_are_no_files_are_attempts_and_big_ones_are_not() -> None:
    assert of_answers({"a": "symbolic link", "b": "FIFO", "c": "larger than 64 KiB", "d": "directory"}) == (
        "answer: FIFO",
        "answer: symbolic link",
    )
    assert of_answers({"a": "2 links", "b": "2 links", "c": "unreadable (permission denied)"}) == (
        "answer: 2 links",
    )


def test_a_linked_answer_is_told(noticing: Box) -> None:
    result = noticing.shell("ln -s /etc/passwd answer.txt", collect="answer.txt")
    assert result.refused == {"answer.txt": "symbolic link"}
    assert result.violations == ("answer: symbolic link",)


def test_the_listener_is_not_left_to_the_program(noticing: Box) -> None:
    result = noticing.shell("ls -l /proc/self/fd 2>/dev/null || ls -l /dev/fd 2>/dev/null; true")
    assert b"seccomp" not in result.stdout


# -- what honest programs use works in both back ends, is no violation, and needs no call that is not li --


PROGRAMS = sections(Path(__file__).with_name("honest.txt"))
"""Programs of Python, and scripts that run programs of the system.  Under Landlock a linker sets no mode."""

STDLIB, OTHERS = (
    [name.removeprefix(kind) for name in PROGRAMS if name.startswith(kind)] for kind in ("python ", "shell ")
)


def harmless(result: RunResult) -> None:
    assert (result.violations, result.unlisted) == ((), ())
    assert (result.exit_code, result.killed_for) == (0, None), result.stderr.decode()[-2000:]


@pytest.mark.parametrize("name", STDLIB)
def test_the_standard_library(box: Box, name: str) -> None:
    harmless(box.python(PROGRAMS[f"python {name}"], env=dict(ENVIRONMENT)))


@pytest.mark.parametrize("name", OTHERS)
def test_other_languages(box: Box, name: str) -> None:
    if shutil.which(name, path="/usr/bin:/bin") is None:
        lacks(name, "not in /usr/bin")
    limits = Limits(memory_bytes=2048 * MIB, processes=100, cpu_s=60.0, wall_s=120.0)
    files = (
        *(StagedFile(c, PROGRAMS[c].encode()) for c in ("prog.c", "prog.cc")),
        StagedFile("run", b"", True),
    )
    job = shell_job(PROGRAMS[f"shell {name}"], limits=limits, env=dict(ENVIRONMENT))
    harmless(box.run(replace(job, files=files)))


def test_a_call_of_tomorrow_is_told_and_no_violation(box: Box) -> None:
    source = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
    source += "for n in (999, 470, 999): print(libc.syscall(n), ctypes.get_errno())"
    result = box.python(source)
    assert (result.stdout, result.violations) == (b"-1 38\n" * 3, ())
    assert result.unlisted == (("999", "470") if getattr(box.backend, "noticing", None) else ())
