"""Programs of every language in the real sandbox: right, wrong, broken and endless."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from gograde.codec import replace
from gograde.grading.contracts.kind import Task
from gograde.grading.facts import RunRecord
from gograde.grading.run import run_submission
from gograde.intake.entry import Entry, Refusal
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.launch import OUTSIDE, built, without_machine
from gograde.intake.names import language_of
from gograde.intake.read import Reading
from gograde.intake.submission import Submission, digest
from gograde.scoring.record import HandedIn
from gograde.scoring.verdict import Verdict
from tests.echo import CONFIG, DONE, Echo, Scripted, batch, numpy_runtime, says_the_word
from tests.intake.languages.sources import SAMPLES
from tests.needs import require
from tests.sandboxes import backend_or_skip

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
    reading = Reading(source, {}, Entry("main.c", "c", ("main.c",)), (), {}, (), frozenset())
    assert not isinstance(built(reading, (), backend_or_skip(box)), Refusal)
    refused = built(reading, (Path("/usr/include/linux"),), backend_or_skip(box))
    assert isinstance(refused, Refusal)
    assert (refused.message, "linux/limits.h" in refused.building.said) == (OUTSIDE, True)


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
    assert f"{tmp_path}/there" in there.building.said
    assert (missing.verdict, missing.message, missing.violations) == (Verdict.CE, OUTSIDE, ())
    assert f"{tmp_path}/not" in missing.building.said


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


def test_what_a_compiler_says_of_the_machine_is_left_out() -> None:
    for said, told in [
        (b"main.c:1:1: fatal error: /etc/x: No such file", None),
        (b"main.c:1:1: fatal error: /x: Permission denied", None),
        (b"main.c:1:1: fatal error: ./../../x: Permission denied", None),
        (b"couldn't read `/root/x` (os error 2)", None),
        (b"main.c:1:1: error: /usr/../root/x", None),
        (
            b"hw/main.c:1:1: fatal error: ../lib.h: No such file",
            b"hw/main.c:1:1: fatal error: ../lib.h: No such file",
        ),
        (b"/usr/bin/ld: /tools/lib/a.o: no", b"ld: a.o: no"),
        (b'   2 |     open("/etc/x");', b'   2 |     open("/etc/x");'),
        (b'near "print "/n"" // see https://a.b/c/d', b'near "print "/n"" // see https://a.b/c/d'),
    ]:
        files = {"hw/main.c": b'#include <a.h>\n\topen("/etc/x");\n'}
        assert without_machine(said, files, (Path("/tools/lib"),)) == told


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
