"""The grader in unusual surroundings grades, or says what to correct; no student loses marks."""

import os
import resource
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL

import pytest

from gograde.arena.players.sandboxed import on_machine
from gograde.errors import ExitCode
from gograde.sandbox.doctor.examination import quick
from gograde.sandbox.host import kernel
from gograde.sandbox.select import BACKEND
from tests.campaign.third.watched import control, faults, on_a_machine_of_its_own
from tests.sandboxes import ROOT, WAITS, Box, comes_true, python_job, shell_job

DRAWS = "board9", "draws_own_png", "11 of 11 public tests passed.\n"
"""What saves pictures, which are decoded by a process of their own."""
ANSWERS = "board-control", "function", "13 of 13 public tests passed.\n"
"""What is looked at in a third of the time: files go in and out as well."""
Right = tuple[str, str, str]
"""An assignment, a sample that is right, and what `check` says of it last."""


def check(
    right: Right, env: Mapping[str, str], before: Callable[[], None] | None = None
) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a check whose process starts with `before`."""
    assignment, name, _ = right
    sample = ROOT / "cases" / assignment / "submissions" / "accepted" / name
    done = subprocess.run(
        [sys.executable, "-m", "gograde", "check", str(sample), "-a", assignment], cwd=ROOT,
        env={**os.environ, **env}, preexec_fn=before, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter, unlike pytest's own."""
    path = Path(f"/var/tmp/gograde-odd-{os.getpid()}")
    path.mkdir(mode=0o755)
    yield path
    shutil.rmtree(path)


@dataclass(frozen=True)
class Odd:
    """Something that a grader may be started with; `{}` in `env` stands for a folder."""

    env: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[], None] | None = None
    right: Right = ANSWERS


def _inherited() -> None:
    """Whatever a process inherits, together."""
    for odd in ODDITIES.values():
        if odd.before is not None:
            odd.before()


ODDITIES = {
    "ends of children are ignored": Odd(before=lambda: _ignore(signal.SIGCHLD, signal.SIGPIPE)),
    "signals are blocked": Odd(before=lambda: _block(signal.SIGCHLD, signal.SIGALRM, signal.SIGTERM)),
    "a umask that hides all": Odd(before=lambda: _umask(0o077)),
    "few open files": Odd(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128)), right=DRAWS),
    "no standard input": Odd(before=lambda: os.close(0)),
    "a session of its own": Odd(before=os.setsid),
    "libraries of others": Odd({"LD_LIBRARY_PATH": "{}", "LD_PRELOAD": ""}),
    "modules of others": Odd({"PYTHONPATH": f"{ROOT}:{{}}", "PYTHONSTARTUP": "{}/x.py"}, right=DRAWS),
    "temporary files in a folder with a space": Odd({"TMPDIR": "{}/a b"}),
    "temporary files in a folder with a long name": Odd({"TMPDIR": "{}/" + 120 * "l"}),
    "temporary files in memory": Odd({"TMPDIR": "/dev/shm"}),
}
"""What a grader may be started with, each alone; the campaign tries them."""

_LIBRARIES, _MODULES = ODDITIES["libraries of others"].env, ODDITIES["modules of others"].env
TOGETHER: Mapping[str, Odd] = {
    "all that is inherited": Odd(before=_inherited, right=DRAWS),
    "all of the environment": Odd({**_LIBRARIES, **_MODULES, "TMPDIR": "{}/a b/" + 120 * "l"}, right=DRAWS),
    "temporary files in a folder that is missing": Odd({"TMPDIR": "{}/no/such"}, right=DRAWS),
}


def _ignore(*numbers: signal.Signals) -> None:
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def _block(*numbers: signal.Signals) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, numbers)


def _umask(mask: int) -> None:
    os.umask(mask)


ALONE = [pytest.param(name, marks=pytest.mark.long) for name in ODDITIES]


@pytest.mark.parametrize("name", [*TOGETHER, *ALONE])
def test_a_right_program_passes_all_the_same(name: str, folder: Path) -> None:
    odd = {**ODDITIES, **TOGETHER}[name]
    for inner in ("a b", 120 * "l", "a b/" + 120 * "l"):
        (folder / inner).mkdir()
        (folder / inner).chmod(0o1777)
    (folder / "board.py").write_text("raise SystemExit('not the module of the submission')\n")
    env = {key: value.format(folder) for key, value in odd.env.items()}
    if "TMPDIR" in env:  # bwrap needs no such folder
        env[BACKEND] = "landlock"
    code, out, _ = check(odd.right, env, odd.before)
    assert (code, out.endswith(odd.right[-1])) == (0, True)


def _mounted(kind: str, place: str, data: str) -> Callable[[], None]:
    def before() -> None:
        kernel.private_mounts()
        kernel.mount("none", place, kind, kernel.MS_NOSUID, data)

    return before


LITTLE = [("proc", "/proc", "hidepid=2"), ("tmpfs", "/dev/shm", "size=4k")]


@pytest.mark.needs("root")
@pytest.mark.parametrize(("kind", "place", "data"), LITTLE)
def test_where_little_of_the_machine_is_to_be_seen_it_passes(kind: str, place: str, data: str) -> None:
    code, out, _ = check(DRAWS, {}, _mounted(kind, place, data))
    assert (code, out.endswith(DRAWS[-1])) == (0, True)


@pytest.mark.needs("root")
def test_without_proc_nothing_is_graded_and_the_mend_is_told() -> None:
    code, out, err = check(DRAWS, {}, _mounted("tmpfs", "/proc", "mode=0755"))
    assert (code, out) == (ExitCode.JUDGE_ERROR, "")
    assert err == (
        "sandbox: no sandbox works here: sandbox: /proc cannot be read\nFix: mount -t proc proc /proc\n"
    )


# -- another account that watches and races meanwhile reads, changes and stops nothing; a part -------


RUNS = 4


def grades(box: Box, token: str) -> list[str]:
    """Prove, run and play as a grader does, and leave what a killed grader leaves; what went wrong."""
    os.umask(0)
    quick(box.backend)
    said = set()
    for alone in (False, True) * (RUNS // 2):
        source = f"open('answer.txt', 'w').write(input())  # {token}"
        job = python_job(source, stdin=token.encode(), collect="*.txt")
        with on_machine(alone=alone):
            said.add(box.backend.run(job).files.get("answer.txt"))
    is_killed_amid(box, token)
    return [] if said == {token.encode()} else [f"the runs gave {said!r}"]


def is_killed_amid(box: Box, token: str) -> None:
    """Kill a grader while a program of its runs."""
    grader = os.fork()
    if grader == 0:
        box.backend.run(shell_job(f"cat >answer.txt; {WAITS}", stdin=token.encode()))
        os._exit(0)
    tasks = Path(f"/proc/{grader}/task")
    assert comes_true(lambda: any(path.read_text() for path in tasks.glob("*/children")))
    os.kill(grader, SIGKILL)
    os.waitpid(grader, 0)


@pytest.mark.needs("root")
def test_another_account_reads_changes_and_stops_nothing(box: Box) -> None:
    token = secrets.token_hex(16)

    def watched() -> list[str]:
        control(box.user)
        return faults(box.user, [token.encode()], lambda: grades(box, token))

    assert on_a_machine_of_its_own(watched) == []
