"""Reads a run's pictures: headers here, pixels in the sandbox; the grader encodes the result as PNG."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

import gograde
from gograde.errors import JudgeError
from gograde.grading.captured_files import Captured, captured_of
from gograde.grading.facts import Drawn
from gograde.intake.languages import ENVIRONMENT, hidden_folders
from gograde.pictures.decode.formats.common import Bare
from gograde.pictures.decode.inspect import inspect, is_picture_name
from gograde.pictures.picture import Picture, Refused, png
from gograde.sandbox.host.system import interpreter_folders
from gograde.sandbox.protocol import MIB, Collect, Ended, Job, Limits, RunResult, StagedFile

SHOWN_SIDE = 1000
"""Pixels: the largest width and height of a kept picture.  Boards are read from it, pages show it."""

SHOWN_BYTES = 8 * MIB
"""Bytes: the most that all PNGs of one run may have together."""

Run = Callable[[Job], RunResult]
"""Runs a job in a sandbox; raises `JudgeError` when the sandbox fails."""

FOLDER = Path(gograde.__file__).parent / "pictures"
PROGRAM = FOLDER / "decode" / "inside" / "decode.py"
BESIDE = (
    FOLDER / "capture" / "inside" / "render.py",
    FOLDER / "capture" / "inside" / "shapes.py",
    FOLDER / "capture" / "stand_ins" / "tkinter" / "_drawing" / "colours.py",
)
"""The modules that `PROGRAM` imports to draw the content of a window."""

LIMITS = Limits(
    cpu_s=15,
    wall_s=120,
    memory_bytes=256 * MIB,
    processes=4,
    file_bytes=16 * MIB,
    work_bytes=64 * MIB,
    stdout_bytes=MIB,
    stderr_bytes=MIB,
)
"""Limits of one decoding job; the largest picture takes about 0.5 s of CPU time and 100 MiB."""

LOAD_FILES = 100
"""The most pictures that one job decodes."""

LOAD_BYTES = 24 * MIB
"""The most bytes of a job's files, and of their pixels; the working directory holds both."""

MOST_ENDED = 3
"""After this many pictures ended the decoding process, no other picture of the run is read."""

REASONS = {
    "broken": "it cannot be decoded",
    "palette": "a pixel in it has a colour that its palette does not have",
}
_ENDED = Refused("decoding it took too much time or memory")
_NOT_TRIED = Refused("not read, since pictures before it could not be decoded within the limits")


def drawn(result: RunResult, run: Run) -> tuple[Drawn, ...]:
    """The pictures of a run by name: first the files that the program saved, then its windows and figures.

    A picture that cannot be read has a refusal.  Raises `JudgeError` when the sandbox fails.
    """
    files = {name: data for name, data in result.files.items() if is_picture_name(name)}
    not_taken = {name: Refused(why) for name, why in result.refused.items() if is_picture_name(name)}
    seen = decode(files, run, SHOWN_SIDE) | not_taken if files else not_taken
    told = {name: captured_of(name) for name in seen}
    names = sorted(seen, key=lambda name: (told[name] is not None, name))
    return tuple(_within_bytes(_drawn(name, told[name], seen[name]) for name in names))


def _drawn(file: str, captured: Captured | None, seen: Picture | Refused) -> Drawn:
    if captured is None:
        picture = Drawn(os.fsencode(file).decode("utf-8", "backslashreplace"))
    else:
        picture = Drawn(captured.name, kind=captured.kind, title=captured.title, order=captured.order)
    if isinstance(seen, Refused):
        return replace(picture, refusal=seen.reason)
    return replace(picture, width=seen.width, height=seen.height, png=png(seen))


def _within_bytes(pictures: Iterable[Drawn]) -> Iterator[Drawn]:
    left = SHOWN_BYTES
    for picture in pictures:
        left -= len(picture.png)
        too_much = f"not shown, since the pictures of this run have more than {SHOWN_BYTES // MIB} MiB"
        unshown = replace(picture, width=0, height=0, png=b"", refusal=too_much)
        yield picture if left >= 0 or picture.refusal else unshown


# -- decoding -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Order:
    """A picture to decode; `factor` x `factor` pixels of the file become one pixel."""

    name: str
    bare: Bare
    factor: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the decoded picture."""
        return -(-self.bare.width // self.factor), -(-self.bare.height // self.factor)

    @property
    def rgb_bytes(self) -> int:
        return 3 * self.size[0] * self.size[1]


def decode(files: Mapping[str, bytes], run: Run, side: int | None = None) -> dict[str, Picture | Refused]:
    """Decode picture files (by name) in the sandbox; with `side`, shrink them by a whole factor.

    A picture is refused when its file does not fit the format of its name, or when decoding it passes
    a limit.  Raises `JudgeError` when the sandbox fails or lacks Pillow.
    """
    looked_at = {name: inspect(name, data) for name, data in files.items()}
    orders = [_order(name, bare, side) for name, bare in looked_at.items() if isinstance(bare, Bare)]
    decoded = _decoded(orders, run)
    return {name: _value(looked_at[name], decoded.get(name, _NOT_TRIED)) for name in files}


def _value(looked_at: Bare | Refused, decoded: Picture | Refused) -> Picture | Refused:
    return looked_at if isinstance(looked_at, Refused) else decoded


def _order(name: str, bare: Bare, side: int | None) -> _Order:
    factor = 1 if side is None else -(-max(bare.width, bare.height) // side)
    return _Order(name, bare, factor)


def _decoded(orders: Sequence[_Order], run: Run) -> dict[str, Picture | Refused]:
    """Run job after job; a picture that ends its job is refused, and the next job begins after it."""
    found: dict[str, Picture | Refused] = {}
    ended = 0
    while len(found) < len(orders) and ended < MOST_ENDED:
        load = _load(orders[len(found) :])
        told = _decoded_load(load, run)
        found.update(zip((order.name for order in load), told, strict=False))
        ended += told[-1] is _ENDED
    return found


def _load(orders: Sequence[_Order]) -> Sequence[_Order]:
    """The first orders, as many as one job takes; at least one."""
    sums = [0, 0]
    for place, order in enumerate(orders[:LOAD_FILES]):
        sums = [sums[0] + len(order.bare.data), sums[1] + order.rgb_bytes]
        if max(sums) > LOAD_BYTES and place:
            return orders[:place]
    return orders[:LOAD_FILES]


def _decoded_load(load: Sequence[_Order], run: Run) -> list[Picture | Refused]:
    """The results of the first pictures of a load: of all when the job ended well, else of at least one."""
    result = run(_job(load))
    ready, *lines = result.stdout.decode("ascii", "replace").splitlines() or [""]
    if ready != "ready" or result.killed_for is Ended.WALL:
        fault = f"decoding pictures ended with {result.stderr[-300:].decode('utf-8', 'replace')!r}"
        raise JudgeError("pictures", fault, "install Pillow beside gograde; see gograde doctor")
    words = dict(line.split(" ", 1) for line in lines if " " in line)
    done = list(takewhile(lambda number: str(number) in words, range(len(load))))
    told = [_told(load[number], words[str(number)], result.files.get(f"{number}.rgb")) for number in done]
    return told if len(told) == len(load) else [*told, _ENDED]


def _told(order: _Order, word: str, rgb: bytes | None) -> Picture | Refused:
    """The decoded picture; refused unless its size is the one in the file's header."""
    if word == "ok" and rgb is not None and len(rgb) == order.rgb_bytes:
        return Picture(*order.size, rgb)
    return Refused(REASONS.get(word, "what was decoded is not what its header says"))


def _job(load: Sequence[_Order]) -> Job:
    lines = "".join(f"{number} {order.bare.format} {order.factor}\n" for number, order in enumerate(load))
    staged = (StagedFile(str(number), order.bare.data) for number, order in enumerate(load))
    drawings = any(order.bare.format == "DRAWING" for order in load)
    programs = (PROGRAM, *BESIDE) if drawings else (PROGRAM,)
    return Job(
        argv=(sys.executable, "-s", "-B", f"./{PROGRAM.name}"),
        files=(*(StagedFile(path.name, path.read_bytes()) for path in programs), *staged),
        stdin=lines.encode(),
        limits=LIMITS,
        collect=Collect(("*.rgb",), LIMITS.file_bytes, len(load)),
        readable=interpreter_folders(),
        hidden=hidden_folders(),
        env=ENVIRONMENT,
    )
