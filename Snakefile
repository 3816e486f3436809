"""The workflow of a class: what is made from what.

`gograde run CLASS` drives it.  By hand, which shows each command:

    gograde step plan CLASS
    snakemake --snakefile Snakefile --directory CLASS/work --cores 2 --printshellcmds

The lists come from the plan, made once before; a rule is one logged command.  The digests hold
everything a step depends on, so a submission that was only touched costs nothing.
"""

import json
import os
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
LEAGUES = {assignment: plan["league"] for assignment, plan in ASSIGNMENTS.items() if plan["league"]}
STEP = f"exec {shlex.quote(sys.executable)} -P -m gograde step --parent $PPID"
SANDBOX = "--trust-submissions" if PLAN["trust"] else f"--backend {PLAN['backend']}"


def tiles(assignment, number):
    """The games of a round, in as many files as processes play it."""
    count = LEAGUES[assignment]["tiles"]
    return [f"league/{assignment}/round-{number:02}/tile-{tile:02}.jsonl" for tile in range(count)]


wildcard_constraints:
    assignment="|".join(map(re.escape, ASSIGNMENTS)),
    student="[^/]+",
    slice="[0-9]+",
    round="[0-9]+",
    tile="[0-9]+",


localrules:
    all,
    round,
    rate,
    gradebook,
    report,


# Everything is a goal of its own, so that whatever was lost is made again.
rule all:
    input:
        [
            f"runs/{assignment}/{student}.jsonl"
            for assignment, plan in ASSIGNMENTS.items()
            for student in plan["runs"]
        ],
        [
            path
            for assignment, league in LEAGUES.items()
            for number in range(league["rounds"])
            for path in (f"league/{assignment}/round-{number:02}.json", *tiles(assignment, number))
        ],
        [f"league/{assignment}.json" for assignment in LEAGUES],
        SLICES,
        "gradebook.json",
        "reports.signature",


rule run:
    """A submission on its cases, in the sandbox: facts."""
    input:
        "plan/{assignment}/{student}.submission",
    output:
        "runs/{assignment}/{student}.jsonl",
    params:
        digest=lambda wildcards: ASSIGNMENTS[wildcards.assignment]["runs"][wildcards.student],
    log:
        "logs/run/{assignment}/{student}.log",
    shell:
        "{STEP} run {SANDBOX} .. {wildcards.assignment:q} {wildcards.student:q} > {log:q} 2>&1"


def runs_of(assignment, students):
    return [f"runs/{assignment}/{student}.jsonl" for student in students]


def what_a_slice_is_scored_from(wildcards):
    plan = ASSIGNMENTS[wildcards.assignment]
    league = [f"league/{wildcards.assignment}.json"] if plan["league"] else []
    students = plan["slices"][wildcards.slice]
    times = [f"plan/{wildcards.assignment}/{student}.time" for student in students]
    return runs_of(wildcards.assignment, students) + times + league


def games_before(wildcards):
    """The games of all rounds before; before the first, who plays at all."""
    number = int(wildcards.round)
    if number == 0:
        return runs_of(wildcards.assignment, ASSIGNMENTS[wildcards.assignment]["runs"])
    first = f"league/{wildcards.assignment}/round-00.json"
    earlier = (tile for before in range(number) for tile in tiles(wildcards.assignment, before))
    return [first, *earlier]


rule round:
    """Who plays whom next in a league, by the games so far."""
    input:
        "plan/{assignment}/play.digest",
        games_before,
    output:
        "league/{assignment}/round-{round}.json",
    params:
        digest=lambda wildcards: LEAGUES[wildcards.assignment]["play"],
    log:
        "logs/round/{assignment}/{round}.log",
    shell:
        "{STEP} round .. {wildcards.assignment:q} {wildcards.round} > {log:q} 2>&1"


rule play:
    """A part of the games of a round, in the sandbox; those in the logs are not played again."""
    input:
        "plan/{assignment}/play.digest",
        "league/{assignment}/round-{round}.json",
    output:
        "league/{assignment}/round-{round}/tile-{tile}.jsonl",
    params:
        digest=lambda wildcards: LEAGUES[wildcards.assignment]["play"],
    log:
        "logs/play/{assignment}/{round}-{tile}.log",
    shell:
        "{STEP} play {SANDBOX} .. {wildcards.assignment:q} {wildcards.round} {wildcards.tile} > {log:q} 2>&1"


def games_of_league(wildcards):
    name, league = wildcards.assignment, LEAGUES[wildcards.assignment]
    played = [tile for number in range(league["rounds"]) for tile in tiles(name, number)]
    return [*runs_of(name, ASSIGNMENTS[name]["runs"]), f"league/{name}/round-00.json", *played]


rule rate:
    """All games of a league, those against reference players too: ratings and marks.

    It has all cores that there are, to judge games near their end.
    """
    input:
        "plan/{assignment}/rate.digest",
        games_of_league,
    output:
        "league/{assignment}.json",
    params:
        digest=lambda wildcards: LEAGUES[wildcards.assignment]["rate"],
    log:
        "logs/rate/{assignment}.log",
    threads: len(os.sched_getaffinity(0))
    shell:
        "{STEP} rate --cores {threads} .. {wildcards.assignment:q} > {log:q} 2>&1"


rule score:
    """The runs of a sixteenth of the class, and what came of the league: scores."""
    input:
        "plan/{assignment}/score.digest",
        what_a_slice_is_scored_from,
    output:
        "scores/{assignment}/slice-{slice}.index",
    params:
        digest=lambda wildcards: ASSIGNMENTS[wildcards.assignment]["score"],
    log:
        "logs/score/{assignment}/{slice}.log",
    shell:
        "{STEP} score {SANDBOX} .. {wildcards.assignment:q} {wildcards.slice} > {log:q} 2>&1"


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
        [f"league/{assignment}.json" for assignment in LEAGUES],
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
