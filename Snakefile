"""The workflow of a class: what is made from what.

    snakemake --cores 2 --config class=CLASS

grades a class as `gograde run CLASS` does, which drives this file; without a class it is the example class.
The plan, made anew here unless `gograde run` has just made it, lists what there is to do; it is written below
the class's `work/` by a dry run too.  A rule is one logged command.  The plan knows which jobs have something to
do, by what is written in the records: it deletes their files below `done/`, and makes those of all others.  Dates
decide nothing, so what was only touched costs nothing.
"""

import math
import os
import re
import shlex
import sys

from gograde.workflow.plan import workflow_plan

WORK, PLAN = workflow_plan(config, is_main=workflow.is_main_process)

ASSIGNMENTS = PLAN["assignments"]
SLICES = [(assignment, number) for assignment, plan in ASSIGNMENTS.items() for number in plan["slices"]]
LEAGUES = {assignment: plan["league"] for assignment, plan in ASSIGNMENTS.items() if plan["league"]}


def step(words):
    """The command of a step, logged; it ends with its parent."""
    python = shlex.quote(sys.executable)
    return f"exec {python} -P -m gograde step --parent $PPID {words} > {{log:q}} 2>&1"


def done(jobs):
    """What says that these jobs are done, whenever that was."""
    return [ancient(f"done/{job}") for job in jobs]


def tiles(assignment, number):
    """The games of a round, in as many jobs as processes play it."""
    return [f"play/{assignment}/{number:02}-{tile:02}" for tile in range(LEAGUES[assignment]["tiles"])]


def runs_of(assignment, number=None):
    """The runs of a slice, or of all; in a slice in which nobody handed in there are none."""
    slices, handed_in = ASSIGNMENTS[assignment]["slices"], ASSIGNMENTS[assignment]["handed_in"]
    asked = slices if number is None else [number]
    some = [one for one in asked if any(handed_in[student]["sha256"] for student in slices[one])]
    return [f"run/{assignment}/{one}" for one in some]


def games_of(assignment, rounds=None):
    """The games of so many rounds, or of all, with the first round."""
    before = range(LEAGUES[assignment]["rounds"] if rounds is None else rounds)
    return [f"round/{assignment}/00", *(tile for number in before for tile in tiles(assignment, number))]


SCORES = [f"score/{assignment}/{number}" for assignment, number in SLICES]
RATINGS = [f"rate/{assignment}" for assignment in LEAGUES]


def memory(wildcards):
    """The MB of a job: the grader's, and those of the two programs of a game at their limit."""
    return 1024 + 2 * ASSIGNMENTS[wildcards.assignment]["limits"]["memory_mib"]


def minutes(wildcards, submission_s=0):
    """The minutes of a job: so many seconds of each submission, and what surrounds them."""
    students = ASSIGNMENTS[wildcards.assignment]["slices"][wildcards.slice]
    return 10 + math.ceil(len(students) * (2 + submission_s / 60))


def first(wildcards):
    """A league goes before all else: its rounds wait for one another, and other jobs fill its gaps."""
    return int(wildcards.assignment in LEAGUES)


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
        done(job for assignment in ASSIGNMENTS for job in runs_of(assignment)),
        done(
            job
            for assignment, league in LEAGUES.items()
            for number in range(league["rounds"])
            for job in (f"round/{assignment}/{number:02}", *tiles(assignment, number))
        ),
        done([*RATINGS, *SCORES, "gradebook", "report"]),


rule run:
    """The submissions of a slice of the class on their cases, in the sandbox: facts."""
    output:
        touch("done/run/{assignment}/{slice}"),
    log:
        "logs/run/{assignment}/{slice}.log",
    priority: first
    resources:
        mem_mb=memory,
        runtime=lambda wildcards: minutes(
            wildcards, ASSIGNMENTS[wildcards.assignment]["limits"]["submission_s"]
        ),
    shell:
        step("run .. {wildcards.assignment:q} --slice {wildcards.slice}")


def before_a_round(wildcards):
    """The games of all rounds before; before the first, who plays at all."""
    name, number = wildcards.assignment, int(wildcards.round)
    return done(games_of(name, number) if number else runs_of(name))


rule round:
    """Who plays whom next in a league, by the games so far."""
    input:
        before_a_round,
    output:
        touch("done/round/{assignment}/{round}"),
    log:
        "logs/round/{assignment}/{round}.log",
    priority: 1
    shell:
        step("round .. {wildcards.assignment:q} {wildcards.round}")


rule play:
    """A part of the games of a round, in the sandbox; those in the logs are not played again."""
    input:
        ancient("done/round/{assignment}/{round}"),
    output:
        touch("done/play/{assignment}/{round}-{tile}"),
    log:
        "logs/play/{assignment}/{round}-{tile}.log",
    priority: 1
    # The next run goes on with what a job has not played when its time is over.
    resources:
        mem_mb=memory,
        runtime=240,
    shell:
        step("play .. {wildcards.assignment:q} {wildcards.round} {wildcards.tile}")


rule rate:
    """All games of a league, those against reference players too: ratings and marks.

    It has all cores that there are, to judge games near their end.
    """
    input:
        lambda wildcards: done([*runs_of(wildcards.assignment), *games_of(wildcards.assignment)]),
    output:
        touch("done/rate/{assignment}"),
    log:
        "logs/rate/{assignment}.log",
    priority: 1
    threads: len(os.sched_getaffinity(0))
    shell:
        step("rate --cores {threads} .. {wildcards.assignment:q}")


def before_scores(wildcards):
    """The runs of the slice, and what came of the league."""
    name = wildcards.assignment
    return done([*runs_of(name, wildcards.slice), *([f"rate/{name}"] if name in LEAGUES else [])])


rule score:
    """The runs of a slice of the class, and what came of the league: scores."""
    input:
        before_scores,
    output:
        touch("done/score/{assignment}/{slice}"),
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
        done(SCORES),
    output:
        touch("done/gradebook"),
    log:
        "logs/gradebook.log",
    shell:
        step("gradebook ..")


rule report:
    """Marks and scores: pages and tables."""
    input:
        done([*RATINGS, "gradebook"]),
    output:
        touch("done/report"),
    log:
        "logs/report.log",
    shell:
        step("report ..")
