"""Verdicts of a test, a run and a submission, and the outcome of scoring an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gograde.listing import named


class Verdict(StrEnum):
    """The verdict of a test; every verdict except `JE` is about the student's work."""

    AC = "AC"
    WA = "WA"
    PAC = "PAC"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    RTE = "RTE"
    CE = "CE"
    NO = "NO"
    SV = "SV"
    IM = "IM"
    NS = "NS"
    SK = "SK"
    RV = "RV"
    JE = "JE"

    @property
    def meaning(self) -> str:
        """The verdict in words, for reports."""
        return _MEANING[self]

    @property
    def finding(self) -> bool:
        """Whether what was handed in was judged and is wrong: nothing that was skipped or left out."""
        return self.failed and self not in (Verdict.SK, Verdict.NS)

    @property
    def failed(self) -> bool:
        """Whether the student's work was judged and is wrong."""
        return self not in (Verdict.AC, Verdict.RV, Verdict.JE)


_MEANING = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong answer",
    Verdict.PAC: "partly right",
    Verdict.TLE: "time limit exceeded",
    Verdict.MLE: "memory limit exceeded",
    Verdict.OLE: "output limit exceeded",
    Verdict.RTE: "run-time error",
    Verdict.CE: "does not compile or cannot be read",
    Verdict.NO: "no output",
    Verdict.SV: "tried what the sandbox forbids",
    Verdict.IM: "illegal move",
    Verdict.NS: "not submitted",
    Verdict.SK: "skipped",
    Verdict.RV: "a person must look at it",
    Verdict.JE: "judge error",
}

# The verdicts, the gravest first.
_GRAVITY = [
    Verdict.JE, Verdict.NS, Verdict.CE, Verdict.SV, Verdict.OLE, Verdict.MLE, Verdict.TLE,
    Verdict.RTE, Verdict.IM, Verdict.NO, Verdict.WA, Verdict.PAC, Verdict.SK, Verdict.RV, Verdict.AC,
]  # fmt: skip


def gravest(verdicts: Iterable[Verdict]) -> Verdict:
    """The gravest of the verdicts, `AC` without any."""
    return min(verdicts, key=_GRAVITY.index, default=Verdict.AC)


def whole(verdicts: Iterable[Verdict]) -> Verdict:
    """The gravest of the verdicts; a part that was left out says nothing of the parts that were not."""
    every = list(verdicts)
    return gravest([verdict for verdict in every if verdict is not Verdict.NS] or every)


def ended_badly(verdict: Verdict, runs: Iterable[tuple[str, Verdict]]) -> str:
    """Which of the runs (batch, verdict) did not end well, under the verdict of all; empty where all did."""
    names = [batch for batch, end in runs if end not in (Verdict.AC, Verdict.SK)]
    return f"{verdict.meaning}; runs that did not end well: {named(names)}" if names else ""


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
