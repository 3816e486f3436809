"""The page of a league: the table, the crosstable, the pictures, and the page that steps its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len, chop_cells

from gograde.arena.judged_game import USUAL
from gograde.arena.rating.pairs import RatedGame
from gograde.arena.standings import Standing, Standings, Won, upsets
from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.core.record import GameScore, TestScore
from gograde.core.verdict import Verdict
from gograde.go.player import Termination
from gograde.grading.league.result import LeagueResult
from gograde.report.pages.chart import BLUE, GREY, Axes, ChartSheet, Span, around, ticks, width_of
from gograde.report.results import Results
from gograde.report.words.escape import line
from gograde.report.words.game_list import stepped
from gograde.report.words.judged_games import a_move, judged_from, share
from gograde.report.words.league_words import expected_text, percent, place_text, remarks, strength_text
from gograde.report.words.texts import ENGLISH, Texts, say, texts
from gograde.report.words.wording import number_of


def drawings(results: Results, found: LeagueResult) -> Mapping[str, bytes]:
    """The pictures of a league by name; none when nobody has played."""
    named = _named(found.standings, _students(results))
    if not named.games:
        return {}
    return league_figures(named, texts(results.gradebook.info.language))


def league_values(
    results: Results, assignment: str, found: LeagueResult, figures: Mapping[str, str], folder: str
) -> dict[str, Any]:
    """The values for the template of the page.

    `figures` are the addresses of its pictures by name, `folder` is that of the games.
    """
    t = texts(results.gradebook.info.language)
    students = _students(results)
    table = found.standings
    rare = upsets(table)
    return {
        "title": results.gradebook.info.title,
        "work": next(work for work in results.gradebook.assignments if work.id == assignment),
        "remarks": [*remarks(_named(table, students), t), *_failed(found, t)],
        "judged_from": judged_from(USUAL, t),
        "exact": [
            (students[row.name], row, *share(row, t), a_move(row))
            for row in found.accuracy
            if row.name in students
        ],
        "rows": [_row(found, each, students, t) for each in table.table if each.name in students],
        "crosstable": cells_of(found, students, folder) if found.games else [],
        "games_page": f"{folder}/{PAGE}",
        "upsets": [
            (students[each.winner], students[each.loser], f"{100 * each.chance:.1f} %")
            for each in rare
            if {each.winner, each.loser} <= students.keys()
        ],
        "pairs": rare[0].pairs if rare else 0,
        "absent": _absent(found, students),
        "figures": [(name.removesuffix(".svg"), address) for name, address in figures.items()],
    }


def games_page_values(results: Results, assignment: str, found: LeagueResult) -> dict[str, Any]:
    """The values for the template of the page of the games."""
    work = next(work for work in results.gradebook.assignments if work.id == assignment)
    title = results.gradebook.info.title
    return {"title": title, "work": work, **games_values(found, _students(results))}


def _absent(found: LeagueResult, students: Mapping[str, Student]) -> list[tuple[TestScore, list[Student]]]:
    """Who takes no part; those for whom the same is known stand together."""
    alike: dict[tuple[Verdict, str], tuple[TestScore, list[Student]]] = {}
    for name, test in found.tests.items():
        if name not in found.players and name in students:
            alike.setdefault((test.verdict, test.message), (test, []))[1].append(students[name])
    return list(alike.values())


def _students(results: Results) -> dict[str, Student]:
    return {student.id: student for student in results.gradebook.students}


def _failed(found: LeagueResult, t: Texts) -> list[str]:
    games = sum(map(len, found.failed.values())) // 2
    return [say(t["until_then"], number_of("games_failed", games, t))] if games else []


def _row(found: LeagueResult, each: Standing, students: Mapping[str, Student], t: Texts) -> tuple[Any, ...]:
    """A row of the table: whose it is, what is known, and the place, the rating and the rate in words."""
    failed = len(found.failed.get(each.name, ()))
    place = number_of("no_place", failed, t) if failed else place_text(each, t)
    return students[each.name], each, place, strength_text(each.strength), expected_text(each)


def _named(found: Standings, students: Mapping[str, Student]) -> Standings:
    """The table with the students' names, for pictures."""
    table = tuple(
        replace(each, name=students[each.name].name if each.name in students else each.name)
        for each in found.table
    )
    return replace(found, table=table)


PAGE = "games.html"
"""The page of the games, in the folder of the league's pictures."""

_STEPS = 10
"""Shades of a cell, by the share of games won."""


@dataclass(frozen=True)
class Numbered:
    """A game with its number in the schedule, from 1, and what its loser's test knows of it, if anything."""

    number: int
    game: RatedGame
    lost: GameScore | None

    @property
    def sgf(self) -> str:
        """The name of its SGF file."""
        return f"game-{self.number:04}.sgf"

    @property
    def ended(self) -> str:
        """How it ended."""
        return self.lost.ended if self.lost else self.game.fault or str(Termination.POINTS)


@dataclass(frozen=True)
class LeagueCell:
    """The games of a row's program against a column's: what was won, a shade from 0 to 10, and an address."""

    words: str
    shade: int | None = None
    address: str = ""


def cells_of(found: LeagueResult, students: Mapping[str, Student], folder: str) -> list[list[LeagueCell]]:
    """The crosstable: a row and a column for each student of the table, in its order."""
    lines = _lines(found, students)
    return [
        [
            _cell(won, f"{folder}/{PAGE}#{_anchor(lines, each.name, other.name)}")
            for won, other in zip(each.row.against, found.standings.table, strict=True)
            if other.name in lines
        ]
        for each in found.standings.table
        if each.name in lines
    ]


def games_values(found: LeagueResult, students: Mapping[str, Student]) -> dict[str, Any]:
    """The values for the template of the games' page."""
    lines = _lines(found, students)
    met: dict[str, list[Numbered]] = {}
    for each in numbered(found):
        black, white = each.game.fixture.black, each.game.fixture.white
        if {black, white} <= lines.keys():
            met.setdefault(_anchor(lines, black, white), []).append(each)
    couples = sorted(met.items(), key=lambda item: [int(part) for part in item[0].split("-")[1:]])
    return {"meetings": [_meeting(anchor, games, lines, students, found) for anchor, games in couples]}


def sgf_files(found: LeagueResult) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of every game's SGF file."""
    for each, text in zip(numbered(found), found.records, strict=False):
        yield each.sgf, text.encode()


def numbered(found: LeagueResult) -> list[Numbered]:
    """The games in the order of the schedule; the tests of players have theirs in the same order."""
    known = {name: iter(test.games) for name, test in found.tests.items()}
    games: list[Numbered] = []
    for number, game in enumerate(sorted(found.games), start=1):
        seen = {bot: next(known.get(bot, iter(())), None) for bot in game.fixture.pair.bots}
        games.append(Numbered(number, game, seen[game.loser]))
    return games


def _lines(found: LeagueResult, students: Mapping[str, Student]) -> dict[str, int]:
    """The line of each student in the table, from 1."""
    named = [each.name for each in found.standings.table if each.name in students]
    return {name: line for line, name in enumerate(named, start=1)}


def _anchor(lines: Mapping[str, int], one: str, other: str) -> str:
    first, second = sorted((lines[one], lines[other]))
    return f"g-{first}-{second}"


def _cell(won: Won, address: str) -> LeagueCell:
    if won.share is None:
        return LeagueCell("")
    return LeagueCell(str(won), round(_STEPS * won.share), address)


def _meeting(
    anchor: str,
    games: Sequence[Numbered],
    lines: Mapping[str, int],
    students: Mapping[str, Student],
    found: LeagueResult,
) -> dict[str, Any]:
    """All games of two programs, in words."""
    bots = sorted(games[0].game.fixture.pair.bots, key=lambda name: lines[name])
    return {
        "anchor": anchor,
        "students": [(lines[name], students[name]) for name in bots],
        "rows": [_game_row(each, students, bool(found.records)) for each in games],
    }


def _game_row(each: Numbered, students: Mapping[str, Student], recorded: bool) -> dict[str, Any]:
    game, known = each.game, each.lost
    told = f"{known.ended}: {known.reason}" if known and known.ended != "points" else known and known.reason
    return {
        "number": each.number,
        "black": students[game.fixture.black],
        "white": students[game.fixture.white],
        "winner": students[game.winner],
        "plies": known.ply if known else len(game.moves),
        "reason": told or each.ended,
        "sgf": each.sgf if recorded else "",
        "stepped": stepped(known.moves if known else game.moves, each.ended, known.thrown if known else None),
    }


# -- two pictures of a league, as SVG: how strong each program is, and what the colours did --------------
# Filled and empty marks tell black from white, so no colour vision is needed.

_ORANGE = "#d55e00"
_LINE = "#bbbbbb"
_ROW = 17.3  # points, the height of a row
_MANY = 40  # bots; with more bots, rows shrink so that viewers can open the picture
_LEAST_ROW = 8.6  # points, the smallest height of a row
_LETTERS = 9.0  # points, the height of texts
_WIDE = 518.4  # points, the width of a picture with rows
_BLACK_DOT = 4.0  # points, the width of a black dot
_WHITE_DOT = 8.0  # points, of a white one, which lies below: an equal black dot is seen inside it
_TOP = 26.0  # points above the rows
_LONGEST = 24  # columns of a terminal that a name takes; longer names are cut


def league_figures(found: Standings, t: Texts = ENGLISH) -> Mapping[str, bytes]:
    """The pictures by the names of their files, with words of a language."""
    return {
        "ratings.svg": _ratings([each for each in found.table if each.strength], t),
        "colours.svg": _colours(found, t),
    }


def _names_wide(table: Sequence[Standing]) -> float:
    return 14 + max((width_of(_short(each.name), _LETTERS) for each in table), default=0)


def _ratings(table: Sequence[Standing], t: Texts) -> bytes:
    known = [(row, each.anchor, each.strength) for row, each in enumerate(table) if each.strength]
    axes = _in_rows(table, around(x for _, _, one in known for x in (one.low, one.high)))
    axes.lines((((one.low, row), (one.high, row)) for row, _, one in known), BLUE, 2, ' opacity="0.6"')
    for anchor, colour in ((False, BLUE), (True, _ORANGE)):
        axes.dots(((one.elo, row) for row, is_anchor, one in known if is_anchor is anchor), colour, 5)
    frozen = [(t["frozen_rating"], _ORANGE)] if any(each.anchor for each in table) else []
    _key(axes, [(t["rating_interval"], BLUE), *frozen])
    axes.frame(t["rating_elo"])
    return axes.sheet.svg()


def _colours(found: Standings, t: Texts) -> bytes:
    black = _shares([each.row.as_black for each in found.table])
    white = _shares([each.row.as_white for each in found.table])
    axes = _in_rows(found.table, (-3, 103))
    both = sorted(black.keys() & white.keys())
    axes.lines((((black[row], row), (white[row], row)) for row in both), GREY, 1.2)
    for size, colour in ((_WHITE_DOT, "black"), (_WHITE_DOT - 2, "white")):
        axes.dots(((share, row) for row, share in white.items()), colour, size)
    axes.dots(((share, row) for row, share in black.items()), "black", _BLACK_DOT)
    _key(axes, [(t["as_black"], "black"), (t["as_white"], "white")])
    white_won = 1 - found.black_wins / len(found.games) if found.games else None
    axes.frame(say(t["won_by_colour"], percent(white_won)))
    return axes.sheet.svg()


def _shares(games: Sequence[Won]) -> dict[int, float]:
    """The percentage of games won, by row, for the bots that played."""
    return {row: 100 * won.share for row, won in enumerate(games) if won.share is not None}


def _in_rows(table: Sequence[Standing], x: Span) -> Axes:
    """Axes with a named row for each bot, the first on top, with a faint guide line."""
    rows = max(len(table), 1)
    row = max(_LEAST_ROW, _ROW * min(1.0, _MANY / rows))
    left, high = _names_wide(table), row * max(rows, 4)
    sheet = ChartSheet(_WIDE, high + _TOP + 34, _LETTERS)
    axes = Axes(sheet, (left, _TOP, _WIDE - left - 12, high), x, (rows - 0.4, -0.6))
    axes.lines((axes.across(at) for at in range(len(table))), _LINE, 0.4)
    axes.lines(map(axes.up, ticks(x)), _LINE, 0.4)
    for at, each in enumerate(table):
        place = left - 6, axes.at(x[0], at)[1]
        sheet.text(place, _short(each.name), "end", min(_LETTERS, 0.7 * row))
    return axes


def _key(axes: Axes, kinds: Sequence[tuple[str, str]]) -> None:
    """The legend of the marks, above the rows."""
    x, y = axes.box[0] + 6, axes.box[1] / 2
    for label, colour in kinds:
        axes.sheet.dots([(x, y)], "black" if colour == "white" else colour, 6)
        axes.sheet.dots([(x, y)], colour, 4.5)
        axes.sheet.text((x + 8, y), label, "start")
        x += 30 + width_of(label, _LETTERS)


def _short(name: str) -> str:
    """A name on one line that leaves room for the picture."""
    shown = line(name)
    return shown if cell_len(shown) <= _LONGEST else f"{chop_cells(shown, _LONGEST - 1)[0]}…"
