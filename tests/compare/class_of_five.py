"""A class of all five assignments: every late policy and visibility, and sample submissions of all kinds.

Due dates lie long ago or far ahead, so that no date of grading changes anything.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from gograde.package.package import open_package
from gograde.package.samples import read_samples
from gograde.package.secret_files import store

CLASS_YAML = """\
schema: gograde/class/v1
title: "All five assignments"
late_days: 3
assignments:
  board9:
    weight: 30
    due: "2025-10-05T23:59:00+08:00"
    late: {policy: percentage-penalty, penalty: 10, grace_minutes: 15, reject_after_days: 7}
    visibility: after_due_date
    extensions: {dora: 24}
  tromp-taylor:
    weight: 20
    due: "2025-10-12T23:59:00+08:00"
    late: {policy: constant-penalty, penalty: 3}
    visibility: after_published
    published: true
  board-control:
    weight: 20
    due: "2025-10-19T23:59:00+08:00"
    late: {policy: penalty-decay, penalty: 1, interval_hours: 6}
    visibility: hidden
  influence:
    weight: 20
    due: "2025-10-26T23:59:00+08:00"
    late: {policy: late-days, penalty: 20, max_late_days: 2}
    visibility: after_published
  little-go:
    package: packages/little-go
    weight: 10
    due: "2999-11-02T23:59:00+08:00"
    visibility: after_due_date
"""

ROSTER = """\
student_id,last_name,first_name,email
ada,Lovelace,Ada,ada@example.org
boris,Novák,Boris,boris@example.org
chen,陈,晓雨,chen@example.org
dora,Maar,Dora,dora@example.org
eli,Okafor,Eli,eli@example.org
fay,Costa,Fay,fay@example.org
gus,Petrov,Gus,gus@example.org
hana,Sato,Hana,hana@example.org
ines,Ferri,Inés,ines@example.org
jan.b,Berg,Jan,jan@example.org
kira,Lund,Kira,kira@example.org
张三,张,三,zhang@example.org
"""

OVERRIDES = """\
assignment,student_id,test,points,by,at,reason
board9,eli,,4,Teacher,2025-11-01,looked at the picture
influence,fay,,2.5,Teacher,2025-11-02,explained it well
"""

SUBMISSIONS: Mapping[str, Mapping[str, str]] = {
    "board9": {
        "ada": "accepted/python_file",
        "boris": "accepted/c_prints",
        "chen": "accepted/draws_pil_files",
        "dora": "wrong_answer/capture_forgotten",
        "eli": "wrong_answer/draws_one_capture_missing",
        "fay": "run_time_error/crashes_halfway",
        "gus": "compile_error/c_does_not_compile",
        "hana": "accepted/python_file",
        "ines": "attacks/reads_answers",
        "jan.b": "accepted/python_2",
    },
    "tromp-taylor": {
        "ada": "accepted/c_flood",
        "boris": "accepted/python_short",
        "chen": "accepted/c_short",
        "dora": "wrong_answer/stones_only",
        "eli": "wrong_answer/komi_added",
        "fay": "run_time_error/empty_input_crash",
        "gus": "compile_error/python_syntax",
        "hana": "output_limit_exceeded/prints_without_end",
        "kira": "run_time_error/c_fixed_array",
    },
    "board-control": {
        "ada": "accepted/function",
        "boris": "accepted/two_modules",
        "chen": "accepted/function_without_chains",
        "dora": "wrong_answer/suicide_kept",
        "eli": "wrong_answer/diagonals_connect",
        "fay": "run_time_error/crashes_on_empty",
        "gus": "compile_error/python_syntax",
        "hana": "attacks/leaves_early",
        "jan.b": "run_time_error/deep_recursion",
        "张三": "wrong_answer/empty_template",
    },
    "influence": {
        "ada": "accepted/plain",
        "boris": "accepted/numpy",
        "chen": "accepted/without_joseki",
        "dora": "wrong_answer/fast_no_hane",
        "eli": "wrong_answer/mirror_forgotten",
        "fay": "wrong_answer/joseki_skips_i",
        "gus": "compile_error/python_syntax",
        "hana": "run_time_error/recursion",
        "kira": "accepted/plain",
    },
    "little-go": {
        "ada": "accepted/c_alphabeta",
        "boris": "wrong_answer/random_player",
        "chen": "accepted/python_alphabeta",
        "dora": "wrong_answer/knows_no_suicide",
        "eli": "wrong_answer/passes_always",
        "fay": "run_time_error/crashes_on_ply_7",
        "gus": "compile_error/python_syntax",
        "hana": "wrong_answer/counts_from_one",
        "ines": "attacks/reads_the_referee",
    },
}

ON_TIME = "2025-10-01T20:00:00+08:00"
LATE: Mapping[tuple[str, str], str] = {
    ("board9", "boris"): "2025-10-06T00:10:00+08:00",
    ("board9", "dora"): "2025-10-07T12:00:00+08:00",
    ("board9", "jan.b"): "2025-10-20T12:00:00+08:00",
    ("tromp-taylor", "ada"): "2025-10-14T08:00:00+08:00",
    ("board-control", "boris"): "2025-10-20T08:00:00+08:00",
    ("influence", "ada"): "2025-10-30T08:00:00+08:00",
    ("influence", "chen"): "2025-10-28T08:00:00+08:00",
}

_QUICK_GROUPS = [
    {"name": "sample", "cases": "sample", "questions": ["random"], "weight": 0, "visibility": "visible"},
    {"name": "random", "questions": ["random"], "weight": 10, "visibility": "visible"},
    {"name": "greedy", "questions": ["greedy"], "weight": 10, "visibility": "visible"},
]
_QUICK_GENERATOR = {
    "schema": "gograde/generator/v1",
    "batches": [{"opponent": "random", "games": 4}, {"opponent": "greedy", "games": 4}],
    "sample_key": "a public key of sixteen bytes",
    "sample": [{"opponent": "random", "games": 2}],
}


def write_class(room: Path, samples: Path) -> None:
    """Write the class without hidden cases; `samples` has the packages with their sample submissions."""
    for name, text in (("class.yaml", CLASS_YAML), ("roster.csv", ROSTER), ("overrides.csv", OVERRIDES)):
        (room / name).write_text(text, "utf-8")
    for assignment, handed_in in SUBMISSIONS.items():
        folder = room / "submissions" / assignment
        folder.mkdir(parents=True)
        times = ["student_id,submitted_at"]
        programs = read_samples(open_package(samples / assignment))
        for student, sample in handed_in.items():
            store(programs[sample].files, folder / student, force=False)
            times.append(f"{student},{LATE.get((assignment, student), ON_TIME)}")
        (folder / "submitted_at.csv").write_text("\n".join(times) + "\n", "utf-8")


def write_quick_package(package: Path, shipped: Path) -> None:
    """Write little-go with weak opponents and few games; the league is that of the package that ships."""
    shutil.copytree(shipped, package, ignore=shutil.ignore_patterns("data", "submissions", "statement"))
    config = _read(package / "assignment.yaml")
    config["parameters"]["first"] = 2
    league = [group for group in config["groups"] if group.get("scored") == "by-league"]
    config["groups"] = _QUICK_GROUPS + league
    _write(package / "assignment.yaml", config)
    _write(package / "generator.yaml", _QUICK_GENERATOR)


def _read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def _write(path: Path, value: object) -> None:
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), "utf-8")
