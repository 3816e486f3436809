"""A runtime holds the list of the fonts of matplotlib: no program spends time on it, or prints about it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from gograde.intake.runtime import FONTS, Runtime, runtime_of
from gograde.package.package import open_package
from gograde.pictures.capture import STAND_INS
from gograde.resources import packages_dir

PROGRAM = """
import matplotlib.pyplot as plt
from matplotlib import get_cachedir
plt.title("five")
plt.savefig("five.png")
print(get_cachedir())
"""


@pytest.fixture(scope="module")
def runtime() -> Runtime:
    return runtime_of(open_package(packages_dir() / "board9"))


def test_fonts_are_those_of_matplotlib_in_one_order(runtime: Runtime) -> None:
    (path,) = (runtime.folder / FONTS).iterdir()
    fonts = json.loads(path.read_bytes())
    for kind in ("ttflist", "afmlist"):
        names = [font["fname"] for font in fonts[kind]]
        assert names == sorted(names)
        assert not [name for name in names if Path(name).is_absolute()], "fonts of this machine"
    assert "fonts/ttf/DejaVuSans.ttf" in names + [font["fname"] for font in fonts["ttflist"]]


def test_a_program_reads_the_list_and_makes_none(runtime: Runtime, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "PYTHONPATH": str(STAND_INS), "GOGRADE_SHOWN": str(tmp_path)}
    command = [runtime.python, "-s", "-B", "-c", PROGRAM]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == str(tmp_path / ".cache" / "matplotlib"), "what else is kept can be written"
    assert not [path.name for path in tmp_path.rglob("*fontlist*")]
