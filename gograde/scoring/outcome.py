"""What a scorer says of an answer."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.scoring.verdict import Verdict


@dataclass(frozen=True)
class Outcome:
    """A verdict and, when it is not AC, why in words."""

    verdict: Verdict
    message: str = ""

    @property
    def right(self) -> bool:
        return self.verdict is Verdict.AC


RIGHT = Outcome(Verdict.AC)


def wrong(message: str) -> Outcome:
    """A wrong answer, and why."""
    return Outcome(Verdict.WA, message)
