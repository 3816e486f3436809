"""The pictures of one program: accepted or rejected where a board explains them, and doubtful otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gograde.codec import replace
from gograde.pictures.effort import TooMuchEffortError
from gograde.pictures.picture import Picture
from gograde.pictures.read import explain
from gograde.pictures.read import question as model
from gograde.pictures.read.explain import board_of, labels_of
from gograde.pictures.read.question import SHAPES, Board, Example, Place, Question, Reading, Reason, Size
from gograde.pictures.read.sight import MORE, RANK, Fit, ProgramStyle, Sight, shown
from gograde.pictures.shapes.boards import DrawnBoard, boards_of
from gograde.pictures.shapes.scene import read_scene

ACCEPTED, REJECTED, DOUBTFUL = model.PictureVerdict

PLACES = 4  # lattices of the program at which a picture is tried


def read_picture(question: Question) -> Reading:
    """The reading of one picture; raises ValueError when the reference is no board."""
    return Reader().read((question,))[0]


class Reader:
    """Reads the pictures of one program.

    `published` is where the statement puts boards of a size in pictures of a size.  `examples` are pictures
    of the program that a person looked at: their look is its style.
    """

    def __init__(
        self, published: Mapping[tuple[Size, Size], Place] | None = None, examples: Sequence[Example] = ()
    ) -> None:
        self._published = published or {}
        self._examples = examples
        self._sizes: set[Size] = set()
        self._style = ProgramStyle()
        self._sights: dict[tuple[Picture, Size], Sight] = {}
        self._shapes: dict[tuple[Picture, Size], tuple[DrawnBoard, ...]] = {}

    def read(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        """The reading of each picture, in order; raises ValueError when a reference is no board.

        Pictures for which there is no effort left (`gograde.pictures.effort`) are doubtful.
        """
        for question in questions:
            model.check(question.reference)
        first = [_limited(self._of_reference, question) for question in questions]
        return tuple(
            _limited(self._of_another, question, reading)
            if reading.verdict is DOUBTFUL and reading.reason != Reason.EFFORT
            else reading
            for question, reading in zip(questions, first, strict=True)
        )

    # -- is it the board asked for? -----------------------------------------------------------

    def _of_reference(self, question: Question) -> Reading:
        """Accepted when a person saw the board there, or when it explains the picture at any lattice."""
        sight, labels = self._sight(question.picture, question.reference), labels_of(question.reference)
        pixels = replace(question.picture, shapes=b"")
        if any(one.board == question.reference and one.picture == pixels for one in self._examples):
            return Reading(ACCEPTED, Reason.AGREES, board=question.reference)
        best = Reading(DOUBTFUL, Reason.NO_BOARD)
        for place, anchored, named in self._places(sight, question):
            why, fit = sight.whether(place, labels, anchored=anchored, named=named)
            if fit:
                self._style.add(fit)
                return self._accepted(fit)
            if RANK.index(why) > RANK.index(best.reason):
                best = replace(best, reason=why, board=question.reference, place=place)
        return best

    def _places(self, sight: Sight, question: Question) -> Iterator[tuple[Place, bool, bool]]:
        """The places to try, whether a board is known to lie there, and whether its colours are known."""
        labels, drawn = labels_of(question.reference), self._drawn(sight)
        for one in drawn:
            place = _place(one)
            dark = one.either and explain.is_dark(Fit(sight, place, labels).kinds())
            yield place, True, one.board == question.reference and not dark
        yield from ((place, True, False) for place in self._known(sight))
        if not drawn:
            yield from ((place, False, False) for place in sight.likeliest(labels))

    def _known(self, sight: Sight) -> list[Place]:
        """Where boards lie in pictures of this size: in others of the program, and by the statement."""
        published = self._published.get(sight.key)
        places = self._style.places.get(sight.key, [])[:PLACES]
        return list(dict.fromkeys((*places, *([published] if published else []))))

    def _accepted(self, fit: Fit) -> Reading:
        sight, drawn = fit.sight, self._drawn(fit.sight)
        board = board_of(fit.labels, sight.size[1])
        others = [one.board for one in drawn] if drawn else fit.others(self._known(sight))
        return Reading(
            verdict=ACCEPTED,
            reason=Reason.AGREES,
            board=board,
            place=fit.place,
            others=tuple(one for one in dict.fromkeys(others) if one != board and {*"".join(one)} != {"."}),
            scores=SHAPES if drawn else {},
        )

    # -- is it another board? -----------------------------------------------------------------

    def _of_another(self, question: Question, first: Reading) -> Reading:
        """The reading by the style of the program, where the board asked for does not explain alone."""
        sight, labels = self._sight(question.picture, question.reference), labels_of(question.reference)
        known = self._known(sight)
        for place in known:
            if self._style.explains(sight, place, labels):
                return self._accepted(Fit(sight, place, labels))
        if drawn := self._drawn(sight):
            return self._of_another_drawn(question, first, drawn)
        for place in known:
            seen = self._read(sight, place, question)
            if seen and seen != question.reference:
                if sight.elsewhere(place) >= MORE:
                    return replace(first, reason=Reason.MORE, board=seen, place=place)
                return _rejected(question, seen, place, {})
        return first

    def _of_another_drawn(self, question: Question, first: Reading, drawn: Sequence[DrawnBoard]) -> Reading:
        """The reading by the shapes, which say another board; the pixels must confirm it."""
        sight, known = (
            self._sight(question.picture, question.reference),
            {one.board for one in question.rivals},
        )
        one = min(
            reversed(drawn),
            key=lambda one: (one.board in known, len(model.differences(question.reference, one.board))),
        )
        place = _place(one)
        if one.either and one.board == model.swapped(question.reference):
            return replace(first, reason=Reason.COLOURS, board=one.board, place=place)
        if not sight.whether(place, labels_of(one.board), anchored=True, named=True)[1]:
            return replace(first, reason=Reason.DISAGREE, board=one.board, place=place)
        if not any(_is_near(place, other) for other in self._known(sight)):
            return replace(first, reason=Reason.NOT_KNOWN, board=one.board, place=place)
        return _rejected(question, one.board, place, SHAPES)

    def _read(self, sight: Sight, place: Place, question: Question) -> Board | None:
        """The board that explains a picture at a place, by the style of the program or else by itself."""
        if self._style.fits:
            return self._style.read(sight, place)
        rivals = (rival.board for rival in model.all_rivals(question.reference, question.rivals))
        return sight.blind(place, (labels_of(board) for board in (question.reference, *rivals)))

    # -- what is known ------------------------------------------------------------------------

    def _sight(self, picture: Picture, board: Board) -> Sight:
        """The sight of a picture; a person's looks at boards of this size become the style before it."""
        size = len(board), len(board[0])
        if size not in self._sizes:
            self._sizes.add(size)
            fits = [shown(Sight(one.picture, size), one) for one in self._examples]
            for fit in fits:
                if fit:
                    self._style.add(fit)
        return self._sights.setdefault((picture, size), Sight(picture, size))

    def _drawn(self, sight: Sight) -> tuple[DrawnBoard, ...]:
        """The boards that the shapes of a picture say; none where they leave a doubt."""
        picture, key = sight.picture, (sight.picture, sight.size)
        if key not in self._shapes:
            scene = read_scene(picture.shapes, picture.width, picture.height) if picture.shapes else None
            boards = boards_of(scene, *sight.size) if scene else None
            self._shapes[key] = boards.boards if boards and not boards.doubt else ()
        return self._shapes[key]


def _limited(read: Callable[..., Reading], *given: Any) -> Reading:
    try:
        return read(*given)
    except TooMuchEffortError:
        return Reading(DOUBTFUL, Reason.EFFORT)


def _rejected(question: Question, seen: Board, place: Place, scores: Mapping[str, float]) -> Reading:
    wrong = model.differences(question.reference, seen)
    rivals = model.all_rivals(question.reference, question.rivals)
    name = next((rival.name for rival in rivals if rival.board == seen), None)
    reason = f"the picture shows {name}" if name else model.points_in_words(wrong, len(seen) * len(seen[0]))
    return Reading(REJECTED, reason, wrong, name, seen, place, scores=scores)


def _place(one: DrawnBoard) -> Place:
    grid = one.grid
    return grid.x, grid.across, grid.y, grid.down


def _is_near(one: Place, other: Place) -> bool:
    """Whether two places are the same but for pixels at the ends of lines."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 1
