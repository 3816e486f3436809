"""The commands of gograde, for staff: all there are."""

from __future__ import annotations

from collections.abc import Mapping

from gograde.cli.tables.student import Entry

HELP = """Grade Go (weiqi) programming courses.

Example:

\b
  gograde new autumn
  gograde check my-homework -a board9
"""

COMMANDS: Mapping[str, Entry] = {
    "new": Entry("gograde.cli.new:new", "Make a class folder to start from."),
    "import": Entry(
        "gograde.cli.import_export:import_export",
        "Bring submissions from a learning system, a folder or repositories into a class.",
    ),
    "run": Entry(
        "gograde.cli.grade:run",
        "Grade what is new or changed in a class, and write the reports.",
        needs=("class",),
    ),
    "check": Entry("gograde.cli.check:check", "Try a submission on the public cases."),
    "report": Entry("gograde.cli.report:report", "Show the results of a graded class, for staff."),
    "review": Entry(
        "gograde.cli.review:review",
        "Decide the pictures that wait for a person, and tests with which the grader failed twice.",
    ),
    "view": Entry(
        "gograde.cli.view:view",
        "Look at a class in the browser, decide what waits, correct, grade, publish and export.",
        needs=("class", "board"),
    ),
    "regrade": Entry(
        "gograde.cli.grade:regrade",
        "Say who changes, from what to what, in which tests and why, before anything is graded again.",
        needs=("class",),
    ),
    "publish": Entry(
        "gograde.cli.grade:publish",
        "Freeze the marks of the last grading: students see them until the next publishing.",
        needs=("class",),
    ),
    "feedback": Entry(
        "gograde.cli.give_out:feedback",
        "Write what students get to see into one file, to hand it out.",
    ),
    "export": Entry(
        "gograde.cli.give_out:export",
        "Write marks for a learning system, or as a long table.",
    ),
    "similarity": Entry(
        "gograde.cli.similarity:similarity",
        "Show which programs resemble each other: advice to a person, never a mark.",
    ),
    "play": Entry(
        "gograde.cli.matches.play:play",
        "Play games between two players, on 5x5 by the rules of the course, else by area.",
    ),
    "gtp": Entry(
        "gograde.cli.matches.gtp:gtp",
        "Play by the Go Text Protocol, version 2, on stdin and stdout.",
        needs=("games",),
    ),
    "board": Entry(
        "gograde.cli.matches.board:board",
        "Play Go on a page, and see influence, territory and the values of moves.",
        needs=("board",),
    ),
    "tournament": Entry(
        "gograde.cli.matches.tournament:tournament", "Play a league on the 5x5 board, and rate the players."
    ),
    "cases": Entry(
        "gograde.cli.cases:cases", "Assignments, their hidden cases, and whether they are fit to grade with."
    ),
    "runtime": Entry(
        "gograde.cli.runtime:runtime", "The interpreters and packages that students' programs are run with."
    ),
    "demo": Entry(
        "gograde.cli.new:demo",
        "Make the example class in DIR, grade it, publish the marks, then correct a case and regrade.",
        needs=("class",),
    ),
    "doctor": Entry("gograde.cli.doctor:doctor", "Is this machine fit to grade?"),
    "step": Entry("gograde.cli.step:step"),
}
