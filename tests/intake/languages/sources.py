"""For every language that a machine may have: a program that does what a file tells it, and a broken one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """`program` prints the word in `word.txt`; it breaks down at `crash`, and never ends at `loop`.

    `crashed` is told of its crash; `broken` is no program, and `fault` is told of it.
    """

    name: str
    program: str
    crashed: str
    broken: str
    fault: str


SAMPLES: Mapping[str, Sample] = {
    "c": Sample(
        "hw/main.c",
        r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char word[99] = "";
    FILE *file = fopen("word.txt", "r");
    if (fscanf(file, "%98s", word) != 1) return 2;
    if (!strcmp(word, "crash")) abort();
    for (volatile int n = 0; !strcmp(word, "loop"); n++);
    puts(word);
}
""",
        "killed by SIGABRT",
        "int main(void) { return nothing; }\n",
        "hw/main.c:1:25: error: ‘nothing’ undeclared",
    ),
    "cpp": Sample(
        "hw/main.cpp",
        r"""
#include <cstdio>
#include <stdexcept>
int main() {
    char word[99] = "";
    if (std::fscanf(std::fopen("word.txt", "r"), "%98s", word) != 1) return 2;
    if (word[0] == 'c') throw std::out_of_range("no such point");
    for (volatile int n = 0; word[0] == 'l'; n = n + 1);
    std::puts(word);
}
""",
        "killed by SIGABRT: what(): no such point",
        "int main() { return nothing; }\n",
        "hw/main.cpp:1:21: error: ‘nothing’ was not declared in this scope",
    ),
    "java": Sample(
        "hw/game/Main.java",
        """
package game;
import java.nio.file.*;
public class Main {
    public static void main(String[] words) throws Exception {
        String word = Files.readString(Path.of("word.txt")).trim();
        if (word.equals("crash")) throw new IllegalStateException("no such point");
        for (int n = 0; word.equals("loop"); n++);
        System.out.println(new Inner().said(word));
    }
    static class Inner { String said(String word) { return word; } }
}
""",
        'exit code 1: Exception in thread "main" java.lang.IllegalStateException: no such point',
        "public class Main { int f() { return nothing; } }\n",
        "hw/game/Main.java:1: error: cannot find symbol",
    ),
    "javascript": Sample(
        "hw/main.js",
        """
const word = require("fs").readFileSync("word.txt", "utf8").trim();
if (word === "crash") throw new RangeError("no such point");
while (word === "loop");
console.log(word);
""",
        "exit code 1: RangeError: no such point",
        "let a = ;\n",
        "hw/main.js:1\nlet a = ;\n        ^\n\nSyntaxError: Unexpected token ';'",
    ),
    "go": Sample(
        "hw/main.go",
        """
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	data, _ := os.ReadFile("word.txt")
	word := strings.TrimSpace(string(data))
	if word == "crash" {
		panic("no such point")
	}
	for word == "loop" {
	}
	fmt.Println(word)
}
""",
        "exit code 2: panic: no such point",
        "package main\n\nfunc main() { nothing() }\n",
        "hw/main.go:3:15: undefined: nothing",
    ),
    "rust": Sample(
        "hw/main.rs",
        """
fn main() {
    let text = std::fs::read_to_string("word.txt").unwrap();
    let word = text.trim();
    if word == "crash" { panic!("no such point"); }
    let mut n: u64 = 0;
    while word == "loop" { n = std::hint::black_box(n).wrapping_add(1); }
    println!("{}", word);
}
""",
        "no such point",
        "fn main() { nothing() }\n",
        "error[E0425]: cannot find function `nothing` in this scope\n --> hw/main.rs:1:13",
    ),
    "perl": Sample(
        "hw/main.pl",
        """
use strict;
open(my $file, "<", "word.txt") or die; chomp(my $word = <$file>);
die "no such point" if $word eq "crash";
while ($word eq "loop") {}
print "$word\\n";
""",
        "no such point at main.pl line 4",
        "use strict;\nmy $x = $nothing;\n",
        'Global symbol "$nothing" requires explicit package name',
    ),
    "ruby": Sample(
        "hw/main.rb",
        """
word = File.read("word.txt").strip
raise IndexError, "no such point" if word == "crash"
while word == "loop" do end
puts word
""",
        "exit code 1: main.rb:3:in `<main>': no such point (IndexError)",
        "puts (1\n",
        "hw/main.rb:",
    ),
    "haskell": Sample(
        "hw/Main.hs",
        """
main :: IO ()
main = do
  word <- fmap (head . lines) (readFile "word.txt")
  case word of
    "crash" -> error "no such point"
    "loop" -> let spin n = if n < (0 :: Integer) then return () else spin (n + 1) in spin 0
    _ -> putStrLn word
""",
        "exit code 1: a.out: no such point",
        "main :: IO ()\nmain = nothing\n",
        "Variable not in scope: nothing",
    ),
    "php": Sample(
        "hw/main.php",
        """<?php
$word = trim(file_get_contents("word.txt"));
if ($word === "crash") throw new RangeException("no such point");
while ($word === "loop");
echo "$word\\n";
""",
        "Fatal error: Uncaught RangeException: no such point in",
        "<?php $a = ;\n",
        'syntax error, unexpected token ";" in hw/main.php on line 1',
    ),
    "csharp": Sample(
        "hw/Program.cs",
        """
using System;
class Program {
    static void Main() {
        string word = System.IO.File.ReadAllText("word.txt").Trim();
        if (word == "crash") throw new ArgumentException("no such point");
        while (word == "loop") { }
        Console.WriteLine(word);
    }
}
""",
        "System.ArgumentException: no such point",
        "class Program { static void Main() { nothing(); } }\n",
        "hw/Program.cs(1,38): error CS0103: The name `nothing' does not exist in the current context",
    ),
}
