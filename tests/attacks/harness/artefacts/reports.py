"""Judges texts that are active where they are displayed.

`everywhere` puts a text into every source of text. The judge grades, writes every report and export, and
tests whether the text is active in one of them.
"""

from __future__ import annotations

import csv
import io
import json
import stat
import zipfile
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from gograde.classroom.classroom import Classroom, load_class
from gograde.codec import replace, to_json
from gograde.errors import GogradeError
from gograde.grading.marks.gradebook import gradebook
from gograde.intake.printable import safe
from gograde.report.class_report import TABLES, load_report
from gograde.report.exports.formats import EXPORTS
from gograde.report.exports.reports_folder import write_reports
from gograde.report.terminal.class_table import class_parts, result_parts, table_parts
from gograde.report.terminal.rich_text import to_text
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import ScoreRecord
from tests.attacks.harness import active, handed_in
from tests.attacks.harness.corpus import Artefact, Attack
from tests.attacks.harness.hand_in import archive, submission

PROGRAM = """import sys
TEXT = {text!r}
for line in (TEXT, "x" + TEXT, "\\n" + TEXT):
    sys.stdout.buffer.write(line.encode("utf-8", "surrogatepass") + b"\\n")
    sys.stderr.buffer.write(line.encode("utf-8", "surrogatepass") + b"\\n")
with open("answer.txt", "wb") as out:
    out.write(b"test_1\\n" + TEXT.encode("utf-8", "surrogatepass") + b"\\n")
try:
    open("answer" + TEXT.replace("/", "_")[:60] + ".txt", "w").close()
finally:
    raise ValueError(TEXT.encode("ascii", "backslashreplace").decode() if "\\ud800" in TEXT else TEXT)
"""


def everywhere(folder: Path, text: str) -> None:
    """A program and an archive that say the text, in a class whose roster and corrections do."""
    name = "".join(c for c in text if c.isprintable()).replace("/", "_")[:60] or "x"
    submission(
        folder, {"board9.py": PROGRAM.format(text=text).encode(), f"{name}.txt": b"", f"a {name}": b""}
    )
    link = zipfile.ZipInfo(text.encode("utf-8", "replace").decode().replace("\0", "")[:200] or "x")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(link, "/")
    archive(folder / "other", "homework.zip", out.getvalue())
    _class(folder / "class", text)


def _class(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    title = json.dumps(f"{text[:200]}")
    (folder / "class.yaml").write_text(
        f"schema: gograde/class/v1\ntitle: {title}\nassignments: {{board9: {{}}}}\n"
    )
    roster = [["student_id", "last_name", "first_name", "email"], *([one, text, text, text] for one in WHO)]
    about = ["assignment", "student_id", "test", "points", "by", "at", "reason"]
    overrides = [about, ["board9", WHO[0], "", "0", text, "", text]]
    for name, rows in (("roster.csv", roster), ("overrides.csv", overrides)):
        with (folder / name).open("w", newline="", encoding="utf-8", errors="surrogatepass") as file:
            csv.writer(file).writerows(rows)


class ActiveText(Artefact):
    """A text put everywhere; a careless consumer puts it `around`, and `active`'s `display` looks there."""

    display: ClassVar[str]
    around: ClassVar[str] = "{}"

    @abstractmethod
    def text(self, marker: str) -> str: ...

    def make(self, folder: Path, marker: str) -> None:
        everywhere(folder, self.text(marker))

    def naive(self, folder: Path, marker: str) -> bool:
        return getattr(active, self.display)(self.around.replace("{}", self.text(marker)), marker) != ""


WHO = ("mallory", "trudy")


def judge(attack: Attack, backend: Backend, folder: Path, marker: str) -> str:
    """The evidence that the text is active in some output, or comes to none at all; "" when neither."""
    records = {}
    for student, where in zip(WHO, (folder, folder / "other"), strict=True):
        grading = handed_in.graded(backend, where, marker)
        if grading.record is None or grading.evidence:
            return grading.evidence
        about = replace(grading.record.submission, student=student)
        records[student] = replace(grading.record, submission=about)
    made = dict(outputs(folder, records, marker))
    if not any(marker.encode() in data for data in made.values()):
        return "the text came to no output"
    return active.evidence(made, marker)


def outputs(folder: Path, records: Mapping[str, ScoreRecord], marker: str) -> Iterator[tuple[str, bytes]]:
    """Every report, export and format by name."""
    classroom = _read_class(folder / "class", marker)
    by_pair = {("board9", student): record for student, record in records.items()}
    note = f"submissions/board9/{safe(marker)}: not on the roster, so not graded"
    book = gradebook(classroom, by_pair, {"board9": True}, [note])
    for student, record in records.items():
        path = classroom.work / "scores" / "board9" / f"{student}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_json(record))
    (classroom.work / "gradebook.json").write_bytes(to_json(book))
    write_reports(classroom.path, folder / "reports")
    for path in sorted((folder / "reports").rglob("*.*")):
        yield path.relative_to(folder).as_posix(), path.read_bytes()
    report = load_report(classroom.path, None, None)
    for name, export in EXPORTS.items():
        yield from ((f"{table}.{name}", export(report, report.table(table))) for table in TABLES)
    results = report.results().results
    parts = [*class_parts(report), *(part for one in results for part in result_parts(one))]
    parts += [part for table in TABLES for part in table_parts(report, report.table(table))]
    yield "report.txt", to_text(parts).encode()
    for student, record in records.items():
        yield from ((f"{student}-{name}", text.encode()) for name, text in handed_in.formats(record).items())


def _read_class(folder: Path, marker: str) -> Classroom:
    """The class as it is, or with the marker alone where the text is refused with a reason."""
    try:
        return load_class(folder)
    except GogradeError:
        _class(folder, marker)
        return load_class(folder)


def _of_student(record: ScoreRecord, student: str) -> ScoreRecord:
    return replace(record, submission=replace(record.submission, student=student))


@cache
def prepare() -> None:
    """Import whatever grading and reporting import on their way."""
    handed_in.prepare()
    with TemporaryDirectory() as folder:
        everywhere(Path(folder), "text")
        grading = handed_in.graded(handed_in.Silent(b"test_1\n0 0\n"), Path(folder), "none")
        assert grading.record is not None
        records = {student: _of_student(grading.record, student) for student in WHO}
        assert not active.evidence(dict(outputs(Path(folder), records, "text")), "no such marker")
        assert not active.markdown("text", "no such marker")
