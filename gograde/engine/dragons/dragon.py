"""Dragons: chains that strong links bind, the fields that they hold, and how viable they look.

Source: the course's paper on influence, the class `CGoDragon` of its library.  The paper names fields and
viability and gives no formula; ours are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from gograde.go.board import Board, Point, Stone
from gograde.go.influence.blocks import strong_links
from gograde.go.influence.models import SIGNS, IntGrid, fast_influence
from gograde.go.moves import Illegal, group_at, play
from gograde.go.rules import Chain, chains


@dataclass(frozen=True, slots=True)
class Grid:
    """The points of a board; bit `row * width + column` is a point, and `full` has them all."""

    rows: int
    cols: int
    width: int
    full: int

    def beside(self, points: int) -> int:
        """All neighbours of all points; some of the points may be among them."""
        return (points << 1 | points >> 1 | points << self.width | points >> self.width) & self.full

    def flood(self, start: int, within: int) -> int:
        """What a path through `within` reaches from `start`, which lies in `within`."""
        width, reached, new = self.width, start, start
        while new:
            new = (new << 1 | new >> 1 | new << width | new >> width) & within & ~reached
            reached |= new
        return reached

    def parts(self, points: int) -> Iterator[int]:
        """The connected parts of a set, by their first points."""
        while points:
            part = self.flood(points & -points, points)
            points &= ~part
            yield part

    def bits(self, points: Iterable[tuple[int, int]]) -> int:
        """The set of some points."""
        found = 0
        for row, column in points:
            found |= 1 << row * self.width + column
        return found

    def points(self, bits: int) -> tuple[Point, ...]:
        """The points of a set, row by row."""
        return tuple(self.point(bit) for bit in single_bits(bits))

    def point(self, bit: int) -> Point:
        """The point of a set with one."""
        return Point(*divmod(bit.bit_length() - 1, self.width))

    def stones(self, board: Board, stone: Stone) -> int:
        """The points that hold a stone of a colour, or nothing."""
        return self.bits(board.points(stone))


@lru_cache(maxsize=32)
def grid_of(rows: int, cols: int) -> Grid:
    """The grid of a size of boards."""
    width = cols + 1
    row = (1 << cols) - 1
    return Grid(rows, cols, width, sum(row << number * width for number in range(rows)))


def single_bits(bits: int) -> Iterator[int]:
    """The bits of a number one by one, from the lowest."""
    while bits:
        bit = bits & -bits
        bits ^= bit
        yield bit


# -- benson's theorem: chains that live though their side always passes ------------------------------------
# Source: D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976).


def unconditionally_alive(grid: Grid, area: int, own: int, other: int) -> int:
    """The stones of `own` that the opponent can never capture by moves within `area`.

    A region is a connected part of the points that are no own stones.  A region that is not within `area`
    does not count.  A region is vital to a chain when each of its empty points is a liberty of the chain.
    Chains with fewer than two vital regions fall out, with the regions that they border on, until none does;
    the rest is alive.
    """
    regions = [(r, grid.beside(r) & own) for r in grid.parts((area | other) & ~own) if not r & ~area]
    if len(regions) < 2:
        return 0
    chains = [(c, [r for r, _ in regions if not r & ~other & ~grid.beside(c)]) for c in grid.parts(own)]
    while True:
        alive = sum(chain for chain, _ in chains)
        kept = {region for region, border in regions if not border & ~alive}
        left = [(chain, vital) for chain, vital in chains if sum(r in kept for r in vital) >= 2]
        if len(left) == len(chains):
            return alive
        chains = left


# -- dragons ----------------------------------------------------------------------------------------


CUTTER_OF_A_JUMP = 3
"""Liberties of a stone in a one-point gap that needs no help; with two, it is in atari at once."""

CUTTER_OF_A_DIAGONAL = 2
"""Liberties of a stone that completes a crosscut; the other stone of the crosscut helps it."""


class LinkKind(StrEnum):
    """How two chains are strongly linked; adjacent stones are one chain."""

    DIAGONAL = "diagonal"
    JUMP = "jump"


@dataclass(frozen=True, slots=True)
class Link:
    """A strong link of two chains, between a stone of each; `begin` comes first in the order of chains.

    `gaps` are the empty points beside both stones.  The opponent cuts a `loose` link with one move.
    """

    kind: LinkKind
    begin: Chain
    end: Chain
    begin_point: Point
    end_point: Point
    gaps: tuple[Point, ...]
    loose: bool


EYE_SPACE = 4
"""Least fast influence of an eye point that is not enclosed; a point beside a neutral one has at most 3."""
EYES = (0.0, 1.0, 1.0, 1.5)
"""Eyes in a part of the eye space with that many points; two in a larger one."""
EYES_OF_MORE = 2.0
WALK = 4
"""Steps of an escape: two moves by one-point jumps."""
WALK_POINTS = 12
"""Points within the walk that are worth one eye."""
WALK_EYES = 2.0
"""The most that an escape is worth, in eyes."""


@dataclass(frozen=True, slots=True)
class Dragon:
    """Chains of one colour that links bind which are not loose, in the order of their first stones.

    `base` is the chain with most stones, the first of equals.  `links` bind the chains.  `fields` are the
    empty points that the dragon holds, row by row, `eye_space` is the part of them where it may make eyes.
    From a viability of 2 on a dragon looks alive.
    """

    stone: Stone
    base: Chain
    chains: tuple[Chain, ...]
    links: tuple[Link, ...]
    fields: tuple[Point, ...]
    eye_space: tuple[Point, ...]
    viability: float

    @property
    def points(self) -> tuple[Point, ...]:
        """All stones, row by row."""
        return tuple(sorted(point for chain in self.chains for point in chain.points))

    @property
    def liberties(self) -> tuple[Point, ...]:
        """The empty points beside its stones, row by row."""
        return tuple(sorted({point for chain in self.chains for point in chain.liberties}))


@dataclass(frozen=True, slots=True)
class _Scene:
    """A board as sets: the empty points, each side's stones, and where each side is the stronger."""

    grid: Grid
    empty: int
    stones: Mapping[Stone, int]
    favoured: Mapping[Stone, int]
    firm: Mapping[Stone, int]


def dragons_of(board: Board) -> tuple[Dragon, ...]:
    """The dragons: every stone is in exactly one; black's first, then by first stone.

    An empty point is a field of a side when it is enclosed, or when its fast influence has the side's sign
    and a path of such points leads to it from a liberty of the side.  It is enclosed when its empty region
    touches stones of this side only, and has at most half of the points of the board.  Each field
    belongs to the dragon that is fewest steps away through fields, of equals the first.

    Viability is eyes plus escape.  A field that is enclosed, or has a fast influence of at least 4, is eye
    space.  A connected part of it is worth 1, 1, 1.5 or 2 eyes by its size (1, 2, 3, more); but a single
    point is worth nothing when it is a false eye.  Escape is the number of other points within four steps
    from the liberties, through empty points where the opponent is not the stronger by fast influence, divided
    by 12, and at most 2.
    """
    links = links_of(board)
    scene = _scene(board)
    found = []
    for stone in (Stone.BLACK, Stone.WHITE):
        own = [link for link in links if link.begin.stone is stone and not link.loose]
        groups = _groups([chain for chain in chains(board) if chain.stone is stone], own)
        shares = _shares(scene, stone, [scene.grid.bits(p for c in g for p in c.points) for g in groups])
        found += [_dragon(scene, group, own, share) for group, share in zip(groups, shares, strict=True)]
    return tuple(found)


def dragon_at(dragons: Iterable[Dragon], point: tuple[int, int]) -> Dragon | None:
    """The dragon with a stone on a point."""
    return next((d for d in dragons if any(point in chain.points for chain in d.chains)), None)


def _dragon(scene: _Scene, group: list[Chain], links: list[Link], fields: int) -> Dragon:
    inside = {chain.points[0] for chain in group}
    space = fields & scene.firm[group[0].stone]
    base = max(group, key=lambda chain: (len(chain.points), [-n for n in chain.points[0]]))
    return Dragon(
        stone=base.stone,
        base=base,
        chains=tuple(group),
        links=tuple(link for link in links if link.begin.points[0] in inside),
        fields=scene.grid.points(fields),
        eye_space=scene.grid.points(space),
        viability=_viability(scene, group, space),
    )


def _scene(board: Board) -> _Scene:
    grid = grid_of(board.rows, board.cols)
    values = fast_influence(board)
    empty = grid.stones(board, Stone.EMPTY)
    stones = {s: grid.stones(board, s) for s in (Stone.BLACK, Stone.WHITE)}
    favoured, firm = (
        {s: _stronger(grid, values, SIGNS[s], least) for s in stones} for least in (1, EYE_SPACE)
    )
    for region in grid.parts(empty):
        touched = [s for s in stones if grid.beside(region) & stones[s]]
        if len(touched) == 1 and 2 * region.bit_count() <= len(board.cells):
            for held in (favoured, firm):
                held[touched[0]] |= region
                held[touched[0].opponent] &= ~region
    return _Scene(grid, empty, stones, favoured, firm)


def _stronger(grid: Grid, values: IntGrid, side: int, least: int) -> int:
    """The points whose value is at least `least` for a side."""
    return grid.bits((r, c) for r, row in enumerate(values) for c, v in enumerate(row) if side * v >= least)


def _groups(found: list[Chain], links: Iterable[Link]) -> list[list[Chain]]:
    """Chains that links bind, by union of sets."""
    home = {chain.points[0]: [chain] for chain in found}
    for link in links:
        one, other = home[link.begin.points[0]], home[link.end.points[0]]
        if one is not other:
            one += other
            for chain in other:
                home[chain.points[0]] = one
    groups = {id(group): sorted(group, key=lambda c: c.points) for group in home.values()}
    return sorted(groups.values(), key=lambda group: group[0].points)


def _shares(scene: _Scene, stone: Stone, groups: list[int]) -> list[int]:
    """Each dragon's fields: all dragons of a side spread step by step, and the first comes first."""
    open_fields = scene.favoured[stone] & scene.empty
    shares, fronts = [0] * len(groups), list(groups)
    while any(fronts):
        for number, front in enumerate(fronts):
            fronts[number] = scene.grid.beside(front) & open_fields
            shares[number] |= fronts[number]
            open_fields &= ~fronts[number]
    return shares


def _viability(scene: _Scene, group: list[Chain], space: int) -> float:
    grid, stone = scene.grid, group[0].stone
    eyes = sum(_eyes(scene, stone, part) for part in grid.parts(space))
    walkable = scene.empty & ~scene.favoured[stone.opponent]
    reach = front = grid.bits(p for c in group for p in c.liberties) & walkable
    for _ in range(WALK):
        front = grid.beside(front) & walkable & ~reach
        reach |= front
    return eyes + min(WALK_EYES, (reach & ~space).bit_count() / WALK_POINTS)


def _eyes(scene: _Scene, stone: Stone, part: int) -> float:
    size = part.bit_count()
    if size == 1 and is_false_eye(scene.grid, part, scene.stones[stone.opponent]):
        return 0.0
    return EYES[size] if size < len(EYES) else EYES_OF_MORE


def is_false_eye(grid: Grid, eye: int, others: int) -> bool:
    """Has the opponent two of the diagonal points of a point, or one where the point is at an edge?"""
    aside = (eye << 1 | eye >> 1) & grid.full
    across = (aside << grid.width | aside >> grid.width) & grid.full
    return (across & others).bit_count() > (1 if across.bit_count() == 4 else 0)


def links_of(board: Board) -> tuple[Link, ...]:
    """All strong links between different chains, black's first, in the order of their points.

    The links of two chains stand or fall together.  They are loose when they have one gap in all, and the
    opponent's move there is legal and safe.  It is safe when it captures, or when its chain then has enough
    liberties: three in a one-point gap, two at a diagonal, where it completes a crosscut.  Ko is ignored.

    Source: the course's paper on influence, its section on the first Go programs and the class `CGoLink` of
    its library.  That a link may be loose is our addition.
    """
    home = {point: chain for chain in chains(board) for point in chain.points}
    return tuple(link for stone in (Stone.BLACK, Stone.WHITE) for link in _of(board, stone, home))


def _of(board: Board, stone: Stone, home: dict[Point, Chain]) -> Iterable[Link]:
    pairs: dict[tuple[Point, Point], list[tuple[Point, Point]]] = {}
    for first, second in strong_links(board, stone):
        ends = sorted((home[first].points[0], home[second].points[0]))
        if ends[0] != ends[1]:
            pairs.setdefault((ends[0], ends[1]), []).append((first, second))
    links = []
    for (begin, _), stones in pairs.items():
        gaps = {pair: _gaps(board, *pair) for pair in stones}
        loose = _loose(board, stone, gaps)
        for pair in stones:
            first, second = pair if home[pair[0]].points[0] == begin else pair[::-1]
            kind = _kind(first, second)
            links.append(Link(kind, home[first], home[second], first, second, gaps[pair], loose))
    return sorted(links, key=lambda link: (link.begin_point, link.end_point))


def _kind(first: Point, second: Point) -> LinkKind:
    return LinkKind.JUMP if first.row == second.row or first.column == second.column else LinkKind.DIAGONAL


def _gaps(board: Board, first: Point, second: Point) -> tuple[Point, ...]:
    near, other = (set(point.neighbours(board.rows, board.cols)) for point in (first, second))
    return tuple(sorted(point for point in near & other if not board.get(point)))


def _loose(board: Board, stone: Stone, gaps: dict[tuple[Point, Point], tuple[Point, ...]]) -> bool:
    """Has the opponent a safe move on the only gap of all links of two chains?"""
    points = {gap for found in gaps.values() for gap in found}
    if len(points) > 1:
        return False
    crossed = any(_kind(*pair) is LinkKind.DIAGONAL for pair in gaps)
    return _is_safe(board, stone.opponent, min(points), CUTTER_OF_A_DIAGONAL if crossed else CUTTER_OF_A_JUMP)


def _is_safe(board: Board, stone: Stone, point: Point, liberties: int) -> bool:
    """Is a move legal, and does it capture or leave its chain that many liberties?"""
    move = play(board, stone, point)
    if isinstance(move, Illegal):
        return False
    chain = group_at(move.board, move.board.index(point), bytearray(len(board.cells)))
    return bool(move.captured) or len(chain.liberties) >= liberties
