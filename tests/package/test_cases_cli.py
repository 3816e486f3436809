from __future__ import annotations

import hashlib
import hmac
import io
import itertools
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from gograde.assignments.board9.mistakes import MISTAKES
from gograde.cli.main import run_command
from gograde.core.assignment import Batch, Case
from gograde.errors import ExitCode
from gograde.grading.package_verify import PackageCheck
from gograde.grading.sealed_cases import opened_files, verify_opened
from gograde.package.package import (
    Finding,
    check_descriptor,
    check_files,
    describe,
    find_package,
    load_config,
    open_package,
    package_ids,
    table_of,
)
from gograde.package.secret_files import Seal, commit, encoded, store
from gograde.resources import packages_dir
from tests.golden import agrees, commands_agree, output, values_agree
from tests.sandboxes import ORDINARY

from .conftest import write_descriptor


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "board9.key"
    path.write_bytes(b"a key for tests, known to all")
    return path


def test_the_packages_are_listed(capsys):
    commands_agree("package/list.txt", {}, capsys, r"[0-9a-f]{64}")


def test_cases_are_made_kept_and_guarded(small_board9, tmp_path, key, capsys):
    capsys.readouterr()
    into = tmp_path / "class"
    arguments = ["cases", "generate", str(small_board9), "--key", str(key), "--into", str(into)]
    assert run_command(arguments) == ExitCode.DONE
    target = into / "hidden" / "board9"
    said = capsys.readouterr()
    assert said.out == f"7 cases in 1 batch written to {target}\n"
    assert said.err == f"Note: {into} has no class.yaml yet; start a class with: gograde new {into}\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    assert stat.S_IMODE((target / "manifest.json").stat().st_mode) == 0o600
    made = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}

    (into / "class.yaml").write_text("")
    assert run_command(arguments) == ExitCode.DONE
    assert capsys.readouterr() == (f"7 cases in 1 batch unchanged in {target}\n", "")

    key.write_bytes(b"another key for tests")
    assert run_command(arguments) == ExitCode.BAD_DATA
    assert "other cases are there already" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == made

    assert run_command([*arguments, "--force"]) == ExitCode.DONE
    assert (target / "manifest.json").read_bytes() != made[target / "manifest.json"]


@pytest.mark.needs("root")
def test_a_key_that_another_user_laid_there_makes_no_cases(tmp_path, capsys):
    room, key = tmp_path / "room", tmp_path / "room.key"
    assert run_command(["new", str(room), "--assignments", "board-control"]) == ExitCode.DONE
    key.write_bytes(b"k" * 32)
    os.chown(key, ORDINARY, -1)
    capsys.readouterr()
    assert run_command(["cases", "generate", "--into", str(room)]) == ExitCode.BAD_DATA
    what = "another user's file, who may know the key"
    assert capsys.readouterr().err == f"{key}: {what}\nFix: move it away, or give --key\n"
    assert not (room / "hidden").exists()


def test_a_class_gets_its_key_and_all_cases_at_once(small_board9, tmp_path, capsys):
    room, key = tmp_path / "room", tmp_path / "room.key"
    room.mkdir()
    works = f"{{board9: {{package: {small_board9}}}, little-go: {{}}}}"
    (room / "class.yaml").write_text(f"schema: gograde/class/v1\ntitle: T\nassignments: {works}\n")
    capsys.readouterr()
    assert run_command(["cases", "generate", "--into", str(room)]) == ExitCode.DONE
    first, *made = capsys.readouterr().out.splitlines()
    assert first == f"{key}: a fresh key; keep it secret, and keep a copy"
    assert [line.rpartition("/")[2] for line in made] == ["board9", "little-go"]
    assert (len(key.read_bytes()), key.stat().st_mode & 0o777) == (32, 0o600)
    assert run_command(["cases", "generate", "little-go", "--into", str(room)]) == ExitCode.DONE
    assert " unchanged in " in capsys.readouterr().out
    key.rename(tmp_path / "elsewhere")
    assert run_command(["cases", "generate", "--into", str(room)]) == ExitCode.BAD_DATA
    fix = "give the file of the key that made the cases, or leave its name out"
    assert capsys.readouterr().err == f"{key}: no key file\nFix: {fix}\n"
    assert not key.exists()


def test_a_short_key_is_told(tmp_path, capsys):
    path = tmp_path / "short"
    path.write_bytes(b"secret")
    code = run_command(["cases", "generate", "board9", "--key", str(path), "--into", str(tmp_path / "class")])
    said = capsys.readouterr().err
    assert code == ExitCode.BAD_DATA
    assert said == f"{path}: a key of 6 bytes can be guessed\nFix: give a file of 16 secret bytes or more\n"
    assert not (tmp_path / "class").exists()


def test_an_unknown_assignment_is_told(tmp_path, key, capsys):
    code = run_command(["cases", "generate", "bord9", "--key", str(key), "--into", str(tmp_path)])
    assert code == ExitCode.USAGE
    assert capsys.readouterr().err == 'bord9: no such assignment\nFix: did you mean "board9"?\n'


def test_a_package_is_verified_and_what_is_wrong_is_found(small_board9, capsys):
    (small_board9 / "data" / "sample" / "01" / "test_5.txt").write_bytes(b"0 0 1\n")
    run_command(["cases", "describe", str(small_board9)])
    (small_board9 / "statement" / "more.md").write_text("unlisted")
    (small_board9 / "template" / "README.md").write_text("changed")
    capsys.readouterr()
    assert (
        run_command(["cases", "verify", str(small_board9), "--quick", "--format", "json"])
        == ExitCode.FINDINGS
    )
    report = json.loads(capsys.readouterr().out)
    places = {check["name"]: [one["where"] for one in check["findings"]] for check in report["checks"]}
    for name in ("mutants", "easily overlooked"):  # of those there are many
        places.pop(name, None)
    said = [f"{name}: {', '.join(dict.fromkeys(found))}" for name, found in places.items()]
    said += [f"note: {one['where']}: {one['what']}" for one in report["notes"]]
    agrees("package/verified.txt", "\n".join([*said, f"{report['ok']} {report['mistakes']}\n"]))


def test_the_public_cases_are_made_anew(small_board9, monkeypatch):
    monkeypatch.setattr("gograde.assignments.board9.mistakes.MISTAKES", MISTAKES)
    path = small_board9 / "data" / "sample" / "01" / "test_5.txt"
    path.write_bytes(b"0 0 1\n")
    assert run_command(["cases", "describe", str(small_board9), "--sample"]) == ExitCode.DONE
    assert (
        path.read_bytes()
        == (packages_dir() / "board9" / "data" / "sample" / "01" / "test_5.txt").read_bytes()
    )


def test_who_replaces_sealed_cases_is_told(small_board9, tmp_path, key, capsys):
    into = tmp_path / "class"
    generate = ["cases", "generate", str(small_board9), "--key", str(key), "--into", str(into)]
    run_command(generate)
    (into / "class.yaml").write_text("")
    run_command(["cases", "seal", str(small_board9), "--class", str(into)])
    key.write_bytes(b"another key for tests")
    capsys.readouterr()
    assert run_command([*generate, "--force"]) == ExitCode.DONE
    assert capsys.readouterr().err == (
        "Note: other cases may have been sealed; to see whether they were: "
        f"gograde cases seal {small_board9} --class {into}\n"
    )


def test_an_id_means_the_package_that_the_class_names(small_board9, tmp_path, key, capsys):
    into, opened = tmp_path / "class", tmp_path / "opened"
    into.mkdir()
    rules = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {package: ../board9}}\n"
    (into / "class.yaml").write_text(rules)
    run_command(["cases", "generate", "board9", "--key", str(key), "--into", str(into)])
    batches = yaml.safe_load((small_board9 / "generator.yaml").read_text())["batches"]
    assert f"in {len(batches)} batch written to" in capsys.readouterr().out
    assert run_command(["cases", "seal", "board9", "--class", str(into)]) == ExitCode.DONE
    assert (
        run_command(["cases", "open", "board9", "--class", str(into), "--into", str(opened)]) == ExitCode.DONE
    )


# -- which files of a package are tables, and what the descriptor says of them and of the package --


def columns(path: str, data: str) -> dict[str, str]:
    """Type by name of the columns; empty for what is no table."""
    found = table_of(path, data.encode())
    return {field["name"]: field["type"] for field in found.get("schema", {"fields": []})["fields"]}


def tables(data: str) -> dict[str, str]:
    assert columns("data/sample/01/cases.txt", data) == {}
    return columns("data/sample/01/cases.json", data)


def test_which_files_are_tables() -> None:
    values_agree("package/columns.txt", tables=tables, columns=columns)


def test_the_columns_that_gograde_writes_say_what_they_mean() -> None:
    entry = table_of("data/sample/01/answers.json", b'[{"id": "a", "answer": 1}]')
    assert [field["description"] for field in entry["schema"]["fields"]] == [
        "the case's name in its batch",
        "the right answer",
    ]


@pytest.mark.parametrize("name", package_ids())
def test_frictionless_finds_the_packages_that_ship_valid(name: str) -> None:
    assert list(check_descriptor(packages_dir() / name)) == list(check_files(find_package(name))) == []
    value = json.loads((packages_dir() / name / "datapackage.json").read_text("utf-8"))
    assert value["licenses"] == [{"name": "MIT"}]
    assert value["contributors"] == [{"title": "gograde's authors", "roles": ["creator"]}]
    text = " ".join((packages_dir() / name / "statement" / "statement.en.md").read_text("utf-8").split())
    assert value["description"] in re.sub(r"[*`]", "", text)
    assert len(value["description"]) > 80


def test_a_wrong_row_is_found_in_json_too(tiny: Path) -> None:
    path = tiny / "data" / "rows.json"
    path.write_text('[{"a": 1}, {"a": 2}]')
    write_descriptor(tiny)
    assert list(check_descriptor(tiny)) == []
    path.write_text('[{"a": 1}, {"a": "x"}]')
    found = [(finding.where, finding.what) for finding in check_descriptor(tiny)]
    assert found[-1] == (
        "data/rows.json",
        'Type error in the cell "x" in row "3" and field "a" at position "1": type is "integer/default"',
    )


def test_a_package_of_ones_own_names_its_licence_and_its_authors(tiny: Path) -> None:
    config = tiny / "assignment.yaml"
    config.write_text(config.read_text() + "license: CC-BY-4.0\ncontributors: [Ada, 王小明]\n")
    value = json.loads(describe(tiny, load_config(tiny)))
    assert value["licenses"] == [{"name": "CC-BY-4.0"}]
    assert [one["title"] for one in value["contributors"]] == ["Ada", "王小明"]


def test_the_description_is_the_first_paragraph_of_the_statement(tiny: Path) -> None:
    assert "description" not in json.loads(describe(tiny, load_config(tiny)))
    (tiny / "statement").mkdir(exist_ok=True)
    (tiny / "statement" / "statement.zh.md").write_text("# 题\n\n数一数。\n", "utf-8")
    assert json.loads(describe(tiny, load_config(tiny)))["description"] == "数一数。"
    (tiny / "statement" / "statement.en.md").write_text(
        "# Title\n\nCount the **stones** of\n`board`.\n\nMore.\n"
    )
    assert json.loads(describe(tiny, load_config(tiny)))["description"] == "Count the stones of board."


# -- `gograde cases seal`, `open` and `verify --opened`, on a package with one hidden 2x2 board ----


BOARDS = tuple("".join(points) for points in itertools.product(".XO", repeat=4))
SECRET = "X.O."


class Tiny:
    """A stub: the answer to a board is how many stones it has."""

    id = "tiny"

    def read_batch(self, name, folder, *, public):
        cases = (Case("1", "stones", folder["board.txt"], int(folder["answer.txt"])),)
        return Batch(name, cases, public)

    def checks(self, cases):
        assert cases.sample == ()
        return {"references": self.wrong(cases.hidden)}

    def wrong(self, batches):
        for batch in batches:
            board = batch.cases[0].input.decode()
            if batch.cases[0].answer != 4 - board.count("."):
                yield Finding(f"{batch.name}/1", "the reference is not that of the stub")


def hidden_of(board, answer=None):
    """The files of a hidden package of one board of two by two points."""
    stones = 4 - board.count(".") if answer is None else answer
    files = {"01/board.txt": f"{board[:2]}\n{board[2:]}\n".encode(), "01/answer.txt": f"{stones}\n".encode()}
    manifest = {
        "schema": "gograde/hidden/v1",
        "assignment": "tiny",
        "version": "1.0.0",
        "batches": ["01"],
        "files": {path: hashlib.sha256(data).hexdigest() for path, data in files.items()},
    }
    return {**files, "manifest.json": json.dumps(manifest).encode()}


@pytest.fixture
def room(tiny, tmp_path, monkeypatch):
    """The folder with the package and a class with hidden cases, in which the program is called."""
    monkeypatch.setattr("gograde.authoring.registry.shipped_ids", lambda: ("tiny",))
    monkeypatch.setattr("gograde.authoring.registry.shipped_part", lambda *part: Tiny())
    monkeypatch.chdir(tmp_path)
    hide(SECRET)
    return tmp_path


def hide(board, answer=None):
    store(hidden_of(board, answer), Path("class/hidden/tiny"), force=True)


# In a scene `> ` is before a command (`>` writes what it prints into a file), with `$` one of the shell, and
# with `!` the hidden board from now on, and its answer.  `== ` is before its title.


def play(scene, capsys):
    """What the lines of a scene print; the same digits are the same letter."""
    capsys.readouterr()
    for line in scene.splitlines():
        sign, _, rest = line.partition(" ")
        yield f"> {line}\n"
        if sign == "!":
            hide(*rest.split())
        elif sign == "due":
            due = f'{{due: "{rest}-01-01T00:00:00+00:00"}}'
            rules = f"schema: gograde/class/v1\ntitle: x\nassignments: {{tiny: {due}}}\n"
            Path("class/class.yaml").write_text(rules)
        elif sign == "$":
            shell = ["sh", "-c", f"umask 22; {rest}"]
            yield subprocess.run(shell, capture_output=True, text=True, check=False).stdout
        else:
            words, _, file = line.partition(" >")
            code = run_command(["cases", *words.split()])
            out, err = capsys.readouterr()
            if file:
                Path(file).write_text(out)
            errors = "".join(f"! {one}\n" for one in err.splitlines())
            yield f"{out}{errors}[{code}]\n"


def told(steps):
    letters = {}
    text = "".join(steps)
    return re.sub("[0-9a-f]{64}", lambda found: f"<{letters.setdefault(found[0], len(letters) + 1)}>", text)


def test_scenes(room, capsys, monkeypatch):
    """In the last one somebody changes a folder that was opened, and whatever is changed is found."""
    said = []
    for number, scene in enumerate(re.split("^== ", output("package/sealed.txt"), flags=re.M)[1:]):
        title, *lines = scene.split("\n")
        monkeypatch.chdir(shutil.copytree(room, room.with_name(f"{room.name}-{number}")))
        steps = "\n".join(line.removeprefix("> ") for line in lines if line.startswith("> "))
        said.append(f"== {title}\n{told(play(steps, capsys))}")
    agrees("package/sealed.txt", "\n".join(said))


def test_the_line_may_come_from_a_pipe(room, capsys, monkeypatch):
    list(play("seal ./tiny --class class >line\nopen ./tiny --class class --into opened", capsys))
    line = Path("line").read_bytes()
    for given, code in ((line, ExitCode.DONE), (b"x" * 5000, ExitCode.BAD_DATA), (None, ExitCode.BAD_DATA)):
        stdin = None if given is None else SimpleNamespace(buffer=io.BytesIO(given))
        monkeypatch.setattr(sys, "stdin", stdin)
        assert run_command(["cases", "verify", "./tiny", "--opened", "opened", "-"]) == code
        err = capsys.readouterr().err
        assert err.startswith("standard input: not a commitment\n" if code else "")


def test_a_hostile_folder_with_a_line_that_fits_is_findings(room):
    """As a hostile person publishes it: nothing outside is read, whatever a manifest lists."""

    def findings(**changes):
        files = {**hidden_of(SECRET), **changes}
        if "manifest.json" not in changes:
            manifest = json.loads(files["manifest.json"])
            digests = {p: hashlib.sha256(d or b"").hexdigest() for p, d in files.items()}
            manifest["files"] |= {p: d for p, d in digests.items() if p not in ("manifest.json", "unlisted")}
            files["manifest.json"] = json.dumps(manifest).encode()
        files = {path: data for path, data in files.items() if data is not None}
        commitment = commit(bytes(32), "tiny", "1.0.0", files)
        store(opened_files(Seal(commitment, bytes(32)), files), Path("opened"), force=True)
        fits, references = verify_opened(Path("opened"), commitment, open_package(Path("tiny"))).checks
        assert fits == PackageCheck("commitment", ())
        return [(finding.where, finding.what) for finding in references.findings]

    assert findings() == []
    for path in ("/etc/passwd", "../salt.txt", "01/../../salt.txt", "a\0b", "none"):
        assert findings(**{path: None}) == [(path, "listed in manifest.json, but not there")]
    wrong = "cannot be compared (ValueError: invalid literal for int() with base 10: b'four')"
    assert findings(**{"01/answer.txt": b"four"}) == [("references", wrong)]
    unlisted = "not a file of the hidden cases (manifest.json does not list it)"
    assert findings(unlisted=b"") == [("unlisted", unlisted)]
    none = findings(**{"manifest.json": b"[]"})
    assert none == [("opened/cases/manifest.json", "must hold `key: value` lines")]


def test_the_program_in_the_documentation_finds_the_same(room, monkeypatch, capsys):
    text = (Path(__file__).parents[2] / "docs" / "hidden-cases.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    list(
        play("seal ./tiny --class class >board9.commitment\nopen ./tiny --class class --into opened", capsys)
    )
    monkeypatch.chdir("opened")
    for fits in (True, False):
        exec(compile(program, "hidden-cases.md", "exec"), {})
        assert capsys.readouterr().out == f"{fits}\n"
        Path("cases/01/board.txt").write_text("X.\nOO\n")


# -- guessing -------------------------------------------------------------------------------


def guesses(board, salts):
    """Whatever of a board could have been published as a digest: of files, of all of them, with a salt."""
    files = hidden_of(board)
    whole = encoded("tiny", "1.0.0", files)
    for data in (whole, *files.values(), b"".join(files.values()), board.encode()):
        yield hashlib.sha256(data).hexdigest()
        for salt in salts:
            yield hmac.new(salt, data, hashlib.sha256).hexdigest()
            yield hashlib.sha256(salt + data).hexdigest()


def guessed(text, salts=(b"", bytes(32), b"gograde-seal-v1", b"tiny", b"1.0.0")):
    """The boards of two by two points that fit a published text: all 81 are tried."""
    return [board for board in BOARDS if any(digest in text for digest in guesses(board, salts))]


def test_boards_are_guessed_from_digests_without_a_secret_salt():
    files = hidden_of(SECRET)
    whole = encoded("tiny", "1.0.0", files)
    assert len(BOARDS) == 81
    assert guessed(hashlib.sha256(whole).hexdigest()) == [SECRET]
    assert guessed(hashlib.sha256(files["01/board.txt"]).hexdigest()) == [SECRET]
    assert guessed(hmac.new(bytes(32), whole, "sha256").hexdigest()) == [SECRET]


def test_no_board_is_guessed_from_what_seal_tells(room, capsys):
    said = "".join(play("seal ./tiny --class class\nseal ./tiny --class class", capsys))
    assert guessed(said) == []
    salt = bytes.fromhex(Path("class/hidden/tiny.seal").read_text().splitlines()[1])
    assert guessed(said, [salt]) == [SECRET]
