"""Programs of every language in the real sandbox: right, wrong, broken and endless."""

from __future__ import annotations

import re
import shutil
import sysconfig
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from gograde.cli.check import check
from gograde.cli.doctor import languages
from gograde.codec import replace
from gograde.core.record import HandedIn
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.contracts.kind import Task
from gograde.grading.facts import RunRecord
from gograde.grading.package_verify import tool_missing
from gograde.grading.run import run_submission
from gograde.intake.entry import Entry, Refusal
from gograde.intake.languages import (
    LANGUAGES,
    ROWS,
    SUFFIXES,
    LanguageNeeds,
    NoToolError,
    identity,
    missing,
    tools_of,
)
from gograde.intake.launch import OUTSIDE, built, check_out_of_reach, without_machine
from gograde.intake.names import language_of
from gograde.intake.read import SourceReading
from gograde.intake.reading.find import class_of, find_entry
from gograde.intake.submission import Submission, digest
from gograde.package.config import Contract, Language
from gograde.package.package import find_package
from gograde.package.samples import read_samples
from gograde.sandbox.protocol import MIB, Limits
from tests.echo import CONFIG, DONE, Echo, Scripted, batch, numpy_runtime, says_the_word
from tests.golden import agrees, values_agree
from tests.intake.languages.sources import SAMPLES
from tests.needs import require
from tests.sandboxes import ROOT, backend_or_skip

SLOW = ("rust", "haskell", "csharp")
"""Languages whose compilers take seconds: tried by `make campaign`."""

BOXES = [
    pytest.param(name, box, marks=pytest.mark.long if name in SLOW else ())
    for name in SAMPLES
    for box in ("bwrap", "landlock")
    if box == "bwrap" or not LANGUAGES[name].needs_proc
]


def task(box: str, *words: bytes) -> Task:
    contract = replace(CONFIG.contract, **{"entries": ("echo.py",), "languages": tuple(LANGUAGES)})
    config = replace(CONFIG, contract=contract)
    batches = tuple(batch(word.decode(), word) for word in words)
    return Task(config, Echo(), batches, numpy_runtime(), backend_or_skip(box))  # type: ignore[arg-type]


def run(files: dict[str, str] | dict[str, bytes], box: str, *words: bytes) -> RunRecord:
    sources = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    handed = Submission(sources, digest(sources))
    return run_submission(handed, HandedIn("alice", handed.sha256), task(box, *words))


@pytest.mark.parametrize(("language", "box"), BOXES)
def test_a_program_answers_and_its_crash_is_told(language: str, box: str) -> None:
    require(language, box)
    sample = SAMPLES[language]
    record = run({sample.name: sample.program}, box, b"word", b"crash")
    assert (record.verdict, record.message) == (None, ""), record.message
    assert record.started is not None
    assert (record.started.path, record.started.language) == (sample.name, language)
    right, crash = record.batches
    assert (right.verdict, right.facts().stdout, right.message) == (Verdict.AC, b"word\n", "")
    assert crash.verdict is Verdict.RTE
    assert sample.crashed in crash.message
    assert record.violations == ()


@pytest.mark.parametrize(("language", "box"), BOXES)
def test_a_source_that_is_no_program_is_told_where(language: str, box: str) -> None:
    require(language, box)
    sample = SAMPLES[language]
    record = run({sample.name: sample.broken}, box, b"word")
    assert (record.verdict, record.batches) == (Verdict.CE, ())
    assert sample.fault in record.message
    assert record.building.violations == ()


@pytest.mark.parametrize(
    ("language", "box"), [pytest.param(*each.values, marks=pytest.mark.long) for each in BOXES]
)
def test_a_program_without_end_is_ended(language: str, box: str) -> None:
    require(language, box)
    record = run({SAMPLES[language].name: SAMPLES[language].program}, box, b"loop")
    assert (record.batches[0].verdict, record.batches[0].message) == (
        Verdict.TLE,
        "used more than 2 s of CPU time",
    )


SAYS = {
    "main.py": 'print("{0}")  # {0}\n',
    "main.sh": 'echo "{0}" # {0}\n',
    "main.c": '#include <stdio.h>\nint main(void) {{ puts("{0}"); }} // {0}\n',
    "main.cpp": '#include <cstdio>\nint main() {{ std::puts("{0}"); }} // {0}\n',
    "Main.java": 'class M {{ public static void main(String[] a) {{ System.out.println("{0}"); }} }} //{0}\n',
    "main.js": 'console.log("{0}"); // {0}\n',
    "main.go": 'package main\n\nimport "fmt"\n\nfunc main() {{ fmt.Println("{0}") }} // {0}\n',
    "main.rs": 'fn main() {{ println!("{0}"); }} // {0}\n',
    "main.pl": 'print "{0}\\n"; # {0}\n',
    "main.rb": 'puts "{0}" # {0}\n',
    "Main.hs": 'main :: IO ()\nmain = putStrLn "{0}" -- {0}\n',
    "Main.cs": 'class Start {{ static void Main() {{ System.Console.WriteLine("{0}"); }} }} // {0}\n',
    "main.php": '<?php\necho "{0}\\n"; // {0}\n',
}
TEXTS = {"utf-8-sig": "圍棋", "gbk": "围棋", "big5": "圍棋功", "utf-16": "圍棋", "latin-1": "égalité"}


@pytest.mark.parametrize("name", SAYS)
def test_a_source_in_any_encoding_is_built_and_prints_its_text(name: str) -> None:
    require(language_of(name) or "", "bwrap")
    for encoding, text in TEXTS.items():
        source = {name: SAYS[name].format(text).encode(encoding)}
        [ended] = run(source, "bwrap", b"word").batches
        assert ended.facts().stdout.decode() == f"{text}\n", (encoding, ended.message)


FULL = {
    "java": "class Main { static int[][] all = new int[9999][]; public static void main(String[] words) {\n"
    "    for (int n = 0; n < 9999; n++) all[n] = new int[1 << 20];\n} }\n",
    "javascript": "const all = []; for (;;) all.push(new Array(1 << 20).fill(1));\n",
    "go": "package main\n\nfunc main() {\n\tall := [][]byte{}\n\tfor {\n\t\tone := make([]byte, 1<<22)\n"
    "\t\tfor at := range one {\n\t\t\tone[at] = 1\n\t\t}\n\t\tall = append(all, one)\n\t}\n}\n",
}


@pytest.mark.long
@pytest.mark.parametrize("box", ["bwrap", "landlock"])
@pytest.mark.parametrize("language", FULL)
def test_memory_is_limited_whatever_is_reserved(language: str, box: str) -> None:
    require(language, box)
    record = run({SAMPLES[language].name.rpartition("/")[2]: FULL[language]}, box, b"word")
    assert record.batches[0].verdict is Verdict.MLE, record.message or record.batches[0].message


@pytest.mark.needs("cc")
@pytest.mark.parametrize("box", ["bwrap", "landlock"])
def test_a_source_cannot_take_in_what_its_program_may_not_read(box: str) -> None:
    source = {"main.c": b"#include <linux/limits.h>\nint main(void) { return 0; }\n"}
    reading = SourceReading(source, {}, Entry("main.c", "c", ("main.c",)), (), {}, (), frozenset())
    assert not isinstance(built(reading, (), backend_or_skip(box)), Refusal)
    refused = built(reading, (Path("/usr/include/linux"),), backend_or_skip(box))
    assert isinstance(refused, Refusal)
    assert (refused.message, "linux/limits.h" in refused.building.output) == (OUTSIDE, True)


REACHES = {
    "main.c": """#include "{path}"
int main(void) {{ return 0; }}
""",
    "main.pl": 'BEGIN {{ open(my $file, "<", "{path}") or require "{path}"; }}\n',
}


@pytest.mark.parametrize("name", REACHES)
@pytest.mark.parametrize("box", ["bwrap", "landlock"])
def test_a_build_that_reaches_for_the_machine_is_told_nothing_of_it(
    name: str, box: str, tmp_path: Path
) -> None:
    require({"main.c": "c", "main.pl": "perl"}[name], box)
    (tmp_path / "there").touch()
    there, missing = (
        run({name: REACHES[name].format(path=tmp_path / one)}, box, b"word") for one in ("there", "not")
    )
    assert (there.verdict, there.message, there.source) == (Verdict.SV, OUTSIDE, ())
    assert there.violations == (f"while it was built: files: opens {tmp_path}/there",)
    assert f"{tmp_path}/there" in there.building.output
    assert (missing.verdict, missing.message, missing.violations) == (Verdict.CE, OUTSIDE, ())
    assert f"{tmp_path}/not" in missing.building.output


@pytest.mark.parametrize("box", ["bwrap", "landlock"])
def test_a_look_through_that_reaches_for_the_machine_and_goes_on_is_told_beside_the_runs(
    box: str, tmp_path: Path
) -> None:
    require("perl", box)
    (tmp_path / "there").touch()
    open_it = f'open(my $file, "<", "{tmp_path}/there") if $^C;'
    source = f'print "word\\n"; BEGIN {{ {open_it} }}\n'
    record = run({"main.pl": source}, box, b"word")
    assert (record.verdict, [one.verdict for one in record.batches]) == (None, [Verdict.AC])
    assert record.violations == (f"while it was built: files: opens {tmp_path}/there",)


SAID_OF = {"hw/main.c": b'#include <a.h>\n\topen("/etc/x");\n'}
TOOLS = (Path("/tools/lib"),)


def test_the_class_that_is_started_and_what_a_compiler_says() -> None:
    values_agree(
        "intake/sources.txt",
        class_of=class_of,
        JAVA=JAVA,
        without_machine=without_machine,
        SAID_OF=SAID_OF,
        TOOLS=TOOLS,
    )


@pytest.mark.needs("cc")
def test_builds_and_runs_have_the_same_hidden_from_them() -> None:
    made = replace(DONE, files={"a.out": b""})
    back_end = Scripted([made, says_the_word])
    source = {"echo.c": b"int main(void) { return 0; }"}
    handed = Submission(source, digest(source))
    asked = replace(task("none", b"word"), backend=back_end)
    run_submission(handed, HandedIn("alice", handed.sha256), asked)
    hidden = asked.runtime.hidden()
    assert [job.hidden for job in back_end.jobs] == [hidden, hidden]
    assert Path(sysconfig.get_path("purelib")).resolve() in hidden


MODULE = {
    "hw/go.mod": "module hw\n\ngo 1.19\n",
    "hw/cmd/main.go": 'package main\n\nimport (\n\t"fmt"\n\t"hw/rules"\n)\n\n'
    "func main() {\n\tfmt.Println(rules.Word)\n}\n",
    "hw/rules/rules.go": 'package rules\n\nconst Word = "one"\n',
}


@pytest.mark.parametrize(("top", "box"), [("", "bwrap"), ("hw/", "landlock")])
def test_a_go_program_imports_packages_of_its_module(top: str, box: str) -> None:
    require("go", box)
    files = {name.removeprefix("hw/" if not top else ""): text for name, text in MODULE.items()}
    [right] = run(files, box, b"one").batches
    assert (right.verdict, right.facts().stdout) == (Verdict.AC, b"one\n")
    files[f"{top}rules/rules.go"] = "package rules\n\nconst Word = none\n"
    refused = run(files, box, b"one")
    assert refused.verdict is Verdict.CE
    assert refused.message.startswith(f"{top}rules/rules.go:3:14: undefined: none")


# -- the program among the sources of each language, and what is built with it -----------------


CONTRACT = Contract(kind="files", entries=("board9.py", "Board9.java"), languages=tuple(LANGUAGES))  # type: ignore[arg-type]

JAVA = "public class Main { public static void main(String[] words) {} }"
CPP = "int main() { return 0; }"
GO = "package main\nfunc main() {}\n"
CS = "class P { static void Main() {} }"


def entry(files: dict[str, str]) -> Entry | Refusal:
    return find_entry({name: text.encode() for name, text in files.items()}, CONTRACT)


def test_every_language_of_a_package_has_a_row_and_programs() -> None:
    assert set(get_args(Language)) == set(LANGUAGES)
    assert len(SUFFIXES) == sum(len(row.suffixes) for row in ROWS)
    assert {*SAMPLES, "python", "shell"} == set(LANGUAGES)


def test_a_program_alone_is_found() -> None:
    for language in SAMPLES:
        found = entry({SAMPLES[language].name: SAMPLES[language].program, "hw/notes.txt": ""})
        assert isinstance(found, Entry)
        assert (found.path, found.language) == (SAMPLES[language].name, language)


SEVERAL: list[dict[str, str]] = [
    {"a/Main.java": f"package a;{JAVA}", "a/Board.java": "package a; class Board {}"},
    {"Solve.java": JAVA, "Board9.java": JAVA},
    {"solve.cpp": CPP, "rules.cpp": "int f();", "rules.hpp": ""},
    {"solve.js": 'import {f} from "./rules.js"', "rules.js": ""},
    {"solve.js": "const r = require('./rules')", "rules.js": ""},
    {"index.js": "", "other.js": ""},
    {"package.json": '{"main": "src/go.js"}', "src/go.js": "", "src/index.js": ""},
    {"solve.go": GO, "rules.go": "package main"},
    {"src/main.rs": "mod rules; fn main() {}", "src/rules.rs": ""},
    {"a.rb": "require_relative 'rules'", "rules.rb": ""},
    {"a.pl": 'require "./rules.pl";', "rules.pl": "1;"},
    {"a.php": "<?php include __DIR__ . '/rules.php';", "rules.php": ""},
    {"a.rb": "\n" * 100_000, "b.rb": "require 'a'"},
    {"A.hs": "main = f", "Rules.hs": "module Rules where"},
    {"A.cs": CS, "B.cs": "class B {}"},
    {"board9.py": "", "Board9.java": JAVA},
    {"main.cpp": CPP, "main.go": GO},
]


def test_the_program_among_several_sources() -> None:
    """Two programs of two languages are asked about."""
    said = []
    for files in SEVERAL:
        told = [f"{name}: {text.strip()}" for name, text in files.items()]
        found = entry(files)
        words = found.message if isinstance(found, Refusal) else f"{found.path}, {found.language}"
        more = "" if isinstance(found, Refusal) else f", {', '.join(found.sources)}, {found.start}"
        said.append("\n".join([*told, f">>> {words}{more}\n"]))
    agrees("intake/programs.txt", "\n".join(said))


def test_a_source_whose_name_is_that_of_no_class_is_left_to_the_compiler() -> None:
    assert class_of(b"// to be done\n", "board 9.java") == "Main"


# -- the tools of a machine: where they are, what programs may read of them, what is said where one lack --


@pytest.fixture
def no_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A PATH with one empty folder, which is returned."""
    (tmp_path / "tool" / "bin").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path / "tool" / "bin"))
    return tmp_path / "tool"


def test_a_missing_tool_is_named_with_what_to_install(no_tools: Path) -> None:
    with pytest.raises(NoToolError) as caught:
        tools_of("java")
    assert str(caught.value) == (
        "Java: no javac on this machine\nFix: install it: apt install default-jdk-headless"
    )
    assert missing("cpp") == "no g++ or c++ or clang++ on this machine"
    assert (missing("python"), missing("shell")) == ("", "")


def test_check_says_so_and_ends_with_4(no_tools: Path) -> None:
    sample = ROOT / "cases/board9/submissions/accepted/java"
    done = CliRunner().invoke(
        check, [str(sample), "-a", "board9", "--trust-submissions"], standalone_mode=False
    )
    assert done.return_value == 4
    assert (
        "Java: no javac on this machine\nFix: install it: apt install default-jdk-headless\n" in done.output
    )
    assert (
        "no javac on this machine; no fault of the submission; it is run when the tool is there"
        in done.output
    )


def test_a_sample_without_its_tool_is_known(no_tools: Path) -> None:
    samples = read_samples(find_package("board9"))
    assert tool_missing(samples["accepted/java"]) == "no javac on this machine"
    assert tool_missing(samples["accepted/python_prints"]) == ""


def test_the_doctor_has_a_row_for_each(no_tools: Path) -> None:
    told = languages()
    assert list(told) == list(LANGUAGES)
    assert told["php"] == {
        "title": "PHP",
        "tools": {},
        "missing": {"what": "no php on this machine", "fix": "install it: apt install php-cli"},
    }
    assert told["python"] == {"title": "Python", "tools": {}, "missing": None}


def test_of_a_tool_outside_usr_only_what_it_needs_is_readable(no_tools: Path) -> None:
    for folder in ("lib", "src"):
        (no_tools / folder).mkdir()
    (no_tools / "bin" / "node").symlink_to(no_tools / "bin" / "node-20")
    (no_tools / "bin" / "node-20").write_text("#!/bin/sh\n")
    (no_tools / "bin" / "node-20").chmod(0o755)
    found = tools_of("javascript")
    assert found.paths == {"node": no_tools / "bin" / "node-20"}
    assert found.readable == (no_tools / "bin", no_tools / "lib")
    check_out_of_reach(no_tools / "src")
    with pytest.raises(DataError, match="which programs may read"):
        check_out_of_reach(no_tools / "lib" / "class")


def test_a_tool_that_others_stand_in_for_is_asked_where_it_is(no_tools: Path, tmp_path: Path) -> None:
    """It is asked in no folder that a student may have written to."""
    real = tmp_path / "toolchains" / "stable"
    (real / "bin").mkdir(parents=True)
    (real / "bin" / "rustc").touch()
    (no_tools / "bin" / "rustc").write_text(f"#!/bin/sh\n[ $(pwd) = / ] && echo {real}\n")
    (no_tools / "bin" / "rustc").chmod(0o755)
    (no_tools / "bin" / "cc").symlink_to(shutil.which("cc", path="/usr/bin") or "/usr/bin/true")
    assert tools_of("rust").paths["rustc"] == real / "bin" / "rustc"


def test_what_tells_tools_apart_is_of_the_programs_that_run(no_tools: Path) -> None:
    """A tool that comes or goes is seen at once, also by a server that has looked before."""
    assert identity("perl") == []
    (no_tools / "bin" / "perl").write_text("#!/bin/sh\n")
    (no_tools / "bin" / "perl").chmod(0o755)
    path = tools_of("perl").paths["perl"]
    assert identity("perl") == [f"{path} 10 {path.stat().st_mtime_ns}"]
    assert identity("python") == []
    assert all(re.fullmatch(r"/(usr/)?bin/(ba)?sh \d+ \d+", line) for line in identity("shell"))


def test_room_is_added_to_the_limits_of_a_package() -> None:
    limits = LanguageNeeds(memory_mib=1, threads=2, open_files=3, address_mib=8192).added(Limits())
    assert limits.memory_bytes == Limits().memory_bytes + MIB
    assert (limits.processes, limits.open_files) == (34, 131)
    assert (limits.address_bytes, Limits().address_bytes) == (8192 * MIB, 4096 * MIB)


def test_the_page_has_the_table() -> None:
    page = (ROOT / "docs" / "languages.md").read_text("utf-8")
    for row in ROWS:
        [line] = [line for line in page.split("\n") if line.startswith(f"| `{row.name}` |")]
        _, _, title, sources, usual, built, install, _ = (cell.strip() for cell in line.split("|"))
        packages = dict.fromkeys(tool.install for tool in row.tools)
        assert title == row.title
        assert re.findall("`([^`]+)`", sources) == list(row.suffixes)
        assert re.findall("`([^`]+)`", usual) == list(row.usual)
        assert install.strip("`") == " ".join(packages)
        assert bool(built) == (row.build is not None)
        assert built.startswith("looked") == (row.build is not None and not row.build.makes)
