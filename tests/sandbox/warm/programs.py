"""Programs that run warm and cold, and the parts of their runs that are compared."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from gograde.sandbox.protocol import Collect, Job, RunResult
from tests.sandboxes import python_job, sections

ALL = Collect(("*",), depth=3)


def job(source: str, **options: Any) -> Job:
    env = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", **options.pop("env", {})}
    return replace(python_job(source, **options), collect=ALL, env=env)


def told(result: RunResult) -> tuple[object, ...]:
    """All of a run that is not a measure."""
    ends = result.exit_code, result.signal, result.killed_for, result.violations
    return *ends, result.stdout, result.stderr, dict(result.files), dict(result.refused)


PROGRAMS = sections(Path(__file__).with_name("programs.txt"))
FILES = {"own/__init__.py": b"", "own/deep.py": b"VALUE = 6", "bad.py": b"x = 1\ndef (:\n"}

LIMITS = {"too slow": {"cpu_s": 0.3}, "too many files": {"work_files": 200}}
