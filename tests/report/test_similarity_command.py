"""`gograde similarity`: the table, JSON, the page, and its refusals."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gograde.cli.main import run_command
from gograde.resources import packages_dir

SAMPLES = packages_dir() / "board9" / "submissions" / "accepted"
CLASS = "schema: gograde/class/v1\ntitle: Go <b>9</b>\nassignments: {board9: {}}\n"
Told = Callable[..., tuple[int, str, str]]


def program(names: str = "stones") -> str:
    """A program whose stones may have another name."""
    [path] = (SAMPLES / "python_file").glob("*.py")
    source = path.read_text()
    assert "stones" in source
    return source.replace("stones", names)


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Alice and Bob hand in one program, Carol another, Dan nothing that can be read."""
    (tmp_path / "class.yaml").write_text(CLASS)
    people = [("alice", "Li", "Alice"), ("bob", "<b>Bo</b>", "Bob"), ("carol", "", ""), ("dan", "", "")]
    rows = "".join(f"{','.join(one)}\n" for one in people)
    (tmp_path / "roster.csv").write_text(f"student_id,last_name,first_name\n{rows}")
    other = (packages_dir() / "influence" / "submissions" / "accepted").rglob("*.py")
    sources = {
        "alice/board9.py": program(),
        "bob/mine.py": f"# <script>alert(1)</script>\n{program('brd')}",
        "carol/board9.py": sorted(other)[0].read_text(),
        "dan/board9.docx": "PK",
    }
    for name, text in sources.items():
        path = tmp_path / "submissions" / "board9" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.fixture
def told(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    def run(*options: str) -> tuple[int, str, str]:
        code = run_command(["similarity", str(handed_in), *options])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_the_pair_is_told_and_the_page_shows_it(told: Told, handed_in: Path) -> None:
    code, out, err = told()
    page = handed_in / "reports" / "similarity-board9.html"
    assert (code, err) == (0, "")
    assert "│ board9     │ alice │ 100 % │ bob   │ 100 % │" in out
    assert f"board9: 3 programs, 1 pair, {page}\n" in out
    assert "board9: dan not compared: board9.docx: a Word document, which cannot be run" in out
    text = page.read_text()
    assert "Alice Li (alice) and Bob &lt;b&gt;Bo&lt;/b&gt; (bob): 100 %" in text
    assert "<mark>" in text
    assert "carol" not in text
    for raw in ("<b>", "<script>alert"):
        assert raw not in text


def test_json_says_where(told: Told) -> None:
    code, out, _ = told("--format", "json", "-a", "board9")
    [found] = json.loads(out)["assignments"]
    [pair] = found["pairs"]
    assert (code, found["assignment"], found["compared"]) == (0, "board9", 3)
    assert [(side["student"], side["share"]) for side in pair["programs"]] == [("alice", 1.0), ("bob", 1.0)]
    first, second = (side["passages"][0] for side in pair["programs"])
    assert (first["path"], second["path"]) == ("board9.py", "mine.py")
    assert second["first"] == first["first"] + 1
    assert [one["student"] for one in found["left_out"]] == ["dan"]


def test_the_same_submissions_give_the_same_bytes(told: Told, handed_in: Path) -> None:
    page = handed_in / "reports" / "similarity-board9.html"
    one = told("--format", "json"), page.read_bytes()
    page.unlink()
    assert (told("--format", "json"), page.read_bytes()) == one


def test_a_class_without_likeness_says_so(told: Told, handed_in: Path) -> None:
    shutil.rmtree(handed_in / "submissions" / "board9" / "bob")
    code, out, _ = told()
    assert (code, out.splitlines()[0]) == (
        0,
        f"board9: 2 programs, 0 pairs, {handed_in}/reports/similarity-board9.html",
    )
    assert "No two programs share 50 % or more." in (handed_in / "reports/similarity-board9.html").read_text()


def test_wrong_calls_are_refused(told: Told, handed_in: Path) -> None:
    assert told("-a", "bord9") == (
        2,
        "",
        'bord9: no assignment of this class\nFix: did you mean "board9"?\n',
    )
    shutil.rmtree(handed_in / "submissions")
    code, out, err = told()
    assert (code, out) == (3, "")
    assert err == (
        f"{handed_in}/submissions: nobody has handed in a source\n"
        "Fix: put submissions under submissions/ASSIGNMENT/STUDENT\n"
    )
