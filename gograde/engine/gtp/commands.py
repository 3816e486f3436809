"""Every command of the protocol by its name, and the loop that answers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from gograde.engine.gtp import ending, handicap, playing, shown
from gograde.engine.gtp.line import Command, failure, read_command, success
from gograde.engine.gtp.session import CommandOf, Refused, Session, Told, asked
from gograde.errors import GogradeError

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
    "fixed_handicap": handicap.fixed,
    "place_free_handicap": handicap.free,
    "set_free_handicap": handicap.given,
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
