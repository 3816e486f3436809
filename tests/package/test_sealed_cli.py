"""`gograde cases seal`, `open` and `verify --opened`, on a package with one hidden 2x2 board."""

import hashlib
import hmac
import io
import itertools
import json
import re
import shutil
import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gograde.authoring.assignment import Batch, Case
from gograde.cli.main import run_command
from gograde.errors import ExitCode
from gograde.grading.package_verify import Check
from gograde.grading.sealed_cases import opened_files, verify_opened
from gograde.package.package import Finding, open_package
from gograde.package.secret_files import Seal, commit, encoded, store

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
    """The package, a class with hidden cases, and a way to call the program."""
    monkeypatch.setattr("gograde.authoring.registry.shipped_ids", lambda: ("tiny",))
    monkeypatch.setattr("gograde.authoring.registry.shipped_part", lambda *part: Tiny())
    folder = tmp_path / "class"
    store(hidden_of(SECRET), folder / "hidden" / "tiny", force=False)
    return SimpleNamespace(
        package=str(tiny),
        folder=folder,
        cases=folder / "hidden" / "tiny",
        kept=folder / "hidden" / "tiny.seal",
        opened=tmp_path / "opened",
        line=tmp_path / "line.txt",
    )


@pytest.fixture
def run(capsys):
    """Runs `gograde cases …`; gives exit code, what was printed and what was said beside it."""

    def call(*words):
        code = run_command(["cases", *map(str, words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture
def seal(room, run):
    return lambda *more: run("seal", room.package, "--class", room.folder, *more)


@pytest.fixture
def publish(room, run):
    return lambda *more: run("open", room.package, "--class", room.folder, "--into", room.opened, *more)


@pytest.fixture
def verify(room, run):
    return lambda *more: run("verify", *more, "--opened", room.opened, room.line)


@pytest.fixture
def published(room, seal, publish):
    """A class whose line was handed out and whose cases were opened."""
    room.line.write_text(seal()[1])
    assert publish()[0] == ExitCode.DONE
    return room.opened


def read(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# -- seal -----------------------------------------------------------------------------------


def test_a_seal_is_one_line_and_its_salt_is_the_owners(room, seal):
    code, line, note = seal()
    said, salt = room.kept.read_text().splitlines()
    assert (code, line) == (ExitCode.DONE, f"{said}\n")
    assert line.startswith("gograde-seal-v1 tiny 1.0.0 ")
    assert note == (
        f"Note: the salt is in {room.kept}; keep it, and keep it secret until you open the cases\n"
    )
    message = encoded("tiny", "1.0.0", hidden_of(SECRET))
    assert hmac.new(bytes.fromhex(salt), message, "sha256").hexdigest() == line.split()[3]
    assert salt not in line + note
    assert stat.S_IMODE(room.kept.stat().st_mode) == 0o600
    assert read(room.cases) == hidden_of(SECRET)
    assert sorted(path.name for path in (room.folder / "hidden").iterdir()) == ["tiny", "tiny.seal"]


def test_the_same_cases_keep_their_line(room, seal):
    _, line, _ = seal()
    room.kept.chmod(0o644)
    assert seal() == (0, line, f"Note: sealed before, with the salt in {room.kept}\n")
    assert seal("--force") == (0, line, f"Note: sealed before, with the salt in {room.kept}\n")
    assert stat.S_IMODE(room.kept.stat().st_mode) == 0o600


def test_other_cases_are_not_sealed_unasked(room, seal):
    _, line, _ = seal()
    kept = room.kept.read_text()
    store(hidden_of("XXXX"), room.cases, force=True)
    assert seal() == (
        ExitCode.BAD_DATA,
        "",
        f"{room.kept}: other cases were sealed, and that commitment may have been handed out\n"
        "Fix: restore those cases, or seal these with --force and hand out the new line\n",
    )
    assert room.kept.read_text() == kept
    code, other, _ = seal("--force")
    assert code == ExitCode.DONE
    assert other != line
    assert room.kept.read_text().splitlines()[1] != kept.splitlines()[1]


def test_two_classes_with_the_same_cases_have_different_lines(room, run, seal, tmp_path):
    shutil.copytree(room.cases, tmp_path / "other" / "hidden" / "tiny")
    assert run("seal", room.package, "--class", tmp_path / "other")[1] != seal()[1]


def test_a_damaged_seal_is_replaced_by_force_only(room, seal):
    room.kept.write_text("?")
    code, _, told = seal()
    assert (code, told.splitlines()[0]) == (ExitCode.BAD_DATA, f"{room.kept}: not a commitment with its salt")
    assert seal("--force")[0] == ExitCode.DONE
    assert seal()[0] == ExitCode.DONE


def test_a_class_without_cases_is_told(room, seal):
    shutil.rmtree(room.cases)
    assert seal() == (
        ExitCode.BAD_DATA,
        "",
        f"{room.cases}: no hidden cases\nFix: make them: gograde cases generate tiny --into CLASS\n",
    )
    assert not room.kept.exists()


def test_cases_that_cannot_be_graded_with_are_not_sealed(room, seal):
    (room.cases / "01" / "board.txt").write_text("XX\nXX\n")
    code, _, told = seal()
    assert code == ExitCode.BAD_DATA
    assert told.startswith(f"{room.cases}/01/board.txt: changed since it was made\n")


def test_what_is_no_case_is_not_sealed(room, seal):
    (room.cases / "01" / "notes.txt").write_text("mine")
    assert seal() == (
        ExitCode.BAD_DATA,
        "",
        f"{room.cases}/01/notes.txt: not a file of the hidden cases (manifest.json does not list it)\n"
        "Fix: take it away: all that is in the folder is sealed and published\n",
    )


# -- open -----------------------------------------------------------------------------------


def test_what_is_opened_is_the_cases_and_the_salt(room, seal, publish):
    seal()
    salt = room.kept.read_text().splitlines()[1]
    assert publish() == (0, f"4 files written to {room.opened}\n", "")
    cases = {f"cases/{path}": data for path, data in hidden_of(SECRET).items()}
    assert read(room.opened) == {**cases, "salt.txt": f"{salt}\n".encode()}
    assert publish() == (0, f"unchanged in {room.opened}\n", "")


def test_what_was_interrupted_goes_on(room, publish, published):
    (published / "salt.txt").unlink()
    assert publish() == (0, f"1 file written to {room.opened}\n", "")


def test_nothing_else_is_written_over(room, publish, published):
    for path, text in (("salt.txt", "0" * 64), ("cases/more.txt", ""), ("README.md", "")):
        shutil.rmtree(published)
        (published / path).parent.mkdir(parents=True)
        (published / path).write_text(text)
        assert publish() == (
            ExitCode.BAD_DATA,
            "",
            f"{published}: holds something else ({published / path})\n"
            "Fix: give a folder that does not exist yet\n",
        )
        assert read(published) == {path: text.encode()}


def test_a_link_in_the_way_is_not_written_through(room, publish, published, tmp_path):
    shutil.rmtree(published)
    published.mkdir()
    (published / "salt.txt").symlink_to(tmp_path / "elsewhere")
    code, _, told = publish()
    assert (code, told.splitlines()[0]) == (
        ExitCode.BAD_DATA,
        f"{published}: holds something else ({published / 'salt.txt'})",
    )
    assert not (tmp_path / "elsewhere").exists()


def test_a_place_that_cannot_be_written_is_told(room, run, seal):
    seal()
    room.line.write_text("")
    into = room.line / "opened"
    assert run("open", room.package, "--class", room.folder, "--into", into) == (
        ExitCode.BAD_DATA,
        "",
        f"{into}: cannot be written (Not a directory)\nFix: give another folder\n",
    )


def test_what_was_not_sealed_is_not_opened(room, publish):
    assert publish() == (
        ExitCode.BAD_DATA,
        "",
        f"{room.kept}: not sealed\nFix: seal them: gograde cases seal tiny --class CLASS\n",
    )


def test_other_cases_than_were_sealed_are_not_opened(room, seal, publish):
    seal()
    store(hidden_of("XXXX"), room.cases, force=True)
    assert publish() == (
        ExitCode.BAD_DATA,
        "",
        f"{room.cases}: not the cases that were sealed\n"
        "Fix: restore them, or make them anew with the same key and version\n",
    )
    assert not room.opened.exists()


@pytest.mark.parametrize("name", ["hidden", "submissions", "work"])
def test_the_class_is_no_place_to_publish_from(room, run, seal, name):
    seal()
    into = room.folder / name / "opened"
    assert run("open", room.package, "--class", room.folder, "--into", into) == (
        ExitCode.USAGE,
        "",
        f"{into}: in the folder {name} of the class, not a place to publish from\n"
        "Fix: give --into a new folder elsewhere\n",
    )
    assert not into.exists()


def due(room, when, more=""):
    text = f'schema: gograde/class/v1\ntitle: x\nassignments:\n  tiny: {{due: "{when}"{more}}}\n'
    (room.folder / "class.yaml").write_text(text)


def test_nothing_is_opened_while_students_may_hand_in(room, seal, publish):
    seal()
    due(room, "2999-01-01T00:00:00+00:00")
    assert publish() == (
        ExitCode.BAD_DATA,
        "",
        f"{room.folder}/class.yaml: assignments.tiny: students may still hand in\n"
        "Fix: wait, or publish now with --force\n",
    )
    assert not room.opened.exists()
    assert publish("--force")[0] == ExitCode.DONE


def test_after_the_deadline_cases_are_opened(room, seal, publish):
    seal()
    due(room, "2020-01-01T00:00:00+00:00")
    assert publish()[0] == ExitCode.DONE


def test_cases_are_opened_after_the_package_went_on_to_another_version(room, run, seal, publish, tiny):
    seal()
    path = tiny / "assignment.yaml"
    path.write_text(path.read_text().replace("1.0.0", "1.1.0"))
    run("describe", tiny)
    assert publish()[0] == ExitCode.DONE


# -- verify ---------------------------------------------------------------------------------


def test_what_was_opened_is_what_was_sealed(room, verify, published):
    line = room.line.read_text()
    assert verify(room.package) == (
        0,
        f"{line}  ok    commitment\n  ok    references\n\nNothing found.\n",
        "",
    )


def test_the_line_may_come_from_a_pipe(room, run, published, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(room.line.read_bytes())))
    assert run("verify", room.package, "--opened", published, "-")[0] == ExitCode.DONE
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"x" * 5000)))
    code, _, told = run("verify", room.package, "--opened", published, "-")
    assert (code, told.splitlines()[0]) == (ExitCode.BAD_DATA, "standard input: not a commitment")
    monkeypatch.setattr(sys, "stdin", None)
    code, _, told = run("verify", room.package, "--opened", published, "-")
    assert (code, told.splitlines()[0]) == (ExitCode.BAD_DATA, "standard input: not a commitment")


def changed(path):
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])


CHANGES = {
    "a byte of a board": lambda folder: changed(folder / "cases" / "01" / "board.txt"),
    "a byte of the manifest": lambda folder: changed(folder / "cases" / "manifest.json"),
    "another salt": lambda folder: (folder / "salt.txt").write_text("0" * 64 + "\n"),
    "a file more": lambda folder: (folder / "cases" / "more").write_text(""),
    "a file less": lambda folder: (folder / "cases" / "01" / "board.txt").unlink(),
    "another name": lambda folder: (folder / "cases" / "01").rename(folder / "cases" / "02"),
    "no cases": lambda folder: [shutil.rmtree(folder / "cases"), (folder / "cases").mkdir()],
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_is_found(room, verify, published, change):
    CHANGES[change](published)
    assert verify(room.package) == (
        ExitCode.FINDINGS,
        f"{room.line.read_text()}  FAIL  commitment\n"
        "          cases: these files and this salt are not what was sealed\n"
        "  note  references: not compared: the commitment does not fit\n\n1 finding\n",
        "",
    )


def test_another_line_is_found(room, verify, published):
    line = room.line.read_text().strip()
    room.line.write_text(line[:-1] + ("1" if line[-1] == "0" else "0"))
    assert verify(room.package)[0] == ExitCode.FINDINGS
    room.line.write_text(line.replace("1.0.0", "1.0.1"))
    assert verify(room.package)[0] == ExitCode.FINDINGS


def test_a_wrong_reference_is_found_although_the_files_are_those_that_were_sealed(
    room, seal, publish, verify
):
    store(hidden_of(SECRET, answer=3), room.cases, force=True)
    room.line.write_text(seal()[1])
    publish()
    code, told, _ = verify(room.package, "--format", "json")
    assert code == ExitCode.FINDINGS
    assert json.loads(told) == {
        "schema": "gograde/opened/v1",
        "assignment": "tiny",
        "version": "1.0.0",
        "commitment": room.line.read_text().strip(),
        "ok": False,
        "checks": [
            {"name": "commitment", "findings": []},
            {
                "name": "references",
                "findings": [{"where": "01/1", "what": "the reference is not that of the stub"}],
            },
        ],
        "notes": [],
    }


def hostile(room, **changes):
    """An opened folder as a hostile person publishes it, with a line that fits: its findings."""
    files = hidden_of(SECRET)
    manifest = json.loads(files["manifest.json"])
    files |= {path: data for path, data in changes.items() if path != "listed"}
    manifest["files"] |= changes.get("listed", {})
    manifest["files"] |= {p: hashlib.sha256(d).hexdigest() for p, d in files.items() if p != "manifest.json"}
    files["manifest.json"] = json.dumps(manifest).encode()
    commitment = commit(bytes(32), "tiny", "1.0.0", files)
    store(opened_files(Seal(commitment, bytes(32)), files), room.opened, force=True)
    result = verify_opened(room.opened, commitment, open_package(Path(room.package)))
    (fits, references) = result.checks
    assert fits == Check("commitment", ())
    return [(finding.where, finding.what) for finding in references.findings]


def test_a_folder_made_by_hand_is_in_order(room):
    assert hostile(room) == []


@pytest.mark.parametrize("path", ["/etc/passwd", "../salt.txt", "01/../../salt.txt", "a\0b", "none"])
def test_no_file_outside_is_read_whatever_a_manifest_lists(room, path):
    assert hostile(room, listed={path: "0" * 64}) == [(path, "listed in manifest.json, but not there")]


def test_opened_cases_that_cannot_be_read_are_findings(room):
    assert hostile(room, **{"01/answer.txt": b"four"}) == [
        ("references", "cannot be compared (ValueError: invalid literal for int() with base 10: b'four')")
    ]


def test_opened_cases_that_the_manifest_does_not_list_are_findings(room, seal, publish, verify):
    commitment = commit(bytes(32), "tiny", "1.0.0", files := {**hidden_of(SECRET), "more": b""})
    store(opened_files(Seal(commitment, bytes(32)), files), room.opened, force=False)
    room.line.write_text(str(commitment))
    code, told, _ = verify(room.package)
    assert code == ExitCode.FINDINGS
    assert "          more: not a file of the hidden cases (manifest.json does not list it)\n" in told


def test_a_manifest_that_is_none_is_a_finding(room, verify):
    commitment = commit(bytes(32), "tiny", "1.0.0", files := {"manifest.json": b"[]"})
    store(opened_files(Seal(commitment, bytes(32)), files), room.opened, force=False)
    room.line.write_text(str(commitment))
    code, told, _ = verify(room.package)
    assert code == ExitCode.FINDINGS
    assert f"          {room.opened}/cases/manifest.json: must hold `key: value` lines\n" in told


def test_an_assignment_that_is_not_known_here_is_a_note(room, verify, published):
    assert verify() == (
        0,
        f"{room.line.read_text()}  ok    commitment\n"
        "  note  references: not compared: there is no assignment tiny here\n\nNothing found.\n",
        "",
    )


def test_another_version_of_the_package_is_a_note(room, verify, run, published, tiny):
    path = tiny / "assignment.yaml"
    path.write_text(path.read_text().replace("1.0.0", "1.1.0"))
    run("describe", tiny)
    code, told, _ = verify(room.package)
    assert code == ExitCode.DONE
    assert "  note  references: not compared: tiny 1.0.0 was sealed, and the one here is 1.1.0\n" in told


def test_what_lies_beside_the_cases_is_told(room, verify, published):
    (published / "README.md").write_text("")
    (published / "\x1b[2J").write_text("")
    code, told, _ = verify(room.package)
    assert code == ExitCode.DONE
    assert (
        "  note  \\x1b[2J: not part of what was sealed\n  note  README.md: not part of what was sealed\n"
        in told
    )


def test_another_assignment_is_a_wrong_call(room, verify, published):
    assert verify("board9") == (
        ExitCode.USAGE,
        "",
        "board9: the commitment is to cases of tiny, not of board9\n"
        "Fix: leave the assignment out, or give the other one\n",
    )


def linked_salt(folder):
    (folder / "salt.txt").unlink()
    (folder / "salt.txt").symlink_to("/dev/zero")


def linked_cases(folder):
    (folder / "cases").rename(folder / "real")
    (folder / "cases").symlink_to("real")


def linked_case(folder):
    (folder / "cases" / "passwd").symlink_to("/etc/passwd")


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        (shutil.rmtree, "salt.txt", "no such file"),
        (lambda folder: shutil.rmtree(folder / "cases"), "cases", "no such folder"),
        (lambda folder: (folder / "salt.txt").unlink(), "salt.txt", "no such file"),
        (
            lambda folder: (folder / "salt.txt").write_text("x"),
            "salt.txt",
            "not a salt (64 hex digits on a line)",
        ),
        (lambda folder: (folder / "salt.txt").write_text("0" * 5000), "salt.txt", "larger than 1024 bytes"),
        (linked_salt, "salt.txt", "a symbolic link"),
        (linked_cases, "cases", "a symbolic link"),
        (linked_case, "cases/passwd", "a symbolic link"),
    ],
)
def test_a_folder_that_is_no_opened_one_is_told(verify, published, change, place, what):
    change(published)
    code, out, told = verify()
    assert (code, out) == (ExitCode.BAD_DATA, "")
    assert told.startswith(f"{published / place}: {what}\nFix: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            [],
            "gograde cases verify: no assignment to check\nFix: name one, or give --opened DIR FILE\n",
        ),
        (
            ["--opened", "x", "x", "--quick"],
            "--key, --quick: do not go with --opened\nFix: leave them out\n",
        ),
    ],
)
def test_wrong_calls_are_told(run, words, message):
    assert run("verify", *words) == (ExitCode.USAGE, "", message)


# -- the documentation ----------------------------------------------------------------------


def documented(folder, line, monkeypatch, capsys):
    """What the program in docs/hidden-cases.md prints for an opened folder."""
    text = (Path(__file__).parents[2] / "docs" / "hidden-cases.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    shutil.copy(line, folder.parent / "board9.commitment")
    monkeypatch.chdir(folder)
    exec(compile(program, "hidden-cases.md", "exec"), {})
    return capsys.readouterr().out


def test_the_program_in_the_documentation_finds_the_same(room, published, monkeypatch, capsys):
    assert documented(published, room.line, monkeypatch, capsys) == "True\n"
    changed(published / "cases" / "01" / "board.txt")
    assert documented(published, room.line, monkeypatch, capsys) == "False\n"


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


def test_no_board_is_guessed_from_what_seal_tells(room, seal):
    first = seal()
    again = seal()
    told = "".join([*first[1:], *again[1:]])
    assert guessed(told) == []
    salt = bytes.fromhex(room.kept.read_text().splitlines()[1])
    assert guessed(told, [salt]) == [SECRET]
