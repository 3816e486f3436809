"""What games taught: for each line the games in which it was chosen, and how many of them were won.

The priority of a line is (wins + 1) / (games + 2), as in the paper's library, which adapts to its opponents.
The results are kept in a file of JSON; two programs that finish games at once lose none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from gograde.engine.formulary.library import JosekiLine, Library, Way
from gograde.errors import DataError
from gograde.files import alone, make_folder, write_atomic
from gograde.go.joseki import priority_of, split_steps

FORMAT = "gograde/formulary/v1"
FILE = "formulary.json"
LEAST_SHARED = 4
"""Steps, two a side, from which a corner that left the library had chosen the lines it was on."""

_FIX = "put a good copy in its place, or delete the file to begin anew"


@dataclass(frozen=True, slots=True)
class Wins:
    """The games in which a line was chosen, and the won ones among them."""

    wins: int = 0
    games: int = 0

    def plus(self, other: Wins) -> Wins:
        """Both together."""
        return Wins(self.wins + other.wins, self.games + other.games)


@dataclass(frozen=True, slots=True)
class Experience:
    """Results by the steps of lines; lines without a game are left out."""

    results: Mapping[str, Wins] = field(default_factory=dict)

    def priority(self, line: JosekiLine) -> Fraction:
        """(wins + 1) / (games + 2): 1/2 before the first game."""
        result = self.results.get(line.steps, Wins())
        return priority_of(result.wins, result.games)

    def plus(self, other: Experience) -> Experience:
        """Both together."""
        steps = sorted({*self.results, *other.results})
        got = {s: self.results.get(s, Wins()).plus(other.results.get(s, Wins())) for s in steps}
        return Experience(got)


def followed(library: Library, steps: str) -> tuple[JosekiLine, ...]:
    """The lines that a corner with these steps followed to the end of the game.

    The line that was played to its end; or, when the corner left the library or the game ended before, all
    lines that share the steps up to there, if these are at least `LEAST_SHARED`.
    """
    ways, depth = library.ways(""), 0
    for played in split_steps(steps):
        ahead = [way for before in ways for step, way in before.on() if step == played]
        if not ahead:
            break
        ways, depth = tuple(ahead), depth + 1
    lines = {line.steps: line for way in ways for line in _below(way)}
    ended = any(way.branch.line for way in ways)
    return tuple(lines[text] for text in sorted(lines)) if ended or depth >= LEAST_SHARED else ()


def _below(way: Way) -> list[JosekiLine]:
    own = [way.branch.line] if way.branch.line else []
    return own + [line for _, after in way.on() for line in _below(after)]


# -- the file -------------------------------------------------------------------------------


def default_file() -> Path:
    """Where results are kept unless a person names another file: in XDG_DATA_HOME or ~/.local/share."""
    named = os.environ.get("XDG_DATA_HOME")
    home = Path(named) if named else Path.home() / ".local" / "share"
    return home / "gograde" / FILE


def load(path: Path) -> Experience:
    """The results of a file, none when there is no file; raises `DataError` when it is broken."""
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        return Experience()
    except OSError as error:
        raise DataError(str(path), f"cannot be read: {error.strerror}", "give yourself the right") from None
    except (ValueError, RecursionError):
        raise DataError(str(path), "is no JSON", _FIX) from None
    return _experience(content, path)


def add(path: Path, news: Experience) -> Experience:
    """Add results to those of a file and return all; the file is written whole or not at all.

    Whoever adds at the same time waits.  Raises `DataError` as `load` does, and when it cannot be written.
    """
    try:
        make_folder(path.parent)
        with alone(path.parent):
            total = load(path).plus(news)
            write_atomic(path, _bytes(total))
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise DataError(str(path), what, "name a file in a folder where you may write") from None
    return total


def _bytes(experience: Experience) -> bytes:
    lines = {s: {"wins": r.wins, "games": r.games} for s, r in sorted(experience.results.items())}
    return (json.dumps({"format": FORMAT, "lines": lines}, indent=1) + "\n").encode()


def _experience(content: Any, path: Path) -> Experience:
    if not isinstance(content, dict) or set(content) != {"format", "lines"}:
        raise DataError(str(path), "holds no results of joseki", _FIX)
    if content["format"] != FORMAT:
        raise DataError(str(path), f"its format is not {FORMAT}", _FIX)
    if not isinstance(content["lines"], dict):
        raise DataError(str(path), "lines is no table", _FIX)
    return Experience({steps: _result(steps, cell, path) for steps, cell in content["lines"].items()})


def _result(steps: str, cell: Any, path: Path) -> Wins:
    split_steps(steps, f"{path}: lines")
    if not isinstance(cell, dict) or set(cell) != {"wins", "games"}:
        raise DataError(f"{path}: {steps}", "wins and games are missing", _FIX)
    wins, games = cell["wins"], cell["games"]
    if type(wins) is not int or type(games) is not int or not 0 <= wins <= games:
        raise DataError(f"{path}: {steps}", "no count of wins among games", _FIX)
    return Wins(wins, games)
