"""Says what was handed in instead of a program, while it can still be mended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gograde.codec import Record, of_value
from gograde.intake.names import UNREADABLE, is_archive, language_of, suffix_of
from gograde.intake.read import Words
from gograde.listing import safe
from gograde.reader.ask import Fault, ask
from gograde.sandbox.protocol import MIB, Backend

SEEN = "gograde.intake.reading.opened:seen"

MOST_BYTES = 48 * MIB
"""Bytes of archives that one reader looks into; grading refuses more than 20 MiB of one student."""

NAMED = 3
"""Files that are named instead of a program."""


class _Look(Record):
    has_program: bool
    why: Words
    inside: Annotated[list[Annotated[list[str], Meta(min_length=2, max_length=5)]], Meta(max_length=NAMED)]


HandedIn = Mapping[str, tuple[Path, Sequence[str]]]
"""By student the folder with what was handed in, and the paths of the files."""


def without_program(handed_in: HandedIn, sandbox: Callable[[], Backend]) -> dict[str, str]:
    """What is seen of each submission in which grading will find no source, by student.

    One reader looks into the archives
    of all; where it breaks down, each half has a reader of its own.  Raises `JudgeError` without a sandbox.
    """
    bare = {who: one for who, one in handed_in.items() if not any(map(language_of, one[1]))}
    packed = {who: one for who, one in bare.items() if any(map(is_archive, one[1]))}
    looks = _looks(packed, sandbox()) if packed else {}
    told = {who: _words(paths, looks.get(who)) for who, (_, paths) in bare.items()}
    return {who: words for who, words in told.items() if words}


def _looks(packed: HandedIn, backend: Backend) -> dict[str, _Look]:
    names = {who: [path for path in paths if is_archive(path)] for who, (_, paths) in packed.items()}
    places = [packed[who][0] / path for who, paths in names.items() for path in paths]
    if sum(place.stat().st_size for place in places) <= MOST_BYTES:
        request = [[paths, len(paths) == len(packed[who][1])] for who, paths in names.items()]
        answer = ask(backend, SEEN, request, [place.read_bytes() for place in places])
        try:
            if not isinstance(answer, Fault):
                return dict(zip(packed, of_value(list[_Look], answer.value), strict=True))
        except ValueError:
            pass
    if len(packed) == 1:
        return {who: _Look(has_program=False, why="it cannot be looked into", inside=[]) for who in packed}
    half = len(packed) // 2
    first, second = dict(list(packed.items())[:half]), dict(list(packed.items())[half:])
    return {**_looks(first, backend), **_looks(second, backend)}


def _words(paths: Sequence[str], look: _Look | None) -> str:
    if look is not None and look.has_program:
        return ""
    if look is not None and look.inside:
        where = ", ".join(map(_way, look.inside))
        return f"no program: {where}; an archive is opened only where nothing lies beside it"
    if look is not None and look.why:
        return f"no program: {safe(look.why)}"
    kinds = [f"{safe(path)} ({UNREADABLE.get(suffix_of(path), 'no source')})" for path in paths[:NAMED]]
    return f"no program: {', '.join(kinds)}{' …' if len(paths) > NAMED else ''}"


def _way(chain: Sequence[str]) -> str:
    *around, inner, path = map(safe, chain)
    return f"{' inside '.join([inner, *reversed(around)])} holds {path}"
