"""CPU time of `gograde check` beyond the program that it runs: medians, a sample of each assignment."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import children_cpu
from gograde.resources import packages_dir

REPEATS = 5

SAMPLES = {
    "board9": "board9/submissions/accepted/python_file",
    "board9, 4 pictures": "board9/submissions/accepted/draws_pil_files",
    "board-control": "board-control/submissions/accepted/function",
    "influence": "influence/submissions/accepted/plain",
    "tromp-taylor": "tromp-taylor/submissions/accepted/python_flood",
    "little-go": "little-go/submissions/accepted/python_alphabeta",
}

MORE = """
for name in NAMES:
    stones = read("test_%s.txt" % name)
    picture(stones).save("before%s.png" % name)
    for number, point in enumerate(captures(stones)[0][:2]):
        picture({**stones, point: WHITE}).save("step%s_%d.jpg" % (name, number), quality=90)
"""
"""What the sample with four pictures draws besides, for nineteen in all."""

CHECK = """
import sys
from gograde.cli.main import run_command
from gograde.workflow.checking import check_submission as module
whole = module.check_submission
def counted(*given, **options):
    record = whole(*given, **options)
    print(sum(usage.cpu_s for usage in record.usage), file=sys.stderr)
    return record
module.check_submission = counted
run_command(["check", *sys.argv[1:]])
"""
"""A check as on the command line, which says what the program used."""


def beyond(submission: Path, assignment: str) -> float:
    """CPU seconds of a check without those of the program."""
    before = children_cpu()
    command = [sys.executable, "-c", CHECK, str(submission), "-a", assignment]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ})
    return children_cpu() - before - float(done.stderr.split()[-1])


def main() -> None:
    """Print seconds of CPU for each sample."""
    print("\ncheck: CPU beyond the program, s (median, most)")
    with tempfile.TemporaryDirectory() as folder:
        samples = {name: packages_dir() / path for name, path in SAMPLES.items()}
        drawn = (samples["board9, 4 pictures"] / "board9.py").read_text()
        many = Path(folder) / "board9.py"
        many.write_text(drawn + MORE)
        for name, path in {**samples, "board9, 19 pictures": many}.items():
            assignment = name.partition(",")[0]
            beyond(path, assignment)
            seen = [beyond(path, assignment) for _ in range(REPEATS)]
            print(f"  {name:20} {statistics.median(seen):5.2f} {max(seen):5.2f}")
