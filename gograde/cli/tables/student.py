"""The commands of gograde-check, for students: what tries a submission on public cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CommandRow:
    """Where a command is, its line in the list of commands (if it has one), and the extras that it needs."""

    target: str
    summary: str = ""
    needs: tuple[str, ...] = ()


HELP = """Try homework of a Go (weiqi) programming course on its public cases.

Example:

\b
  gograde cases list
  gograde check my-homework -a board9
"""

COMMANDS: Mapping[str, CommandRow] = {
    "check": CommandRow("gograde.cli.check:check", "Try a submission on the public cases."),
    "cases": CommandRow("gograde.cli.packages.handout:cases", "Assignments, and what they ask."),
    "doctor": CommandRow("gograde.cli.doctor:doctor", "Is this machine fit to check?"),
}
