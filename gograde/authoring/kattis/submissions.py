"""The sample submissions of a package that Kattis can judge, in the folders of their verdicts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from gograde.package.expected_verdicts import Expected, read_expected
from gograde.package.folder_check import Finding
from gograde.package.package import SUBMISSIONS, Package, checked_file
from gograde.scoring.verdict import Verdict

SUFFIXES = frozenset(".c .cc .cpp .cs .go .hs .java .js .kt .php .py .rb .rs".split())  # noqa: SIM905
"""Of languages that Kattis has and tells by the name of a file."""

PERMITTED: Mapping[str, frozenset[Verdict]] = {
    "accepted": frozenset({Verdict.AC}),
    "wrong_answer": frozenset({Verdict.AC, Verdict.WA, Verdict.NO}),
    "run_time_error": frozenset({Verdict.AC, Verdict.RTE}),
    "time_limit_exceeded": frozenset({Verdict.AC, Verdict.TLE, Verdict.SK}),
}
"""The folders of Kattis.  It stops at the first case that fails, so that no other verdict may occur."""

_NAME = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")


def submission_files(package: Package, *, with_wrong: bool) -> tuple[dict[str, bytes], list[Finding]]:
    """The files of sample submissions by path, and the submissions that are left out.

    Without hidden cases nothing need show that a wrong one is wrong: then they are left out too.
    """
    files: dict[str, bytes] = {}
    left_out = []
    for name, expected in read_expected(package).items():
        inside = {path: value for path, value in package.hashes.items() if _is_in(path, name)}
        why = _unfit(name, expected, [PurePosixPath(path) for path in inside])
        if not why and not with_wrong and not name.startswith("accepted/"):
            why = "no hidden case shows that it is wrong"
        if why:
            left_out.append(Finding(name, why))
            continue
        files.update({path: checked_file(package.path, path, value) for path, value in inside.items()})
    return files, left_out


def _is_in(path: str, name: str) -> bool:
    return path.startswith(f"{SUBMISSIONS}/{name}/")


def _unfit(name: str, expected: Expected, paths: list[PurePosixPath]) -> str:
    """Why Kattis cannot judge a submission; empty when it can."""
    folder = name.partition("/")[0]
    if folder not in PERMITTED:
        return f"Kattis has no folder {folder}"
    if not PERMITTED[folder].issuperset(expected.permitted):
        return "its verdict may be another at the first case that fails"
    if any(not _NAME.fullmatch(part) for path in paths for part in path.parts):
        return "Kattis takes no such name of a file"
    if any(path.suffix not in SUFFIXES for path in paths):
        return "no language of Kattis"
    if len(paths) > 1 and any(path.suffix != ".c" for path in paths):
        return "several files, of which Kattis may start another"
    return ""
