"""The internals of Snakemake on which gograde relies still exist."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from snakemake.persistence import PersistenceBase
from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor
from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry

Room = Any  # the fixtures' own class; tests cannot import their conftest

TELL = """
import json, sys
sys.argv = ["gograde", *sys.argv[1:]]
from gograde.__main__ import entry
try:
    entry()
finally:
    print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr)
"""


def test_the_methods_that_are_replaced_are_there_and_take_a_value() -> None:
    assert PersistenceBase._serialize_param_builtin(object(), "digest") == "'digest'"
    assert callable(PersistenceBase._serialize_param_pandas)
    assert isinstance(RemoteExecutor.next_seconds_between_status_checks, property)
    assert isinstance(LoggerPluginRegistry().plugins, dict)


@pytest.mark.parametrize(("lost", "more"), [("", ()), ("grade*", ()), ("grade*", ("--profile", "none"))])
def test_a_run_imports_no_pandas_and_no_snakemake_for_jobs_that_wait_for_each_other(graded, lost, more):
    for path in (graded.path / "work").glob(f"{lost}.json"):
        path.unlink()
    command = [sys.executable, "-P", "-c", TELL, "run", str(graded.path), "--cores", "2", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stderr.splitlines()[-1])
    assert ("snakemake" in loaded, "pandas" in loaded) == (bool(more), False)
    assert locks(graded.path) == []


def locks(class_dir: Path) -> list[Path]:
    return [path for path in (class_dir / "work/.snakemake/locks").glob("*") if path.is_file()]
