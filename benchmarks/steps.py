"""CPU time that gograde adds: at start-up, in one step of the workflow, and for a class."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import children_cpu, command, cpu_of, in_turn

GOGRADE = (sys.executable, "-m", "gograde")
REPEATS = 7


def own_cpu(folder: Path) -> float:
    """CPU seconds of all submissions' programs in a graded class."""
    records = (folder / "work" / "scores").rglob("*.json")
    usages = (usage for path in records for usage in json.loads(path.read_bytes()).get("usage", []))
    return float(sum(usage["cpu_s"] for usage in usages))


def step_cost(folder: Path, student: str) -> float:
    """CPU seconds of one `gograde step run` without those of the submission; median of repeats."""
    costs = []
    for _ in range(REPEATS):
        spent = cpu_of(command([*GOGRADE, "step", "run", os.fspath(folder), "board9", student]))
        lines = (folder / "work" / "runs" / "board9" / f"{student}.jsonl").read_text().splitlines()
        costs.append(spent - sum(json.loads(line).get("cpu_s", 0) for line in lines))
    return statistics.median(costs)


def main() -> None:
    """Print CPU seconds: starts and steps as medians, the example class once."""
    with tempfile.TemporaryDirectory(prefix="gograde-bench-") as room:
        Path(room).chmod(0o755)
        folder = Path(room) / "class"
        before = children_cpu()
        subprocess.run([*GOGRADE, "demo", str(folder)], check=True, capture_output=True)
        whole, own = children_cpu() - before, own_cpu(folder)
        at, step = os.fspath(folder), step_cost(folder, "amara")
        medians = in_turn(
            {
                "python -c pass": command([sys.executable, "-c", "pass"]),
                "gograde --help": command([*GOGRADE, "--help"]),
                "step gradebook": command([*GOGRADE, "step", "gradebook", at]),
                "run, nothing to do": command([*GOGRADE, "run", at]),
            },
            REPEATS,
        )
    print("\nsteps: CPU, s (median)")
    for name, seconds in medians.items():
        print(f"  {name:30} {seconds:6.3f}")
    print(f"  {'step run, beyond the program':30} {step:6.3f}")
    print(f"  example class, whole           {whole:6.1f}")
    print(f"  its submissions' own           {own:6.1f}   ratio {whole / own:.2f}")
