"""The tools of a machine: where they are, what programs may read of them, what is said where one lacks."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from gograde.cli.check import check
from gograde.cli.doctor import languages
from gograde.errors import DataError
from gograde.grading.package_verify import tool_missing
from gograde.intake.languages.table import LANGUAGES, ROWS, Room
from gograde.intake.languages.tools import NoToolError, identity, missing, tools_of
from gograde.intake.launch import check_out_of_reach
from gograde.package.package import find_package
from gograde.package.samples import read_samples
from gograde.sandbox.protocol import MIB, Limits
from tests.sandboxes import ROOT


@pytest.fixture
def no_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A PATH with one empty folder, which is returned."""
    (tmp_path / "tool" / "bin").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path / "tool" / "bin"))
    return tmp_path / "tool"


def test_a_missing_tool_is_named_with_what_to_install(no_tools: Path) -> None:
    with pytest.raises(NoToolError) as caught:
        tools_of("java")
    assert str(caught.value) == (
        "Java: no javac on this machine\nFix: install it: apt install default-jdk-headless"
    )
    assert missing("cpp") == "no g++ or c++ or clang++ on this machine"
    assert (missing("python"), missing("shell")) == ("", "")


def test_check_says_so_and_ends_with_4(no_tools: Path) -> None:
    sample = ROOT / "cases/board9/submissions/accepted/java"
    done = CliRunner().invoke(
        check, [str(sample), "-a", "board9", "--trust-submissions"], standalone_mode=False
    )
    assert done.return_value == 4
    assert (
        "Java: no javac on this machine\nFix: install it: apt install default-jdk-headless\n" in done.output
    )
    assert (
        "no javac on this machine; no fault of the submission; it is run when the tool is there"
        in done.output
    )


def test_a_sample_without_its_tool_is_known(no_tools: Path) -> None:
    samples = read_samples(find_package("board9"))
    assert tool_missing(samples["accepted/java"]) == "no javac on this machine"
    assert tool_missing(samples["accepted/python_prints"]) == ""


def test_the_doctor_has_a_row_for_each(no_tools: Path) -> None:
    told = languages()
    assert list(told) == list(LANGUAGES)
    assert told["php"] == {
        "title": "PHP",
        "tools": {},
        "missing": {"what": "no php on this machine", "fix": "install it: apt install php-cli"},
    }
    assert told["python"] == {"title": "Python", "tools": {}, "missing": None}


def test_of_a_tool_outside_usr_only_what_it_needs_is_readable(no_tools: Path) -> None:
    for folder in ("lib", "src"):
        (no_tools / folder).mkdir()
    (no_tools / "bin" / "node").symlink_to(no_tools / "bin" / "node-20")
    (no_tools / "bin" / "node-20").write_text("#!/bin/sh\n")
    (no_tools / "bin" / "node-20").chmod(0o755)
    found = tools_of("javascript")
    assert found.paths == {"node": no_tools / "bin" / "node-20"}
    assert found.readable == (no_tools / "bin", no_tools / "lib")
    check_out_of_reach(no_tools / "src")
    with pytest.raises(DataError, match="which programs may read"):
        check_out_of_reach(no_tools / "lib" / "class")


def test_a_tool_that_others_stand_in_for_is_asked_where_it_is(no_tools: Path, tmp_path: Path) -> None:
    """It is asked in no folder that a student may have written to."""
    real = tmp_path / "toolchains" / "stable"
    (real / "bin").mkdir(parents=True)
    (real / "bin" / "rustc").touch()
    (no_tools / "bin" / "rustc").write_text(f"#!/bin/sh\n[ $(pwd) = / ] && echo {real}\n")
    (no_tools / "bin" / "rustc").chmod(0o755)
    (no_tools / "bin" / "cc").symlink_to(shutil.which("cc", path="/usr/bin") or "/usr/bin/true")
    assert tools_of("rust").paths["rustc"] == real / "bin" / "rustc"


def test_what_tells_tools_apart_is_of_the_programs_that_run(no_tools: Path) -> None:
    """A tool that comes or goes is seen at once, also by a server that has looked before."""
    assert identity("perl") == []
    (no_tools / "bin" / "perl").write_text("#!/bin/sh\n")
    (no_tools / "bin" / "perl").chmod(0o755)
    path = tools_of("perl").paths["perl"]
    assert identity("perl") == [f"{path} 10 {path.stat().st_mtime_ns}"]
    assert identity("python") == []
    assert all(re.fullmatch(r"/(usr/)?bin/(ba)?sh \d+ \d+", line) for line in identity("shell"))


def test_room_is_added_to_the_limits_of_a_package() -> None:
    limits = Room(memory_mib=1, threads=2, open_files=3, address_mib=8192).added(Limits())
    assert limits.memory_bytes == Limits().memory_bytes + MIB
    assert (limits.processes, limits.open_files) == (34, 131)
    assert (limits.address_bytes, Limits().address_bytes) == (8192 * MIB, 4096 * MIB)


def test_the_page_has_the_table() -> None:
    page = (ROOT / "docs" / "languages.md").read_text("utf-8")
    for row in ROWS:
        [line] = [line for line in page.split("\n") if line.startswith(f"| `{row.name}` |")]
        _, _, title, sources, usual, built, install, _ = (cell.strip() for cell in line.split("|"))
        packages = dict.fromkeys(tool.install for tool in row.tools)
        assert title == row.title
        assert re.findall("`([^`]+)`", sources) == list(row.suffixes)
        assert re.findall("`([^`]+)`", usual) == list(row.usual)
        assert install.strip("`") == " ".join(packages)
        assert bool(built) == (row.build is not None)
        assert built.startswith("looked") == (row.build is not None and not row.build.makes)
