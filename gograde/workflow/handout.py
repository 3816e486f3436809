"""Writes the students' part of a package as one file, and reads it again for `gograde check`."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

from gograde.authoring.author import TRIAL_KEY
from gograde.authoring.scoring_part import scoring_part
from gograde.errors import DataError
from gograde.grading.package_verify import Tell, verify
from gograde.package.handout import write_part
from gograde.package.package import Package

MOMENT = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive; the earliest that it can hold."""


def handout(package: Package, tell: Tell) -> bytes:
    """A zip archive; the same package gives the same bytes.

    Raises `DataError` for a package that `gograde cases verify` finds fault with, and for one whose students'
    part would need what only staff has.
    """
    code = scoring_part(package)
    report = verify(package, TRIAL_KEY, None, tell)
    for finding in (one for check in report.checks for one in check.findings):
        what = f"not fit to be handed out: {finding.where}: {finding.what}"
        raise DataError(str(package.path), what, "see gograde cases verify --quick")
    with tempfile.TemporaryDirectory() as room:
        write_part(package.path, Path(room), code)
        paths = sorted(path for path in Path(room).rglob("*") if path.is_file())
        return _zip({path.relative_to(room).as_posix(): path.read_bytes() for path in paths})


def _zip(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return target.getvalue()
