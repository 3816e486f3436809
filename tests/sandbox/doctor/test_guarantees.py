"""The table of what each back end holds: it is in the docs as it is in the code, and the doctor reads it."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from click.testing import CliRunner

from gograde.cli.doctor import doctor
from gograde.sandbox.doctor import examination
from gograde.sandbox.doctor.survey import (
    KINDS,
    TABLE,
    Controls,
    Hold,
    How,
    Need,
    in_words,
    shortfalls,
    shortfalls_of,
)
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.select import choose_backend
from tests.sandboxes import ROOT


def cell(hold: Hold) -> str:
    return f"{hold.how} with {hold.needs}, else {hold.otherwise}" if hold.needs else str(hold.how)


def as_markdown() -> str:
    rows = [("", *KINDS), ("---",) * (len(KINDS) + 1)]
    rows += [(row.what, *map(cell, row.holds)) for row in TABLE]
    return "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |") for cells in rows)


def test_the_page_on_the_sandbox_has_the_table() -> None:
    assert as_markdown().replace("| by the ", "| ") in (ROOT / "docs" / "sandbox.md").read_text()


def ids(kind: str, *had: Need) -> dict[str, How]:
    return {one.id: one.how for one in shortfalls(kind, had) if not one.everywhere}


def test_on_a_good_machine_bubblewrap_lacks_nothing_that_another_has() -> None:
    assert ids("bwrap", *Need) == {}
    assert ids("bwrap", Need.USERS, Need.LISTENER) == {"memory": How.SAMPLED}


def test_landlock_without_namespaces_lacks_what_only_they_hold() -> None:
    weak = {"names": How.NOT, "numbers": How.NOT, "end": How.PARTLY, "disk": How.SAMPLED}
    assert ids("landlock", *Need) == weak
    assert ids("landlock with namespaces", *Need) == {"names": How.NOT}
    assert ids("landlock").items() > {"processes": How.PARTLY, "memory": How.SAMPLED}.items()


def test_what_no_back_end_holds_is_told_too() -> None:
    found = {one.id: one.how for one in shortfalls("bwrap", [*Need]) if one.everywhere}
    assert found == {"files": How.SAMPLED, "cpu": How.SAMPLED, "kernel": How.PARTLY, "covert": How.NOT}


def test_without_a_sandbox_there_is_no_row() -> None:
    assert shortfalls_of(Unsandboxed()) == ()


def test_in_words() -> None:
    found = [asdict(one) for one in shortfalls("landlock", [*Need]) if not one.everywhere]
    assert in_words(found) == (
        "not held: names, sizes and times of other files, numbers of the machine's processes; "
        "held in part: processes after the end, though the grader is killed; "
        "sampled: bytes in the working folder"
    )


def test_the_doctor_says_what_landlock_does_not_hold_here(
    monkeypatch: pytest.MonkeyPatch, controls: Controls
) -> None:
    monkeypatch.setattr(examination, "run_controls", lambda: controls)
    runner = CliRunner(env={"COLUMNS": "1000"})
    told = runner.invoke(doctor, ["--backend", "landlock"], standalone_mode=False).output
    found = [asdict(one) for one in shortfalls_of(choose_backend(name="landlock"))]
    assert f"What landlock holds less than by the kernel here: {in_words(found)}.\n" in told
