"""Root in a user namespace with one user, as in a container without further ids, can grade too."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.doctor.examination import examine
from gograde.sandbox.host import kernel
from gograde.sandbox.select import choose_backend
from tests.needs import require
from tests.sandbox.landlock.test_older_kernels import within_reach
from tests.sandbox.machines.unmet import CLONE_NEWUSER, unmet, use_reachable_interpreter

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


def test_a_lone_root_that_kept_its_capabilities_would_be_noticed(
    in_ordinary_child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "give_up_capabilities", lambda: None)

    def as_lone_root() -> list[tuple[str, str]]:
        become_lone_root()
        return within_reach("landlock")

    assert ("capabilities", "a program inside got through") in in_ordinary_child(as_lone_root)


@pytest.mark.needs("bwrap")
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
