"""A submission is read in the sandbox; what the reader says of it is hostile, and is checked."""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.game.protocol_files import handed_out
from gograde.codec import of_value, replace
from gograde.grading.contracts import files as files_contract
from gograde.grading.contracts import game as game_contract
from gograde.intake import read as read_module
from gograde.intake.entry import Entry, Refusal
from gograde.intake.names import safe_path
from gograde.intake.read import NONSENSE, Finder, SourceReading, language_read, read, read_once
from gograde.intake.reading.texts import OLD_NAMES, marks
from gograde.intake.store import Store
from gograde.intake.submission import Submission, submission_of
from gograde.intake.traits import Trait
from gograde.package.config import Contract
from gograde.pictures.capture.stand_ins._old_libraries import BUILT_IN, NUMBERS, RENAMED
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import MIB, Backend, Ended, Job, RunResult
from gograde.sandbox.reader.ask import ask
from gograde.sandbox.reader.parcel import packed
from tests.sandboxes import BACK_ENDS, backend_or_skip

CONTRACT = of_value(
    Contract,
    {"kind": "files", "entries": ["main.py", "main.c", "main.sh"], "languages": ["python", "c", "shell"]},
)
READ = RunResult("told", 0, None, None, 0, 0, 0, b"ready\n", b"", 0, 0, {}, {})


@pytest.fixture(params=BACK_ENDS, scope="module")
def backend(request: pytest.FixtureRequest) -> Backend:
    return backend_or_skip(request.param)


def taken(files: Mapping[str, bytes]) -> Submission:
    return submission_of(files, "", {})


def zipped(files: Mapping[str, bytes] | Mapping[zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def reading(
    files: Mapping[str, bytes], backend: Backend, kind: Finder = files_contract.KIND
) -> SourceReading:
    found = read(taken(files), CONTRACT, kind, backend)
    assert isinstance(found, SourceReading), found.message
    return found


def test_all_that_a_start_needs_is_read(backend: Backend) -> None:
    files = {"hw/main.py": b"import rules\nprint 'caf\xc3\xa9'\n", "hw/rules.py": b"", "old.c": b"main()"}
    found = reading({"a.zip": zipped(files)}, backend)
    assert found.files == files
    assert list(found.changed) == ["hw/main.py", "hw/rules.py"]
    assert b"print('caf" in found.changed["hw/main.py"]
    assert (found.entry, found.not_started) == (Entry("hw/main.py", "python"), ["old.c"])
    assert found.characters == {"hw/main.py": 26, "hw/rules.py": 0, "old.c": 6}


def test_what_is_no_archive_does_not_come_back(backend: Backend) -> None:
    files = {"main.sh": b"#!/bin/bash\r\npython3 x\r\n", "x": b"\xff\xfe"}
    found = reading(files, backend)
    assert (found.files, found.changed) == (files, {"main.sh": b"#!/bin/bash\npython3 x\n"})
    assert (found.marks, dict(found.characters)) == (
        frozenset({Trait.BASH, Trait.PYTHON}),
        {"main.sh": 24, "x": 2},
    )


def test_a_c_program_is_found_with_its_sources(backend: Backend) -> None:
    found = reading({"main.c": b"void main() {}", "a.c": b"int a;"}, backend)
    assert (found.entry, found.marks) == (
        Entry("main.c", "c", ("main.c", "a.c")),
        frozenset({Trait.VOID_MAIN}),
    )


def test_names_of_an_older_numpy_are_a_mark() -> None:
    """The same names that the stand-in adds when a program imports numpy."""
    assert {*BUILT_IN, *RENAMED, *NUMBERS, "complex"} == {name.decode() for name in OLD_NAMES}
    entry = Entry("main.py", "python")

    def found(source: bytes) -> set[Trait]:
        return set(marks(entry, {"main.py": b"", "rules.py": source}))

    assert found(b"import numpy as np\nboard = np.zeros(5, dtype=np.int)\n") == {Trait.OLD_NUMPY}
    assert found(b"x = numpy.product(y)") == {Trait.OLD_NUMPY}
    assert found(b"np.int32, np.float64, np.object_, jnp.int, np.str.lower, print") == set()
    assert set(marks(entry, {"main.py": b"", "notes.txt": b"np.int"})) == set()


def test_a_players_imports_are_those_it_finds_beside_it(backend: Backend) -> None:
    files = {"a/main.py": b"import host, rules, secret\n", "a/rules.py": b"import numpy.random, heapq\n"}
    found = reading(files, backend, game_contract.KIND)
    assert {"heapq", "host", "numpy.random"} <= set(found.imports)
    assert "secret" not in found.imports
    own = reading({**files, "a/read.py": b""}, backend, game_contract.KIND)
    assert not set(own.imports) & {name.removesuffix(".py") for name in handed_out()}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.zip": b"PK"}, "a.zip: not a zip archive, or one that is cut off"),
        ({"a.zip": zipped({"zeros": bytes(45 * MIB)})}, "a.zip: unpacks to more than 200 times its size"),
        ({"main.rb": b""}, "no program found: main.rb is a Ruby program; write"),
        ({"submission.toml": b"\xff", "main.py": b""}, "submission.toml: not TOML ('utf-8'"),
    ],
)
def test_a_refusal_comes_back_as_words(files: Mapping[str, bytes], message: str, backend: Backend) -> None:
    found = read(taken(files), CONTRACT, files_contract.KIND, backend)
    assert isinstance(found, Refusal) and found.message.startswith(message)


def test_a_kept_submission_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read again when the answer is damaged, or when other code read it."""
    store, kind, asked = Store(tmp_path), files_contract.KIND, list[str]()
    store.put(taken({"a.zip": zipped({"main.c": b"int main() {}"})}))
    [sha256] = (path.stem for path in tmp_path.glob("*.json"))
    kept = store.get(sha256)

    def counted(backend: Backend, function: str, *rest: Any) -> Any:
        asked.append(function)
        return ask(backend, function, *rest)

    monkeypatch.setattr(read_module, "ask", counted)
    assert language_read(store.answers, sha256, CONTRACT, kind) is None
    found = read(kept, CONTRACT, kind, Unsandboxed())
    for _ in range(2):
        read_once(kept, CONTRACT, kind, Unsandboxed())
        assert read(kept, CONTRACT, kind, Unsandboxed()) == found
    assert (language_read(store.answers, sha256, CONTRACT, kind), len(asked)) == ("c", 1)
    [answer] = store.answers.iterdir()
    answer.chmod(0o600)
    answer.write_bytes(answer.read_bytes().replace(b"int main", b"int nain"))
    read_once(kept, CONTRACT, kind, Unsandboxed())
    monkeypatch.setattr(read_module, "packages", lambda *_: ("another-1",))
    read_once(kept, CONTRACT, kind, Unsandboxed())
    assert (read(kept, CONTRACT, kind, Unsandboxed()), len(asked)) == (found, 3)
    store.keep_only(())
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_submission_that_was_refused_is_not_read() -> None:
    found = read(submission_of({}, "no", {}), CONTRACT, files_contract.KIND, Told({}))
    assert found == Refusal("no")


@dataclass
class Kept:
    """A back end that keeps its jobs; without an inner one it can run none."""

    inner: Backend | None
    name: str = "kept"
    jobs: list[Job] = field(default_factory=list)

    def run(self, job: Job) -> RunResult:
        assert self.inner is not None
        self.jobs.append(job)
        return self.inner.run(job)


# -- hostile answers ------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A back end whose reader was taken over: it says `value`, leaves `files`, and ends in some way."""

    value: Any
    files: Sequence[bytes] = ()
    name: str = "told"
    changes: Mapping[str, Any] = field(default_factory=dict)

    def run(self, job: Job) -> RunResult:
        return replace(READ, **{"files": {"answer": packed(self.value, self.files)}, **self.changes})


FILES = {"main.py": b"print('\xc3\xa9')\n", "rules.py": b"x = 1\n"}
TRUE = {
    "unpacked": [], "changed": [], "entry": "main.py", "language": "python", "sources": [],
    "start": "",
    "not_started": [], "characters": [11, 6], "imports": [], "marks": [], "reads_code": "",
    "notes": {},
}  # fmt: skip


def said(change: Mapping[str, Any], files: tuple[bytes, ...] = (), of: Mapping[str, bytes] = FILES) -> object:
    return read(taken(of), CONTRACT, files_contract.KIND, Told({**TRUE, **change}, files))


def test_a_true_answer_is_taken() -> None:
    found = said({})
    assert isinstance(found, SourceReading)
    assert (found.files, found.entry) == (FILES, Entry("main.py", "python"))


def test_an_answer_that_cannot_be_true_is_the_students_fault() -> None:
    for change, files in [
        ({"entry": "/etc/passwd"}, ()), ({"entry": "../main.py"}, ()), ({"entry": 5}, ()),
        ({"language": "perl"}, ()), ({"language": "c"}, ()), ({"sources": ["other.c"]}, ()),
        ({"sources": ["rules.py"]}, ()), ({"start": "Main"}, ()), ({"not_started": ["other.py"]}, ()),
        ({"not_started": ["rules.py", "rules.py"]}, ()), ({"changed": ["../x"]}, (b"",)),
        ({"changed": ["main.py"]}, ()), ({"changed": []}, (b"left over",)),
        ({"changed": ["main.py", "main.py"]}, (b"", b"")), ({"characters": [11]}, ()),
        ({"characters": [13, 6]}, ()), ({"characters": [2, 6]}, ()), ({"characters": [-1, 6]}, ()),
        ({"characters": [11.0, 6]}, ()), ({"characters": [True, 6]}, ()), ({"imports": ["antigravity"]}, ()),
        ({"imports": ["host"]}, ()), ({"marks": ["fame"]}, ()),
        ({"unpacked": ["main.py", "rules.py"]}, (b"print('\xc3\xa9')\n", b"x = 1\n")),
        ({"reads_code": 1}, ()), ({"reads_code": "x" * 5000}, ()), ({"notes": {"../x": "read as GBK"}}, ()),
        ({"notes": {"main.py": ""}}, ()), ({"notes": {"main.py": "x" * 5000}}, ()),
        ({"more": 1}, ()), ({"refusal": ""}, ()), ({"refusal": "x"}, ()),
    ]:  # fmt: skip
        assert said(change, files) == Refusal(NONSENSE)


def test_an_answer_of_another_kind_is_the_students_fault() -> None:
    for value in [None, [], 1, "x", {}, {"refusal": 5}, {"refusal": "x" * 5000}]:
        assert read(taken(FILES), CONTRACT, files_contract.KIND, Told(value)) == Refusal(NONSENSE)


def test_unpacked_paths_keep_the_rules_of_every_submission() -> None:
    for paths in [
        ["main.py", "/etc/cron.d/x"], ["main.py", "../x"], ["main.py", "a/../x"], ["main.py", "a//x"],
        ["main.py", "x\n"], ["main.py", ""], ["main.py", "main.py"], ["main.py", "MAIN.py"],
        ["main.py", "main.py/x"], ["main.py"],
    ]:  # fmt: skip
        change = {"unpacked": paths, "characters": [2, 2]}
        assert said(change, (b"12", b"34"), {"a.zip": b""}) == Refusal(NONSENSE)


def test_more_files_than_a_submission_may_have_are_nonsense() -> None:
    paths = [f"{number}.py" for number in range(600)]
    change = {"unpacked": paths, "characters": [0] * 600, "entry": "1.py"}
    assert said(change, (b"",) * 600, {"a.zip": b""}) == Refusal(NONSENSE)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(0.5) | st.text(st.characters(), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["main.py", "rules.py", "../x", "/x", "\udcff", "", "host", "re", "python", "c", "bash"]
)
CHANGES = st.dictionaries(st.sampled_from([*TRUE, "refusal"]), VALUES | NAMES | st.lists(NAMES, max_size=3))


@given(CHANGES, st.lists(st.binary(max_size=4), max_size=3), st.sampled_from([FILES, {"a.zip": b""}, {}]))
def test_any_answer_is_a_reading_or_a_refusal(
    change: dict[str, Any], files: list[bytes], handed_in: dict[str, bytes]
) -> None:
    """Beside the literal facts above: it raises nothing, and names only files that there are."""
    found = said(change, tuple(files), handed_in)
    if isinstance(found, SourceReading):
        named = {found.entry.path, *found.entry.sources, *found.not_started, *found.changed}
        assert named <= found.files.keys() == found.characters.keys()
        assert all(safe_path(path) == path for path in found.files)
    else:
        assert isinstance(found, Refusal)
        assert all(line.isprintable() for line in found.message.split("\n"))


def test_a_refusal_cannot_write_to_a_terminal() -> None:
    told = Told({"refusal": "a\x1b[2Jb\nc"})
    assert read(taken(FILES), CONTRACT, files_contract.KIND, told) == Refusal("a?[2Jb\nc")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"killed_for": Ended.CPU}, "reading it used more than 20 s of CPU time"),
        ({"killed_for": Ended.MEMORY}, "reading it used more than 512 MiB of memory"),
        ({"exit_code": None, "signal": 11}, "reading it was ended by SIGSEGV"),
        ({"files": {}}, "reading it gave no answer"),
    ],
)
def test_a_reader_that_fails_is_the_students_fault(changes: Mapping[str, Any], message: str) -> None:
    told = Told(None, changes=changes)
    assert read(taken(FILES), CONTRACT, files_contract.KIND, told) == Refusal(message)


# -- nothing of it in the grader's own process ----------------------------------------------

SIX_MEGABYTES = b"x = [" + b"-1, " * (6 * MIB // 4) + b"]\n"


def test_a_player_of_six_megabytes_costs_the_grader_nothing(backend: Backend) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = reading({"main.py": b"import re\n" + SIX_MEGABYTES}, backend, game_contract.KIND)
    assert found.imports == []
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400 * 1024


LOADED = """
import json, sys
from gograde.arena.players.sandboxed import ProcessBot
from gograde.cli import check, similarity
from gograde.cli.matches import bots
from gograde.grading.contracts.game import move_start, shipped_game
from gograde.grading.grade import grade_submission
from gograde.grading.league.play import play_tile
from gograde.intake.submission import submission_of
from gograde.sandbox.landlock import Unsandboxed
from gograde.workflow.steps import run
move_start(submission_of({"my_player.py": b"print 1\\n"}, "", {}), Unsandboxed(), shipped_game())
print(json.dumps([name for name in sys.modules if name.startswith("gograde.intake.reading")]))
"""


def test_the_grader_loads_nothing_that_reads_submissions() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
