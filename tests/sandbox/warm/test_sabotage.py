"""The doctor's probes detect a sabotaged server, or the server does not start."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.doctor import survey
from gograde.sandbox.doctor.findings import Controls
from gograde.sandbox.run import carry_out
from gograde.sandbox.warm import server as warm_server
from gograde.sandbox.warm.backend import Warm

SABOTAGE = {
    "no filter": ('kernel.load_seccomp(bytes.fromhex(words["seccomp"]))', "pass"),
    "rights kept": ("    kernel.give_up_capabilities()\n", ""),
    "descriptors kept": ("os.closerange(_STDIN + 1, 1 << 16)", "pass"),
    "processes of the server's namespace": ("kernel.unshare(kernel.CLONE_NEWPID)\n        w", "w"),
}


@pytest.mark.parametrize("name", SABOTAGE)
def test_a_sabotaged_server_is_found_out(
    cold: Bubblewrap, controls: Controls, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By a start that fails, so that runs are cold, or by the probes of the examination."""
    wall, hole = SABOTAGE[name]
    source = warm_server._INSIDE.read_text()
    assert source.count(wall) == 1
    weak = tmp_path / "inside.py"
    weak.write_text(source.replace(wall, hole))
    monkeypatch.setattr(warm_server, "_INSIDE", weak)
    made = Warm(cold)
    guarantees, _ = survey.examined(made, controls)
    made.close()
    assert made.fault or [one.id for one in guarantees if one.required and not one.ok]


def test_missing_limits_of_a_forked_process_are_caught(
    cold: Bubblewrap, controls: Controls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry_out, "set_limits", lambda *given: None)
    made = Warm(cold)
    guarantees, _ = survey.examined(made, controls)
    made.close()
    found = {one.id for one in guarantees if one.required and not one.ok}
    assert found >= {"address-space", "core", "open-files", "file-size", "process-limit"}


def test_every_guarantee_that_the_doctor_surveys_holds(cold: Bubblewrap, controls: Controls) -> None:
    made = Warm(cold)
    guarantees, _ = survey.examined(made, controls)
    made.close()
    assert [one.id for one in guarantees if one.required and not one.ok] == []
    assert (len(guarantees) > 25, made.fault, made.cold_runs) == (True, "", 0)
