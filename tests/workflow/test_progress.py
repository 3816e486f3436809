"""The progress messages, and the meaning of Snakemake's events."""

import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gograde.workflow.events import JobFailure, Listener
from gograde.workflow.progress import (
    FILE,
    BarProgress,
    FiledProgress,
    LineProgress,
    Progress,
    Seen,
    left_s,
    make_progress,
    read_progress,
)


class Told(Progress):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def hear(self, event: str, value: int | str) -> None:
        self.lines.append(str(value) if event == "note" else f"{event} {value}")

    def close(self) -> None:
        self.lines.append("closed")


def job(number: int, rule: str, **wildcards: str) -> dict[str, Any]:
    return {"jobid": number, "rule_name": rule, "wildcards": wildcards, "log": [f"logs/{number}.log"]}


def test_events_become_progress_and_failures() -> None:
    told = Told()
    listener = Listener(told, {"board9: slice 07": ["board9: alice", "board9: bob"], "board9: slice 08": []})
    listener.hear("run_info", {"stats": {"all": 1, "run": 2, "total": 5}})
    listener.hear("job_info", job(1, "run", assignment="board9", slice="07"))
    listener.hear("job_info", job(5, "run", assignment="board9", slice="08"))
    for event in ("started", "finished", "finished", "started"):
        listener.tell(event, "board9: bob")
    listener.hear("job_info", job(2, "score", assignment="board9", slice="07"))
    for number in (1, 5):
        listener.hear("job_finished", {"job_id": number})
    other = "Command 'exec x > logs/2.log 2>&1' returned non-zero exit status 3."
    spaced = "Command 'exec x > 'logs/my log' 2>&1' returned non-zero exit status 4."
    for text in (other, spaced):
        listener.hear("error", {"msg": f"CalledProcessError in file Snakefile:\n{text}"})
    listener.hear("job_error", {"jobid": 2, "rule_name": "score", "log": ["logs/2.log"]})
    listener.hear("job_error", {"jobid": 3, "rule_name": "report", "log": ["logs/my log"]})
    listener.hear("job_error", {"jobid": 4, "rule_name": "gradebook", "log": ["logs/4.log"]})
    listener.hear("job_info", job(0, "all"))
    listener.hear("job_finished", {"job_id": 0})
    listener.hear("error", {"msg": "no such file"})
    listener.hear(None, {"msg": "chatter", "levelname": "INFO"})
    assert told.lines == [
        "total 4", "started board9: bob", "finished board9: bob", "started board9: scores 07",
        "finished board9: alice",
    ]  # fmt: skip
    assert listener.done == 2
    assert listener.failures == [
        JobFailure("board9: scores 07", "logs/2.log", 3),
        JobFailure("report", "logs/my log", 4),
        JobFailure("gradebook", "logs/4.log"),
    ]
    assert listener.errors[2:] == ["no such file"]


def test_lines_say_what_is_done_and_what_is_left() -> None:
    out = io.StringIO()
    progress = make_progress(out)
    assert isinstance(progress, LineProgress)
    progress.total(2)
    progress.started("board9: alice")
    progress.finished("board9: alice")
    progress.finished("gradebook")
    progress.close()
    assert re.fullmatch(r"\[1/2\] board9: alice, about \d+ s left\n\[2/2\] gradebook\n", out.getvalue())


def test_after_a_note_the_time_left_is_not_that_of_jobs() -> None:
    out = io.StringIO()
    progress = make_progress(out)
    progress.total(3)
    progress.note("game: 4 of 9 games, about 3 min left")
    progress.finished("game: games 00-00")
    assert out.getvalue() == "game: 4 of 9 games, about 3 min left\n[1/3] game: games 00-00\n"


@pytest.mark.parametrize(
    ("spent", "done", "jobs", "left"), [(10, 1, 4, 30), (10, 4, 4, None), (10, 0, 4, None), (3, 2, 4, 3)]
)
def test_the_time_left_is_at_the_pace_so_far(spent: float, done: int, jobs: int, left: float | None) -> None:
    assert left_s(spent, done, jobs) == left


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_shows_what_runs_how_much_is_done_and_markup_as_text() -> None:
    out = Terminal()
    progress = make_progress(out)
    assert isinstance(progress, BarProgress)
    progress.total(3)
    progress.started("board9: bob")
    progress.started("board9: [red]alice")
    progress.finished("board9: bob")
    progress.note("game: [bold]4 of 9 games")
    progress.close()
    assert "game: [bold]4 of 9 games" in out.getvalue()
    assert "1/3" in out.getvalue()
    assert "board9: [red]alice" in out.getvalue()


# -- for whoever looks on ---------------------------------------------------------------------


def test_the_progress_is_shown_and_kept(tmp_path: Path) -> None:
    assert read_progress(tmp_path) == Seen()
    told = Told()
    progress = FiledProgress(told, tmp_path)
    assert read_progress(tmp_path).running
    for what in ("a", "b", "c"):
        progress.started(what)
        progress.total(4) if what == "a" else None
    progress.finished("b")
    seen = read_progress(tmp_path)
    assert (seen.running, seen.jobs, seen.done, seen.at_work, seen.latest) == (True, 4, 1, ("a", "c"), ("b",))
    progress.close()
    assert told.lines == ["started a", "total 4", "started b", "started c", "finished b", "closed"]
    over = read_progress(tmp_path)
    assert (over.running, over.at_work, over.done) == (False, (), 1)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    FiledProgress(told, tmp_path).close()
    assert read_progress(tmp_path).done == 0


def test_the_time_left_is_that_of_the_jobs_so_far(tmp_path: Path) -> None:
    lines = ['{"event": "total", "value": 10, "at": 100}', '{"event": "finished", "value": "a", "at": 103}']
    (tmp_path / FILE).write_text("\n".join([*lines, '{"event": "finished", "val']))
    seen = read_progress(tmp_path, now=106.0)
    assert (seen.done, seen.spent_s, seen.left_s) == (1, 3.0, 27.0)  # it is over since its last word
    (tmp_path / FILE).write_text("[]\n")
    assert read_progress(tmp_path) == Seen()


KILLED = """
import os, signal, sys
from gograde.workflow.progress import FiledProgress, LineProgress
progress = FiledProgress(LineProgress(sys.stderr), __import__("pathlib").Path(sys.argv[1]))
progress.total(2)
progress.started("a")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_run_that_was_killed_is_known_to_be_over(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert done.returncode == -9
    seen = read_progress(tmp_path)
    assert (seen.running, seen.jobs, seen.done, seen.at_work) == (False, 2, 0, ())
