"""Verdicts of a test, a run and a submission."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


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
