"""The workflows that `gograde cases export` prints, and action.yml, done step by step in a clean shell.

The repository is a real one. Programs that fetch something are replaced: `pip` and `apt-get` note what they
were asked, and `gograde` is the one that is tested.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

import gograde
from gograde.cli.main import run_command
from gograde.resources import packages_dir
from tests.golden import commands_agree
from tests.needs import require
from tests.report.exports.checks.junit_schemas import faults

ROOT = Path(__file__).parents[3]
SAMPLES = packages_dir() / "board-control" / "submissions"
WANTED = f"gograde-check=={gograde.__version__}"
GIT = ("git", "-c", "user.name=Alice", "-c", "user.email=alice@example.org", "-c", "commit.gpgsign=false")
FETCHES = '#!/bin/sh\necho "$0 $*" >> "$ASKED"\n'
"""Stands for a program that needs a network."""

PYTHON = """\
#!/bin/sh
case "$*" in
"-m pip"*) echo "$0 $*" >> "$ASKED" ;;
"-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$(dirname "$0")/gograde" "$3/bin/" ;;
*) exit 99 ;;
esac
"""


@dataclass
class Runner:
    """A machine of a build server: what stays from step to step."""

    top: Path
    repository: Path
    path: list[str] = field(default_factory=list)
    log: str = ""

    @property
    def env(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("XDG_CACHE_HOME",) if name in os.environ}
        return {
            **kept,
            "HOME": str(self.top),
            "PATH": ":".join([*self.path, str(self.top / "bin"), "/usr/bin", "/bin"]),
            "ASKED": str(self.top / "asked"),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(self.repository),
            "GITHUB_STEP_SUMMARY": str(self.top / "summary.md"),
            "GITHUB_PATH": str(self.top / "path"),
            "CI_PROJECT_DIR": str(self.repository),
        }

    @property
    def asked(self) -> str:
        return (self.top / "asked").read_text()

    @property
    def summary(self) -> str:
        return (self.top / "summary.md").read_text()

    def step(self, command: str, env: Mapping[str, str]) -> int:
        """Run a step as the runners do; what it prints goes to the log."""
        done = subprocess.run(
            ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command],
            cwd=self.repository, env={**self.env, **env}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.log += done.stdout + done.stderr
        self.path = (self.top / "path").read_text().split() if (self.top / "path").exists() else []
        return done.returncode

    def job(self, steps: Iterator[tuple[str, Mapping[str, str]]]) -> int:
        """The code of the step that fails, or 0."""
        return next((code for command, env in steps if (code := self.step(command, env))), 0)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A machine with a clone of a student's repository."""
    folder = tmp_path / "machine"
    (folder / "bin").mkdir(parents=True)
    gograde_here = f'#!/bin/sh\nexec "{sys.executable}" -P -m gograde "$@"\n'
    programs = {
        "apt-get": FETCHES, "pip": FETCHES, "python": PYTHON, "python3": PYTHON, "gograde": gograde_here,
    }  # fmt: skip
    for name, text in programs.items():
        (folder / "bin" / name).write_text(text)
        (folder / "bin" / name).chmod(0o755)
    return Runner(folder, folder / "repository")


def push(runner: Runner, sample: str, under: str = ".") -> None:
    """A student's repository with this program, cloned onto the machine."""
    require("git")
    origin = runner.top / "origin"
    shutil.copytree(SAMPLES / sample, origin / under)
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "my homework")):
        subprocess.run([*GIT, *words], cwd=origin, check=True)
    subprocess.run([*GIT, "clone", "-q", str(origin), str(runner.repository)], check=True)


def printed(capsys: pytest.CaptureFixture[str], system: str, *options: str) -> Any:
    """The workflow as its system reads it."""
    assert run_command(["cases", "export", "board-control", "--to", system, *options]) == 0
    text = capsys.readouterr().out
    assert "@" not in re.sub(r"@v[0-9]", "", text), "a value that was not filled in"
    assert "://" not in text
    return yaml.safe_load(text)


def steps_of(system: str, workflow: Any) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The commands of the job with their variables; actions of others are left out."""
    if system == "gitlab":
        job = workflow["gograde"]
        env = {name: value.replace("$CI_PROJECT_DIR", ".") for name, value in job["variables"].items()}
        cached = {"PIP_CACHE_DIR": env["PIP_CACHE_DIR"]}
        yield from ((command, cached) for command in job["script"])
    else:
        for step in workflow["jobs"]["check"]["steps"]:
            if "run" in step:
                yield step["run"], {}


@pytest.mark.parametrize("system", ["gitlab", "forgejo"])
def test_a_push_that_is_right_passes(runner: Runner, capsys, system: str) -> None:
    push(runner, "accepted/function")
    assert runner.job(steps_of(system, printed(capsys, system))) == 0
    assert runner.log.endswith("13 of 13 public tests passed.\n")
    assert WANTED in runner.asked
    assert faults((runner.repository / "gograde-junit.xml").read_text()) == []


def test_a_push_that_crashes_is_annotated_at_its_line(runner: Runner, capsys) -> None:
    push(runner, "run_time_error/crashes_at_import", "homework/src")
    workflow = printed(capsys, "github", "--submission", "homework")
    assert runner.job(steps_of("github", workflow)) == 1
    said = re.findall(r"^::(\w+) file=([^,]*),line=(\d+),", runner.log, re.MULTILINE)
    assert said == [("error", "homework/src/chessboard.py", "2")]
    assert "chessboard.py, line 2:\n\n```text\n" in runner.summary
    assert "| sample-01/legal-1 | ✗ RTE |" in runner.summary


def test_the_action_does_what_the_workflow_does(runner: Runner) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert action["inputs"]["version"]["default"] == gograde.__version__
    values = {name: one.get("default", "") for name, one in action["inputs"].items()}
    values |= {"assignment": "board-control", "submission": "; touch owned"}
    push(runner, "wrong_answer/black_first", "; touch owned")
    steps = [step for step in action["runs"]["steps"] if "run" in step]
    assert not [step for step in steps if "${{" in step["run"]], "an input that the shell would read as code"
    filled = ((step["run"], filled_in(step["env"], values)) for step in steps)
    assert runner.job(filled) == 1
    assert runner.log.endswith("10 of 13 public tests passed.\n")
    assert "file=; touch owned/chessboard.py,title=✗ sample-01/legal-1" in runner.log
    assert not (runner.repository / "owned").exists()
    assert WANTED in runner.asked


def filled_in(env: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """The variables of a step with the inputs in them."""
    return {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
        for name, text in env.items()
    }


def test_gitlab_shows_findings_in_a_merge_request(runner: Runner, capsys) -> None:
    push(runner, "run_time_error/crashes_at_import")
    workflow = printed(capsys, "gitlab")
    (runner.repository / ".cache/pip").mkdir(parents=True)
    (runner.repository / ".cache/pip/chessboard.py").write_text("a cache is not handed in")
    assert runner.job(steps_of("gitlab", workflow)) == 1
    reports = workflow["gograde"]["artifacts"]["reports"]
    [finding] = json.loads((runner.repository / reports["codequality"]).read_text())
    assert finding["location"] == {"path": "chessboard.py", "lines": {"begin": 2}}
    assert faults((runner.repository / reports["junit"]).read_text()) == []


def test_github_gives_a_job_no_more_rights_than_it_needs(capsys) -> None:
    workflow = printed(capsys, "github", "--trust-submissions")
    assert workflow["permissions"] == {"contents": "read"}
    checkout, *_ = workflow["jobs"]["check"]["steps"]
    assert checkout["with"] == {"persist-credentials": False}
    [command] = [command for command, _ in steps_of("github", workflow) if "gograde check" in command]
    assert command.startswith('gograde check "." -a "board-control" --trust-submissions --format github ')


def test_what_no_workflow_is_written_for(capsys: pytest.CaptureFixture[str]) -> None:
    commands_agree("cli/no-workflow.txt", {}, capsys)
