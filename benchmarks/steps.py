"""CPU that gograde adds: a start, one step of the workflow, and a class over its submissions' own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import children_cpu, command, in_turn

GOGRADE = (sys.executable, "-m", "gograde")
REPEATS = 7


def own_cpu(folder: Path) -> float:
    """CPU seconds of all submissions' programs in a graded class."""
    records = (folder / "work" / "scores").rglob("*.json")
    usages = (usage for path in records for usage in json.loads(path.read_bytes()).get("usage", []))
    return float(sum(usage["cpu_s"] for usage in usages))


def main() -> None:
    """Print CPU seconds: starts and steps as medians, the example class once."""
    with tempfile.TemporaryDirectory(prefix="gograde-bench-") as room:
        Path(room).chmod(0o755)
        folder = Path(room) / "class"
        before = children_cpu()
        subprocess.run([*GOGRADE, "demo", str(folder)], check=True, stdout=subprocess.DEVNULL)
        whole, own = children_cpu() - before, own_cpu(folder)
        at = os.fspath(folder)
        medians = in_turn(
            {
                "python -c pass": command([sys.executable, "-c", "pass"]),
                "gograde --help": command([*GOGRADE, "--help"]),
                "step run (nothing handed in)": command([*GOGRADE, "step", "run", at, "board9", "noor"]),
                "step gradebook": command([*GOGRADE, "step", "gradebook", at]),
                "run, nothing to do": command([*GOGRADE, "run", at]),
            },
            REPEATS,
        )
    print("\nsteps: CPU, s (median)")
    for name, seconds in medians.items():
        print(f"  {name:30} {seconds:6.3f}")
    print(f"  example class, whole           {whole:6.1f}")
    print(f"  its submissions' own           {own:6.1f}   ratio {whole / own:.2f}")


if __name__ == "__main__":
    main()
