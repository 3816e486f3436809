"""One malformed input, and the conditions that it must meet."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from gograde.errors import GogradeError, JudgeError

MOST_CPU_S = 2.0
"""The longest honest refusal takes 1.2 s on a slow machine; what hangs takes a minute."""

HANGS_S = 120
MOST_MIB = 256


class BrokenError(Exception):
    """A property does not hold; the text says which."""


@dataclass(frozen=True)
class Trial:
    """A hostile input, and what takes it in.

    `take` gives the verdict or refusal in words, raises a `GogradeError` that is no judge error,
    or `BrokenError` when it finds a property broken.
    """

    kind: str
    data: bytes
    take: Callable[[], str]


def fault_of(trial: Trial) -> str:
    """What is wrong with how a case was taken, empty when nothing is."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak is what there is now
    before, memory = time.process_time(), _peak_mib()
    try:
        with _no_longer_than(HANGS_S):
            words = trial.take()
    except JudgeError as error:
        return f"a judge error: {error}"
    except GogradeError as error:
        words = str(error)
    except BrokenError as error:
        return str(error)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return "".join(traceback.format_exception(error)[-4:]).strip()
    return _excess(time.process_time() - before, _peak_mib() - memory) or ("" if words else "nothing said")


def _excess(seconds: float, mib: float) -> str:
    if seconds > MOST_CPU_S:
        return f"took {seconds:.1f} s of CPU time"
    return f"took {mib:.0f} MiB of memory" if mib > MOST_MIB else ""


def _peak_mib() -> float:
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024


@contextmanager
def _no_longer_than(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
