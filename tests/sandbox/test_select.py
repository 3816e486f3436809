"""The choice of the back end, and the message when none works."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gograde.errors import ExitCode, JudgeError, UsageError
from gograde.sandbox import select
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.host import kernel
from gograde.sandbox.landlock import Landlock, Unsandboxed
from gograde.sandbox.protocol import Job
from gograde.sandbox.seccomp.rules import filter_program
from gograde.sandbox.select import choose_backend
from tests.sandboxes import ROOT

SECCOMP = filter_program()
RIGHT = "cases/board-control/submissions/accepted/function", "-a", "board-control"


@pytest.fixture
def without_bwrap(monkeypatch):
    monkeypatch.setattr(select, "_BINARIES", ())


@pytest.fixture
def without_landlock(monkeypatch):
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 2)


@pytest.mark.needs("bwrap")
def test_bwrap_comes_first():
    assert choose_backend().name == "bwrap"


def test_landlock_comes_second(without_bwrap):
    assert isinstance(choose_backend(), Landlock)


def test_without_either_nothing_runs(without_bwrap, without_landlock):
    with pytest.raises(JudgeError) as caught:
        choose_backend()
    assert caught.value.exit_code is ExitCode.JUDGE_ERROR
    assert str(caught.value) == (
        "sandbox: no sandbox works here: sandbox bwrap: bubblewrap is not installed; "
        "sandbox landlock: this kernel has Landlock version 2, and 3 is the least that holds\n"
        f"Fix: {select.install_command()}"
    )


def test_no_sandbox_is_chosen_only_when_asked_for(without_bwrap, without_landlock):
    assert isinstance(choose_backend(trust=True), Unsandboxed)
    assert choose_backend(trust=True).name == "none"


def test_a_back_end_by_name():
    assert choose_backend(name="landlock").name == "landlock"
    with pytest.raises(UsageError) as caught:
        choose_backend(name="docker")
    assert str(caught.value) == "sandbox: 'docker' is no back end\nFix: choose bwrap or landlock"


def made(path: Path, script: str) -> Path:
    """A program in a folder that everybody may come to."""
    path.write_text(script)
    path.chmod(0o755)
    return path


@pytest.fixture
def folder():
    path = Path(f"/var/tmp/gograde-bin-{os.getpid()}")
    path.mkdir(mode=0o755)
    yield path
    for inner in path.iterdir():
        inner.unlink()
    path.rmdir()


def test_a_bwrap_that_cannot_make_a_sandbox_is_not_chosen(folder, monkeypatch):
    message = "bwrap: setting up uid map: Permission denied"
    monkeypatch.setattr(
        select, "_BINARIES", (made(folder / "bwrap", f"#!/bin/sh\necho '{message}' >&2\nexit 1\n"),)
    )
    assert choose_backend().name == "landlock"
    with pytest.raises(JudgeError, match=message) as caught:
        choose_backend(name="bwrap")
    assert caught.value.where == "sandbox bwrap"


PROFILE = (
    "sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/"
    " && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict"
)


@pytest.mark.parametrize(
    "forbidden",
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", PROFILE),
        ("kernel/unprivileged_userns_clone", "0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "sudo sysctl -w user.max_user_namespaces=10000"),
    ],
)
def test_where_a_setting_forbids_namespaces_the_way_to_allow_them_is_told(
    folder, tmp_path, monkeypatch, forbidden
):
    setting, value, fix = forbidden
    (tmp_path / setting).parent.mkdir()
    (tmp_path / setting).write_text(f"{value}\n")
    monkeypatch.setattr(select, "_SETTINGS", tmp_path)
    script = "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n"
    monkeypatch.setattr(select, "_BINARIES", (made(folder / "bwrap", script),))
    with pytest.raises(JudgeError) as caught:
        choose_backend(name="bwrap")
    assert caught.value.fix == fix


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ({"ID": "ubuntu", "ID_LIKE": "debian"}, "sudo apt-get install bubblewrap"),
        ({"ID": "rocky", "ID_LIKE": "rhel centos fedora"}, "sudo dnf install bubblewrap"),
        ({"ID": "arch"}, "sudo pacman -S bubblewrap"),
        ({"ID": "plan9"}, "install the package bubblewrap"),
        (None, "install the package bubblewrap"),
    ],
)
def test_the_command_that_installs_is_that_of_the_distribution(monkeypatch, release, command):
    def told() -> dict[str, str]:
        if release is None:
            raise FileNotFoundError
        return release

    monkeypatch.setattr(platform, "freedesktop_os_release", told)
    assert select.install_command() == command


@pytest.mark.parametrize("words", [("check", *RIGHT), ("doctor",)])
def test_where_the_grader_may_open_too_few_files_it_says_so(words):
    command = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh", sys.executable, "-m", "gograde", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told = re.sub(r"\s+", " ", done.stdout + done.stderr)
    assert done.returncode == ExitCode.JUDGE_ERROR
    assert "the grader may open 64 files at once here, and needs 128" in told
    assert "Fix: ulimit -n 1024; where that is refused, raise nofile in /etc/security/limits.conf" in told
    assert "Too many open files" not in told


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ("#!/bin/sh\nexit 0\n", "it ended without a word"),
        ("#!/bin/sh\necho READY >&0\nread -r word\n", "it ended without a word"),
        ("#!/bin/sh\necho no space >&2\nexit 1\n", "no space"),
    ],
)
def test_a_sandbox_that_does_not_start_is_no_result(folder, script, what):
    with pytest.raises(JudgeError) as caught:
        Bubblewrap(made(folder / "bwrap", script), SECCOMP).run(Job(("/bin/true",)))
    assert (caught.value.where, caught.value.what) == ("sandbox bwrap", what)


def test_a_sandbox_whose_filter_the_kernel_refuses_is_no_result():
    with pytest.raises(JudgeError):
        Bubblewrap(Path("/usr/bin/bwrap"), b"\xff" * 8).run(Job(("/bin/true",)))
    with pytest.raises(JudgeError, match="Invalid argument: 'seccomp'"):
        Landlock(kernel.landlock_abi(), b"\xff" * 8).run(Job(("/bin/true",)))
