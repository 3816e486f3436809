"""What comes of a tournament, as values, as JSON and as SGF files."""

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

SCHEMA = "gograde/tournament/v1"


@dataclass(frozen=True)
class TournamentResult:
    """A whole tournament.

    `played` are the games in the order of the schedule, `failed` the self-tests of the bots that took
    no part, `digests` those of all bots by name, and `judged` the games under the names of the bots
    with their analyses, None when these were not asked for.
    """

    league: League
    played: tuple[PlayedFixture, ...]
    standings: Standings
    failed: tuple[SelfTest, ...]
    digests: Mapping[str, str]
    judged: Sequence[JudgedGame] | None = None

    @property
    def complete(self) -> bool:
        """Did every bot take part to the end, and was a game played?"""
        return bool(self.played) and not self.failed and not any(row.fault for row in self.standings.table)

    @property
    def accuracy(self) -> tuple[Accuracy, ...]:
        """The table by player of the judged games."""
        return league_accuracy(self.played, [analysis for _, analysis in self.judged or ()])

    def to_json(self, standings: Mapping[str, Any]) -> dict[str, Any]:
        """Everything but the CPU times, which differ from one run to the next; the log has them.

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
        """The games as SGF files in the order of the schedule; judged ones with what was judged."""
        analyses = [None] * len(self.played) if self.judged is None else [found for _, found in self.judged]
        for number, (each, analysis) in enumerate(zip(self.played, analyses, strict=True), start=1):
            write_game(folder / f"game-{number:04}.sgf", each.named, analysis)


def _game_json(played: PlayedFixture) -> dict[str, Any]:
    told = played.named.model_dump(mode="json", by_alias=True)
    for side in ("black", "white"):
        del told[side]["cpu_s"]
    return {"round": played.fixture.pair.round, **told}
