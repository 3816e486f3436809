"""Makes random inputs for the joseki questions and `board_size`, and tests their features."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from operator import eq, itemgetter
from statistics import mean
from typing import Any

from gograde.assignments.influence.oracle import fast
from gograde.assignments.influence.parameters import DEFAULT
from gograde.authoring.stream import Stream
from gograde.go.joseki import LETTERS, SIDE, TENUKI, Corner, mirror, split_steps, to_board

BLACK = 1
WHITE = 2
MIDDLE = SIDE // 2
LAST = LETTERS[-1]
"""The letter of the points on a middle line."""

_TEXT = """
DDCCDCCDCEDBEBCBECBEBFBDCF DDCCDCCDCEDBEBCBFCBEBFBDCG DDCCDCCDCEBEBFDECFDBEBCBEEBD
DDCCDCCDCEBEBFCFDEBGBDAFBC DDCCDCCDDEBF DDCCDCCDDEDBEBCBFCCF DDCCDCCDDECEDFCG DDFCCFDBCCIC DDFCDFDBCCIC
DDFCCGDBCCIC DDFCECFDCFJC DDFCECFDDFJC DDFCFDGDFECCCDDCECEBEDGBGEHD DDFCFDGDFEECDCJCDFHD DDFCHCCCCDDCEDFBGE
DDFCHCCCDCCDDEDBEBCBECCFCHCGDH DDFCHDCCDCCDCEDBEBCBECCFBE DDFCICCCCDDCEDECFDGCHE DDFCIDCCCDDCEDBCFDGCGDBDCF
DDFCJCCCDCCDDEDBEBCBECCFDFCGDGDH DDCFFCCCCDBDBEBCCEEBXXJCECFBGC DDFDDFDCCCECCBIC DDFDJCDFEECCDCCDFEDEGD
CDECEDFDEEDCCCICCJ CDECDCEDDFIC CDECDEICDCED CDECGCEECGJCDCEBGEEGJE CDECGCCCBCDDCECBDGBB
CDECGDDEDDEDEEFEEFFDDFGC CDECGDEEDFIDGFEFDG CDECHCEEDFJCHEEFDG CDECHDCGDECJDC CDECHDEECGCCBCCBDDEDCI
CDECHDDECEDFCGJDHFFF CDEDECFCDCFDCFJC CDEDECFCDCGDCFJC CDEDECFCDCGDFEFDEEGEDDGG
CDEDECDDDCCEFDCCBDCBBEDFFEDGEF CDEDECDDDCCEFCBDCCDF CDEDECDDDCCEFCFDGCBDCCDF CDEDDEICEEFDDC
CDEDDECCDCDDBCCEBDDF CDEDGCEBDCECCFIC CDEDHDEFCFCCBCDCBB CDEDHDCCBCDCBEEFDG CDFCEDDBEBECDCFBCBJC
CDFCDCICXXCFEECI CDFDECFCEDFEEEFFDG CDFDDFJCCJCCDCDDCBCEBCDEBECF ECCDDFDEEEEDFDDDFCCFEFCH ECCDDFDEEECFEFCG
ECCDDFCFDECGCCCEDCCJ ECCDDECEDFCFDGCHJD ECCDCFDEDFDCFD ECCDCGDECJDCEDDBIC ECCCDECECFCDDFEBFBFC
ECDEDDCEEECDEFCCJC EDCDCEBEDECFDGCCDFBF EDCDDECECFBFCGBGCHECFCDCFD EDCDCFDECCBCDCBEICEEFDCH
EDCCCDBDCEDCECBECGBFEG EDCCDCCDEFCG EECCCEECGD EEDDEDCEECCGCCCJ EECDDCCCCFDB FCCDCCBCDCBE FCCDCBCGIC
CCDDDCEDCFECCDIC CCECDEGDCI CCEDCF CCFCIDDDBEDCCB CCDEDDCEEDCI
"""
LINES = tuple(_TEXT.split())
"""Lines of joseki, of which the libraries in questions are made; another line or order changes all cases."""

_SPECIAL = frozenset(("no-steps", "no-library", "inside", "whole", "beyond"))

Value = Mapping[str, Any]
Lines = list[dict[str, Any]]
Move = list[int | None]

_right = partial(fast, DEFAULT)


def make_question(stream: Stream, question: str, features: tuple[str, ...]) -> dict[str, Any]:
    """An input for a question that may have the features."""
    return _MAKERS[question](stream, features)


def _size(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    return {"x": 11 + stream.below(13)}


def _point(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    row, col = stream.below(SIDE), stream.below(SIDE)
    if "centre" in features:
        return {"row": MIDDLE, "col": MIDDLE}
    if "on-middle-line" in features:
        row, col = stream.choice(((MIDDLE, col), (row, MIDDLE)))
    return {"row": row, "col": col}


def _step(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    return {"corner": stream.choice(tuple(Corner)).value, "step": _letters(stream)}


def _letters(stream: Stream) -> str:
    return stream.choice(LETTERS) + stream.choice(LETTERS)


def _to_mirror(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    if "no-steps" in features:
        return {"steps": ""}
    return {"steps": _perhaps_mirrored(stream, stream.choice(LINES))}


def _library_part(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    """The beginning of a path of a small library, sometimes with a random step after it."""
    lines = _lines(stream, features)
    steps = split_steps(_perhaps_mirrored(stream, stream.choice(lines)["steps"]))
    if special := _SPECIAL.intersection(features):
        return {"steps": _cut(stream, steps, special), "library": _lines_left(lines, features)}
    begun = "".join(steps[: 1 + stream.below(len(steps))])
    astray = "unknown" in features or stream.chance(10)
    return {"steps": begun + _letters(stream) * astray, "library": lines}


def _next(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    lines = _lines(stream, features)
    steps = split_steps(_perhaps_mirrored(stream, stream.choice(lines)["steps"]))
    if special := _SPECIAL.intersection(features):
        return {"steps": _cut(stream, steps, special), "library": _lines_left(lines, features)}
    if "next-tenuki" in features and TENUKI in steps:
        return {"steps": "".join(steps[: steps.index(TENUKI)]), "library": lines}
    return {"steps": "".join(steps[: stream.below(min(6, len(steps)))]), "library": lines}


def _cut(stream: Stream, steps: Sequence[str], special: Collection[str]) -> str:
    """No steps, some from within, all, or all and one more; some from the beginning for other features."""
    if "no-steps" in special:
        return ""
    if "inside" in special:
        start = 1 + stream.below(len(steps) - 1)
        return "".join(steps[start : start + 1 + stream.below(4)])
    if "no-library" in special:
        return "".join(steps[: 1 + stream.below(4)])
    return "".join(steps) + _letters(stream) * ("beyond" in special)


def _lines_left(lines: Lines, features: tuple[str, ...]) -> Lines:
    return [] if "no-library" in features else lines


def _lines(stream: Stream, features: tuple[str, ...]) -> Lines:
    """A library with random results: up to five paths with the same two steps, and two random paths."""
    first = stream.choice(LINES)
    if "tenuki" in features or "next-tenuki" in features:
        first = stream.choice([line for line in LINES if TENUKI in line])
    alike = [line for line in LINES if line[:4] == first[:4] and line != first]
    chosen = [first, *stream.shuffled(alike)[:4], stream.choice(LINES), stream.choice(LINES)]
    lines = [_line(stream, steps) for steps in dict.fromkeys(chosen)]
    if "ties" in features or "unplayed" in features:
        alike_line = stream.choice(lines) if "ties" in features else {"wins": 0, "games": 0}
        return [line | alike_line | {"steps": line["steps"]} if stream.chance(50) else line for line in lines]
    return lines


def _line(stream: Stream, steps: str) -> dict[str, Any]:
    games = stream.below(12)
    return {"steps": steps, "wins": stream.below(games + 1), "games": games}


def _perhaps_mirrored(stream: Stream, steps: str) -> str:
    return stream.choice((steps, mirror(steps)))


# -- games ----------------------------------------------------------------------------------


def _game(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    """A game with library paths in one to three corners, mixed with passes and other moves."""
    lines = _lines(stream, features)
    if "no-moves" in features:
        return {"moves": [], "library": lines}
    corners = stream.shuffled(tuple(Corner))[: 1 + stream.below(3)]
    queues = {corner: _queue(stream, corner, lines) for corner in corners}
    points = list(_order(stream, queues, features))
    if "middle-last" in features:
        lines, points = _to_the_middle(stream, corners[0])
    moves: list[Move] = []
    for number, place in enumerate(points):
        if place is None or list(place) not in [move[1:] for move in moves]:
            moves.append([1 + number % 2, *(place or (None, None))])
    return {"moves": _ended(stream, moves, features), "library": _lines_left(lines, features)}


def _ended(stream: Stream, moves: list[Move], features: tuple[str, ...]) -> list[Move]:
    """The moves; where features want it, the first two or three are Black's, and the last is a pass."""
    if "handicap" in features:
        given = 2 + stream.below(2)
        moves = [[BLACK, *move[1:]] if number < given else move for number, move in enumerate(moves)]
    return [*moves, [1 + len(moves) % 2, None, None]] if "pass-last" in features else moves


def _to_the_middle(stream: Stream, corner: Corner) -> tuple[Lines, list[tuple[int, int] | None]]:
    """A library of one path, and the points of its beginning in a corner, with the last on a middle line."""
    lines = [_line(stream, stream.choice([line for line in LINES if LAST in line[:-2]]))]
    points = _queue(stream, corner, lines)
    last = next(number for number, place in enumerate(points) if place is not None and MIDDLE in place)
    return lines, points[: last + 1]


def _queue(stream: Stream, corner: Corner, lines: Lines) -> list[tuple[int, int] | None]:
    """The points of a random path in a corner; None for a tenuki."""
    steps = split_steps(_perhaps_mirrored(stream, stream.choice(lines)["steps"]))
    return [None if step == TENUKI else to_board(corner, step) for step in steps]


def _order(
    stream: Stream, queues: dict[Corner, list[tuple[int, int] | None]], features: tuple[str, ...]
) -> Iterator[tuple[int, int] | None]:
    """The points of a game: one, two or four from a random queue at a time; None for a pass."""
    for _ in range(2 + stream.below(5)):
        queue = queues[stream.choice(tuple(queues))]
        for _ in range(stream.choice((1, 2, 2, 4))):
            if queue and (place := queue.pop(0)) is not None:
                yield place
        if "pass" in features and stream.chance(40):
            yield None
        if "on-middle-line" in features and stream.chance(30):
            yield stream.choice(((MIDDLE, stream.below(SIDE)), (stream.below(SIDE), MIDDLE)))


_MAKERS: Mapping[str, Callable[[Stream, tuple[str, ...]], dict[str, Any]]] = {
    "board_size": _size,
    "to_area": _point,
    "to_board": _step,
    "mirror": _to_mirror,
    "is_joseki": _library_part,
    "next_steps": _next,
    "replay": _game,
}


# -- features -------------------------------------------------------------------------------


def _on_middle_line(value: Value) -> bool:
    places = [move[1:] for move in value["moves"]] if "moves" in value else [[value["row"], value["col"]]]
    return any(MIDDLE in place for place in places)


def _areas(value: Value) -> list[list[str]]:
    """The steps and the state of each area."""
    return list(_right("replay", value).values())


def _has_tenuki(question: str, value: Value) -> bool:
    if question == "replay":
        return any(TENUKI in steps for steps, _ in _areas(value))
    if question == "next_steps":
        return TENUKI in value["steps"] or TENUKI in _right(question, value)
    return TENUKI in split_steps(value["steps"])


def _is_state(state: str) -> Callable[[str, Value], bool]:
    return lambda question, value: question == "replay" and state in [told for _, told in _areas(value)]


def _swapped_corner(question: str, value: Value) -> bool:
    """Whether the question has a step off the diagonal in TR or BL, the corners turned by 90 degrees."""
    if question == "replay":
        told = _right(question, value)
        return any(len(told[corner][0]) >= 4 for corner in ("TR", "BL"))
    places = _right(question, value) if question == "to_area" else [[value["corner"], value["step"]]]
    return any(corner in ("TR", "BL") and step != step[::-1] for corner, step in places)


def _only_mirrored(question: str, value: Value) -> bool:
    """Whether only mirrored paths begin with the steps."""
    steps, texts = value["steps"], [line["steps"] for line in value["library"]]
    begun = any(text.startswith(steps) for text in texts)
    return not begun and any(mirror(text).startswith(steps) for text in texts)


def _by_results(value: Value) -> bool:
    """Whether more than two next steps are in another order than the alphabetical one."""
    steps = _right("next_steps", value)
    return len(steps) > 2 and steps != sorted(steps)


def _both_ways(value: Value) -> Iterator[tuple[str, float]]:
    """The steps of each path and of its mirror, with the path's priority."""
    for line in value["library"]:
        for text in (line["steps"], mirror(line["steps"])):
            yield text, (line["wins"] + 1) / (line["games"] + 2)


def _within(steps: str, text: str) -> bool:
    return steps in text


def _is_text(test: Callable[[str, str], bool]) -> Callable[[str, Value], bool]:
    """A test of whether the steps and a path or its mirror are as wanted."""
    return lambda question, value: (
        question in _FROM_LIBRARY and any(test(value["steps"], text) for text, _ in _both_ways(value))
    )


def _order_by(value: Value, worth: Callable[[list[float]], float]) -> list[str]:
    """The next steps when the worth of a step comes from the priorities of its paths in another way."""
    steps, found = value["steps"], dict[str, list[float]]()
    for text, priority in _both_ways(value):
        if text.startswith(steps) and text != steps:
            found.setdefault(text[len(steps) :][:2], []).append(priority)
    return sorted(found, key=lambda step: (-worth(found[step]), step))


def _only_by_best(value: Value) -> bool:
    """Whether sums, means, and the first, last and worst path of a step give other orders than the best."""
    ways = (sum, mean, min, itemgetter(0), itemgetter(-1))
    return all(_order_by(value, way) != _right("next_steps", value) for way in ways)


def _has_ties(value: Value) -> bool:
    """Whether equal next steps come in another order in the library than in the order of text."""
    steps = _right("next_steps", value)
    best = {
        step: max(p for text, p in _both_ways(value) if text.startswith(value["steps"] + step))
        for step in steps
    }
    met = dict.fromkeys(text[len(value["steps"]) :][:2] for text, _ in _both_ways(value))
    return bool(steps != sorted(steps, key=lambda step: (-best[step], list(met).index(step))))


def _has_unplayed(value: Value) -> bool:
    """Whether a next step is known only from paths that nobody has played."""
    played = {**value, "library": [line for line in value["library"] if line["games"]]}
    return bool(_right("next_steps", value) != _right("next_steps", played))


def _has_twice(value: Value) -> bool:
    """Whether a colour has two moves in a row, and an area an `XX`."""
    twice = any(one[0] == other[0] for one, other in pairwise(value["moves"]))
    return twice and _has_tenuki("replay", value)


def _passes_last(value: Value) -> bool:
    return bool(value["moves"]) and value["moves"][-1][1] is None


def _is_middle_last(value: Value) -> bool:
    """Whether the last move is on a middle line, and an area is running."""
    return _on_middle_line({"moves": value["moves"][-1:]}) and "running" in dict(_areas(value)).values()


_FROM_LIBRARY = ("is_joseki", "next_steps")
_POINTS = ("to_area", "replay")
_STEPS = ("mirror", "is_joseki", "next_steps", "replay")
_ASKED = "is_joseki"

GAME_FEATURES: Mapping[str, Callable[[str, Value], bool]] = {
    "centre": lambda q, v: q == "to_area" and (v["row"], v["col"]) == (MIDDLE, MIDDLE),
    "on-middle-line": lambda q, v: q in _POINTS and _on_middle_line(v),
    "swapped-corner": lambda q, v: q in ("to_board", *_POINTS) and _swapped_corner(q, v),
    "far-letters": lambda q, v: q == "to_board" and max(v["step"]) >= "I",
    "tenuki": lambda q, v: q in _STEPS and _has_tenuki(q, v),
    "mirrored": lambda q, v: q in (_ASKED, "next_steps") and _only_mirrored(q, v),
    "known": lambda q, v: q == _ASKED and _right(q, v),
    "unknown": lambda q, v: q == _ASKED and not _right(q, v),
    "by-results": lambda q, v: q == "next_steps" and _by_results(v),
    "no-moves": lambda q, v: q == "replay" and not v["moves"],
    "pass": lambda q, v: q == "replay" and any(move[1] is None for move in v["moves"]),
    "no-steps": lambda q, v: q in ("mirror", *_FROM_LIBRARY) and not v["steps"],
    "no-library": lambda q, v: q in ("replay", *_FROM_LIBRARY) and not v["library"],
    "inside": lambda q, v: q == _ASKED and not _right(q, v) and _is_text(_within)(q, v),
    "whole": _is_text(eq),
    "beyond": lambda q, v: q == _ASKED and not _right(q, v) and _is_text(str.startswith)(q, v),
    "next-tenuki": lambda q, v: q == "next_steps" and TENUKI in _right(q, v),
    "only-by-best": lambda q, v: q == "next_steps" and _only_by_best(v),
    "ties": lambda q, v: q == "next_steps" and _has_ties(v),
    "unplayed": lambda q, v: q == "next_steps" and _has_unplayed(v),
    "handicap": lambda q, v: q == "replay" and _has_twice(v),
    "pass-last": lambda q, v: q == "replay" and _passes_last(v),
    "middle-last": lambda q, v: q == "replay" and _is_middle_last(v),
    **{state: _is_state(state) for state in ("fresh", "running", "interrupted", "ended")},
}
