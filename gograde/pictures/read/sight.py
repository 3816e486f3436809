"""What was seen in the pictures of a program: views at lattices, boards, and the style that they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from gograde.pictures import effort
from gograde.pictures.picture import Picture
from gograde.pictures.read import explain
from gograde.pictures.read.explain import (
    Floats,
    Kinds,
    Labels,
    Pixels,
    Squares,
    distances,
    kinds_of,
    labels_of,
)
from gograde.pictures.read.question import Board, Example, Place, Reason, Size
from gograde.pictures.read.search import lattices

TRIED = 12  # lattices of a search at which a board is tried
BESIDE = 40  # lattices of a search at which further boards are looked for
SAMPLES = 4  # pictures from which the program's style is taken
TURNS = 4  # times that points are read again by what was read
EDGE = 0.06  # difference of brightness between neighbouring pixels that counts as an edge
AROUND = 1.0  # steps around a board that belong to it: coordinates and the frame
MORE = 0.28  # share of a picture's edges beside its board from which on it may hold more
ANY = 0.01  # the same share from which on further boards are looked for
CORE = 0.2  # steps from a point within which it is seen what lies there, for a first look

RANK = (Reason.NO_BOARD, Reason.UNCLEAR, Reason.LEFT_OVER, Reason.BESIDE, Reason.NO_LATTICE, Reason.COLOURS)
"""Why a board does not explain a picture, the farthest from it first."""


@dataclass(eq=False)
class Sight:
    """A picture in which boards of one size are looked for; places are in its own pixels."""

    picture: Picture
    size: Size
    views: dict[Place, Squares] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Size, Size]:
        """The size of the picture, and that of the board."""
        return (self.picture.width, self.picture.height), self.size

    @cached_property
    def sheet(self) -> Pixels:
        """The pixels, reduced."""
        effort.spend(effort.SURVEY)
        return explain.sheet_of(self.picture)

    def at(self, place: Place) -> Squares:
        """The view at a place."""
        if place not in self.views:
            self.views[place] = explain.view(self.sheet.table, self._small(place), *self.size)
        return self.views[place]

    def levels(self, place: Place) -> Iterator[Squares]:
        """The view at a place as it is, then with its ground levelled."""
        yield self.at(place)
        yield self.at(place).levelled

    def _small(self, place: Place) -> Place:
        return explain.scaled(place, 1 / self.sheet.scale)

    @cached_property
    def places(self) -> list[Place]:
        """The places where a search proposes boards, the likeliest first."""
        return [explain.scaled(place, self.sheet.scale) for place in lattices(self.sheet.luma, self.size)]

    def likeliest(self, labels: Labels) -> list[Place]:
        """The proposed places where the middles of the points fall apart best, as a board has them."""
        if not self.places:
            return []
        x, right, y, down = np.array([self._small(one) for one in self.places]).T
        ys, xs = (
            first[:, None] + 0.5 + step[:, None] * (np.arange(count)[:, None] + (-CORE, CORE)).ravel()
            for first, step, count in ((y, down, self.size[0]), (x, right, self.size[1]))
        )
        middles = explain.means(self.sheet.table, ys, xs)[:, ::2, ::2].reshape(len(x), -1, 3)
        order = np.argsort(-_apart(middles, labels), kind="stable")
        return [self.places[number] for number in order[:TRIED]]

    def elsewhere(self, place: Place) -> float:
        """The share of the picture's edges that lie beside a board."""
        luma, (x, right, y, down) = self.sheet.luma, self._small(place)
        edges = np.zeros(luma.shape, np.bool_)
        edges[1:] = abs(np.diff(luma, axis=0)) > EDGE
        edges[:, 1:] |= abs(np.diff(luma, axis=1)) > EDGE
        total = max(int(edges.sum()), 1)
        high, wide = (
            slice(max(0, int(first - AROUND * step)), max(0, int(first + (count - 1 + AROUND) * step) + 2))
            for first, step, count in ((y, down, self.size[0]), (x, right, self.size[1]))
        )
        edges[high, wide] = False
        return float(edges.sum() / total)

    def whether(
        self, place: Place, labels: Labels, *, anchored: bool = False, named: bool = False
    ) -> tuple[str, Fit | None]:
        """Why a board does not explain the view at a place by its own kinds, or the fit by which it does."""
        why = Reason.NO_BOARD
        for view in self.levels(place):
            kinds = kinds_of([(view.inside, labels)])
            this = explain.explained(view, labels, kinds, anchored=anchored, named=named)
            if not this:
                return "", Fit(self, place, labels)
            why = max(why, this, key=RANK.index)
        return why, None

    def blind(self, place: Place, starts: Iterator[Labels]) -> Board | None:
        """The board that explains a view by its own kinds, whatever was asked for; None when none does.

        `starts` are boards by whose kinds the points are first read, and then by what was read.
        """
        tried = set()
        for start in starts:
            labels = _settled(self.at(place), start)
            if labels.tobytes() not in tried and self.whether(place, labels)[1]:
                return explain.board_of(labels, self.size[1])
            tried.add(labels.tobytes())
        return None


def _settled(view: Squares, labels: Labels) -> Labels:
    """The kinds of the points, read again by the usual look of what was read, until nothing changes."""
    for _ in range(TURNS):
        effort.spend_points(len(labels))
        again = distances(view.inside, kinds_of([(view.inside, labels)])).argmin(axis=1)
        if (again == labels).all():
            break
        labels = again
    return labels


def _apart(middles: Floats, labels: Labels) -> Floats:
    """How far kinds of points lie apart, against how far those of a kind do: (lattices,)."""
    kinds = [middles[:, labels == kind] for kind in range(3) if (labels == kind).any()]
    usual = [np.median(one, axis=1) for one in kinds]
    spread = [abs(one - mean[:, None]).max(-1).mean(-1) for one, mean in zip(kinds, usual, strict=True)]
    pairs = [
        abs(usual[a] - usual[b]).max(-1) / (spread[a] + spread[b] + 0.02)
        for a in range(len(kinds))
        for b in range(a)
    ]
    return np.asarray(np.min(pairs, axis=0) if pairs else -spread[0])


@dataclass(frozen=True, eq=False)
class Fit:
    """A board that lies at a place of a picture."""

    sight: Sight
    place: Place
    labels: Labels

    def kinds(self) -> Kinds:
        """The look of the kinds there."""
        return kinds_of([(self.sight.at(self.place).inside, self.labels)])

    def others(self, places: Sequence[Place]) -> tuple[Board, ...]:
        """The boards at further places of the picture, each by the look of this board or by its own."""
        sight = self.sight
        if sight.elsewhere(self.place) < ANY:
            return ()
        kinds, taken, found = self.kinds(), [self.place], []
        for place in (*places, *sight.places[:BESIDE]):
            if not any(_overlap(place, one, sight.size) for one in taken):
                inside = sight.at(place).inside
                labels = distances(inside, kinds).argmin(axis=1)
                if explain.explained(sight.at(place), labels, kinds, named=True):
                    board = sight.blind(place, _groups(inside))
                else:
                    board = explain.board_of(labels, sight.size[1])
                if board:
                    taken.append(place)
                    found.append(board)
        return tuple(found)


def _groups(squares: Floats) -> Iterator[Labels]:
    """Kinds of points by what is unlike each other: one or two groups of stones, each group once as empty."""
    kinds = np.full_like(squares[:3], np.nan)
    whole = squares[np.isfinite(squares).all(axis=(1, 2, 3))]
    nearest = np.full(len(whole), np.inf)
    seed = int(explain.off(whole, np.median(whole, axis=0)).mean(axis=(1, 2)).argmin())
    for count in range(3):
        kinds[count] = whole[seed]
        nearest = np.minimum(nearest, explain.off(whole, whole[seed]).mean(axis=(1, 2)))
        seed = int(nearest.argmax())
        labels = distances(squares, kinds).argmin(axis=1)
        for empty in range(count + 1 if count else 0):
            stones = sorted({*range(count + 1)} - {empty}, key=lambda kind: float(kinds[kind].sum()))
            darker = count == 2 or kinds[stones[0]].sum() < kinds[empty].sum()
            names = {empty: 0, stones[-1]: 2} | ({stones[0]: 1} if darker else {})
            yield np.array([names[kind] for kind in labels.tolist()], np.intp)


def _overlap(one: Place, other: Place, size: Size) -> bool:
    """Whether two lattices share more than a fifth of the area of the smaller."""
    shared = 1.0
    for first, second, count in ((one[:2], other[:2], size[1]), (one[2:], other[2:], size[0])):
        low = max(first[0] - first[1] / 2, second[0] - second[1] / 2)
        high = min(first[0] + first[1] * (count - 0.5), second[0] + second[1] * (count - 0.5))
        shared *= max(0.0, high - low) / count
    return shared > 0.2 * min(one[1] * one[3], other[1] * other[3])


@dataclass(eq=False)
class ProgramStyle:
    """What is known of a program: where boards lie in pictures of a size, and how their points look."""

    places: dict[tuple[Size, Size], list[Place]] = field(default_factory=dict)
    fits: list[Fit] = field(default_factory=list)

    def add(self, fit: Fit) -> None:
        """Take a board that was accepted."""
        places = self.places.setdefault(fit.sight.key, [])
        if fit.place not in places:
            places.append(fit.place)
        self.fits.append(fit)

    def _looks(self, sight: Sight, place: Place) -> Iterator[tuple[Squares, Kinds]]:
        """The views at a place with the look of the kinds in the program; none while nothing is known."""
        fits = sorted(self.fits, key=lambda fit: -int(np.bincount(fit.labels, minlength=3).min()))[:SAMPLES]
        for level, view in enumerate(sight.levels(place)):
            views = [(fit.sight.at(fit.place), fit.labels) for fit in fits]
            if views:
                samples = [((one.levelled if level else one).inside, labels) for one, labels in views]
                yield view, kinds_of(samples)

    def explains(self, sight: Sight, place: Place, labels: Labels) -> bool:
        """Whether a board explains what lies at a place by the look of the kinds in the program."""
        return any(
            not explain.explained(view, labels, kinds, anchored=True, named=True)
            for view, kinds in self._looks(sight, place)
        )

    def read(self, sight: Sight, place: Place) -> Board | None:
        """The board that explains what lies at a place so, and is seen to end there; None when none does."""
        for view, kinds in self._looks(sight, place):
            labels = distances(view.inside, kinds).argmin(axis=1)
            if not explain.explained(view, labels, kinds, named=True):
                return explain.board_of(labels, sight.size[1])
        return None


def shown(sight: Sight, example: Example) -> Fit | None:
    """What a person showed of a picture, as a board at a place; None where nothing of its size was."""
    look, board = example.look, example.board
    sizes = [(len(board), len(board[0]))] if board else []
    sizes += [look.size] if look else []
    if any(size != sight.size for size in sizes):
        return None
    if look is None:
        labels = labels_of(board) if board else np.zeros(0, np.intp)
        places = sight.likeliest(labels) if board else []
        fits = (sight.whether(place, labels, anchored=True, named=True)[1] for place in places)
        return next((fit for fit in fits if fit), None)
    if board:
        return Fit(sight, look.place, labels_of(board))
    inside, signs = sight.at(look.place).inside, tuple(look.points)
    numbers = [row * sight.size[1] + col for row, col in look.points.values()]
    kinds = kinds_of([(inside[numbers], labels_of(signs))])
    return Fit(sight, look.place, distances(inside, kinds).argmin(axis=1))
