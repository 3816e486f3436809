"""The benchmark's set of web programs, without a network or a browser."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from benchmarks.pictures import web
from benchmarks.pictures.contact import contact
from benchmarks.pictures.measure import Case
from benchmarks.pictures.styles import WEB
from gograde.pictures.read import PictureVerdict, Reading


def test_every_package_is_pinned() -> None:
    for package in (*web.TOOLS, *(one for packages in web.PROGRAMS.values() for one in packages)):
        assert re.fullmatch(r"@?[a-z/-]+@\d+\.\d+\.\d+(-alpha(\.\d+)?)?", package)


def test_every_program_has_a_driver_and_looks() -> None:
    assert {web.program_of(look) for look in web.looks()} == set(web.PROGRAMS)
    assert all((web.DRIVERS / f"{program}.js").exists() for program in web.PROGRAMS)


def test_half_of_the_programs_are_held_and_starred() -> None:
    starred = {style.name.split()[0] for style in WEB if style.name.endswith("*")}
    assert starred == web.HELD
    assert len(web.HELD) == (len(web.PROGRAMS) + 1) // 2


def test_boards_of_a_style_have_its_size() -> None:
    assert {len(board) for style in WEB if style.side == 19 for board in style.boards(1, 6)} == {19}
    assert {len(board) for style in WEB if style.side == 9 for board in style.boards(1, 6)} == {9, 5}


def test_a_missing_browser_is_said_and_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert WEB[0].pictures(WEB[0].boards(1, 1), 1) is None
    assert "no node, npm, chromium on this machine" in capsys.readouterr().out


def test_packages_that_cannot_be_installed_are_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("node", "npm", "chromium"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    web.installed.cache_clear()
    assert WEB[0].pictures(WEB[0].boards(1, 1), 1) is None
    assert "npm could not install besogo" in capsys.readouterr().out
    web.installed.cache_clear()


def test_the_sheet_shows_no_picture_of_a_held_program(tmp_path: Path) -> None:
    reading = Reading(PictureVerdict.DOUBTFUL, "doubtful", (), None, None, None, {})
    image = Image.new("RGB", (90, 90), "red")
    cases = [Case(name, 0, "", reading, reading, 0.0, image) for name in ("a look*", "another")]
    assert contact(cases, tmp_path / "sheet.png") == 2
    with Image.open(tmp_path / "sheet.png") as sheet:
        red = (np.asarray(sheet.convert("RGB")) == (255, 0, 0)).all(2)
    assert red.sum() == 90 * 90
