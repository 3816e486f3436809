"""The class as pandas: `load(REPORTS)` reads the tables of a reports folder as tidy frames.

    from gograde.report.frames import load

    frames = load("autumn/reports")
    frames.scores.groupby("assignment")["final"].median()

The tables themselves (`gograde.report.frames.table`) need no pandas; `tables.csv` tells every column.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gograde.errors import DataError
from gograde.report.frames.table import SCHEMAS, Table

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

__all__ = ["Frames", "load"]

DESCRIPTOR = "datapackage.json"
_DTYPES = {
    "string": "string",
    "number": "Float64",
    "integer": "Int64",
    "boolean": "boolean",
    "datetime": "string",
}
_AGAIN = "write the reports again: delete the folder and gograde run CLASS"


@dataclass(frozen=True)
class Frames:
    """The class, a tidy frame a table; `datapackage.json` tells every column.

    All dtypes can hold nulls.  A null is unknown (not graded, not decided, not known) and never 0: leave it
    out and count it, but do not fill it.
    """

    grades: pd.DataFrame
    scores: pd.DataFrame
    groups: pd.DataFrame
    tests: pd.DataFrame
    runs: pd.DataFrame
    usage: pd.DataFrame
    games: pd.DataFrame
    ratings: pd.DataFrame
    late: pd.DataFrame
    overrides: pd.DataFrame
    corrections: pd.DataFrame


NAMES = tuple(field.name for field in fields(Frames))


def load(reports: str | Path) -> Frames:
    """The frames of a reports folder that `gograde run` wrote, for staff.

    Raises `DataError` for a folder that is none, and for a table that is gone or was changed.
    """
    folder = Path(reports)
    resources = _resources(folder)
    return Frames(**{name: _read(folder, resources[name]) for name in NAMES})


def frame_of(table: Table) -> pd.DataFrame:
    """The table as a frame with a dtype for each type of Table Schema."""
    import pandas as pd

    kinds = {column.name: column.type for column in table.columns}
    frame = pd.DataFrame([list(row) for row in table.rows], columns=list(kinds), dtype=object)
    return _timed(frame.astype(_dtypes(kinds)), kinds)


def _dtypes(kinds: Mapping[str, str]) -> dict[str, str]:
    return {name: _DTYPES[kind] for name, kind in kinds.items()}


def _timed(frame: pd.DataFrame, kinds: Mapping[str, str]) -> pd.DataFrame:
    """The frame with moments for the texts that tell one."""
    import pandas as pd

    for name in (name for name, kind in kinds.items() if kind == "datetime"):
        frame[name] = pd.to_datetime(frame[name], utc=True, format="ISO8601").astype("datetime64[ns, UTC]")
    return frame


def _resources(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """The descriptions of the tables by name."""
    path = folder / DESCRIPTOR
    if not path.is_file():
        raise DataError(str(folder), f"no reports: no {DESCRIPTOR} in it", "gograde run CLASS writes reports")
    try:
        found = {one["name"]: one for one in json.loads(path.read_bytes())["resources"]}
        return {name: found[name] for name in NAMES}
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise DataError(str(path), f"not the descriptor of reports ({error})", _AGAIN) from None


def _read(folder: Path, resource: Mapping[str, Any]) -> pd.DataFrame:
    import pandas as pd

    path = folder / SCHEMAS[resource["name"]].path
    try:
        kinds = {field["name"]: field["type"] for field in resource["schema"]["fields"]}
        dtypes: Any = defaultdict(lambda: "string", _dtypes(kinds))
        frame = pd.read_csv(path, dtype=dtypes, keep_default_na=False, na_values=[""], encoding="utf-8")
        if list(frame.columns) != list(kinds):
            raise ValueError("its columns are not those of the descriptor")
        return _timed(frame, kinds)
    except (OSError, ValueError, LookupError, TypeError) as error:
        said = "gone" if isinstance(error, FileNotFoundError) else " ".join(str(error).split())
        raise DataError(str(path), f"cannot be read as a table ({said})", _AGAIN) from None
