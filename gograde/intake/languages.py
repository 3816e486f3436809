"""The table of languages.

A new row needs its name in `gograde.package.config.Language`, and programs in `tests/intake/languages/`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from gograde.errors import JudgeError
from gograde.intake.traits import Trait
from gograde.sandbox.host.system import PROGRAMS
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
class LanguageNeeds:
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


NO_ROOM = LanguageNeeds()


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
    extra: Mapping[Trait | None, Extra] = field(default_factory=dict)
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
    room: LanguageNeeds = NO_ROOM
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


_MAIN = re.compile(rb"\bmain\s*\(")
"""A C or C++ source that seems to define or call `main`."""

NOTEBOOK = ".ipynb"
"""The suffix of Jupyter notebooks, of which `gograde.intake.reading.notebooks` makes programs."""

_CC = Tool(("cc", "gcc", "clang"), "gcc libc6-dev")

_PYTHON = Language(
    name="python",
    title="Python",
    suffixes=(".py", ".pyw", NOTEBOOK),
    run=("{entry}",),  # `gograde.intake.launch` starts it by the runtime of the package
    hashes=True,
    frames=re.compile(
        rb'(?m)^  File "(?:<frozen |/(?!box/(?!(?:\./)*\.gograde/))).*, line .*(?:\n|\Z)(?:    .*(?:\n|\Z))*'
    ),
)

_C = Language(
    name="c",
    title="C",
    suffixes=(".c",),
    tools=(_CC,),
    build=Build(
        ("{cc}", "-O2", "-std=gnu17", "-w", "-I{folder}", "-o", BUILT, "{sources}", "{extra}", "-lm"),
        extra={None: LINES, Trait.VOID_MAIN: ZERO},
    ),
    run=(f"./{BUILT}",),
    starts=_MAIN,
    joined=True,
    fault_line=re.compile(
        r"^(?:.*: Assertion .* failed\.|\*\*\* .*|(?:free|malloc|double free).*)$", re.MULTILINE
    ),
)

_SHELL = Language(
    name="shell",
    title="shell",
    suffixes=(".sh",),
    run=("{entry}",),  # `gograde.intake.launch` chooses the shell
    hashes=True,
    frames=_PYTHON.frames,
)

_CPP = Language(
    name="cpp",
    title="C++",
    suffixes=(".cpp", ".cc", ".cxx", ".c++"),
    tools=(Tool(("g++", "c++", "clang++"), "g++"),),
    build=Build(
        ("{g++}", "-O2", "-std=gnu++17", "-w", "-I{folder}", "-o", BUILT, "{sources}", "{extra}"),
        cpu_s=60.0,  # a source with all headers takes 1 s, one full of templates many
        extra={None: LINES},
    ),
    run=(f"./{BUILT}",),
    starts=_MAIN,
    joined=True,
    usual=("main.cpp",),
    fault_line=re.compile(r"^(?: *what\(\): .*|terminate called .*)$", re.MULTILINE),
    memory="std::bad_alloc",
)

_JAVA = Language(
    name="java",
    title="Java",
    suffixes=(".java",),
    tools=(
        Tool(("javac",), "default-jdk-headless", beside=("lib", "conf", "jmods")),
        Tool(("java",), "default-jdk-headless", beside=("lib", "conf")),
    ),
    build=Build(
        (
            *("{javac}", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-XX:-UsePerfData"),
            *(
                "-J-Xmx512m",
                "-encoding",
                "UTF-8",
                "-nowarn",
                "-d",
                BUILT,
                "-sourcepath",
                "{root}",
                "{sources}",
            ),
        ),
        cpu_s=60.0,
    ),
    run=(
        *("{java}", "-Xss8m", "-XX:+UseSerialGC", "-XX:-UsePerfData"),
        *("-XX:ActiveProcessorCount=1", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"),
        *("-cp", f"{BUILT}:.", "{class}"),
    ),
    starts=re.compile(rb"\bstatic\s+(?:(?:public|final|synchronized)\s+){0,3}void\s+main\s*\("),
    usual=("Main.java",),
    joined=True,
    classes=True,
    settings=("/etc/java-*-openjdk",),
    heap="-Xmx",
    harmless=("network: socket of AF_INET",),  # java.nio asks at its start whether there is a network
    room=LanguageNeeds(memory_mib=192, threads=32, open_files=128, address_mib=16 * 1024),
    frames=re.compile(rb"(?m)^[ \t]+at (?:java|jdk)\.[\w.]+/.*\n"),
    fault_line=re.compile(r'^(?:Exception in thread "[^"]*" |Caused by: |Error: ).*$', re.MULTILINE),
    memory="java.lang.OutOfMemoryError",
)

_JAVASCRIPT = Language(
    name="javascript",
    title="JavaScript",
    suffixes=(".js", ".mjs", ".cjs"),
    tools=(Tool(("node", "nodejs"), "nodejs"),),
    build=Build(("{node}", "--check", "{entry}"), makes=False),
    run=("{node}", "{entry}"),
    loads=re.compile(
        rb"""(?:\brequire\s*\(\s*|\bimport\s*\(\s*|\bfrom\s+|\bimport\s+)["'](\.[^"'\n]*)["']"""
    ),
    usual=("index.js", "main.js"),
    env={"OPENSSL_CONF": "/dev/null"},
    room=LanguageNeeds(threads=16, open_files=64, address_mib=64 * 1024),
    frames=re.compile(rb"(?m)^(?:node:.*\n.*\n *\^\n\n|Node\.js v[\d.]+\n| +at (?:.*[ (])?node:.*(?:\n|\Z))"),
    fault_line=re.compile(r"(?:^\w*(?:Error|ERROR)\b.*|(?<=\^\n)[^\n(].*)$", re.MULTILINE),
    memory="JavaScript heap out of memory",
)

_GO = Language(
    name="go",
    title="Go",
    suffixes=(".go",),
    tools=(Tool(("go",), "golang-go", beside=("src", "pkg", "lib", "misc", "VERSION", "go.env")),),
    build=Build(
        ("{go}", "build", "-buildvcs=false", "-o", BUILT, "{sources}"),
        cpu_s=120.0,  # newer ones compile their library anew: 20 to 40 s
        home="go.mod",
    ),
    run=(f"./{BUILT}",),
    starts=re.compile(rb"^[ \t]*func\s+main\s*\(\s*\)", re.MULTILINE),
    usual=("main.go",),
    joined=True,
    env={
        "TMPDIR": ".",  # go.mod in the folder that TMPDIR names is passed over
        **{"GOTOOLCHAIN": "local", "GOPROXY": "off", "CGO_ENABLED": "0", "GOMAXPROCS": "1"},
    },
    room=LanguageNeeds(threads=16, open_files=64, address_mib=16 * 1024),
    frames=re.compile(rb"(?m)^\S.*\n\t/(?!box/).*\n"),
    fault_line=re.compile(r"^(?:panic|fatal error): .*$", re.MULTILINE),
    memory="fatal error: runtime: out of memory",
)

_RUST = Language(
    name="rust",
    title="Rust",
    suffixes=(".rs",),
    tools=(Tool(("rustc",), "rustc", beside=("lib",), asks=("--print", "sysroot")), _CC),
    build=Build(
        ("{rustc}", "--edition", "2021", "-O", "-A", "warnings", "-C", "linker={cc}", "-o", BUILT, "{entry}"),
        cpu_s=60.0,
    ),
    run=(f"./{BUILT}",),
    starts=re.compile(rb"\bfn\s+main\s*\(\s*\)"),
    usual=("main.rs",),
    frames=re.compile(rb"(?m)^note: run with `RUST_BACKTRACE=1`.*\n"),
    fault_line=re.compile(r"^thread '[^\n]* panicked at [^\n]*(?:\n(?!note:)[^\n]+)?", re.MULTILINE),
)

_PERL = Language(
    name="perl",
    title="Perl",
    suffixes=(".pl",),
    tools=(Tool(("perl",), "perl"),),
    build=Build(("{perl}", "-c", "{entry}"), makes=False),
    run=("{perl}", "{entry}"),
    loads=re.compile(rb"""^[ \t]*(?:require|do)\s*\(?\s*["']([^"'\n]*)["']""", re.MULTILINE),
    usual=("main.pl",),
    hashes=True,
    env={"PERL_HASH_SEED": "0"},
)

_RUBY = Language(
    name="ruby",
    title="Ruby",
    suffixes=(".rb",),
    tools=(Tool(("ruby",), "ruby"),),
    build=Build(("{ruby}", "-c", "{entry}"), makes=False),
    run=("{ruby}", "{entry}"),
    loads=re.compile(
        rb"""^[ \t]*(?:require_relative|require|load)\s*\(?\s*["']([^"'\n]*)["']""", re.MULTILINE
    ),
    usual=("main.rb",),
    hashes=True,
    frames=re.compile(rb"(?m)^[ \t]+from (?:/(?!box/)|<internal:).*\n"),
    fault_line=re.compile(r"^.*\((?:\w+::)*[A-Z]\w*\)$", re.MULTILINE),
    memory="(NoMemoryError)",
)

_HASKELL = Language(
    name="haskell",
    title="Haskell",
    suffixes=(".hs",),
    tools=(Tool(("ghc",), "ghc"), _CC),
    build=Build(
        ("{ghc}", "-v0", "-O1", "-w", "-i{folder}", "-outputdir", ".gograde/objects", "-o", BUILT, "{entry}"),
        cpu_s=60.0,
    ),
    run=(f"./{BUILT}",),
    starts=re.compile(rb"^main\s*(?:::|=|$)", re.MULTILINE),
    usual=("Main.hs",),
    settings=("/var/lib/ghc",),
    fault_line=re.compile(rf"^{re.escape(BUILT)}: .*$", re.MULTILINE),
)

_CSHARP = Language(
    name="csharp",
    title="C#",
    suffixes=(".cs",),
    tools=(Tool(("mcs",), "mono-mcs"), Tool(("mono",), "mono-runtime")),
    build=Build(("{mcs}", "-debug", "-warn:0", f"-out:{BUILT}", "{sources}")),
    run=("{mono}", "--debug", BUILT),
    starts=re.compile(rb"\bstatic\s+(?:\w+\s+){0,3}(?:void|int|Task(?:<int>)?)\s+Main\s*\("),
    usual=("Program.cs", "Main.cs"),
    joined=True,
    settings=("/etc/mono",),
    env={"MONO_LOG_DEST": "/dev/null"},  # it complains on standard output
    room=LanguageNeeds(threads=16, open_files=64, address_mib=16 * 1024),
    needs_proc=True,
    frames=re.compile(rb"(?m)^ +at .* in <[0-9a-f]+>:0 *\n|^\[ERROR\] FATAL UNHANDLED (?s:.*)"),
    memory="System.OutOfMemoryException",
)

_PHP = Language(
    name="php",
    title="PHP",
    suffixes=(".php",),
    tools=(Tool(("php",), "php-cli"),),
    build=Build(("{php}", "-d", "display_errors=stderr", "-d", "log_errors=0", "-l", "{entry}"), makes=False),
    run=("{php}", "-d", "display_errors=stderr", "-d", "log_errors=0", "{entry}"),
    loads=re.compile(rb"""\b(?:require|include)(?:_once)?\s*\(?\s*(?:__DIR__\s*\.\s*)?["']([^"'\n]*)["']"""),
    usual=("index.php", "main.php"),
    settings=("/etc/php",),
    fault_line=re.compile(r"^(?:PHP )?(?:Fatal|Parse) error: .*$", re.MULTILINE),
    memory="Allowed memory size",
)

ROWS = (
    *(_PYTHON, _C, _SHELL, _CPP, _JAVA, _JAVASCRIPT, _GO, _RUST),
    *(_PERL, _RUBY, _HASKELL, _CSHARP, _PHP),
)

LANGUAGES: Mapping[str, Language] = MappingProxyType({row.name: row for row in ROWS})
"""The rows by name."""

SUFFIXES: Mapping[str, str] = MappingProxyType({suffix: row.name for row in ROWS for suffix in row.suffixes})
"""The names of languages by the suffix of a source, in lower case."""

HEADERS = (".h", ".hpp", ".hh")
"""The suffixes of what sources of C and C++ include."""

SOURCES = (*SUFFIXES, *HEADERS)
"""The suffixes of all sources."""

# -- the tools of a language on this machine, and what programs must be able to read of them --------


SYSTEM_PATH = "/usr/bin:/bin"
"""The `PATH` of programs in the sandbox."""


SHELLS = ("bash", "sh")
"""The programs that start scripts of the shell, which every system has."""


class NoToolError(JudgeError):
    """A tool of a language is missing on this machine, which is no fault of who wrote the program.

    `install` are the packages of Debian that bring it.
    """

    def __init__(self, where: str, what: str, install: str, why: str = "install it") -> None:
        super().__init__(where, what, f"{why}: apt install {install}")
        self.install = install


@dataclass(frozen=True)
class Tools:
    """The paths of a language's tools by their first names, and what lies outside /usr of what they read."""

    paths: Mapping[str, Path]
    readable: tuple[Path, ...]


def tools_of(name: str) -> Tools:
    """The tools of a language; raises `NoToolError` with what is to be installed."""
    row = LANGUAGES[name]
    found = {tool.names[0]: path for tool in row.tools if (path := _program_of(tool)) is not None}
    for tool in row.tools:
        if tool.names[0] not in found:
            what = f"no {' or '.join(tool.names)} on this machine"
            raise NoToolError(row.title, what, tool.install)
    settings = (path for pattern in row.settings for path in Path("/").glob(pattern.lstrip("/")))
    return Tools(found, tuple(sorted({*settings, *_outside(row, found)})))


def missing(name: str) -> str:
    """Which tool of a language is missing; empty when none is."""
    try:
        tools_of(name)
    except NoToolError as error:
        return error.what
    return ""


def check_can_run(name: str, backend: str) -> None:
    """Raise `NoToolError` when a back end cannot run programs in a language on this machine."""
    row = LANGUAGES[name]
    if row.needs_proc and backend == "landlock":
        what = f"programs in {row.title} need /proc, which the sandbox landlock does not give them"
        raise NoToolError(row.title, what, "bubblewrap", "grade with bwrap")
    tools_of(name)


def every_readable() -> Iterator[Path]:
    """All that the tools of this machine make readable to programs."""
    return (path for name in LANGUAGES if not missing(name) for path in tools_of(name).readable)


def identity(name: str) -> list[str]:
    """What tells the programs that build and start a language from others: path, size and time of each.

    They are those of `tools_of`, so that a digest and a run never mean two programs.
    """
    shells = (shutil.which(word, path=SYSTEM_PATH) for word in SHELLS if name == "shell")
    tools = (*map(_program_of, LANGUAGES[name].tools), *shells)
    stats = ((path, Path(path).stat()) for path in tools if path is not None)
    return [f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in stats]


def _program_of(tool: Tool) -> Path | None:
    """The program that does the work, links resolved where it lies outside /usr."""
    named = next(filter(None, map(shutil.which, tool.names)), None)
    if named is None:
        return None
    path = Path(named)
    if _is_system(path):
        return path
    return _behind(path, path.stat().st_mtime_ns, tool.asks) if tool.asks else path.resolve()


@lru_cache(maxsize=64)
def _behind(path: Path, _changed_ns: int, asks: tuple[str, ...]) -> Path | None:
    """The program for which another one stands in, as that one says; None when it knows none."""
    # In a folder of a student's, `rust-toolchain.toml` could have rustup start a program of the student's.
    done = subprocess.run([path, *asks], cwd="/", capture_output=True, text=True, check=False)
    inner = Path(done.stdout.strip()) / "bin" / path.name
    own = path.resolve()
    return inner if inner.is_file() else own if own.name == path.name else None


def _is_system(path: Path) -> bool:
    """Whether programs can read it: it and what it links to are the system's."""
    return all(any(each.is_relative_to(top) for top in PROGRAMS) for each in (path, path.resolve()))


def _outside(row: Language, found: Mapping[str, Path]) -> Iterator[Path]:
    """The folders of tools outside /usr: no more than they need, since others' files may lie beside them."""
    for tool in row.tools:
        path = found[tool.names[0]]
        if not _is_system(path):
            home = path.parent.parent
            yield from (place for name in ("bin", *tool.beside) if (place := home / name).exists())
