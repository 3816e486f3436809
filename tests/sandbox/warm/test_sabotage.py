"""The doctor's probes detect a sabotaged server, or the server does not start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gograde.sandbox.bwrap import backend as bwrap
from gograde.sandbox.doctor import survey
from gograde.sandbox.doctor.survey import Controls
from gograde.sandbox.run import server as warm_server
from gograde.sandbox.warm.backend import Warm
from tests.sandboxes import backend_or_skip

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
def test_a_sabotaged_server_is_found_out(
    controls: Controls, name: str, wall: str, hole: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By a start that fails, so that runs are cold, or by the probes of the examination."""
    weaken(wall, hole, monkeypatch, tmp_path)
    made: Any = Warm(backend_or_skip(name))  # type: ignore[arg-type]
    guarantees, _ = survey.examined(made, controls)
    made.close()
    assert made.fault or [one.id for one in guarantees if one.required and not one.ok]


def weaken(wall: str, hole: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source, weak = warm_server._INSIDE.read_text(), tmp_path / "inside.py"
    assert source.count(wall) == 1
    weak.write_text(source.replace(wall, hole))
    monkeypatch.setattr(warm_server, "_INSIDE", weak)
    monkeypatch.setattr(bwrap, "PATIENCE_S", 3.0)


def test_missing_limits_of_a_forked_process_are_caught(
    cold: Any, controls: Controls, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    weaken("resource.setrlimit(number, (value, value))", "pass", monkeypatch, tmp_path)
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
