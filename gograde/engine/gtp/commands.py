"""Every command of the protocol by its name, and the loop that answers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gograde.engine.gtp import ending, playing, shown
from gograde.engine.gtp.line import Command, failure, read_command, success
from gograde.engine.gtp.session import CommandOf, Refused, Session, Told, asked, whole
from gograde.engine.gtp.vertices import read_vertex, write_vertices
from gograde.errors import GogradeError
from gograde.go.board import Point, Stone
from gograde.go.live import LiveGame
from gograde.go.position import Position

SMALLEST = 7
"""Lines of the smallest board with fixed places, by the protocol."""

THIRD_LINE_BELOW = 13
"""On smaller boards the places are on the third line, from here on they are on the fourth."""


def fixed(session: Session, words: tuple[str, ...]) -> Told:
    """`fixed_handicap 4`: stones on the places that the protocol names."""
    [count] = asked(words, 1)
    return _placed(session, _places(session, whole(count)))


def free(session: Session, words: tuple[str, ...]) -> Told:
    """`place_free_handicap 4`: stones on the fixed places, as far as there are."""
    [count] = asked(words, 1)
    wished = whole(count)
    if wished > session.game.side**2 - 1:
        raise Refused("invalid number of stones")
    return _placed(session, _places(session, min(wished, most(session.game.side))))


def given(session: Session, words: tuple[str, ...]) -> Told:
    """`set_free_handicap D4 Q16`: stones on these points."""
    points = [read_vertex(word, session.game.side) for word in words]
    stones = [point for point in points if point is not None]
    if len(set(stones)) < len(words) or not 2 <= len(stones) < session.game.side**2:
        raise Refused("bad vertex list")
    return _placed(session, stones)[0], ""


def most(side: int) -> int:
    """How many fixed places a board has."""
    if side < SMALLEST:
        return 0
    return 9 if side % 2 and side > SMALLEST else 4


def places(side: int, count: int) -> tuple[Point, ...]:
    """The fixed places of 2 to `most(side)` stones: corners, then sides, and the centre for an odd number."""
    low = 2 if side < THIRD_LINE_BELOW else 3
    high, middle = side - 1 - low, side // 2
    corners = [(high, low), (low, high), (low, low), (high, high)]
    sides = [(middle, low), (middle, high), (high, middle), (low, middle)]
    centre = [(middle, middle)] if count % 2 and count > 4 else []
    return tuple(Point(*place) for place in ([*corners, *sides][: count - len(centre)] + centre))


def _places(session: Session, count: int) -> tuple[Point, ...]:
    if not 2 <= count <= most(session.game.side):
        raise Refused("invalid number of stones")
    return places(session.game.side, count)


def _placed(session: Session, points: Sequence[Point]) -> Told:
    """Black's stones on an empty board, white to play."""
    board = session.game.position.board
    if any(board.cells) or session.game.steps:
        raise Refused("board not empty")
    start = Position(board.with_stones(Stone.BLACK, points), Stone.WHITE)
    begun = session.begun(LiveGame(start))
    return begun, write_vertices(points, session.game.side)


PROTOCOL = "2"


def _known(session: Session, words: tuple[str, ...]) -> Told:
    [name] = asked(words, 1)
    return session, str(name in COMMANDS).lower()


def _listed(session: Session, words: tuple[str, ...]) -> Told:
    asked(words, 0)
    return session, "\n".join(sorted(COMMANDS))


def _name(session: Session, words: tuple[str, ...]) -> Told:
    asked(words, 0)
    return session, f"gograde {session.player.name}"


def _version(session: Session, words: tuple[str, ...]) -> Told:
    asked(words, 0)
    return session, session.version


def _quit(session: Session, words: tuple[str, ...]) -> Told:
    asked(words, 0)
    return replace(session, over=True), ""


def _always(text: str) -> CommandOf:
    def told(session: Session, words: tuple[str, ...]) -> Told:
        asked(words, 0)
        return session, text

    return told


COMMANDS: dict[str, CommandOf] = {
    "protocol_version": _always(PROTOCOL),
    "name": _name,
    "version": _version,
    "known_command": _known,
    "list_commands": _listed,
    "quit": _quit,
    "boardsize": playing.set_size,
    "clear_board": playing.clear,
    "komi": playing.set_komi,
    "play": playing.play,
    "genmove": playing.genmove,
    "reg_genmove": playing.reg_genmove,
    "undo": playing.undo,
    "loadsgf": playing.load_sgf,
    "time_settings": playing.set_time,
    "time_left": playing.time_left,
    "fixed_handicap": fixed,
    "place_free_handicap": free,
    "set_free_handicap": given,
    "showboard": shown.show_board,
    "final_score": ending.score,
    "final_status_list": ending.status,
    "gogui-analyze_commands": shown.analyses,
    "gograde-influence": shown.influence,
    "gograde-values": shown.numbers,
    "gograde-territory": shown.territory,
    "gograde-fields": shown.fields,
    "gograde-dragons": shown.dragons,
}


def done(session: Session, command: Command) -> tuple[Session, str]:
    """The session after a command, and the whole answer."""
    asked_for = COMMANDS.get(command.name)
    if asked_for is None:
        return session, failure(command.id, "unknown command")
    try:
        after, text = asked_for(session, command.words)
    except Refused as refused:
        return session, failure(command.id, str(refused))
    except GogradeError as error:
        return session, failure(command.id, error.fault)
    return after, success(command.id, text)


def serve(session: Session, lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Answer each line, until `quit` or the last one."""
    for line in lines:
        command = read_command(line)
        if command is not None:
            session, answer = done(session, command)
            write(answer)
        if session.over:
            return
