"""Makes the class folder of `gograde new`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from gograde.classroom.classroom import OVERRIDE_COLUMNS
from gograde.classroom.roster import ROSTER_COLUMNS
from gograde.errors import DataError
from gograde.files import make_folder, write_atomic

CLASS_YAML = """\
# A class graded by gograde.  Unknown keys are errors, so a slip of the pen is found.
schema: gograde/class/v1
title: {title}
language: en            # of the titles in reports: en or zh
late_days: 0            # free late days each student has for the whole class (policy late-days)
# require: bwrap        # refuse to grade where only a weaker sandbox works (docs/sandbox.md)

assignments:
  board9:
    weight: 100         # of this assignment in the total; points inside it are the package's
    # due: "2026-11-15T23:59:00+00:00"
    late:
      policy: baseline  # baseline | constant-penalty | percentage-penalty | penalty-decay | late-days
      penalty: 0        # points a day, or percent of the maximum a day, as the policy says
      grace_minutes: 15
      # reject_after_days: 7
    visibility: hidden  # of the hidden cases to students: hidden | after_due_date | after_published
    published: false    # true releases what is after_published
    extensions: {{}}      # hours by student id, for example  alice: 24
"""

README = """\
# The folder of a class

- `class.yaml`: assignments, weights, due dates, late policy.
- `roster.csv`: a line a student, for example `alice,Liddell,Alice,alice@example.org`.
- `submissions/board9/<student id>/`: what the student handed in, as a folder; or the archive
  `<student id>.zip`, `.tar` or `.tar.gz`.
- `submissions/board9/submitted_at.csv`: when, if you know. Columns `student_id,submitted_at`,
  times like `2026-11-15T20:00:00+00:00`. Without a row the moment counts at which gograde first
  took the files in, never a time that a student can write.
- `taken_in.csv`: these moments, kept by gograde; do not delete it.
- `overrides.csv`: corrections by a person; an empty test means the whole.
- `hidden/`: hidden cases; never publish them.
- `work/`: derived, can be deleted.
- `reports/`: the results.

Then:

1. Make the hidden cases from a secret key: `gograde cases generate board9 --key KEYFILE --into .`
2. Grade: `gograde run .` (again after every change; only what changed is done).
3. Look at `reports/index.html`.
"""

GITIGNORE = "hidden/\nwork/\n"


def make_class(folder: Path, title: str) -> None:
    """Write the files of a new class; raises `DataError` when the folder is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(str(folder), "not an empty folder", "give a folder that does not exist yet")
    try:
        make_folder(folder / "submissions" / "board9")
        for name, text in class_files(title).items():
            write_atomic(folder / name, text.encode())
    except OSError as error:
        raise DataError(str(folder), f"cannot be written ({error.strerror})", "give another folder") from None


def class_files(title: str) -> Mapping[str, str]:
    """The texts of a new class's files, by file name."""
    return {
        "class.yaml": CLASS_YAML.format(title=json.dumps(title, ensure_ascii=False)),
        "roster.csv": ",".join(ROSTER_COLUMNS) + "\n",
        "overrides.csv": ",".join(OVERRIDE_COLUMNS) + "\n",
        "README.md": README,
        ".gitignore": GITIGNORE,
    }
