"""`gograde import` and `gograde new --roster` as commands."""

from pathlib import Path

from tests.classroom.importing.exports import a_class, unpacked, zipped
from tests.golden import agrees, transcript

IMPORTS = (
    "import all.zip --into c", "import all.zip --into c --map map.csv --format json",
    "import all.zip --into c --map map.csv", "import all --into two", "import all --into two -a bord9",
    "import all --into two -a board9 --zone Nowhere", "new d --roster people.csv", "cat d/roster.csv",
)  # fmt: skip


def test_what_import_prints_and_how_it_ends(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    a_class(tmp_path / "c")
    names = ("liddellalice_LATE_101_1_a.py", "obrienbob_7_2_b.py", "x_8_3_c.py")
    zipped(tmp_path / "all.zip", dict.fromkeys(names, b""))
    (tmp_path / "map.csv").write_text("label,student_id\nx_8,chen\n")
    text = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}, influence: {}}\n"
    a_class(tmp_path / "two", rules=text)
    unpacked(tmp_path / "all", {"alice/a.py": b""})
    (tmp_path / "people.csv").write_text("SID,Name\n7,Alice Liddell\n")
    agrees("cli/import.txt", transcript(IMPORTS, {tmp_path: "HERE"}, capsys))
