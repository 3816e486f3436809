"""A class whose students put the hostile texts on every way by which their text comes in."""

from __future__ import annotations

import csv
import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gograde.resources import packages_dir
from tests.hidden import hide_the_samples
from tests.injection.payloads import as_name, in_bytes, in_cell, payloads

PACKAGE = packages_dir() / "board9"

WAYS: Mapping[str, str] = {
    "zqstdout": "printed by the program",
    "zqstderr": "printed as an error by the program",
    "zqanswer": "a line of an answer file",
    "zqprinted": "an answer that was printed",
    "zqanswerfile": "the name of an answer file",
    "zqlinked": "the name of an answer file that is a link",
    "zqpicture": "the name of a picture",
    "zqraised": "the text of an exception",
    "zqraisedtype": "the type of an exception",
    "zqsyntax": "a line that Python cannot read",
    "zqopened": "a path that the sandbox kept closed",
    "zqentry": "the name of the program",
    "zqbeside": "the name of a file beside the program",
    "zqlink": "the name of a link beside the program",
    "zqfolder": "the name of a folder",
    "zqcompiler": "a message of the compiler",
    "zqsource": "the name of a source that is compiled",
    "zqzipped": "an entry that a zip is refused for",
    "zqtarred": "an entry that a tar is refused for",
    "zqforeign": "the name of the only file, which is no program",
    "zqchoice": "the names of files that could all be the program",
    "zqdeclared": "submission.toml: the program",
    "zqkey": "submission.toml: a key",
    "zqtoml": "submission.toml: no TOML",
    "zqstranger": "the name of a submission of nobody",
    "zqunknown": "the name of a folder below submissions",
    "zqlast": "roster: family name",
    "zqfirst": "roster: given name",
    "zqemail": "roster: address",
    "zqtitle": "title of the class",
    "zqby": "who corrected",
    "zqreason": "why a person corrected",
    "zqmetadata": "submission_metadata.json",
    "zqgit": "the .git folder of a clone",
}
"""Every way in, by its word."""

NEVER_SHOWN = frozenset({"zqmetadata", "zqgit", "zqtoml"})
"""Ways in that lead nowhere: what they bring is not shown at all."""

SOME = {
    *("run0", "run12", "run24", "links", "prints", "clone", "nobody", "c10", "syntax10"),
    *("toml1", "toml10", "toml19", "zip7", "tar7", "foreign11", "choice2"),
}
"""Students enough for every way in; all of them have each of the family on it."""

PROBLEMS = ("00", "1", "2", "3", "4", "5")

CLASS = """\
schema: gograde/class/v1
title: {title}
assignments:
  board9:
    due: "2026-11-15T23:59:00+00:00"
    late: {{policy: percentage-penalty, penalty: 10}}
    visibility: {visibility}
    published: true
"""

RUNNER = """\
import os, socket, sys
for line in {stdout!r}:
    os.write(1, line + b"\\n")
for line in {stderr!r}:
    os.write(2, line + b"\\n")
for name, data in {files!r}.items():
    with open(os.fsencode(name), "wb") as file:
        file.write(data)
for name in {links!r}:
    os.symlink("/etc/hostname", os.fsencode(name))
for name in {opened!r}:
    try:
        open(b"/proc/1/" + os.fsencode(name), "wb")
    except (OSError, ValueError):
        pass
try:
    socket.socket()
except OSError:
    pass
if {raised!r}:
    raise type({kind!r}, (Exception,), {{"__module__": "__main__"}})({raised!r})
"""


def family(word: str) -> list[str]:
    return list(payloads(word).values())


def runner(turn: int, *, links: bool = False, raises: bool = True) -> bytes:
    """A program that shows the family wherever a program can; `turn` chooses where only one fits."""
    pick = choice(turn)
    answers = [f"test_{problem}\n".encode() + in_bytes(pick("zqanswer", problem)) for problem in PROBLEMS]
    names = [as_name("answer" + pick("zqanswerfile"), ".txt"), as_name(pick("zqpicture"), ".png")]
    files = {names[0]: b"\n".join(answers) + b"\n", names[1]: b"\x89PNG no picture"}
    values = {
        "stdout": [in_bytes(text) for text in family("zqstdout")],
        "stderr": [in_bytes(text) for text in family("zqstderr")],
        "files": {} if links else files,
        "links": [as_name("answer" + text, ".txt") for text in family("zqlinked")] if links else [],
        "opened": [as_name(text) for text in family("zqopened")],
        "kind": pick("zqraisedtype").encode("utf-8", "replace").decode().replace("\0", ""),
        "raised": pick("zqraised").encode("utf-8", "replace").decode() if raises else "",
    }
    return RUNNER.format(**values).encode("utf-8", "backslashreplace")


def choice(turn: int) -> Callable[..., str]:
    """Picks one of the family of a word, another one each turn."""

    def pick(word: str, more: object = 0) -> str:
        texts = family(word)
        return texts[(turn + 5 * ord(str(more)[-1])) % len(texts)]

    return pick


# -- submissions ----------------------------------------------------------------------------


def submissions() -> Iterator[tuple[str, Callable[[Path], None]]]:
    """Students' ids, and what writes what each handed in at a path."""
    count = len(family("x"))
    for turn in range(0, count, 4):
        yield f"run{turn}", lambda path, turn=turn: _runs(path, turn)
    yield "links", lambda path: _file(path / "board9.py", runner(0, links=True, raises=False))
    yield "prints", lambda path: _file(path / "board9.py", _printer())
    for turn in range(1, count, 9):
        yield f"c{turn}", lambda path, turn=turn: _compiles(path, turn)
        yield f"syntax{turn}", lambda path, turn=turn: _file(path / "board9.py", _syntax(turn))
        yield f"toml{turn}", lambda path, turn=turn: _declares(path, turn)
    for turn in range(0, count, 7):
        yield f"zip{turn}", lambda path, turn=turn: _zipped(path, turn)
        yield f"tar{turn}", lambda path, turn=turn: _tarred(path, turn + 3)
    for turn in range(2, count, 9):
        yield f"foreign{turn}", lambda path, turn=turn: _foreign(path, turn)
        yield f"choice{turn}", lambda path, turn=turn: _choice(path, turn)
    yield "clone", _clone
    yield "nobody", lambda path: None


def _file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _runs(path: Path, turn: int) -> None:
    pick = choice(turn)
    folder = path / as_name(pick("zqfolder"))
    _file(folder / as_name(pick("zqentry"), ".py"), runner(turn))
    for text in family("zqbeside"):
        _file(folder / as_name(text, ".txt"), b"beside")
        _file(folder / as_name("answer" + text, ".txt"), b"an old answer")
    for text in family("zqlink"):
        (folder / as_name(text, ".lnk")).symlink_to("/etc/hostname")
    _file(path / "submission_metadata.json", json.dumps({"created_at": family("zqmetadata")}).encode())


def _printer() -> bytes:
    texts = family("zqprinted")
    lines = [f"Problem {n}: capture:[{texts[at]}" for at, n in enumerate(PROBLEMS)]
    told = [in_bytes(line.replace("\n", " ")) for line in lines]
    return f"import os\nfor line in {told!r}: os.write(1, line + b'\\n')\n".encode()


def _compiles(path: Path, turn: int) -> None:
    text = in_cell(choice(turn)("zqcompiler")).replace("\n", " ")
    name = as_name(choice(turn)("zqsource"), ".c")
    _file(path / name, f"#error {text}\nint main(void) {{ return 0; }}\n".encode())


def _syntax(turn: int) -> bytes:
    return f"x = 1\n{in_cell(choice(turn)('zqsyntax'))} $ ?\n".encode()


def _declares(path: Path, turn: int) -> None:
    pick = choice(turn)
    texts = [
        f"[submission]\nentry = {json.dumps(in_cell(pick('zqdeclared')))}\n",
        f'[submission]\nentry = "a.py"\n{json.dumps(in_cell(pick("zqkey")))} = 1\n',
        f"{in_cell(pick('zqtoml'))} = = =\n",
    ]
    _file(path / "submission.toml", texts[turn // 9 % 3].encode())
    _file(path / "a.py", b"print(1)\n")


def _zipped(path: Path, turn: int) -> None:
    with zipfile.ZipFile(f"{path}.zip", "w") as archive:
        archive.writestr("board9.py", "print(1)\n")
        archive.writestr("../" + in_cell(choice(turn)("zqzipped")), "x")


def _tarred(path: Path, turn: int) -> None:
    with tarfile.open(f"{path}.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo(in_cell(choice(turn)("zqtarred"))[:90])
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/hostname"
        archive.addfile(entry)


def _foreign(path: Path, turn: int) -> None:
    _file(path / as_name(choice(turn)("zqforeign"), ".docx"), b"x")


def _choice(path: Path, turn: int) -> None:
    for more in range(3):
        _file(path / as_name(choice(turn + more)("zqchoice"), f"{more}.py"), f"print({more})\n".encode())


def _clone(path: Path) -> None:
    _file(path / "board9.py", b"print(1)\n")
    for place in ("HEAD", "config", "packed-refs", "refs/heads/main", "hooks/post-checkout"):
        _file(path / ".git" / place, "\n".join(map(in_cell, family("zqgit"))).encode())


# -- the class ------------------------------------------------------------------------------


def make_world(folder: Path, whole: bool) -> Path:
    """Writes the class, of all students or of `SOME`, and gives its folder."""
    work = folder / "submissions" / "board9"
    work.mkdir(parents=True)
    students = []
    for student, hand_in in submissions():
        if not whole and student not in SOME:
            continue
        students.append(student)
        hand_in(work / student)
    for text in family("zqstranger"):
        _file(work / as_name(text, ".zip"), b"x")
    for text in family("zqunknown"):
        (work.parent / as_name(text)).mkdir()
    (folder / "roster.csv").write_text(_roster(students), "utf-8")
    (folder / "overrides.csv").write_text(_overrides(students), "utf-8")
    _write_class(folder, "=", "after_published")
    hide_the_samples(folder)
    (folder / "hidden" / "board9").chmod(0o700)
    return folder


def _write_class(folder: Path, before: str, visibility: str) -> None:
    texts = payloads("zqtitle")
    title = before + "".join(in_cell(texts[name]) for name in ("script", "terminal", "later command"))
    text = CLASS.format(title=json.dumps(title[:200]), visibility=visibility)
    (folder / "class.yaml").write_text(text, "utf-8")


def _roster(students: list[str]) -> str:
    names = [[in_cell(text).strip() for text in family(word)] for word in ("zqlast", "zqfirst", "zqemail")]
    rows = [[student, *(texts[at % len(texts)] for texts in names)] for at, student in enumerate(students)]
    return _table(["student_id", "last_name", "first_name", "email"], rows)


def _overrides(students: list[str]) -> str:
    ways = [[in_cell(text) for text in family(word)] for word in ("zqby", "zqreason")]
    rows = [
        ["board9", student, "01/1", "1", *(texts[at % len(texts)] for texts in ways)]
        for at, student in enumerate(students)
    ]
    return _table(["assignment", "student_id", "test", "points", "by", "reason"], rows)


def _table(header: list[str], rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows([header, *rows])
    return out.getvalue()
