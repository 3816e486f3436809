"""The program among the sources of each language, and what is built with it."""

from __future__ import annotations

from typing import get_args

from gograde.intake.entry import Entry, Refusal
from gograde.intake.languages.table import LANGUAGES, ROWS, SUFFIXES
from gograde.intake.reading.find import class_of, find_entry
from gograde.package.config import Contract, Language
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


def test_the_program_among_several_sources() -> None:
    for files, wanted in [
        (
            {"a/Main.java": f"package a;{JAVA}", "a/Board.java": "package a; class Board {}"},
            Entry("a/Main.java", "java", ("a/Main.java", "a/Board.java"), "a.Main"),
        ),
        ({"Solve.java": JAVA, "Board9.java": JAVA}, Entry("Board9.java", "java", ("Board9.java",), "Main")),
        (
            {"solve.cpp": CPP, "rules.cpp": "int f();", "rules.hpp": ""},
            Entry("solve.cpp", "cpp", ("solve.cpp", "rules.cpp")),
        ),
        ({"solve.js": 'import {f} from "./rules.js"', "rules.js": ""}, Entry("solve.js", "javascript")),
        ({"solve.js": "const r = require('./rules')", "rules.js": ""}, Entry("solve.js", "javascript")),
        ({"index.js": "", "other.js": ""}, Entry("index.js", "javascript")),
        (
            {"package.json": '{"main": "src/go.js"}', "src/go.js": "", "src/index.js": ""},
            Entry("src/go.js", "javascript"),
        ),
        ({"solve.go": GO, "rules.go": "package main"}, Entry("solve.go", "go", ("solve.go", "rules.go"))),
        ({"src/main.rs": "mod rules; fn main() {}", "src/rules.rs": ""}, Entry("src/main.rs", "rust")),
        ({"a.rb": "require_relative 'rules'", "rules.rb": ""}, Entry("a.rb", "ruby")),
        ({"a.pl": 'require "./rules.pl";', "rules.pl": "1;"}, Entry("a.pl", "perl")),
        ({"a.php": "<?php include __DIR__ . '/rules.php';", "rules.php": ""}, Entry("a.php", "php")),
        ({"a.rb": "\n" * 100_000, "b.rb": "require 'a'"}, Entry("b.rb", "ruby")),
        ({"A.hs": "main = f", "Rules.hs": "module Rules where"}, Entry("A.hs", "haskell")),
        ({"A.cs": CS, "B.cs": "class B {}"}, Entry("A.cs", "csharp", ("A.cs", "B.cs"))),
        ({"board9.py": "", "Board9.java": JAVA}, Entry("board9.py", "python")),
    ]:
        assert entry(files) == wanted


def test_two_programs_of_two_languages_are_asked_about() -> None:
    found = entry({"main.cpp": CPP, "main.go": GO})
    assert isinstance(found, Refusal)
    assert found.message.startswith("which of main.cpp, main.go is the program?")


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
