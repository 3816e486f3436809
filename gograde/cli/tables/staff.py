"""The commands of gograde, for staff: all there are."""

from __future__ import annotations

from collections.abc import Mapping

from gograde.cli.tables.student import CommandRow

HELP = """Grade Go (weiqi) programming courses.

Example:

\b
  gograde new autumn
  gograde check my-homework -a board9
"""

COMMANDS: Mapping[str, CommandRow] = {
    "new": CommandRow("gograde.cli.new:new", "Make a class folder to start from."),
    "import": CommandRow(
        "gograde.cli.import_export:import_export",
        "Bring submissions from a learning system, a folder or repositories into a class.",
    ),
    "run": CommandRow(
        "gograde.cli.grade:run",
        "Grade what is new or changed in a class, and write the reports.",
        needs=("class",),
    ),
    "check": CommandRow("gograde.cli.check:check", "Try a submission on the public cases."),
    "report": CommandRow("gograde.cli.report:report", "Show the results of a graded class, for staff."),
    "review": CommandRow(
        "gograde.cli.review:review",
        "Decide the pictures that wait for a person, and tests with which the grader failed twice.",
    ),
    "view": CommandRow(
        "gograde.cli.review:view",
        "Look at a class in the browser, decide what waits, correct, grade, publish and export.",
        needs=("class", "board"),
    ),
    "regrade": CommandRow(
        "gograde.cli.grade:regrade",
        "Say who changes, from what to what, in which tests and why, before anything is graded again.",
        needs=("class",),
    ),
    "publish": CommandRow(
        "gograde.cli.grade:publish",
        "Freeze the marks of the last grading: students see them until the next publishing.",
        needs=("class",),
    ),
    "feedback": CommandRow(
        "gograde.cli.give_out:feedback",
        "Write what students get to see into one file, to hand it out.",
    ),
    "export": CommandRow(
        "gograde.cli.give_out:export",
        "Write marks for a learning system, or as a long table.",
    ),
    "similarity": CommandRow(
        "gograde.cli.similarity:similarity",
        "Show which programs resemble each other: advice to a person, never a mark.",
    ),
    "play": CommandRow(
        "gograde.cli.matches.play:play",
        "Play games between two players, on 5x5 by the rules of the course, else by area.",
    ),
    "gtp": CommandRow(
        "gograde.cli.matches.gtp:gtp",
        "Play by the Go Text Protocol, version 2, on stdin and stdout.",
        needs=("games",),
    ),
    "board": CommandRow(
        "gograde.cli.matches.board:board",
        "Play Go on a page, and see influence, territory and the values of moves.",
        needs=("board",),
    ),
    "tournament": CommandRow(
        "gograde.cli.matches.tournament:tournament", "Play a league on the 5x5 board, and rate the players."
    ),
    "cases": CommandRow(
        "gograde.cli.cases:cases", "Assignments, their hidden cases, and whether they are fit to grade with."
    ),
    "runtime": CommandRow(
        "gograde.cli.runtime:runtime", "The interpreters and packages that students' programs are run with."
    ),
    "demo": CommandRow(
        "gograde.cli.new:demo",
        "Make the example class in DIR, grade it, publish the marks, then correct a case and regrade.",
        needs=("class",),
    ),
    "doctor": CommandRow("gograde.cli.doctor:doctor", "Is this machine fit to grade?"),
    "step": CommandRow("gograde.cli.step:step"),
}
