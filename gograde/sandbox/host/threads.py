"""Threads that permanently give up rights, folders or mounts, start a process, and end."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import ExitStack


def in_thread(work: Callable[[], int]) -> int:
    """Call `work` in a new thread, which then ends; returns what `work` returns and raises what it raises."""
    with ExitStack() as kept:
        return in_lasting_thread(work, kept)


def in_lasting_thread(work: Callable[[], int], kept: ExitStack) -> int:
    """Like `in_thread`, but the thread lives until `kept` closes.

    A program that the thread starts may have asked the kernel to kill it when the thread ends.
    """
    results: queue.SimpleQueue[int | BaseException] = queue.SimpleQueue()
    over = threading.Event()

    def call() -> None:
        try:
            results.put(work())
        except BaseException as error:
            results.put(error)
        over.wait()

    thread = threading.Thread(target=call, name="start", daemon=True)
    thread.start()
    kept.callback(thread.join)
    kept.callback(over.set)
    result = results.get()
    if isinstance(result, BaseException):
        raise result
    return result
