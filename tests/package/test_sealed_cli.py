"""`gograde cases seal`, `open` and `verify --opened`, on a package with one hidden 2x2 board."""

from __future__ import annotations

import hashlib
import hmac
import io
import itertools
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gograde.cli.main import run_command
from gograde.core.assignment import Batch, Case
from gograde.errors import ExitCode
from gograde.grading.package_verify import PackageCheck
from gograde.grading.sealed_cases import opened_files, verify_opened
from gograde.package.package import Finding, open_package
from gograde.package.secret_files import Seal, commit, encoded, store
from tests.golden import agrees, output

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
