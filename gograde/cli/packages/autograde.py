"""What the scripts of an autograder on Gradescope start: `python -m gograde.cli.packages.autograde`.

It is no command of `gograde`, since an archive has only the files of gograde that this module needs.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from gograde.core.verdict import Verdict
from gograde.errors import ExitCode, GogradeError
from gograde.files import write_atomic
from gograde.report.exports.checks import failed_json, gradescope_json
from gograde.report.redact import for_student
from gograde.report.words.escape import terminal
from gograde.workflow.gradescope.autograder import grade, late_words, prepared

RESULTS = "results/results.json"
READABLE = 0o644
"""Gradescope reads the results as another user than the one who writes them."""


def main(words: list[str]) -> int:
    """`prepare TOP` when the image is built, `run TOP` for each submission; TOP is `/autograder`."""
    match words:
        case ["prepare", top]:
            return _exit_code_of(lambda: _prepare(Path(top)))
        case ["run", top]:
            return _exit_code_of(lambda: _run(Path(top)), lambda: _write(Path(top), failed_json()))
    wrong = "gograde.cli.packages.autograde: prepare TOP or run TOP\nFix: build the image anew"
    print(wrong, file=sys.stderr)
    return int(ExitCode.USAGE)


def _prepare(top: Path) -> int:
    """Build what programs import, and say which sandbox works while the image is built."""
    ready = prepared(top)
    print(f"{ready.settings.assignment}: {len(ready.batches)} batches; {_sandbox(ready.backend.name)}")
    return int(ExitCode.DONE)


def _run(top: Path) -> int:
    """Grade; the exit code tells nothing of hidden tests, and what is printed is for staff."""
    ready = prepared(top)
    print(_sandbox(ready.backend.name))
    done = grade(top, ready)
    penalty = done.late.penalty if done.late else 0.0
    seen = for_student(done.record)
    _write(top, gradescope_json(seen, penalty, late_words(done.late)))
    if Verdict.JE in {done.record.verdict, *(test.verdict for test in done.record.tests)}:
        print(terminal(f"judge error: {done.record.message}"))
    ours = Verdict.JE in {seen.verdict, *(test.verdict for test in seen.tests)}
    return int(ExitCode.JUDGE_ERROR if ours else ExitCode.DONE)


def _sandbox(name: str) -> str:
    return f"programs run {'without a sandbox' if name == 'none' else f'in the sandbox {name}'}"


def _write(top: Path, text: str) -> None:
    write_atomic(top / RESULTS, text.encode(), READABLE)


def _exit_code_of(work: Callable[[], int], give_up: Callable[[], object] = lambda: None) -> int:
    """Do it; a failure is told on stdout, which Gradescope shows to staff, and is a judge error."""
    try:
        return work()
    except GogradeError as error:
        print(terminal(str(error)))
    except Exception:
        print(terminal(traceback.format_exc()))
    give_up()
    return int(ExitCode.JUDGE_ERROR)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
