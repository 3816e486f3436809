"""The family of hostile texts on every way in, and checks of every output.

A class goes once through the real workflow. A check for its kind reads each form of output. The suite fails
on a form of output without a row in these tables.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from gograde.cli import give_out, grade
from gograde.cli import report as report_command
from gograde.cli.check import PRINTED
from gograde.cli.main import COMMANDS, run_command
from gograde.package.package import DESCRIPTOR, describe, load_config
from gograde.report.pages.environment import page_name
from gograde.report.pages.similarity_page import similarity_file
from gograde.report.results import load_results
from gograde.report.waiting import load_programs
from gograde.workflow.check_submission import check_submission
from tests import forked
from tests.app.served import served
from tests.browser import Browser
from tests.hidden import SHARED, shared
from tests.injection import outputs
from tests.injection.outputs import Check
from tests.injection.payloads import RAN, as_name, in_bytes, in_cell, payloads
from tests.injection.world import NEVER_SHOWN, PACKAGE, WAYS, family, make_world, runner

pytestmark = pytest.mark.needs("cc")  # its class has programs in C

REPORT: Mapping[str, Check] = {
    "table": outputs.text, "csv": outputs.table, "json": outputs.strict_json, "md": outputs.markdown,
    "html": outputs.page, "xlsx": outputs.workbook, "parquet": outputs.parquet,
}  # fmt: skip
CHECK: Mapping[str, Check] = {
    "text": outputs.text, "json": outputs.strict_json, "junit": outputs.junit,
    "gradescope": outputs.gradescope, "github": outputs.github, "prairielearn": outputs.strict_json,
    "autolab": outputs.text, "gitlab": outputs.strict_json, "summary": outputs.markdown,
}  # fmt: skip
RUN: Mapping[str, Check] = {"text": outputs.text, "json": outputs.strict_json}
FILES: Mapping[str, Check] = {
    ".html": outputs.page,
    ".csv": outputs.table,
    ".json": outputs.strict_json,
    ".svg": outputs.drawing,
    ".png": outputs.pixels,
}

LOOKED_AT = {"run", "check", "report", "review", "similarity", "publish", "regrade", "import", "feedback"}
LOOKED_AT |= {"export", "play", "gtp", "tournament", "view"}
LOOKED_AT |= {"board"}  # in a browser: tests/app/board
WITHOUT_STUDENTS = {"new", "cases", "demo", "doctor", "step", "runtime"}
"""Commands that show nothing of a student; the steps write the logs that are looked at here."""

STUDENTS = ("run0", "run12", "links", "c10")
SUBMISSIONS = ("run0", "run12", "run24", "links", "prints", "c10", "toml1", "zip7", "choice2", "foreign11")

VOID = ',"decision"\r\nboard9,,CASE,,=1+1,<b>::error::wrong board,void\r\n'
"""The end of the header of `overrides.csv`, and a row for everybody."""

NOT_YET = frozenset({"zqopened"})
"""Ways in whose text may be shown, by a sandbox that notes it, but need not be."""


@dataclass(frozen=True)
class Said:
    """What a command wrote, and how it ended."""

    code: int
    out: bytes
    err: bytes


def gograde(*args: str) -> Said:
    """One command, in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run_command(list(args))
    return Said(code, out.buffer.getvalue(), err.buffer.getvalue())  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Graded:
    """The class, what `gograde run` said, and a package with a hostile title; `world` is "some" or "all"."""

    world: str
    path: Path
    text: Said
    json: Said
    package: Path


@pytest.fixture(scope="module", params=["some", pytest.param("all", marks=pytest.mark.long)])
def graded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """A copy of a class that one process of a run of the suite has graded."""
    folder = tmp_path_factory.mktemp("injection")
    first = Path(os.environ[SHARED]) / f"injection-{request.param}" / "class"

    def grade() -> tuple[Said, Said]:
        make_world(first, request.param == "all")
        return _run(first), _run(first, "--format", "json")

    said = shared(f"injection-{request.param}.said", grade)
    path = shutil.copytree(first, folder / "class", symlinks=True)
    return Graded(request.param, path, *said, _package(folder))


def _run(path: Path, *args: str) -> Said:
    return Said(*forked.gograde(("run", str(path), *args), os.environ))


def _package(folder: Path) -> Path:
    """board9 with a title of the family."""
    package = folder / "tiny"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("submissions"))
    title = in_cell(
        "".join(payloads("zqpackage")[name] for name in ("command", "script", "fence", "markdown"))
    )
    text = (package / "assignment.yaml").read_text("utf-8")
    changed = text.replace("Reading a 9x9 board", _yaml(title))
    assert changed != text
    (package / "assignment.yaml").write_text(changed, "utf-8")
    (package / DESCRIPTOR).write_bytes(describe(package, load_config(package)))
    return package


# -- every form of output has a row ---------------------------------------------------------


def test_every_form_of_output_is_looked_at() -> None:
    assert set(REPORT) == set(report_command.FORMATS)
    assert set(CHECK) == set(PRINTED)
    [choice] = [option for option in grade.run.params if option.name == "form"]
    assert set(RUN) == set(choice.type.choices)  # type: ignore[attr-defined]
    assert set(COMMANDS) == LOOKED_AT | WITHOUT_STUDENTS


# -- what comes out -------------------------------------------------------------------------

Output = tuple[str, Check, bytes]


@pytest.fixture(scope="module")
def everything(graded: Graded) -> list[Output]:
    """Every output: its name, the check of its kind, and what is in it."""
    found: list[Output] = shared(f"injection-{graded.world}.everything", lambda: _everything(graded))
    return found


def _everything(graded: Graded) -> list[Output]:
    return [
        *_of_run(graded), *_of_files(graded), *_of_report(graded), *_of_review(graded), *_of_view(graded),
        *_of_similarity(graded), *_of_check(graded), *_of_publish(graded), *_of_regrade(graded),
        *_of_import(graded), *_of_feedback(graded), *_of_export(graded),
    ]  # fmt: skip


def _by_turns(graded: Graded, choices: Collection[str], turn: int) -> list[str]:
    """All of them in the whole world; in the small one every third, from another one each turn."""
    return [*choices][turn % 3 :: 3] if graded.world == "some" else [*choices]


def _of_run(graded: Graded) -> Iterator[Output]:
    yield "run: stdout", RUN["text"], graded.text.out
    yield "run: stderr", outputs.text, graded.text.err
    yield "run --format json: stdout", RUN["json"], graded.json.out
    yield "run --format json: stderr", outputs.text, graded.json.err


def _of_files(graded: Graded) -> Iterator[Output]:
    for path in sorted((graded.path / "reports").rglob("*")):
        if path.is_file():
            name = path.relative_to(graded.path / "reports")
            yield f"reports/{name}", FILES[path.suffix], path.read_bytes()
    for path in sorted((graded.path / "work" / "logs").rglob("*.log")):
        yield f"logs/{path.name}", outputs.text, path.read_bytes()
    for path in sorted((graded.path / "work").rglob("*.json*")):
        if path.is_file() and ".snakemake" not in path.parts:
            yield f"work/{path.name}", _lines_of_json, path.read_bytes()


def _lines_of_json(data: bytes) -> Iterator[str]:
    """Records of `work/`: JSON in ASCII, which a terminal can show."""
    yield from outputs.unseen(data.decode("ascii"))


def _of_report(graded: Graded) -> Iterator[Output]:
    for turn, (form, check) in enumerate(REPORT.items()):
        for args in ((), *(("--student", student) for student in _by_turns(graded, STUDENTS, turn))):
            target = graded.path.parent / f"out.{form}"
            target.unlink(missing_ok=True)
            wanted = ("-o", str(target)) if form in ("xlsx", "parquet") else ()
            said = gograde("report", str(graded.path), "--format", form, *args, *wanted)
            assert (said.code, said.err) == (0, b"")
            yield f"report --format {form} {args[-1:]}", check, target.read_bytes() if wanted else said.out


def _of_review(graded: Graded) -> Iterator[Output]:
    """What waits for a person: the list, and what is said of a decision."""
    found = load_programs(graded.path, None, None)
    assert found
    said = gograde("review", str(graded.path), "--format", "json")
    assert (said.code, said.err) == (0, b"")
    yield "review --format json", REPORT["json"], said.out
    kept = (graded.path / "overrides.csv").read_bytes()
    first = found[0].waits[0]
    asked = ("--student", first.submission[1], "-a", first.submission[0], "--test", first.test.name)
    for form, check in RUN.items():
        told = gograde(
            "review", str(graded.path), *asked, "--decide", "right", "--reason", "::x", "--format", form
        )
        assert (told.code, told.err) == (0, b"")
        yield f"review --decide --format {form}", check, told.out
        (graded.path / "overrides.csv").write_bytes(kept)


def _of_view(graded: Graded) -> Iterator[Output]:
    """The pages of the class behind a server, all that waits one after the other, and what they are told."""
    command = ["-m", "gograde", "view", str(graded.path)]
    staff = [f"staff/{page_name(student)}" for student in STUDENTS]
    with served(command) as server:
        for path in ("", "corrections", "regrade", "marks", *staff):
            yield f"view: {path}", outputs.served, server.ask(path).body
        page = server.ask("review").text
        yield "view: review", outputs.served, page.encode()
        [sitting] = re.findall('data-sitting="([^"]+)"', page)
        while "Nothing is left here" not in page:
            [seal] = re.findall('data-shown="([0-9a-f]{64})"', page)
            page = server.ask("review/press", {"sitting": sitting, "shown": seal, "key": "n"}).json["html"]
            yield "view: review/press", outputs.served, page.encode()
        changes = server.ask("regrade/preview", {}).json["html"]
        assert "results compared" in changes
        yield "view: regrade/preview", outputs.served, changes.encode()
        for system in give_out.EXPORTED:
            made = server.ask("marks/export", {"to": system}).json
            yield f"view: export {system}", REPORT["csv"], b64decode(made["data"])


def _of_similarity(graded: Graded) -> Iterator[Output]:
    """The whole class, with all pairs that have something in common, without the samples, which are ours."""
    page = graded.path / "reports" / similarity_file("board9")
    for form, check in RUN.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("gograde.grading.class_sources._samples", lambda package: iter(()))
            said = gograde("similarity", str(graded.path), "--least", "1", "--format", form)
        assert (said.code, said.err) == (0, b"")
        yield f"similarity --format {form}", check, said.out
    assert b"<mark>" in page.read_bytes()
    yield "similarity page", FILES[".html"], page.read_bytes()
    yield "class page that leads there", FILES[".html"], (page.parent / "index.html").read_bytes()
    page.unlink()


def _of_publish(graded: Graded) -> Iterator[Output]:
    """The first publishing, and one that changes nothing."""
    for form, check in RUN.items():
        said = gograde("publish", str(graded.path), "--format", form)
        assert (said.code, said.err) == (0, b"")
        yield f"publish --format {form}", check, said.out


def _of_regrade(graded: Graded) -> Iterator[Output]:
    """Everybody loses the points of a test that counts for nobody."""
    overrides = graded.path / "overrides.csv"
    kept = overrides.read_bytes()
    [first, *_] = load_results(graded.path).results
    void = VOID.replace("CASE", first.record.tests[0].name).encode()
    overrides.write_bytes(kept.replace(b"\r\n", void, 1))
    for form, check in {**RUN, "table": outputs.text, "csv": outputs.table}.items():
        if form != "text":
            said = gograde("regrade", str(graded.path), "--format", form)
            assert said.code == 0, said.err
            yield f"regrade --format {form}", check, said.out
    overrides.write_bytes(kept)


def _of_import(graded: Graded) -> Iterator[Output]:
    """What was handed in already, and names that nobody has."""
    for form, check in RUN.items():
        where = str(graded.path / "submissions")
        to = ("--into", str(graded.path), "-a", "board9")
        said = gograde("import", where, *to, "--preview", "--format", form)
        assert said.code in (0, 1), said.err
        yield f"import --format {form}", check, said.out


def _of_feedback(graded: Graded) -> Iterator[Output]:
    files = {name: graded.path.parent / name for name in ("pages.zip", "mails.csv", "codes.csv")}
    options = zip(("--zip", "--text", "--codes"), map(str, files.values()), strict=True)
    said = gograde("feedback", str(graded.path), "--anonymous", *chain.from_iterable(options))
    assert said.code == 0, said.err
    yield "feedback", outputs.text, said.out
    yield "mails.csv", outputs.mails, files["mails.csv"].read_bytes()
    yield "codes.csv", outputs.table, files["codes.csv"].read_bytes()
    with ZipFile(files["pages.zip"]) as archive:
        for name in archive.namelist():
            if name.endswith(".html"):
                yield f"feedback: {name}", FILES[".html"], archive.read(name)
    for path in files.values():
        path.unlink()


def _of_export(graded: Graded) -> Iterator[Output]:
    """New tables for every system, and what is told of a table whose rows strangers wrote."""
    for system in give_out.EXPORTED:
        said = gograde("export", str(graded.path), "--to", system)
        assert said.code == 0
        yield f"export --to {system}", REPORT["csv"], said.out
        yield f"export --to {system}: report", outputs.text, said.err
    texts = [text.replace('"', "") for text in payloads("zqtable").values()]
    rows = [f'"{text}","{text}","{text}"' for text in map(in_cell, texts)]
    template = graded.path.parent / "template.csv"
    template.write_text("\n".join(["Student ID,Name,Marks", "run0,,", *rows]), "utf-8")
    asked = ("--template", str(template), "--column", "Marks", "-o", str(graded.path.parent / "marks.csv"))
    for form in RUN:
        said = gograde("export", str(graded.path), "--to", "csv", *asked, "--format", form)
        assert said.code == 0
        yield f"export --format {form}", RUN[form], said.out if form == "json" else said.err


def _of_check(graded: Graded) -> Iterator[Output]:
    summary = graded.path.parent / "summary.md"
    for turn, student in enumerate(SUBMISSIONS):
        folder = graded.path / "submissions/board9"
        [path] = [*folder.glob(student), *folder.glob(f"{student}.*")]
        record = check_submission(path, str(graded.package), trust=False)
        for form in _by_turns(graded, CHECK, turn):
            summary.unlink(missing_ok=True)
            said = _check(path, record, form, str(summary))
            yield f"check --format {form} {student}", CHECK[form], said.out
            if form == "github":
                yield f"summary of {student}", outputs.markdown, summary.read_bytes()


def _check(path: Path, record: Any, form: str, summary: str) -> Said:
    """`gograde check` of a submission that has been run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gograde.workflow.check_submission.check_submission", lambda *_, **__: record)
        patch.setenv("GITHUB_STEP_SUMMARY", summary)
        return gograde("check", str(path), "-a", "board9", "--format", form)


def test_no_output_holds_anything_but_text(everything: list[Output]) -> None:
    assert [f"{name}: {fault}" for name, check, data in everything for fault in check(data)] == []


def test_the_class_was_graded(graded: Graded) -> None:
    assert (graded.text.code, graded.json.code) == (0, 0)


def test_every_way_in_leads_somewhere(everything: list[Output]) -> None:
    """Without this a way that is refused at the door would seem to be safe."""
    everywhere = b"".join(data.lower() for name, _, data in everything if not name.startswith("work/"))
    shown = {word for word in (*WAYS, "zqpackage") if word.encode() in everywhere}
    assert shown - NOT_YET == {*WAYS, "zqpackage"} - NEVER_SHOWN - NOT_YET


# -- games ----------------------------------------------------------------------------------


HARMFUL = ("terminal", "direction", "command", "later command", "spaced command")
"""What attacks a terminal or a build server."""


LATER = """
import os, sys
if os.path.exists("step.txt"):
    sys.stderr.buffer.write({!r})
    sys.exit(1)
open("step.txt", "w").close()
open("output.txt", "w").write("PASS")
"""
"""A program that fails on its second move."""


@pytest.mark.parametrize(
    "kind", [HARMFUL[0], *(pytest.param(k, marks=pytest.mark.long) for k in HARMFUL[1:])]
)
def test_games_of_a_hostile_player_are_told_as_text(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name, what it says before it crashes, at once or in a game, and what it answers."""
    said, late = in_bytes(payloads("zqsaid")[kind]), in_bytes(payloads("zqlate")[kind])
    crashes, speaks = tmp_path / as_name(payloads("zqname")[kind]), tmp_path / "speaks"
    later = tmp_path / as_name(payloads("zqthen")[kind])
    for folder, program in (
        (crashes, f"import sys\nsys.stderr.buffer.write({said!r})\nsys.exit(1)\n"),
        (speaks, f"open('output.txt', 'wb').write({said!r})\n"),
        (later, LATER.format(late)),
    ):
        folder.mkdir()
        (folder / "my_player.py").write_text(program, "utf-8")
    played = gograde("play", str(crashes), "random", "--watch")
    table = gograde("tournament", str(crashes), str(speaks), str(later), "random")
    told = gograde("tournament", str(speaks), str(crashes), "random", str(later), "--format", "json")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"name\ngenmove b\n")))
    asked = gograde("gtp", "--player", str(crashes))
    assert [*outputs.text(played.out), *outputs.text(table.out), *outputs.strict_json(told.out)] == []
    assert list(outputs.text(asked.out)) == []
    said_so = [(each.code, each.err) for each in (played, asked, table, told)]
    assert said_so == [(0, b""), (0, b""), (1, b""), (1, b"")]
    assert b"zqname" in asked.out and b"? " in asked.out and b"zqsaid" in asked.out
    assert b"zqname" in played.out and b"zqsaid" in played.out
    assert b"zqname" in table.out and b"zqsaid" in table.out and b"zqthen" in table.out
    assert b"zqsaid" in told.out and b"zqlate" in told.out


# -- in colours -----------------------------------------------------------------------------


def test_a_terminal_gets_only_our_own_colours(graded: Graded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    said = gograde("report", str(graded.path), "--student", "run0")
    assert b"\x1b[" in said.out
    assert list(outputs.text(outputs.without_colours(said.out))) == []


# -- in a browser ---------------------------------------------------------------------------


FRAMES = """<!doctype html><title></title><script>
addEventListener("message", event => {{ document.title += `|${{event.data}}`; }});
addEventListener("load", () => postMessage("over", "*"));
</script>{}"""


def seen_in(window: Browser, pages: Iterable[Path], folder: Path) -> tuple[str, list[str]]:
    """The pages side by side: what they told the page around them, and what they asked of strangers."""
    frames = (f'<iframe src="{escape(page.as_uri(), quote=True)}"></iframe>' for page in pages)
    (folder / "top.html").write_text(FRAMES.format("".join(frames)), "utf-8")
    window.open(folder / "top.html")
    told = window.until("document.title.endsWith('|over') && document.title")
    return told, [address for address in window.addresses() if ".invalid" in address]


def test_no_script_of_a_submission_runs_and_nothing_is_asked_for(
    graded: Graded, looked: Browser, tmp_path: Path
) -> None:
    pages = sorted((graded.path / "reports").rglob("*.html"))
    assert seen_in(looked, pages, tmp_path) == ("|over", [])


def test_the_browser_would_run_it(looked: Browser, tmp_path: Path) -> None:
    naive = tmp_path / "naive.html"
    naive.write_text(f"<!doctype html><p>{payloads('zqnaive')['script']}", "utf-8")
    told, asked = seen_in(looked, [naive], tmp_path)
    assert told == f"|{RAN}: zqnaive|over"
    assert any("zqnaive.invalid" in address for address in asked)


# -- the checks see what they are for -------------------------------------------------------

NAIVE: list[tuple[str, Check, Callable[[str], bytes]]] = [
    ("text", outputs.text, lambda text: text.encode("utf-8", "replace")),
    ("github", outputs.github, lambda text: f"::error title=x::{text}".encode("utf-8", "replace")),
    ("md", outputs.markdown, lambda text: f"| x |\n| --- |\n| {text} |\n".encode("utf-8", "replace")),
    ("page", outputs.page, lambda text: f"<p>{text}</p>".encode("utf-8", "replace")),
    ("table", outputs.table, lambda text: f"a,b\n{text},c\n".encode("utf-8", "replace")),
    ("json", outputs.strict_json, lambda text: f'{{"a": "{text}"}}'.encode("utf-8", "replace")),
]
SEEN_BY = {
    "text": {"terminal", "direction", "command", "later command", "spaced command", "old command"},
    "github": {"terminal", "direction", "later command", "spaced command", "old command"},
    "md": {"script", "element", "frame", "markdown", "comment", "template", "fence"},
    "page": {"script", "element", "frame", "comment"},
    "table": {"formula", "at", "plus", "minus", "tab", "wide", "table"},
    "json": {"json", "table", "terminal"},
}


@pytest.mark.parametrize(("kind", "check", "naive"), NAIVE, ids=[row[0] for row in NAIVE])
def test_a_naive_output_is_found(kind: str, check: Check, naive: Callable[[str], bytes]) -> None:
    texts = payloads("zqnaive")
    for name in SEEN_BY[kind]:
        assert _faults(check, naive(texts[name])), name
    assert _faults(check, naive("harmless")) == []


def _faults(check: Check, data: bytes) -> list[str]:
    try:
        return list(check(data))
    except Exception as error:
        return [repr(error)]


# -- messages -------------------------------------------------------------------------------

TEXTS = tuple(in_cell(text) for text in family("zqmessage"))


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A class that nothing has been done with."""
    path = tmp_path / "room"
    (path / "submissions/board9/alice").mkdir(parents=True)
    (path / "class.yaml").write_text("schema: gograde/class/v1\ntitle: T\nassignments:\n  board9: {}\n")
    (path / "roster.csv").write_text("student_id\nalice\n")
    return path


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _yaml(text: str) -> str:
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 0x20 or c in '"\\' else c for c in text) + '"'


Spoil = Callable[[Path, str], tuple[str, ...]]


def _says(name: str, content: Callable[[str], str]) -> Spoil:
    def spoil(room: Path, text: str) -> tuple[str, ...]:
        (room / name).write_text(content(text), "utf-8")
        return ("run", str(room))

    return spoil


def _override(row: str) -> Spoil:
    head = "assignment,student_id,points,by,at,reason"
    return _says("overrides.csv", lambda text: f"{head}\n{row.replace('TEXT', _quoted(text))}\n")


MISTAKES: Mapping[str, Spoil] = {
    "an option": lambda room, text: ("report", str(room), f"--{text}"),
    "a command": lambda room, text: (text.strip() or "x",),
    "a class": lambda room, text: ("run", as_name(text)),
    "a report's class": lambda room, text: ("report", as_name(text)),
    "a submission": lambda room, text: ("check", as_name(text), "-a", "board9"),
    "an assignment": lambda room, text: ("check", str(room), "-a", text),
    "a student": lambda room, text: ("run", str(room), "--student", text),
    "a profile": lambda room, text: ("run", str(room), "--profile", text or "x"),
    "a package": lambda room, text: ("cases", "describe", f"./{as_name(text)}"),
    "roster: id": _says("roster.csv", lambda text: f"student_id\n{_quoted(text)}\n"),
    "roster: column": _says("roster.csv", lambda text: f"{_quoted(text)}\n"),
    "roster: quotes": _says("roster.csv", lambda text: f"student_id\n{text}\n"),
    "overrides: assignment": _override("TEXT,alice,1,a,,b"),
    "overrides: student": _override("board9,TEXT,1,a,,b"),
    "overrides: points": _override("board9,alice,TEXT,a,,b"),
    "overrides: day": _override("board9,alice,1,a,TEXT,b"),
    "class: key": _says("class.yaml", lambda text: f"{_yaml(text)}: 1\n"),
    "class: schema": _says("class.yaml", lambda text: f"schema: {_yaml(text)}\n"),
    "class: assignment": _says(
        "class.yaml",
        lambda text: f"schema: gograde/class/v1\ntitle: T\nassignments: {{{_yaml(text)}: {{}}}}\n",
    ),
    "class: extension": _says(
        "class.yaml",
        lambda text: (
            "schema: gograde/class/v1\ntitle: T\n"
            f"assignments: {{board9: {{extensions: {{{_yaml(text)}: 1}}}}}}\n"
        ),
    ),
    "class: time": _says(
        "class.yaml",
        lambda text: f"schema: gograde/class/v1\ntitle: T\nassignments: {{board9: {{due: {_yaml(text)}}}}}\n",
    ),
    "class: no yaml": _says("class.yaml", lambda text: f"{text}: [\n"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_messages_hold_nothing_but_text(mistake: str, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)
    for text in TEXTS:
        said = gograde(*MISTAKES[mistake](room, text))
        assert said.code in (2, 3), (text, said)
        assert list(outputs.text(said.out + said.err)) == [], text


def test_what_a_program_does_to_the_log_of_its_run_is_text(graded: Graded) -> None:
    """The programs of this class do print and raise, so that the logs could hold what they said."""
    assert b"os.write(1" in runner(0)
    assert [*(graded.path / "work/logs/run/board9").glob("*.log")]
    assert os.access(graded.path / "work/logs/report.log", os.R_OK)
