"""The workflow of a class: what is made from what.

`gograde run CLASS` drives it.  By hand, which shows each command:

    gograde step plan CLASS
    snakemake --snakefile Snakefile --directory CLASS/work --cores 2 --printshellcmds

The lists come from the plan, made once before; a rule is one logged command.  The digests hold
everything a step depends on, so a submission that was only touched costs nothing.
"""

import json
import re
import shlex
import sys
from pathlib import Path

with open("plan/plan.json", encoding="utf-8") as file:
    PLAN = json.load(file)

ASSIGNMENTS = PLAN["assignments"]
SLICES = [
    f"scores/{assignment}/slice-{number}.index"
    for assignment, plan in ASSIGNMENTS.items()
    for number in plan["slices"]
]
STEP = f"exec {shlex.quote(sys.executable)} -P -m gograde step --parent $PPID"
SANDBOX = "--trust-submissions" if PLAN["trust"] else f"--backend {PLAN['backend']}"


wildcard_constraints:
    assignment="|".join(map(re.escape, ASSIGNMENTS)),
    student="[^/]+",
    slice="[0-9]+",


localrules:
    all,
    gradebook,
    report,


# Everything is a goal of its own, so that whatever was lost is made again.
rule all:
    input:
        [
            f"runs/{assignment}/{student}.jsonl"
            for assignment, plan in ASSIGNMENTS.items()
            for student in plan["students"]
        ],
        SLICES,
        "gradebook.json",
        "reports.signature",


rule run:
    """A submission on its cases, in the sandbox: facts."""
    input:
        "plan/{assignment}/run.digest",
        "plan/{assignment}/{student}.submission",
    output:
        "runs/{assignment}/{student}.jsonl",
    params:
        digest=lambda wildcards: ASSIGNMENTS[wildcards.assignment]["run"],
    log:
        "logs/run/{assignment}/{student}.log",
    shell:
        "{STEP} run {SANDBOX} .. {wildcards.assignment:q} {wildcards.student:q} > {log:q} 2>&1"


def runs_of_slice(wildcards):
    students = ASSIGNMENTS[wildcards.assignment]["slices"][wildcards.slice]
    return [f"runs/{wildcards.assignment}/{student}.jsonl" for student in students]


rule score:
    """The runs of a sixteenth of the class: scores."""
    input:
        "plan/{assignment}/score.digest",
        runs_of_slice,
    output:
        "scores/{assignment}/slice-{slice}.index",
    params:
        digest=lambda wildcards: ASSIGNMENTS[wildcards.assignment]["score"],
    log:
        "logs/score/{assignment}/{slice}.log",
    shell:
        "{STEP} score .. {wildcards.assignment:q} {wildcards.slice} > {log:q} 2>&1"


rule gradebook:
    """All scores, late penalties and corrections: marks."""
    input:
        "plan/gradebook.digest",
        SLICES,
    output:
        "gradebook.json",
    params:
        digest=PLAN["gradebook"],
    log:
        "logs/gradebook.log",
    shell:
        "{STEP} gradebook .. > {log:q} 2>&1"


rule report:
    """Marks and scores: pages and tables."""
    input:
        "plan/report.digest",
        "gradebook.json",
    output:
        "reports.signature",
    params:
        digest=PLAN["report"],
        reports=lambda wildcards: PLAN["reports"],
    log:
        "logs/report.log",
    shell:
        "{STEP} report .. --reports {params.reports:q} > {log:q} 2>&1"
