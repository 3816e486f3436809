"""Archives, folders and repositories that are hostile: they harm nobody but who handed them in."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom
from gograde.classroom.importing import bring_in
from gograde.errors import DataError
from gograde.intake.downloads import archives, repositories
from gograde.intake.submission import take_in
from tests.classroom.importing.exports import ROSTER, Scene, brought, handed_in, left, played, states, zipped
from tests.golden import agrees, errors_agree
from tests.needs import require


def changed(at: Callable[[bytes], int], new: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """Writes other bytes into an archive: at a place, what becomes of those from there on."""

    def spoil(path: Path) -> None:
        data = path.read_bytes()
        place = at(data)
        made = new(data[place:])
        path.write_bytes(data[:place] + made + data[place + len(made) :])

    return spoil


BROKEN = changed(lambda data: 50, lambda rest: b"##########")
# The second member lies where the first does; all members lie before the file.
SHARED = changed(lambda data: data.rindex(b"PK\x01\x02") + 42, lambda rest: bytes(4))
BEFORE = changed(lambda data: data.rindex(b"PK\x05\x06") + 16, lambda rest: bytes([rest[0] + 40]))
REFUSED: dict[str, Scene] = {
    **{
        name: Scene({"bob/x.py": b"", name: b"evil"})
        for name in ("../alice/x.py", "alice/../../x.py", "/alice/x.py", "C:\\alice\\x.py")
    },
    "members that share bytes": Scene({"alice/x.py": b"1" * 50, "bob/x.py": b"2" * 50}, spoil=SHARED),
    "broken metadata": Scene(
        {"submission_metadata.yml": bytes(range(256)) * 9, "submission_1/x.py": b""},
        spoil=changed(lambda data: 70, lambda rest: b"##########"),
    ),
    "too many entries": Scene({f"alice/{number}": b"" for number in range(5)}),
}


def without_reasons(text: str) -> str:
    """Those of the library are of its version."""
    return re.sub(r"broken in the archive \(.*", "broken in the archive (…)", text)


def test_what_is_refused_as_a_whole(room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(name: str, scene: Scene) -> None:
        scene.spoil(zipped(tmp_path / "x.zip", scene.files))
        try:
            brought(room, tmp_path / "x.zip")
        except DataError as error:
            raise DataError(error.where, without_reasons(error.what), error.fix) from None

    with (
        zipfile.ZipFile(tmp_path / "twice.zip", "w") as archive,
        pytest.warns(UserWarning, match="Duplicate name"),
    ):
        archive.writestr("alice/x.py", b"1")
        archive.writestr("alice/x.py", b"2")
    monkeypatch.setattr(archives, "MOST_ENTRIES", 4)
    calls = {name: partial(tried, name, scene) for name, scene in REFUSED.items()}
    calls["names twice"] = lambda: brought(room, tmp_path / "twice.zip")
    errors_agree("classroom/refused.txt", calls.items(), tmp_path)
    assert handed_in(room) == {}


BORROWED = """\
submission_1:
  :submitters:
  - :name: Alice Liddell
    :sid: alice
  :created_at: 2026-11-14 08:00:00 +08:00
submission_2:
  :submitters:
  - :name: Alice Liddell
    :sid: mallory
  :created_at: 2026-11-15 08:00:00 +08:00
"""


MOODLE = "Alice Liddell_201_assignsubmission_file_"
ATTEMPT = "W_aliddell_attempt_2026-11-14-08-00-00_"
BY_EVERY_SYSTEM = """\
student_id,last_name,first_name,email,login,canvas_id,moodle_id
alice,Liddell,Alice,al@example.org,aliddell,101,201
bob,O'Brien,Bob,bob@example.org,bobrien,102,202
chen,Chen,Xiaoming,,,103,203
"""


DEEP = {f"alice/{'/'.join(['d'] * 60)}/x.py": b"1", "alice/board9.py": b"2", "bob/board9.py": b"3"}
TWIN = "s2026113,Lee,Ann,,,,\ns2026114,Lee,Ann,,,,\n"
GRADES = (
    'Student,ID,SIS Login ID,Section\n"Liddell, Alice",101,aliddell,A\n"Liddell, Alice",666,mallory,A\n'
    '"Student, Test",199,,A\n'
)


def doubtful(first: str, second: str) -> dict[str, Scene]:
    """Names that can be read in two ways are nobody's, until a person says whose they are."""
    folder = "assignsubmission" in first
    files = {f"{first}{'/' * folder}a.py": b"hers", second + "/x.py" * folder: b"whose?"}
    roster, table = BY_EVERY_SYSTEM, f"label,student_id\n{second},bob\n"
    return {second: Scene(files, "", roster), f"{second}, with a map": Scene(files, table, roster)}


def linked(folder: Path) -> None:
    (folder / "alice/secret.py").symlink_to("../../class0/class.yaml")
    (folder / "bob").symlink_to("../class0")


SCENES: dict[str, Scene] = {
    "names that no file can have": Scene(
        {"alice/a\nb.py": b"1", f"alice/{'x' * 250}.py": b"2", "alice/board9.py": b"3"}
    ),
    "too large": Scene({"alice/a.py": b"0" * 600_000, "alice/b.py": b"0" * 600_000, "bob/a.py": b"b"}),
    "a file that is a folder too": Scene({"alice/a": b"", "alice/a/b.py": b"", "bob/a.py": b"b"}),
    "a broken member": Scene({"alice/x.py": bytes(range(256)) * 9, "bob/x.py": b"b"}, spoil=BROKEN),
    "a member at a place that cannot be": Scene({"alice/x.py": b"1", "bob/x.py": b"2"}, spoil=BEFORE),
    "names that differ in case alone are for grading to refuse": Scene(
        {"alice/A.py": b"1", "alice/a.py": b"2"}
    ),
    "no program": Scene({"alice/hw.docx": b"PK", "alice/notes.txt": b"", "bob/hw.zip": b""}),
    "links in a folder": Scene({"alice/board9.py": b"a"}, unzipped=True, spoil=linked),
    **{
        f"backslash in {names[0]}": Scene(dict.fromkeys([*names, "bob/board9.py"], b""))
        for names in (["alice/..\\..\\..\\x.py"], ["alice\\..\\..\\x.py"], ["alice/a\\b.py", "alice/a/b.py"])
    },
    "folders in folders": Scene(DEEP),
    "folders in folders, unpacked": Scene(DEEP, unzipped=True),
    "a borrowed name takes nobody's place": Scene(
        {
            "submission_metadata.yml": BORROWED.encode(),
            "submission_1/board9.py": b"Alice's",
            "submission_2/board9.py": b"later, and not hers",
        }
    ),
    "a borrowed name in a table lends no id": Scene(
        {f"{one}_1_a.py": b"" for one in ("liddellalice_101", "mallorym_666", "t_199")}, GRADES
    ),
    "an id that looks like another is no candidate": Scene(
        {"s2026112/x.py": b"", "Ann Lee/x.py": b"", "Ann Lea/x.py": b"", "alice/a.py": b""},
        roster=ROSTER + TWIN,
        unzipped=True,
    ),
    "what names two students is nobody's": Scene(
        {"liddellalice_103_1_a.py": b"a", "obrienbob_1_2_a.py": b"b"}
    ),
    **doubtful(MOODLE, f"{MOODLE}x_202_assignsubmission_file_"),
    **doubtful("liddellalice_101_9001_", "liddellalice_101_1_102_9002_x.py"),
    **doubtful(ATTEMPT, f"{ATTEMPT}bobrien_attempt_2026-11-14-09-00-00_x.py"),
}


def test_what_is_hostile_stops_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bring_in, "PART_BYTES", 1024 * 1024)
    agrees("classroom/hostile.txt", without_reasons(played(SCENES, tmp_path)))
    number = [*SCENES].index("names that differ in case alone are for grading to refuse")
    refused = take_in(tmp_path / f"class{number}/submissions/board9/alice").refusal
    assert refused == "a.py: the same name as A.py on some systems"


def deep_repository(folder: Path, depth: int) -> None:
    """A repository with one file, in so many folders."""
    require("git")
    stream = (
        "commit HEAD\ncommitter x <x@example.org> 0 +0000\ndata 0\n"
        f"M 644 inline {'d/' * depth}x.py\ndata 1\nx\n"
    )
    for words in ("init", "fast-import"):
        command = ["git", "-C", str(folder), words, "--quiet"]
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(command, input=stream.encode(), check=True, capture_output=True)


@pytest.mark.parametrize(
    ("most", "depth", "why"),
    [(10**4, 1200, "a name that is too long"), (20, 12, "too many files in the commit")],
)
def test_a_repository_of_folders_in_folders_or_of_too_many_files_stops_nobody_else(
    room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, depth: int, why: str
) -> None:
    monkeypatch.setattr(repositories, "MOST_NAMES", most)
    deep_repository(tmp_path / "alice", depth)
    deep_repository(tmp_path / "bob", 3)
    table = tmp_path / "repositories.csv"
    table.write_text("student_id,url\nalice,alice\nbob,bob\n")
    outcome = brought(room, table, local=True)
    assert left(outcome) == {"alice": f"alice: {why}"}
    assert (states(outcome), list(handed_in(room))) == ({"bob": "new"}, ["bob/d/d/d/x.py"])
