"""Where the kernel is older or root is not root, all that is required of the sandbox holds all the same."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.doctor import survey as doctor_survey
from gograde.sandbox.doctor.examination import examine
from gograde.sandbox.doctor.findings import Guarantee
from gograde.sandbox.host import kernel
from gograde.sandbox.protocol import Job
from gograde.sandbox.select import choose_backend
from tests.sandbox.lesser_kernel import CLONE_NEWUSER
from tests.sandboxes import USERS, call_in_child, interpreter

Child = Callable[[Callable[[], Any]], Any]
OPTIONAL = {"canary-stat", "noticed"}


def use_reachable_interpreter() -> None:
    """Let the doctor, in this child, start an interpreter that every user can reach."""
    python = interpreter()
    sys.executable = os.fspath(python)
    sys.prefix = sys.base_prefix = os.fspath(python.resolve().parents[1])


def lost(name: str) -> list[tuple[str, str]]:
    """The guarantees of a back end that do not hold here, and how that was seen."""
    use_reachable_interpreter()
    return unmet(examine(choose_backend(name=name)).guarantees)


def within_reach(name: str) -> list[tuple[str, str]]:
    """Those about what a program reaches and is; its limits do not depend on the version of Landlock."""
    use_reachable_interpreter()
    return unmet(doctor_survey.examined(choose_backend(name=name), doctor_survey.reached_outside())[0])


def unmet(guarantees: Iterable[Guarantee]) -> list[tuple[str, str]]:
    return [(one.id, one.detail) for one in guarantees if not one.ok and one.id not in OPTIONAL]


# Kernels with an older Landlock, imitated by a ruleset and a filter made for them.


@pytest.mark.parametrize(
    ("abi", "user"),
    [
        pytest.param(abi, user, marks=[pytest.mark.long] * (len(USERS) > 1 and (abi + at) % 2))
        for abi in (3, 4, 5)
        for at, user in enumerate(USERS)
    ],
)
def test_an_older_landlock_holds_all_that_is_required(
    abi: int, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: abi)
    assert call_in_child(lambda: within_reach("landlock"), ordinary=user == "ordinary") == []


ENDS = {
    "a program that aborts": ("import os; os.abort()", True),
    "a program that kills itself": ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", False),
    "a program that crashes": ("import ctypes; ctypes.string_at(0)", True),
}


@pytest.mark.parametrize("end", ENDS)
def test_under_an_older_landlock_an_end_by_a_signal_is_never_a_success(
    end: str, monkeypatch: pytest.MonkeyPatch, python: Path
) -> None:
    """There no signal can be sent: `abort` becomes a crash of the C library, other signals an error."""
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 3)
    source, by_signal = ENDS[end]
    result = choose_backend(name="landlock").run(Job((os.fspath(python), "-S", "-c", source)))
    assert (result.signal, result.exit_code) == ((11, None) if by_signal else (None, 1))


def test_an_abi_without_truncation_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 2)
    with pytest.raises(JudgeError) as caught:
        choose_backend(name="landlock")
    assert str(caught.value) == (
        "sandbox landlock: this kernel has Landlock version 2, and 3 is the least that holds\n"
        "Fix: boot a kernel of 6.2 or newer with landlock in its lsm= list"
    )


# Root of a user namespace in which there is no other user, as in a container without further ids.


def become_lone_root(*, namespaces: bool = True) -> None:
    uid, gid = os.getuid(), os.getgid()
    kernel._checked(kernel._libc.unshare(CLONE_NEWUSER), "unshare(CLONE_NEWUSER)")
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {uid} 1"), ("gid_map", f"0 {gid} 1")):
        Path("/proc/self", name).write_text(text)
    if not namespaces:
        Path("/proc/sys/user/max_user_namespaces").write_text("0")


@pytest.mark.parametrize("name", ["bwrap", "landlock"])
def test_a_lone_root_holds_submissions_as_an_ordinary_user_does(name: str, in_ordinary_child: Child) -> None:
    def as_lone_root() -> list[tuple[str, str]]:
        become_lone_root()
        return lost(name)

    try:
        choose_backend(name=name)
    except JudgeError as error:
        pytest.skip(str(error))
    assert in_ordinary_child(as_lone_root) == []


def test_a_lone_root_that_kept_its_capabilities_would_be_noticed(
    in_ordinary_child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "give_up_capabilities", lambda: None)

    def as_lone_root() -> list[tuple[str, str]]:
        become_lone_root()
        return within_reach("landlock")

    assert ("capabilities", "a program inside got through") in in_ordinary_child(as_lone_root)


def test_a_lone_root_without_namespaces_gets_landlock_and_is_told_the_setting(
    in_ordinary_child: Child,
) -> None:
    def chosen() -> tuple[str, str]:
        become_lone_root(namespaces=False)
        with pytest.raises(JudgeError) as caught:
            choose_backend(name="bwrap")
        return choose_backend().name, caught.value.fix

    fix = "sudo sysctl -w user.max_user_namespaces=10000"
    assert in_ordinary_child(chosen) == ("landlock", fix)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root of the machine can be the one refused")
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
