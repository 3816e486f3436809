"""The table of languages.

A new row needs its name in `gograde.package.config.Language`, and programs in `tests/intake/languages/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from gograde.intake.languages.row import BUILT, LINES, ZERO, Build, Language, Room, Tool
from gograde.intake.marks import Mark

_MAIN = re.compile(rb"\bmain\s*\(")
"""A C or C++ source that seems to define or call `main`."""

NOTEBOOK = ".ipynb"
"""The suffix of Jupyter notebooks, of which `gograde.intake.reading.forms.notebooks` makes programs."""

_CC = Tool(("cc", "gcc", "clang"), "gcc libc6-dev")

_PYTHON = Language(
    name="python",
    title="Python",
    suffixes=(".py", ".pyw", NOTEBOOK),
    run=("{entry}",),  # `gograde.intake.starting.launch` starts it by the runtime of the package
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
        extra={None: LINES, Mark.VOID_MAIN: ZERO},
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
    run=("{entry}",),  # `gograde.intake.starting.launch` chooses the shell
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
    room=Room(memory_mib=192, threads=32, open_files=128, address_mib=16 * 1024),
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
    room=Room(threads=16, open_files=64, address_mib=64 * 1024),
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
    room=Room(threads=16, open_files=64, address_mib=16 * 1024),
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
    room=Room(threads=16, open_files=64, address_mib=16 * 1024),
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
