"""The result of a tournament, as values, as JSON and as SGF files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.arena.analysis.accuracy import Accuracy, JudgedGame, accuracy_json, league_accuracy
from gograde.arena.analysis.sgf import write_game
from gograde.arena.players.self_test import SelfTest
from gograde.arena.schedule.league_games import PlayedFixture
from gograde.arena.schedule.pairing import League
from gograde.arena.standings.table import Standings
from gograde.codec import to_value

SCHEMA = "gograde/tournament/v1"


@dataclass(frozen=True)
class TournamentResult:
    """A whole tournament.

    `played` has the games in the order of the schedule.  `failed` has the failed self-tests, whose bots take
    no part.  `digests` has the digests of all bots by name.  `judged` has the games with their analyses; None
    when no analysis was asked for.
    """

    league: League
    played: tuple[PlayedFixture, ...]
    standings: Standings
    failed: tuple[SelfTest, ...]
    digests: Mapping[str, str]
    judged: Sequence[JudgedGame] | None = None

    @property
    def complete(self) -> bool:
        """Did every bot play to the end, and was at least one game played?"""
        return bool(self.played) and not self.failed and not any(row.fault for row in self.standings.table)

    @property
    def accuracy(self) -> tuple[Accuracy, ...]:
        """The accuracy of each player in the judged games."""
        return league_accuracy(self.played, [analysis for _, analysis in self.judged or ()])

    def to_json(self, standings: Mapping[str, Any]) -> dict[str, Any]:
        """The result as JSON values, without the CPU times, which differ from run to run.

        `standings` is the table as JSON values.
        """
        league = self.league
        return {
            "schema": SCHEMA,
            "schedule": {
                "kind": "full" if league.full else "swiss",
                "rounds": None if league.full else league.rounds,
                "pairs": league.pairs if league.full else None,
                "seed": league.draw.seed,
                "openings": league.draw.openings,
            },
            **standings,
            "out": [{"name": t.name, "as_black": t.as_black, "as_white": t.as_white} for t in self.failed],
            "digests": dict(self.digests),
            "games": [_game_json(each) for each in self.played],
            **({} if self.judged is None else {"accuracy": accuracy_json(self.accuracy, self.judged)}),
        }

    def write_games(self, folder: Path) -> None:
        """Write the games as SGF files, numbered in the order of the schedule, with their analyses if any."""
        analyses = [None] * len(self.played) if self.judged is None else [found for _, found in self.judged]
        for number, (each, analysis) in enumerate(zip(self.played, analyses, strict=True), start=1):
            write_game(folder / f"game-{number:04}.sgf", each.named, analysis)


def _game_json(played: PlayedFixture) -> dict[str, Any]:
    told = to_value(played.named)
    for side in ("black", "white"):
        del told[side]["cpu_s"]
    return {"round": played.fixture.pair.round, **told}
