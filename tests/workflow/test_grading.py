"""`gograde run` on a small class: real processes, real Snakemake, real sandbox."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from snakemake.persistence import PersistenceBase
from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor
from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry

from gograde.classroom.classroom import CLASS_FILE, Classroom, load_class
from gograde.classroom.new_class import class_files, new_config
from gograde.errors import DataError, GogradeError, JudgeError, UsageError
from gograde.files import leftovers
from gograde.resources import snakefile
from gograde.sandbox.protocol import Backend
from gograde.workflow import grade_class, lock, plan
from gograde.workflow.events import JobFailure
from gograde.workflow.fitness import backend_for
from gograde.workflow.snakemake_run import step_error
from tests.golden import agrees, transcript
from tests.needs import program
from tests.sandboxes import comes_true

Room = Any  # the fixtures' own class; tests cannot import their conftest


# -- a class from beginning to end ----------------------------------------------------------


def test_a_class_is_graded(graded_once: tuple[Room, Any]) -> None:
    room, done = graded_once
    assert done.code == 0, done.err
    assert room.verdicts() == {"alice": "NO", "b.o-b@x": "NO", "van Gogh": "RTE", "张三": "NS", "zip": "CE"}
    assert {"index.html", "grades.csv", "scores.csv", "manifest.json"} <= set(room.reports())
    assert done.out.endswith(f"Reports: {room.path}/reports/index.html\n")
    assert list(leftovers(room.path)) == []
    record = json.loads((room.path / "work/scores/board9/zip.json").read_text())
    assert record["message"] == "zip.zip: not a zip archive, or one that is cut off"
    assert (record["score"], record["max_score"] > 0) == (0, True)


def test_without_a_terminal_progress_is_plain_lines(graded_once: tuple[Room, Any]) -> None:
    lines = graded_once[1].err.splitlines()
    assert [line.split("]")[0] for line in lines] == [f"[{n}/{len(lines)}" for n, _ in enumerate(lines, 1)]
    names = {line.split("] ")[1].split(", about")[0] for line in lines}
    assert {"board9: alice", "board9: van Gogh", "board9: scores 00", "gradebook", "report"} <= names
    assert "board9: 张三" not in names, "who handed in nothing is no work"


# -- what a change costs --------------------------------------------------------------------


def test_reports_go_where_they_are_wanted_beside_a_readme_and_are_made_again(graded, tmp_path) -> None:
    target = tmp_path / "out {of} it"
    target.mkdir()
    (target / "README.md").write_text("mine")
    assert graded.run("--reports", str(target)).out.endswith(f"Reports: {target}/index.html\n")
    assert (target / "index.html").read_bytes() == (graded.path / "reports/index.html").read_bytes()
    (target / "manifest.json").unlink()  # as after a run that was killed
    (graded.path / "roster.csv").write_text((graded.path / "roster.csv").read_text() + "zoe\n")
    assert graded.run().out.endswith(f"Reports: {target}/index.html\n"), "the next run remembers where"
    assert (target / "index.html").read_bytes() != (graded.path / "reports/index.html").read_bytes()
    assert (target / "manifest.json").is_file()
    assert (target / "README.md").read_text() == "mine"


def changed(before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]) -> set[str]:
    return {name for name in after if after[name] != before.get(name)}


# -- interrupted ----------------------------------------------------------------------------


@pytest.fixture
def endless(new_class: Callable[..., Room]) -> Room:
    return new_class(alice="time_limit_exceeded/sleeps_for_ever", bob="accepted/python_prints")


def start(room: Room) -> subprocess.Popen[str]:
    """`gograde run`, waited for until a submission is being run."""
    command = [sys.executable, "-P", "-m", "gograde", "run", str(room.path), "--cores", "1"]
    pipe = subprocess.PIPE
    run = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    assert comes_true(lambda: any((room.path / "work/logs/run/board9").glob("*.log")))
    return run


def steps_of(room: Room) -> list[int]:
    """Processes that work in the class's work folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink() == room.path / "work":
                found.append(int(process.name))
    return found


@pytest.mark.parametrize(
    ("number", "tell"),
    [
        (signal.SIGINT, os.kill),
        pytest.param(signal.SIGINT, os.killpg, marks=pytest.mark.long),
        (signal.SIGTERM, os.killpg),
    ],
)
def test_an_interrupt_ends_everything_at_once_and_leaves_nothing_half_written(endless, number, tell) -> None:
    run = start(endless)
    tell(run.pid, number)
    _, err = run.communicate(timeout=30)
    assert run.returncode == 130
    assert err.endswith("Interrupted.\n")
    assert comes_true(lambda: not steps_of(endless))
    assert list(leftovers(endless.path)) == []
    assert not (endless.path / "work/runs/board9/alice.jsonl").exists()


def test_steps_end_with_a_killed_grader(endless: Room) -> None:
    run = start(endless)
    assert comes_true(lambda: len(steps_of(endless)) > 1)
    run.kill()
    run.communicate()
    assert comes_true(lambda: not steps_of(endless))


def test_a_killed_step_is_named_as_killed(endless: Room) -> None:
    run = start(endless)
    for process in slice_at_work(endless):
        os.kill(process, signal.SIGKILL)
    _, err = run.communicate(timeout=120)
    assert run.returncode == 4
    assert err.endswith(
        f"{endless.path}/work/logs/run/board9/00.log: board9: slice 00: the step was killed (SIGKILL)\n"
        "Fix: run gograde run again; finished steps are kept\n"
    )


def test_a_killed_submission_of_a_slice_is_a_fault_of_ours_and_costs_nobody_else(endless: Room) -> None:
    run = start(endless)
    os.kill(slice_at_work(endless)[1], signal.SIGKILL)
    out, err = run.communicate(timeout=120)
    assert run.returncode == 4, err
    assert "board9: judge error (JE), our fault, for alice: not graded.\n" in out
    assert endless.verdicts() == {"alice": "JE", "bob": "NO"}
    log = (endless.path / "work/logs/run/board9/00.log").read_text()
    assert "judge error: board9: alice: its process was killed (SIGKILL)" in log


def slice_at_work(room: Room) -> list[int]:
    """The process of a slice, then the one that it forked for a submission: both wait for a program.

    One that is about to become another program looks like them, but waits for nothing.
    """
    parents: dict[int, int] = {}

    def waiting() -> Iterator[tuple[int, int]]:
        for pid in steps_of(room):
            with contextlib.suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                _, waits, stat = Path(f"/proc/{pid}/stat").read_text().rpartition(") S ")
                if b"gograde" in words and waits:
                    yield pid, int(stat.split()[0])

    def both() -> bool:
        parents.clear()
        parents.update(waiting())
        return len(parents) == 2 and any(parent in parents for parent in parents.values())

    assert comes_true(both)
    return sorted(parents, key=lambda pid: parents[pid] in parents)


def test_a_fault_in_the_cases_is_told_before_the_sandbox_is_examined(graded, monkeypatch) -> None:
    shutil.rmtree(graded.path / "hidden")
    monkeypatch.setattr(plan, "assure", lambda *_: pytest.fail("the sandbox is examined"))
    with pytest.raises(DataError, match="no hidden cases"):
        grade_class.grade_class(load_class(graded.path), plan.Request())


# -- our own faults -------------------------------------------------------------------------


MISSING = """\
CLASS: nothing was run: tools are missing that submissions need
  C (no cc or gcc or clang on this machine): board9: alice, chen
Fix: apt install gcc libc6-dev; or grade the others now, while these wait (JE): \
gograde run CLASS --skip-missing-tools
"""


@pytest.mark.needs("cc")
def test_a_missing_tool_is_told_first_and_costs_nobody_else(new_class, tmp_path) -> None:
    """It is told once for all, and looked for again; the submission in an archive is one of all."""
    room = new_class(alice="accepted/c_file", bob="accepted/python_prints", chen="")
    shutil.make_archive(str(room.submission("chen")), "zip", room.submission("alice"))
    bare = tmp_path / "bin"
    bare.mkdir()
    (bare / "bash").symlink_to(shutil.which("bash") or "/bin/bash")
    done = room.run(PATH=str(bare))
    assert (done.code, done.out, done.err) == (4, "", MISSING.replace("CLASS", str(room.path)))
    assert not (room.path / "work/plan").exists()
    done = room.run("--skip-missing-tools", PATH=str(bare))
    assert done.code == 4
    assert "board9: judge error (JE), our fault, for alice, chen: not graded.\n" in done.out
    assert room.verdicts() == {"alice": "JE", "bob": "NO", "chen": "JE"}
    [alice, *_] = json.loads((room.path / "work/gradebook.json").read_text())["entries"]
    assert (alice["final"], alice["pending"]) == (None, alice["max_score"])
    assert alice["max_score"] > 0
    log = (room.path / "work/logs/run/board9/00.log").read_text()
    assert "C: no cc or gcc or clang on this machine\nFix: install it: apt install gcc libc6-dev" in log
    assert "caused by the submission?" not in room.run(PATH=str(bare)).out, "nobody is asked twice"
    [alice, *_] = json.loads((room.path / "work/gradebook.json").read_text())["entries"]
    assert (alice["verdict"], alice["flags"]) == ("JE", [])
    runs = room.runs()
    assert room.run().code == 0
    assert room.verdicts() == {"alice": "NO", "bob": "NO", "chen": "NO"}
    assert changed(runs, room.runs()) == {"alice", "chen"}
    _another_compiler_runs_c_again(room, tmp_path / "another" / "bin")


def _another_compiler_runs_c_again(room: Room, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "cc").write_text(f'#!/bin/sh\nexec {program("cc")} "$@"\n')
    (folder / "perl").write_text("#!/bin/sh\nexit 1\n")
    for name in ("cc", "perl"):
        (folder / name).chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    told = room.gograde("report", str(room.path), PATH=path).err
    assert told.startswith("board9: what the work of alice, chen is run with changed (")
    preview = room.gograde("regrade", str(room.path), "--format", "json", PATH=path)
    assert {one["student"] for one in json.loads(preview.out)["to_run"]} == {"alice", "chen"}


def test_a_failed_step_says_which_and_where_and_the_next_run_makes_all_anew(graded: Room) -> None:
    record, runs = graded.path / "work/runs/board9/alice.jsonl", graded.runs()
    shutil.rmtree(graded.path / "work/scores/board9")
    shutil.rmtree(graded.path / "work/blobs")
    done = graded.run()
    error = done.err[done.err.index(f"{graded.path}/work/runs/") :]
    assert error.startswith(f"{record}: not a whole gograde/run/v1 record ([Errno 2] No such file")
    assert error.endswith(" (2 like this)\nFix: run gograde run again\n")
    assert (done.code, graded.run().code, graded.runs().keys()) == (3, 0, runs.keys())


def test_a_mark_that_was_altered_in_the_work_folder_is_named_and_made_anew(graded: Room) -> None:
    path = graded.path / "work/gradebook.json"
    path.write_text(path.read_text().replace('"mark": {"at_least": 0.0', '"mark": {"at_least": 7777.0', 1))
    done = graded.gograde("report", str(graded.path))
    told = "changed after it was written: 张三 has 7777 in board9, by the score 0\nFix: gograde run "
    assert (done.code, done.out, done.err.startswith(f"{path}: {told}")) == (3, "", True), done.err
    assert graded.run().code == graded.gograde("report", str(graded.path)).code == 0


def test_a_correction_that_cannot_be_is_named_with_its_line(graded: Room) -> None:
    rows = ["board9,alice,01/1,1,Ada,2026-12-01,looked at it", "board9,alice,01/99,1,Ada,2026-12-01,a slip"]
    header = "assignment,student_id,test,points,by,at,reason"
    (graded.path / "overrides.csv").write_text("\n".join([header, *rows, ""]))
    reports = graded.reports()
    done = graded.run()
    assert (done.code, done.out) == (3, "")
    first, fix = done.err.splitlines()[-2:]
    assert first == f"{graded.path}/overrides.csv:3: board9, alice: no test '01/99'"
    assert fix.startswith("Fix: ")
    assert graded.reports() == reports


ENDED: tuple[tuple[int | str | None, str | None], ...] = (
    (3, "note\n/c/a: b.csv:3: bad\nFix: mend it: so\n"), (4, "sandbox: gone\nFix: mend it\n"),
    (None, "sandbox: gone\nFix: mend it\n"), (3, "no advice\n"), (1, ""), (1, None), (-9, ""),
    ("cancelled by Slurm", ""), ("timeout by Slurm", ""),
)  # fmt: skip


def test_a_step_is_to_blame_for_what_it_ended_with(tmp_path: Path) -> None:
    said = []
    for number, (status, log) in enumerate(ENDED):
        name = f"{number}.log"
        if log is not None:
            (tmp_path / name).write_text(log)
        lost = {"lost": status} if isinstance(status, str) else {"status": status}
        error = step_error(tmp_path, [JobFailure("report", name, **lost)])
        said.append(f"== {status}, {log!r}\n{error.exit_code} {error}\n".replace(str(tmp_path), "LOGS"))
    agrees("workflow/steps.txt", "".join(said))


def test_wrong_data_is_told_before_what_followed_from_it(tmp_path: Path) -> None:
    (tmp_path / "data.log").write_text("o.csv:3: no such test\nFix: mend it\n")
    (tmp_path / "killed.log").write_text("")
    error = step_error(
        tmp_path, [JobFailure("run", "killed.log", 137), JobFailure("gradebook", "data.log", 3)]
    )
    assert str(error) == "o.csv:3: no such test (and 1 more steps)\nFix: mend it"


# -- bad input ------------------------------------------------------------------------------


def of_no_package(room: Room) -> None:
    room.edit("class.yaml", "board9", "board8")
    (room.path / "submissions/board9").rename(room.path / "submissions/board8")


def with_slides(room: Room) -> None:
    (room.path / "slides").mkdir()
    (room.path / "slides/index.html").write_text("mine")


REFUSED: dict[str, tuple[Callable[[Room], object], Sequence[str]]] = {
    "nothing to grade": (lambda room: shutil.rmtree(room.path / "submissions"), ["run CLASS"]),
    "no hidden cases": (lambda room: shutil.rmtree(room.path / "hidden"), ["run CLASS"]),
    "unknown assignment": (of_no_package, ["run CLASS"]),
    "what does not exist": (
        lambda room: None,
        ["run CLASS --student alise", "run CLASS --profile nope", "run CLASS --profile slurm"],
    ),
    "reports where other files are": (
        with_slides,
        [
            f"{command} CLASS --reports {place}"
            for command in ("run", "step plan")
            for place in (
                "CLASS", *(f"CLASS/{name}" for name in ("hidden", "work/reports", "roster.csv", "slides"))
            )
        ],
    ),
}  # fmt: skip


def test_bad_input_is_a_message_and_nothing_is_lost(graded_once, tmp_path, capsys) -> None:
    said = []
    for number, (name, (spoil, commands)) in enumerate(REFUSED.items()):
        room = type(graded_once[0])(tmp_path / f"class{number}")
        shutil.copytree(graded_once[0].path, room.path)
        spoil(room)
        before = room.reports()
        said.append(f"=== {name}\n\n{transcript(commands, {room.path: 'CLASS'}, capsys)}")
        assert room.reports() == before
    agrees("workflow/refused.txt", "\n".join(said))
    assert (room.path / "slides/index.html").read_text() == "mine"


@pytest.mark.parametrize("line", ["no-such-option: 3", "executor: nope"])
def test_a_profile_that_snakemake_refuses(line: str, graded: Room, tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd/profile.yaml").write_text(f"{line}\n")
    (graded.path / "work/gradebook.json").unlink()
    done = graded.run("--profile", str(tmp_path / "odd"))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("--profile: ")
    assert done.err.endswith("Fix: mend the profile, or install what it names\n")


def test_without_a_sandbox_every_report_says_so_and_with_one_all_is_to_be_run(new_class) -> None:
    room = new_class(alice="accepted/python_prints")
    note = "graded without a sandbox (--trust-submissions)"
    assert f"Note: {note}\n" in room.run("--trust-submissions").out
    assert note in (room.path / "reports/index.html").read_text()
    _, found = plan.plan_class(load_class(room.path), plan.Request())
    assert next((one.step, one.name) for one in found) == ("run", "alice")


def test_the_summary_as_json(graded: Room) -> None:
    summary = json.loads(graded.run("--format", "json").out)
    assert (summary["schema"], summary["students"], summary["jobs"]) == ("gograde/summary/v1", 5, 0)
    assert summary["index"] == str(graded.path / "reports/index.html")
    assert summary["tallies"][0]["verdicts"] == {"NO": 2, "RTE": 1, "CE": 1, "NS": 1}


# -- steps and the Snakefile ----------------------------------------------------------------


def test_every_rule_is_one_quoted_logged_step() -> None:
    text = snakefile().read_text()
    rules = text.split("\nrule ")[2:]
    names = ["run", "round", "play", "rate", "score", "gradebook", "report"]
    assert [rule.split(":")[0] for rule in rules] == names
    for rule in rules:
        command = rule.split("shell:\n")[1].strip().split("\n")[0]
        assert command.removeprefix("step(").removeprefix("f").startswith(f'"{rule.split(":")[0]} ')
    assert 'log:q}} 2>&1"' in text.split("def step(")[1].split("\n\n")[0]
    assert not any(word in text for word in ("    run:", "script:", "checkpoint", "glob"))


def snakemake(folder: Path, *args: str) -> str:
    """What a stranger's call of Snakemake prints."""
    command = [
        sys.executable, "-P", "-m", "snakemake", "--snakefile", str(snakefile()), "--cores", "2", *args,
    ]  # fmt: skip
    done = subprocess.run(
        command, text=True, check=False, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.stdout


def test_what_config_says_of_the_sandbox_is_true_or_false_and_nothing_else() -> None:
    """`snakemake --config trust=false` arrives as a text, which Python takes as true."""
    for config, said in [
        ({"trust": "maybe"}, "--config trust: maybe is no value of it\nFix: say True or False"),
        ({"skip_missing_tools": 1}, "--config skip_missing_tools: 1 is no value of it"),
        ({"clas": "x"}, '--config clas: unknown key\nFix: did you mean "class"?'),
        ({"class": None}, "--config class: nothing is no value of it\nFix: say a path or a name"),
        ({"trust": "false", "class": "no class here"}, "not a class folder"),
    ]:
        with pytest.raises(GogradeError, match=re.escape(said)):
            plan.workflow_plan(config, is_main=True)
    assert [plan._option("trust", text) for text in ("", "false", "False", "TRUE")] == [False] * 3 + [True]


def test_plain_snakemake_grades_a_class_as_gograde_does(graded: Room, tmp_path: Path) -> None:
    room = type(graded)(graded.path.rename(tmp_path / "class"))
    reports, named = room.reports(), ("--config", "class=class")
    for folder in ("work", "reports"):
        shutil.rmtree(room.path / folder)
    assert "Finished jobid: 0 (Rule: all)" in snakemake(tmp_path, *named)
    assert room.reports() == reports
    assert "Nothing had changed.\n" in room.run().out
    assert "Congratulations" in snakemake(tmp_path, *named, "--lint")
    with (
        lock.grader(room.path / "work"),
        pytest.raises(GogradeError, match="another gograde run is grading this class"),
    ):
        plan.workflow_plan({"class": room.path}, is_main=True)


def test_steps_by_hand(graded: Room) -> None:
    (graded.path / "work/plan/plan.json").unlink()
    done = graded.gograde("step", "score", str(graded.path), "board9", "00")
    assert (done.code, done.err.splitlines()[-1]) == (3, "Fix: run gograde run again")
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    assert "Nothing had changed.\n" in graded.run().out


def test_nothing_of_a_graded_class_is_for_other_users_of_the_machine(graded_once: tuple[Room, Any]) -> None:
    room = graded_once[0].path
    written = [path for top in ("work", "reports") for path in (room / top, *(room / top).rglob("*"))]
    assert {path.relative_to(room).parts[1] for path in written if len(path.relative_to(room).parts) > 1} >= {
        *("blobs", "logs", "plan", "runs", "scores", "taken", "gradebook.json", "doctor.json"),
        *("staff", "students", "index.html"),
    }
    assert [path for path in written if not path.is_symlink() and path.stat().st_mode & 0o077] == []


# -- `require: bwrap` in class.yaml: nothing less grades the class -----------------------------


def a_class(folder: Path, line: str) -> Classroom:
    files = class_files(new_config("A class", ["board9"]))
    (folder / CLASS_FILE).write_text(f"{line}\n{files[CLASS_FILE]}")
    (folder / "roster.csv").write_text(files["roster.csv"] + "1,An,Ada\n")
    return load_class(folder)


def test_nothing_asks_for_less(tmp_path: Path) -> None:
    classroom = a_class(tmp_path, "require: bwrap")
    where = f"{tmp_path / CLASS_FILE}: require: the class requires bwrap, and"
    with pytest.raises(UsageError) as caught:
        backend_for(classroom, trust=True)
    assert str(caught.value) == (
        f"{where} --trust-submissions asks for less\n"
        "Fix: leave --trust-submissions out, or delete the line require: bwrap"
    )
    with pytest.raises(UsageError) as caught:
        backend_for(classroom, trust=False, name="landlock")
    assert str(caught.value) == (
        f"{where} its plan was made with landlock\nFix: make the plan anew: gograde run"
    )


@pytest.mark.needs("bwrap")
def test_a_proof_that_fails_grades_nothing(tmp_path: Path) -> None:
    def proof(backend: Backend) -> None:
        raise JudgeError(f"sandbox {backend.name}", "No network: TCP", "mend it")

    with pytest.raises(JudgeError, match=r"require: bwrap does not hold here \(sandbox bwrap: No network"):
        backend_for(a_class(tmp_path, "require: bwrap"), trust=False, proof=proof)


# -- the internals of Snakemake on which gograde relies still exist ----------------------------


TELL = """
import json, sys
sys.argv = ["gograde", *sys.argv[1:]]
from gograde.__main__ import entry
try:
    entry()
finally:
    print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr)
"""


def test_the_methods_that_are_replaced_are_there_and_take_a_value() -> None:
    assert PersistenceBase._serialize_param_builtin(object(), "digest") == "'digest'"
    assert callable(PersistenceBase._serialize_param_pandas)
    assert isinstance(RemoteExecutor.next_seconds_between_status_checks, property)
    assert isinstance(LoggerPluginRegistry().plugins, dict)


@pytest.mark.parametrize(("lost", "more"), [("", ()), ("grade*", ()), ("grade*", ("--profile", "none"))])
def test_a_run_imports_no_pandas_and_no_snakemake_for_jobs_that_wait_for_each_other(graded, lost, more):
    for path in (graded.path / "work").glob(f"{lost}.json"):
        path.unlink()
    command = [sys.executable, "-P", "-c", TELL, "run", str(graded.path), "--cores", "2", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stderr.splitlines()[-1])
    assert ("snakemake" in loaded, "pandas" in loaded) == (bool(more), False)
    assert locks(graded.path) == []


def locks(class_dir: Path) -> list[Path]:
    return [path for path in (class_dir / "work/.snakemake/locks").glob("*") if path.is_file()]
