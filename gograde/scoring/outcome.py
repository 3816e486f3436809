"""The outcome of scoring an answer."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.scoring.verdict import Verdict


@dataclass(frozen=True)
class Outcome:
    """A verdict, and a message with the reason unless the verdict is AC."""

    verdict: Verdict
    message: str = ""

    @property
    def right(self) -> bool:
        return self.verdict is Verdict.AC


RIGHT = Outcome(Verdict.AC)


def wrong(message: str) -> Outcome:
    """The outcome of a wrong answer; `message` is the reason."""
    return Outcome(Verdict.WA, message)
