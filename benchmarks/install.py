"""What an install of the wheel costs, by extras: packages, bytes and time."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import cpu_of

EXTRAS = ("", "games", "class", "all")

NOT_OURS = ("pip", "setuptools", "gograde")
"""What every environment has; the rows are about the rest."""

_ROOT = Path(__file__).parents[1]


def main() -> None:
    """Print the table; every install begins with an empty environment and no cache."""
    print(f"{'install':16} {'packages':>8} {'MB':>6} {'seconds':>8} {'of CPU':>7}")
    with tempfile.TemporaryDirectory() as place:
        wheel = _wheel(Path(place))
        for extra in EXTRAS:
            name, wanted = (f"{what}[{extra}]".removesuffix("[]") for what in ("gograde", wheel))
            print(f"{name:16} {_row(Path(place, extra or 'base'), wanted)}")


def _wheel(place: Path) -> Path:
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(place), str(_ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return next(place.glob("gograde-*.whl"))


def _row(room: Path, wanted: str) -> str:
    """The figures of one install."""
    subprocess.run([sys.executable, "-m", "venv", str(room)], check=True)
    pip = [str(room / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    began = time.monotonic()
    cpu_s = cpu_of(lambda: subprocess.run([*pip, "--no-cache-dir", wanted], check=True))
    passed_s = time.monotonic() - began
    site = next(room.glob("lib/python3*/site-packages"))
    packages = [path for path in site.glob("*.dist-info") if not path.name.startswith(NOT_OURS)]
    files = [path for path in site.rglob("*") if path.is_file() and not _ours(path.relative_to(site))]
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    return f"{len(packages):8} {megabytes:6.0f} {passed_s:8.1f} {cpu_s:7.1f}"


def _ours(path: Path) -> bool:
    return path.parts[0].startswith(NOT_OURS)
