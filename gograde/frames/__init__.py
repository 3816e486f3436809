"""The class as pandas: `load(REPORTS)` reads the tables of a reports folder as tidy frames.

    from gograde.frames import load

    frames = load("autumn/reports")
    frames.scores.groupby("assignment")["final"].median()

The tables themselves (`gograde.frames.table`) need no pandas; `gograde.frames.columns` documents every column
with type and unit.
"""

from gograde.frames.frames import Frames, load

__all__ = ["Frames", "load"]
