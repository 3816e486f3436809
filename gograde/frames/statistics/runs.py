"""Use of CPU time against the limit, and who won how often against whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.frames.table import Column, Schema

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

    from gograde.frames.frames import Frames

NEAR = 0.8
"""The share of a limit from which a run is near it: a slower machine may decide otherwise."""

_WORK = Column("assignment", "string", "Id of the assignment")
CPU = Schema(
    "cpu",
    "CPU time of runs against the limit",
    (
        _WORK,
        Column("n", "integer", "Runs that were measured and have a limit", "runs"),
        Column("median", "number", "Half of the runs used at most this", "share of the limit"),
        Column("q3", "number", "Three quarters used at most this", "share of the limit"),
        Column("highest", "number", "The highest", "share of the limit"),
        Column("near", "integer", f"Runs from {NEAR:.0%} of the limit on", "runs"),
        Column("students", "string", "Students with such a run, with blanks between"),
    ),
    ("assignment",),
    measured=True,
)
CROSSTABLE = Schema(
    "crosstable",
    "Who won how often against whom, a row an ordered pair of players of a league",
    (
        _WORK,
        Column("player", "string", "A student's id or reference/NAME"),
        Column("against", "string", "The other player"),
        Column("won", "integer", "Games that the player won", "games"),
        Column("played", "integer", "Games of the two", "games"),
    ),
    ("assignment", "player", "against"),
)


def cpu(frames: Frames) -> pd.DataFrame:
    """A row for each assignment with limited runs."""
    import pandas as pd

    used = frames.usage[frames.usage["cpu_limit_s"].notna()]
    rows = []
    for work, part in used.groupby("assignment", sort=False):
        share = part["cpu_s"] / part["cpu_limit_s"]
        near = part[share >= NEAR]
        who = " ".join(near["student_id"].unique())
        rows.append((work, len(part), share.median(), share.quantile(0.75), share.max(), len(near), who))
    return pd.DataFrame(rows, columns=[column.name for column in CPU.columns])


def crosstable(frames: Frames) -> pd.DataFrame:
    """A row for each ordered pair of players that met in a league."""
    import pandas as pd

    games = frames.games[frames.games["series"] == "league"]
    sides = [
        pd.DataFrame(
            {
                "assignment": games["assignment"],
                "player": games[own],
                "against": games[other],
                "won": (games["winner"] == games[own]).astype("Int64"),
            }
        )
        for own, other in (("black", "white"), ("white", "black"))
    ]
    met = pd.concat(sides).groupby(["assignment", "player", "against"])["won"]
    return met.agg(won="sum", played="size").reset_index()
