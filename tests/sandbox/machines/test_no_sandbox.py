"""Without a working sandbox nothing is run: every command ends with exit code 4 and a remedy.

A filter of system calls around the command removes the features for real."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gograde.cli.main import run_command
from gograde.errors import ExitCode, JudgeError, UsageError
from gograde.sandbox.doctor.examination import examine
from gograde.sandbox.host import kernel
from gograde.sandbox.select import BACKEND, choose_backend, install_command
from gograde.workflow.checking import check_submission
from tests.hidden import hide_the_samples
from tests.needs import program, require
from tests.sandbox.landlock.test_older_kernels import within_reach
from tests.sandbox.machines.lesser_kernel import CLONE_NEWUSER, switch_off
from tests.sandbox.machines.unmet import unmet, use_reachable_interpreter
from tests.sandboxes import ROOT

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


OPTIONAL = {"canary-stat", "noticed"}


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


def test_an_ordinary_user_without_namespaces_gets_landlock(in_ordinary_child) -> None:
    def chosen() -> str:
        switch_off(namespaces=True)
        return choose_backend().name

    assert in_ordinary_child(chosen) == "landlock"


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
