"""What a row of the table of languages says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gograde.intake.marks import Mark
from gograde.sandbox.protocol import MIB, OURS, Limits

BUILT = "a.out"
"""The file, or the folder, that a build makes at the top of the working directory."""


@dataclass(frozen=True)
class Tool:
    """A program of the machine: its names, the first that is there counts; `install` are packages of Debian.

    Outside /usr it lies in a folder `bin`; `beside` are the neighbours of that folder which it needs.
    `asks` are arguments with which it prints the folder above its own `bin`, where another program stands
    in for it.
    """

    names: tuple[str, ...]
    install: str
    beside: tuple[str, ...] = ("lib", "lib64")
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Room:
    """What runs need beyond the limits of a package: the machinery of a language is not the student's.

    `address_mib` is the least address space: some reserve much more than they ever use.
    """

    memory_mib: int = 0
    threads: int = 0
    open_files: int = 0
    address_mib: int = 0

    def added(self, limits: Limits) -> Limits:
        """The limits of a run with this room."""
        return replace(
            limits,
            memory_bytes=limits.memory_bytes + self.memory_mib * MIB,
            processes=limits.processes + self.threads,
            open_files=limits.open_files + self.open_files,
            address_bytes=max(limits.address_bytes, self.address_mib * MIB),
        )


NO_ROOM = Room()


@dataclass(frozen=True)
class Extra:
    """Files of ours and words of the command with which a program is built."""

    files: Mapping[str, bytes]
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Build:
    """How a program is built, or only looked through.

    Words of `command` in braces are replaced: `{entry}` is the entry, `{sources}` all that is built together,
    `{folder}` the folder of the entry, `{root}` the folder above its package, `{extra}` what `extra` adds,
    `{cc}` the tool of that name.  `extra` with the mark None is for every program.  A build that `makes`
    something leaves it at `BUILT`, and warns of nothing.  It starts in the folder of the nearest file
    `home` above the entry.
    """

    command: tuple[str, ...]
    makes: bool = True
    cpu_s: float = 30.0
    extra: Mapping[Mark | None, Extra] = field(default_factory=dict)
    home: str = ""


@dataclass(frozen=True)
class Language:
    """A row of the table.

    `name` is that in `assignment.yaml`, `title` for people, `suffixes` of its sources.

    How its program is found: `starts` is in a source that can be started (None: in every one).  `loads` has
    in its only group the name of a source that a source loads.  `usual` are names of the program that win
    where nothing else decides.  `joined`: sources beside the entry that cannot be started are built with it.
    `classes`: a class is started.  `hashes`: comments begin with `#`, else with `//`.

    How it runs: `settings` are patterns of what the tools read outside /usr.  Words of `run` are replaced as
    those of `build`; `{class}` is the class that is started.  `heap` is the option that sets the memory of a
    program, to which MiB and an `m` are added.  `needs_proc`: its programs do not run where /proc is closed.
    `harmless` is what the machinery itself tries in every program, and no program gains by.

    How it fails: `frames` are the lines of an error that lead through the language's own library; they are
    left out.  `fault_line` finds the line that names the fault; `memory` is in it when memory was used up.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    run: tuple[str, ...]
    tools: tuple[Tool, ...] = ()
    build: Build | None = None
    starts: re.Pattern[bytes] | None = None
    loads: re.Pattern[bytes] | None = None
    usual: tuple[str, ...] = ()
    joined: bool = False
    classes: bool = False
    hashes: bool = False
    settings: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    room: Room = NO_ROOM
    heap: str = ""
    needs_proc: bool = False
    harmless: tuple[str, ...] = ()
    frames: re.Pattern[bytes] | None = None
    fault_line: re.Pattern[str] | None = None
    memory: str = ""

    @property
    def program(self) -> str:
        """A program in it, in words; the game has the name of a language too."""
        return f"a {self.title} program" if self.name != "go" else "a program in the language Go"


LINES = Extra(
    {
        f"{OURS}/lines.c": b"""#include <stdio.h>
__attribute__((constructor)) static void lines(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }
"""
    }
)
"""Compiled into every C and C++ program: stdout is line-buffered, so a crash loses no finished line."""

ZERO = Extra(
    {
        f"{OURS}/zero.c": b"""void __real_main(int, char **, char **);
int __wrap_main(int count, char **words, char **environment) {
    __real_main(count, words, environment);
    return 0;
}
"""
    },
    ("-Wl,--wrap=main",),
)
"""Compiled into a program with `void main`: its exit code becomes 0; `exit(1)` keeps its code."""
