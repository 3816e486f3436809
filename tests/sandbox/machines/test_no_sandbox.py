"""Without a working sandbox nothing is run: every command ends with exit code 4 and a remedy.

A filter of system calls around the command removes the features for real."""

import json
import os
import resource
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pytest

from gograde.arena.players.sandboxed import on_machine
from gograde.cli.main import run_command
from gograde.errors import ExitCode, JudgeError, UsageError
from gograde.sandbox.doctor.examination import examine, quick
from gograde.sandbox.host import kernel
from gograde.sandbox.select import BACKEND, choose_backend, install_command
from gograde.workflow import check_submission
from tests.campaign.third.watched import control, faults, on_a_machine_of_its_own
from tests.hidden import hide_the_samples
from tests.needs import program, require
from tests.sandbox.landlock.test_older_kernels import within_reach
from tests.sandbox.machines.lesser_kernel import CLONE_NEWUSER
from tests.sandbox.machines.unmet import OPTIONAL, unmet, use_reachable_interpreter
from tests.sandboxes import ROOT, WAITS, Box, comes_true, python_job, shell_job

RIGHT = "cases/board-control/submissions/accepted/function", "-a", "board-control"

LAUNCHER = """
import os, sys
from tests.sandbox.machines.lesser_kernel import switch_off
switch_off(landlock="landlock" in sys.argv[1], namespaces="namespaces" in sys.argv[1])
os.execv(sys.executable, [sys.executable, "-m", "gograde", *sys.argv[2:]])
"""

NONE_WORKS = (
    "sandbox: no sandbox works here: ",
    "sandbox landlock: this kernel has Landlock version 0, and 3 is the least that holds",
)
MEND = (
    "Fix: start the container with: docker run --security-opt seccomp=unconfined …"
    if program("bwrap")
    else f"Fix: {install_command()}"
)


def gograde(*words: str, without: str) -> subprocess.CompletedProcess[str]:
    """The command on a kernel without the features named."""
    command = [sys.executable, "-c", LAUNCHER, without, *words]
    env = {**os.environ, "PYTHONPATH": os.fspath(ROOT), "COLUMNS": "200"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def class_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of one student."""
    folder = tmp_path_factory.mktemp("class") / "class"
    assert gograde("new", str(folder), "--assignments", "board9", without="").returncode == 0
    with (folder / "roster.csv").open("a") as file:
        file.write("1001,An,Example\n")
    hide_the_samples(folder)
    return folder


@pytest.mark.parametrize("command", [("check", *RIGHT), ("cases", "verify", "board9"), ("run",)])
def test_without_any_sandbox_no_command_runs_a_submission(class_dir: Path, command: tuple[str, ...]) -> None:
    words = (*command, str(class_dir)) if command == ("run",) else command
    done = gograde(*words, without="landlock namespaces")
    assert (done.returncode, done.stdout) == (ExitCode.JUDGE_ERROR, "")
    for part in (*NONE_WORKS, f"\n{MEND}\n"):
        assert part in done.stderr
    assert "Traceback" not in done.stderr
    assert not (class_dir / "work" / "runs").exists()


def test_without_any_sandbox_the_doctor_says_so_and_tells_the_mends() -> None:
    done = gograde("doctor", without="landlock namespaces")
    assert done.returncode == ExitCode.JUDGE_ERROR
    assert MEND in done.stdout
    assert "Fix: boot a kernel of 6.2 or newer with landlock in its lsm= list" in done.stdout
    assert done.stdout.endswith("No submission can be held here.\n")


def test_without_user_namespaces_landlock_grades_and_the_report_names_it() -> None:
    done = gograde("check", *RIGHT, without="namespaces")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].endswith("sandbox landlock")


def test_without_user_namespaces_landlock_holds_all_that_is_required() -> None:
    answer = json.loads(gograde("doctor", "--format", "json", without="namespaces").stdout)
    assert answer["chosen"] == "landlock"
    lost = [one["id"] for one in answer["backends"][0]["guarantees"] if not one["ok"]]
    assert [name for name in lost if name not in OPTIONAL] == []
    assert "names" in [one["id"] for one in answer["backends"][0]["short"]]


def test_without_user_namespaces_a_class_that_requires_bwrap_is_not_graded(class_dir, tmp_path) -> None:
    strict = tmp_path / "strict"
    shutil.copytree(class_dir, strict)
    with (strict / "class.yaml").open("a") as file:
        file.write("require: bwrap\n")
    done = gograde("run", str(strict), without="namespaces")
    assert (done.returncode, done.stdout) == (ExitCode.JUDGE_ERROR, "")
    assert f"{strict / 'class.yaml'}: require: bwrap does not hold here (sandbox bwrap: " in done.stderr
    assert "; or delete the line require: bwrap to grade with less\n" in done.stderr
    assert not (strict / "work" / "runs").exists()
    told = gograde("doctor", str(strict), without="namespaces")
    assert told.returncode == ExitCode.JUDGE_ERROR
    assert "class.yaml requires bwrap: gograde run refuses to grade this class here\n" in told.stdout
    assert "Fix: mend bwrap, or delete the line require: bwrap\n" in told.stdout
    assert told.stdout.endswith("No submission can be held here.\n")


@pytest.mark.needs("bwrap")
def test_the_environment_may_name_the_back_end(in_ordinary_child, monkeypatch) -> None:
    for name in ("bwrap", "landlock"):
        monkeypatch.setenv(BACKEND, name)
        assert in_ordinary_child(lambda: choose_backend().name) == name
    monkeypatch.setenv(BACKEND, "none")
    with pytest.raises(UsageError, match=r"^sandbox: 'none' is no back end\nFix: choose bwrap or landlock$"):
        choose_backend()


def test_trust_is_told_by_every_format_of_check(capsys, monkeypatch) -> None:
    """Of one check; the formats tell of the same record."""
    monkeypatch.setattr(check_submission, "check_submission", cache(check_submission.check_submission))
    told = {
        **dict.fromkeys(("text", "github", "gradescope"), "run without a sandbox (--trust-submissions)"),
        "junit": '<property name="sandbox" value="none" />',
        "json": '"backend": "none"',
    }
    for style, text in told.items():
        words = ["check", str(ROOT / RIGHT[0]), *RIGHT[1:], "--trust-submissions", "--format", style]
        assert run_command(words) == ExitCode.DONE
        assert text in capsys.readouterr().out


# -- root in a user namespace with one user, as in a container without further ids, can grade too ----


Child = Callable[[Callable[[], Any]], Any]


def lost(name: str) -> list[tuple[str, str]]:
    """The guarantees of a back end that do not hold here, and how that was seen."""
    use_reachable_interpreter()
    return unmet(examine(choose_backend(name=name)).guarantees)


def become_lone_root(*, namespaces: bool = True) -> None:
    uid, gid = os.getuid(), os.getgid()
    kernel.unshare(CLONE_NEWUSER)
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {uid} 1"), ("gid_map", f"0 {gid} 1")):
        Path("/proc/self", name).write_text(text)
    if not namespaces:
        Path("/proc/sys/user/max_user_namespaces").write_text("0")


@pytest.mark.parametrize("name", ["bwrap", "landlock"])
def test_a_lone_root_holds_submissions_as_an_ordinary_user_does(name: str, in_ordinary_child: Child) -> None:
    def as_lone_root() -> list[tuple[str, str]]:
        become_lone_root()
        return lost(name)

    require(name)
    assert in_ordinary_child(as_lone_root) == []


def test_a_lone_root_that_kept_its_capabilities_would_be_noticed(in_ordinary_child, monkeypatch) -> None:
    monkeypatch.setattr(kernel, "give_up_capabilities", lambda: None)

    def as_lone_root() -> list[tuple[str, str]]:
        become_lone_root()
        return within_reach("landlock")

    assert ("capabilities", "a program inside got through") in in_ordinary_child(as_lone_root)


@pytest.mark.needs("bwrap")
def test_a_lone_root_without_namespaces_gets_landlock_and_is_told_the_setting(in_ordinary_child) -> None:
    def chosen() -> tuple[str, str]:
        become_lone_root(namespaces=False)
        with pytest.raises(JudgeError) as caught:
            choose_backend(name="bwrap")
        return choose_backend().name, caught.value.fix

    fix = "sudo sysctl -w user.max_user_namespaces=10000"
    assert in_ordinary_child(chosen) == ("landlock", fix)


@pytest.mark.needs("root")
@pytest.mark.parametrize("name", ["bwrap", "landlock", None])
def test_root_of_the_machine_without_other_users_is_refused(name: str | None, in_child: Child) -> None:
    """Nothing would drop its rights: files of root would be open to a submission but for one wall."""

    def refused() -> str:
        become_lone_root()
        with pytest.raises(JudgeError) as caught:
            choose_backend(name=name)
        return str(caught.value)

    fault = "this user namespace gives root of the machine no other user for submissions"
    before = "" if name else "no sandbox works here: sandbox: "
    mend = "run gograde outside of it, or as an ordinary user"
    assert in_child(refused) == f"sandbox: {before}{fault}\nFix: {mend}"


# -- the grader in unusual surroundings grades, or says what to correct; no student loses marks --


DRAWS = ROOT / "cases/board9/submissions/accepted/draws_own_png"
"""What saves pictures, which are decoded by a process of their own."""
PASSED = "11 of 11 public tests passed.\n"


def check(env: Mapping[str, str], before: Callable[[], None] | None = None) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a check whose process starts with `before`."""
    done = subprocess.run(
        [sys.executable, "-m", "gograde", "check", str(DRAWS), "-a", "board9"], cwd=ROOT,
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


def _inherited() -> None:
    """Have all that a process may inherit: signals, a umask, few files, no standard input, a session."""
    for number in (signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD, signal.SIGALRM, signal.SIGTERM))
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
    os.close(0)
    os.setsid()


LONG = 120 * "l"
ODDITIES: Mapping[str, tuple[Mapping[str, str], Callable[[], None] | None]] = {
    "all that is inherited": ({}, _inherited),
    "temporary files in memory": ({"TMPDIR": "/dev/shm"}, None),
    "libraries and modules of others, and temporary files below strange names": (
        {
            "LD_LIBRARY_PATH": "{}", "LD_PRELOAD": "", "PYTHONPATH": f"{ROOT}:{{}}",
            "PYTHONSTARTUP": "{}/x.py", "TMPDIR": f"{{}}/a b/{LONG}",
        },
        None,
    ),
    "temporary files in a folder that is missing": ({"TMPDIR": "{}/no/such"}, None),
}  # fmt: skip
"""What a grader may be started with; `{}` stands for a folder."""


@pytest.mark.parametrize(("env", "before"), ODDITIES.values(), ids=ODDITIES)
def test_a_right_program_passes_all_the_same(
    env: Mapping[str, str], before: Callable[[], None] | None, folder: Path
) -> None:
    for inner in ("a b", f"a b/{LONG}"):
        (folder / inner).mkdir()
        (folder / inner).chmod(0o1777)
    (folder / "board.py").write_text("raise SystemExit('not the module of the submission')\n")
    odd = {key: value.format(folder) for key, value in env.items()}
    if "TMPDIR" in env:  # bwrap needs no such folder
        odd[BACKEND] = "landlock"
    code, out, _ = check(odd, before)
    assert (code, out.endswith(PASSED)) == (0, True)


def _mounted(kind: str, place: str, data: str) -> Callable[[], None]:
    def before() -> None:
        kernel.private_mounts()
        kernel.mount("none", place, kind, kernel.MS_NOSUID, data)

    return before


LITTLE = [("proc", "/proc", "hidepid=2"), ("tmpfs", "/dev/shm", "size=4k")]


@pytest.mark.needs("root")
@pytest.mark.parametrize(("kind", "place", "data"), LITTLE)
def test_where_little_of_the_machine_is_to_be_seen_it_passes(kind: str, place: str, data: str) -> None:
    code, out, _ = check({}, _mounted(kind, place, data))
    assert (code, out.endswith(PASSED)) == (0, True)


@pytest.mark.needs("root")
def test_without_proc_nothing_is_graded_and_the_mend_is_told() -> None:
    code, out, err = check({}, _mounted("tmpfs", "/proc", "mode=0755"))
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
