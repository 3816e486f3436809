"""An older Landlock, imitated by a ruleset and a filter, gives all required guarantees."""

import os
from dataclasses import replace

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.doctor import survey
from gograde.sandbox.host import kernel
from gograde.sandbox.landlock import Landlock
from gograde.sandbox.protocol import Job
from gograde.sandbox.select import choose_backend
from tests.sandbox.machines.unmet import unmet, use_reachable_interpreter
from tests.sandboxes import USERS, call_in_child


def within_reach(name: str) -> list[tuple[str, str]]:
    """Those about what a program reaches and is; its limits do not depend on the version of Landlock."""
    use_reachable_interpreter()
    return unmet(survey.examined(choose_backend(name=name), survey.reached_outside())[0])


@pytest.mark.parametrize(
    ("abi", "user"),
    [
        pytest.param(abi, user, marks=[pytest.mark.long] * (len(USERS) > 1 and (abi + at) % 2))
        for abi in (3, 4, 5)
        for at, user in enumerate(USERS)
    ],
)
def test_an_older_landlock_holds_all_that_is_required(abi, user, monkeypatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: abi)
    assert call_in_child(lambda: within_reach("landlock"), ordinary=user == "ordinary") == []


ENDS = {
    "a program that aborts": ("import os; os.abort()", True),
    "a program that kills itself": ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", False),
    "a program that crashes": ("import ctypes; ctypes.string_at(0)", True),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.needs("root")
def test_in_namespaces_a_program_may_signal_itself_under_an_older_landlock_too(end, monkeypatch, python):
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 3)
    result = choose_backend(name="landlock").run(Job((os.fspath(python), "-S", "-c", ENDS[end][0])))
    signals = {"a program that aborts": 6, "a program that kills itself": 15, "a program that crashes": 11}
    assert (result.signal, result.violations) == (signals[end], ())


@pytest.mark.parametrize("end", ENDS)
def test_under_an_older_landlock_an_end_by_a_signal_is_never_a_success(end, monkeypatch, python) -> None:
    """There no signal can be sent: `abort` becomes a crash of the C library, other signals an error."""
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 3)
    source, by_signal = ENDS[end]
    found = choose_backend(name="landlock")
    assert isinstance(found, Landlock)
    result = replace(found, in_spaces=b"").run(Job((os.fspath(python), "-S", "-c", source)))
    assert (result.signal, result.exit_code) == ((11, None) if by_signal else (None, 1))


def test_an_abi_without_truncation_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 2)
    with pytest.raises(JudgeError) as caught:
        choose_backend(name="landlock")
    assert str(caught.value) == (
        "sandbox landlock: this kernel has Landlock version 2, and 3 is the least that holds\n"
        "Fix: boot a kernel of 6.2 or newer with landlock in its lsm= list"
    )
