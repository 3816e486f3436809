"""Writes the pairs of a league's rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.classroom.classroom import Classroom
from gograde.errors import UsageError
from gograde.grading.changes import stamper
from gograde.grading.course import load_course
from gograde.grading.facts import RunRecord
from gograde.grading.league.rounds import first_round, later_round, league_rules
from gograde.grading.league.store import games_before, read_round, write_round
from gograde.grading.plan_file import planned, planned_run, read_plan
from gograde.grading.work_paths import round_path


def make_round(classroom: Classroom, assignment: str, number: int) -> None:
    """Write a round; its pairs depend on the games of the rounds before it."""
    course, shape = load_course(classroom, assignment), shape_of(classroom, assignment, number)
    rules, path = league_rules(course.package.config), round_path(classroom, assignment, number)
    made = stamper(classroom)(path)
    if number == 0:
        found = first_round(run_records(classroom, assignment), rules)
    else:
        first = read_round(round_path(classroom, assignment, 0))
        games = [each.game for each in games_before(classroom, assignment, number, shape["tiles"])]
        found = later_round(first, number, games, rules)
    write_round(path, found, made)


def run_records(classroom: Classroom, assignment: str) -> list[RunRecord]:
    """The run records of all students."""
    handed_in = planned(classroom, assignment).handed_in.values()
    return [planned_run(classroom, assignment, one, "") for one in handed_in]


def shape_of(classroom: Classroom, assignment: str, number: int, tile: int = 0) -> Mapping[str, Any]:
    """The league's part of the plan; raises `UsageError` for an unknown round or tile."""
    shape: Mapping[str, Any] = read_plan(classroom)["assignments"].get(assignment, {}).get("league") or {}
    if not shape:
        fix = "name an assignment with a group that is scored by-league, and run gograde step plan first"
        raise UsageError(assignment, "no league in the plan of this class", fix)
    if not (0 <= number < shape["rounds"] and 0 <= tile < shape["tiles"]):
        fix = f"rounds are 0 to {shape['rounds'] - 1}, tiles 0 to {shape['tiles'] - 1}"
        raise UsageError(f"{assignment} {number} {tile}", "no such tile of a round of the league", fix)
    return shape
