"""The program among the sources of each language, and what is built with it."""

from __future__ import annotations

from typing import get_args

from gograde.intake.entry import Entry, Refusal
from gograde.intake.languages.table import LANGUAGES, ROWS, SUFFIXES
from gograde.intake.reading.find import class_of, find_entry
from gograde.package.config import Contract, Language
from tests.golden import agrees
from tests.intake.languages.sources import SAMPLES

CONTRACT = Contract(kind="files", entries=("board9.py", "Board9.java"), languages=tuple(LANGUAGES))  # type: ignore[arg-type]

JAVA = "public class Main { public static void main(String[] words) {} }"
CPP = "int main() { return 0; }"
GO = "package main\nfunc main() {}\n"
CS = "class P { static void Main() {} }"


def entry(files: dict[str, str]) -> Entry | Refusal:
    return find_entry({name: text.encode() for name, text in files.items()}, CONTRACT)


def test_every_language_of_a_package_has_a_row_and_programs() -> None:
    assert set(get_args(Language)) == set(LANGUAGES)
    assert len(SUFFIXES) == sum(len(row.suffixes) for row in ROWS)
    assert {*SAMPLES, "python", "shell"} == set(LANGUAGES)


def test_a_program_alone_is_found() -> None:
    for language in SAMPLES:
        found = entry({SAMPLES[language].name: SAMPLES[language].program, "hw/notes.txt": ""})
        assert isinstance(found, Entry)
        assert (found.path, found.language) == (SAMPLES[language].name, language)


SEVERAL: list[dict[str, str]] = [
    {"a/Main.java": f"package a;{JAVA}", "a/Board.java": "package a; class Board {}"},
    {"Solve.java": JAVA, "Board9.java": JAVA},
    {"solve.cpp": CPP, "rules.cpp": "int f();", "rules.hpp": ""},
    {"solve.js": 'import {f} from "./rules.js"', "rules.js": ""},
    {"solve.js": "const r = require('./rules')", "rules.js": ""},
    {"index.js": "", "other.js": ""},
    {"package.json": '{"main": "src/go.js"}', "src/go.js": "", "src/index.js": ""},
    {"solve.go": GO, "rules.go": "package main"},
    {"src/main.rs": "mod rules; fn main() {}", "src/rules.rs": ""},
    {"a.rb": "require_relative 'rules'", "rules.rb": ""},
    {"a.pl": 'require "./rules.pl";', "rules.pl": "1;"},
    {"a.php": "<?php include __DIR__ . '/rules.php';", "rules.php": ""},
    {"a.rb": "\n" * 100_000, "b.rb": "require 'a'"},
    {"A.hs": "main = f", "Rules.hs": "module Rules where"},
    {"A.cs": CS, "B.cs": "class B {}"},
    {"board9.py": "", "Board9.java": JAVA},
    {"main.cpp": CPP, "main.go": GO},
]


def test_the_program_among_several_sources() -> None:
    """Two programs of two languages are asked about."""
    said = []
    for files in SEVERAL:
        told = [f"{name}: {text.strip()}" for name, text in files.items()]
        found = entry(files)
        words = found.message if isinstance(found, Refusal) else f"{found.path}, {found.language}"
        more = "" if isinstance(found, Refusal) else f", {', '.join(found.sources)}, {found.start}"
        said.append("\n".join([*told, f">>> {words}{more}\n"]))
    agrees("intake/programs.txt", "\n".join(said))


def test_the_class_that_is_started() -> None:
    for source, name in [
        (JAVA, "Main"),
        (f"/* class No {{ */ package a.b ; // class Nor {{\n{JAVA}", "a.b.Main"),
        ('class A { String s = "class B {"; static class C {} static void main(String[] w) {} }', "A"),
        ("class A {} class B { static void main(String[] w) {} }", "B"),
        ("class A { static class B { public static void main(String... w) {} } }", "A$B"),
        ("void main() {}", "Board9"),
        (f"package a..b; {JAVA}", "Main"),
        ("class" * 100_000, "Board9"),
        ("{" * 100_000, "Board9"),
    ]:
        assert class_of(source.encode(), "Board9.java") == name


def test_a_source_whose_name_is_that_of_no_class_is_left_to_the_compiler() -> None:
    assert class_of(b"// to be done\n", "board 9.java") == "Main"
