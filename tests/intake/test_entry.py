"""The file that is started, and the files that the program finds beside it."""

from __future__ import annotations

import json

from gograde.codec import replace
from gograde.intake.entry import Entry, Refusal, staged_submission
from gograde.intake.reading.find import find_entry, not_started
from gograde.intake.reading.programs import skeleton_digest
from gograde.package.config import Contract
from gograde.package.package import find_package
from gograde.sandbox.protocol import StagedFile
from tests.golden import agrees, values_agree

# -- of several programs the one that is clearly meant is started; else the student is asked ---------------


SOLVES = "print('solved')\n"
PAGE = json.dumps({"cells": [{"cell_type": "code", "source": SOLVES}]})


def chosen(files: dict[str, str]) -> str:
    """The path of the program, or the question."""
    found = find_entry({path: text.encode() for path, text in files.items()}, CONTRACT)
    return found.path if isinstance(found, Entry) else found.message.partition(" is the program?")[0]


def started(files: dict[str, bytes | str], *contract: Contract) -> str:
    found = entry(files, *contract)
    assert isinstance(found, Entry)
    return f"{found.path}, {found.language}"


def test_the_program_that_is_started() -> None:
    values_agree(
        "intake/entries.txt",
        chosen=chosen,
        SOLVES=SOLVES,
        PAGE=PAGE,
        started=started,
        MAIN=MAIN,
        HANDED_OUT=HANDED_OUT,
        SKELETON=SKELETON,
        entry=entry,
        NO_PYTHON=replace(CONTRACT, **{"languages": ("c",)}),
    )


def test_the_others_are_told() -> None:
    files = {"go_solve.py": SOLVES.encode(), "go_try.py": SOLVES.encode()}
    assert not_started(files, Entry("go_solve.py", "python"), CONTRACT) == ["go_try.py"]


CONTRACT = Contract(
    kind="files",
    entries=("board9.py", "go_test.py", "board9.c", "run.sh"),
    languages=("python", "c", "shell"),
    answers=("answer*.txt",),
)
MAIN = b"int main(void) { return 0; }\n"


def entry(files: dict[str, bytes | str], contract: Contract = CONTRACT) -> Entry | Refusal:
    return find_entry({k: v.encode() if isinstance(v, str) else v for k, v in files.items()}, contract)


NO_ENTRY: tuple[dict[str, bytes | str], ...] = (
    {"report.txt": ""}, {"a.py": "", "b.py": "x = 1"}, {"a.py": "import rules", "b.py": "", "rules.py": ""},
    {"final/go_test.py": "x = 1", "backup/go_test.py": ""}, {"hw.docx": "", "README.txt": ""},
    {"main.awk": "", "notes.txt": ""}, {"board9.pyc": "", "notes.txt": ""}, {"Main.CPP": "", "board.h": ""},
    {"src/Main.java": ""}, {f"{n}.txt": "" for n in range(6)}, {"homework.zip": "PK", "README.txt": "x"},
)  # fmt: skip
B = '[submission]\nentry = "b.py"'
TOML = (
    *(f'[submission]\nentry = "{path}"' for path in ("c.py", "../b.py", "/etc/b.py")),
    '[submission]\nentri = "b.py"',
    f'{B}\nlangage = "c"', "entry = ", f'{B}\nlanguage = "java"', f"{B}\nbuild = 3", f"{B}\nlanguage = 3",
    "a = " + "1" * 4095, "a" + ".a" * 2040 + " = 1",
    *(f"{B}\nbuild = {value}" for value in ("0x" + "9" * 4000, "1" * 4000, "1e999", "nan")),
)  # fmt: skip


def test_no_entry_and_a_wrong_submission_toml_are_sentences_for_the_student() -> None:
    asked = {", ".join(files): files for files in NO_ENTRY}
    asked |= {repr(text)[:90]: {"submission.toml": text, "b.py": ""} for text in TOML}
    said = []
    for name, files in asked.items():
        found = entry(files)
        assert isinstance(found, Refusal)
        said.append(f"== {name}\n{found.message}\n")
    agrees("intake/no-entry.txt", "\n".join(said))


SKELETON = b'"""Fill in."""\ndef rule(board):\n    """Is it legal?"""\n    return None  # yours\n'
HANDED_OUT = replace(CONTRACT, skeletons=(skeleton_digest(SKELETON),))


def test_a_skeleton_is_known_by_what_it_does() -> None:
    same = b"def rule( board ):\r\n\t'nothing yet'\r\n\treturn None\r\n"
    assert skeleton_digest(same) == skeleton_digest(SKELETON)
    # A literal: the same with every Python that this runs on.
    assert skeleton_digest(SKELETON) == "663017d9702c571d7adeac0c5e959cfca36e0dd41d42902c5e0606bfba4d6906"
    assert skeleton_digest(SKELETON.replace(b"None", b"True")) != skeleton_digest(SKELETON)
    assert skeleton_digest(b"print 'x'\n") is None


def test_the_contract_of_board9_knows_its_own_template() -> None:
    package = find_package("board9")
    template = package.files("template")["board9.py"]
    assert skeleton_digest(template) in package.config.contract.skeletons


def test_programs_that_were_not_started_are_known() -> None:
    files = {"board9.py": b"import rules\n", "rules.py": b"", "old/board9.py": b"", "notes.txt": b""}
    files["board9.c"] = MAIN
    assert not_started(files, Entry("board9.py", "python"), CONTRACT) == ["board9.c", "old/board9.py"]
    assert not_started({"a.py": b""}, Entry("a.py", "python"), CONTRACT) == []
    script = {"run.sh": b"python3 solve.py\n", "solve.py": b"", "old.py": b""}
    assert not_started(script, Entry("run.sh", "shell"), CONTRACT) == ["old.py"]


BOARDS = [StagedFile("train_0.txt", b"the board"), StagedFile("test_0.txt", b"the board")]


def test_the_entrys_folder_is_the_working_folder_and_boards_win() -> None:
    files = {
        "hw/src/board9.py": b"main", "hw/src/rules.py": b"rules", "hw/src/train_0.txt": b"old board",
        "hw/src/answer_for_train.txt": b"old answer", "hw/src/test_0.txt/x": b"a folder in the way",
        "hw/data/notes.txt": b"notes", "rules.py": b"another",
    }  # fmt: skip
    staged = staged_submission(files, Entry("hw/src/board9.py", "python"), CONTRACT.answers, BOARDS)
    assert {file.path: file.data for file in staged} == {
        "board9.py": b"main",
        "rules.py": b"rules",
        "hw/data/notes.txt": b"notes",
    }


def test_boards_in_folders_give_way_to_those_of_the_case() -> None:
    files = {"board9.py": b"main", "data/train_0.txt": b"old board", "data/deep/train_7.txt": b"mine"}
    staged = staged_submission(files, Entry("board9.py", "python"), (), BOARDS)
    assert {file.path: file.data for file in staged} == {
        "board9.py": b"main",
        "data/train_0.txt": b"the board",
        "data/deep/train_7.txt": b"mine",
    }


def test_scripts_may_be_executed() -> None:
    files = {"run.sh": b"#!/bin/sh\n./helper\n", "helper": b"#!/bin/sh\n", "data": b"1"}
    staged = staged_submission(files, Entry("run.sh", "shell"), (), [])
    assert {file.path: file.executable for file in staged} == {"run.sh": True, "helper": True, "data": False}


# Each of these is refused by Python itself or nested beyond its limits; none may cost the grader more.
PROBES = [
    "(" * 90_000, "-" * 100_000 + "1", "()" * 60_000, "lambda:" * 18_000 + "1", "\0", "\ud800",
    "x=1;" * 40_000,
]  # fmt: skip


def test_source_made_to_break_a_parser_is_only_not_looked_into() -> None:
    for text in PROBES:
        source = text.encode("utf-8", "surrogatepass")
        assert find_entry({"a.py": source, "b.py": b"import a\n"}, CONTRACT) == Entry("b.py", "python")
        assert skeleton_digest(source) not in HANDED_OUT.skeletons
        assert entry({"board9.py": source, "go_test.py": SKELETON}, HANDED_OUT) == Entry(
            "board9.py", "python"
        )
    for text in (b"\xff", b"a = " + b"[" * 4000, b"build = 0000-00-00"):
        found = find_entry({"submission.toml": text, "b.py": b""}, CONTRACT)
        assert isinstance(found, Refusal) and found.message.startswith("submission.toml: not TOML (")
