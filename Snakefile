"""The workflow of a class: what is made from what.

    snakemake --cores 2 --config class=CLASS

grades a class as `gograde run CLASS` does, which drives this file; without a class it is the example class.
The plan, made anew here unless `gograde run` has just made it, lists what there is to do; a rule is one
logged command.  The plan deletes the mark `slice-….done` of each slice with a record that is not current,
and a slice makes these records alone.  The digests hold everything else that a step depends on, so what was
only touched costs nothing.
"""

import math
import os
import re
import shlex
import sys

from gograde.workflow.planning import workflow_plan

WORK, PLAN = workflow_plan(config, is_main=workflow.is_main_process)

ASSIGNMENTS = PLAN["assignments"]
SLICES = [(assignment, number) for assignment, plan in ASSIGNMENTS.items() for number in plan["slices"]]
SCORES = [f"scores/{assignment}/slice-{number}.done" for assignment, number in SLICES]
LEAGUES = {assignment: plan["league"] for assignment, plan in ASSIGNMENTS.items() if plan["league"]}


def step(words):
    """The command of a step, logged; it ends with its parent."""
    python = shlex.quote(sys.executable)
    return f"exec {python} -P -m gograde step --parent $PPID {words} > {{log:q}} 2>&1"


def tiles(assignment, number):
    """The games of a round, in as many files as processes play it."""
    count = LEAGUES[assignment]["tiles"]
    return [f"league/{assignment}/round-{number:02}/tile-{tile:02}.jsonl" for tile in range(count)]


def runs_of(assignment, number=None):
    """What says that the runs of a slice, or of all, are done; a slice in which nobody handed in has none."""
    slices, handed_in = ASSIGNMENTS[assignment]["slices"], ASSIGNMENTS[assignment]["handed_in"]
    asked = slices if number is None else [number]
    some = [one for one in asked if any(handed_in[student]["sha256"] for student in slices[one])]
    return [f"runs/{assignment}/slice-{one}.done" for one in some]


def memory(wildcards):
    """The MB of a job: the grader's, and those of the two programs of a game at their limit."""
    return 1024 + 2 * ASSIGNMENTS[wildcards.assignment]["limits"]["memory_mib"]


def minutes(wildcards, submission_s=0):
    """The minutes of a job: so many seconds of each submission, and what surrounds them."""
    students = ASSIGNMENTS[wildcards.assignment]["slices"][wildcards.slice]
    return 10 + math.ceil(len(students) * (2 + submission_s / 60))


workdir: WORK


# Steps need this Python, as it is; an image of it is looked for only where --sdm apptainer asks.
container: "gograde.sif"


wildcard_constraints:
    assignment="|".join(map(re.escape, ASSIGNMENTS)),
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
        [path for assignment in ASSIGNMENTS for path in runs_of(assignment)],
        [
            path
            for assignment, league in LEAGUES.items()
            for number in range(league["rounds"])
            for path in (f"league/{assignment}/round-{number:02}.json", *tiles(assignment, number))
        ],
        [f"league/{assignment}.json" for assignment in LEAGUES],
        SCORES,
        "gradebook.json",
        "reports.signature",


rule run:
    """The submissions of a slice of the class on their cases, in the sandbox: facts."""
    output:
        touch("runs/{assignment}/slice-{slice}.done"),
    log:
        "logs/run/{assignment}/{slice}.log",
    resources:
        mem_mb=memory,
        runtime=lambda wildcards: minutes(
            wildcards, ASSIGNMENTS[wildcards.assignment]["limits"]["submission_s"]
        ),
    shell:
        step("run .. {wildcards.assignment:q} --slice {wildcards.slice}")


def what_a_slice_is_scored_from(wildcards):
    assignment = wildcards.assignment
    league = [f"league/{assignment}.json"] if assignment in LEAGUES else []
    return [*runs_of(assignment, wildcards.slice), *league]


def games_before(wildcards):
    """The games of all rounds before; before the first, who plays at all."""
    number = int(wildcards.round)
    if number == 0:
        return runs_of(wildcards.assignment)
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
        step("round .. {wildcards.assignment:q} {wildcards.round}")


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
    # The next run goes on with what a job has not played when its time is over.
    resources:
        mem_mb=memory,
        runtime=240,
    shell:
        step("play .. {wildcards.assignment:q} {wildcards.round} {wildcards.tile}")


def games_of_league(wildcards):
    name, league = wildcards.assignment, LEAGUES[wildcards.assignment]
    played = [tile for number in range(league["rounds"]) for tile in tiles(name, number)]
    return [*runs_of(name), f"league/{name}/round-00.json", *played]


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
        step("rate --cores {threads} .. {wildcards.assignment:q}")


rule score:
    """The runs of a slice of the class, and what came of the league: scores that are not current."""
    input:
        what_a_slice_is_scored_from,
    output:
        touch("scores/{assignment}/slice-{slice}.done"),
    log:
        "logs/score/{assignment}/{slice}.log",
    resources:
        mem_mb=memory,
        runtime=minutes,
    shell:
        step("score .. {wildcards.assignment:q} {wildcards.slice}")


rule gradebook:
    """All scores, late penalties and corrections: marks."""
    input:
        "plan/gradebook.digest",
        SCORES,
    output:
        "gradebook.json",
    params:
        digest=PLAN["gradebook"],
    log:
        "logs/gradebook.log",
    shell:
        step("gradebook ..")


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
        step("report .. --reports {params.reports:q}")
