"""gograde started in a folder of somebody else: nothing in it is run."""

import subprocess
import sys
from pathlib import Path

import pytest

STAND_INS = (
    *("json", "click", "pandas", "sitecustomize", "usercustomize", "yaml", "snakemake"),
    *("signal", "typing", "__future__", "errno", "dataclasses", "rich", "numpy", "csv", "secrets"),
)
CONSOLE = [sys.executable, "-P", "-c", "from gograde.__main__ import entry; entry()"]
"""As the console script, which does not have the current folder on the path of modules either."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Modules that leave a trace when they are run, and a folder that cannot be read."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    trace = f"open({str(tmp_path / 'trace')!r}, 'a').write(__name__ + ' ')\n"
    for name in STAND_INS:
        (folder / f"{name}.py").write_text(trace)
    (folder / "gograde").mkdir(0)
    return folder


@pytest.mark.parametrize(
    "command",
    [[sys.executable, "-m", "gograde"], [sys.executable, "-P", "-m", "gograde"], CONSOLE],
    ids=["module", "safe module", "console"],
)
@pytest.mark.parametrize("words", [("cases", "list"), ("new", "autumn")])
def test_modules_in_the_folder_are_not_run(hostile: Path, command: list[str], words: tuple[str, ...]) -> None:
    done = subprocess.run([*command, *words], cwd=hostile, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert not (hostile.parent / "trace").exists()


@pytest.mark.parametrize("name", [".numba_config.yaml", "matplotlibrc"])
def test_settings_of_libraries_in_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("cache_dir: /tmp/theirs\n")
    done = subprocess.run(
        [*CONSOLE, "cases", "list"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (
        2,
        f"{tmp_path / name}: changes how libraries of gograde work, and may have them run code\n"
        "Fix: start gograde in another folder\n",
    )
