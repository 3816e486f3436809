"""Outputs that are kept as files below `outputs/`, and read as diffs when they change.

A file that is not there is written, and its test fails: who changes an output deletes the file, runs the
test, and reads what `git diff` says of it.  Of a file with inputs too, as commands behind `$ `, the inputs
alone are left for that.  `⋮ 9 lines as above: FIRST` are the lines that began with FIRST when it stood there
last: nothing is repeated, and two outputs never give one file.
"""

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from operator import eq
from pathlib import Path
from textwrap import indent
from types import ModuleType

import pytest

from gograde.cli.main import run_command
from gograde.errors import GogradeError
from gograde.listing import safe

FOLDER = Path(__file__).with_name("outputs")
JSON_LINE = 110
FEWEST_REPEATED = 4
MEMBER = re.compile(r'( *)"[^"]*": .*[^\[{]$')
SIGNS = ("$ ", "== ", "> ")
"""Inputs of a file stand behind them."""


def agrees(name: str, text: str, before: str = "") -> None:
    """Assert that an output is the one of the file, which repeats neither itself nor the output `before`."""
    _is_in(name, _unrepeated(_json_in_lines(text).split("\n"), _json_in_lines(before).split("\n")))


def _is_in(name: str, text: str) -> None:
    path = FOLDER / name
    before = path.read_text("utf-8") if path.exists() else ""
    if all(line.startswith(SIGNS) for line in before.splitlines()):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        pytest.fail(f"{path} was not there and is written: read it")
    assert text == before


def output(name: str) -> str:
    """The output of the file, with what is repeated in it."""
    lines: list[str] = []
    for line in (FOLDER / name).read_text("utf-8").split("\n"):
        again = re.match(r"⋮ (\d+) lines as above: (.*)", line)
        start = len(lines) - 1 - lines[::-1].index(again[2]) if again else 0
        lines += lines[start : start + int(again[1])] if again else [line]
    return "\n".join(lines)


def inputs(name: str, sign: str) -> list[str]:
    """What stands behind a sign at the beginning of lines of the file."""
    return [line.removeprefix(sign) for line in output(name).split("\n") if line.startswith(sign)]


def _json_in_lines(text: str) -> str:
    """The same with each list and object of JSON in one line where it fits, else in few."""

    def on_one(found: re.Match[str]) -> str:
        whole = f"{found[1]}{' '.join(map(str.strip, found[2].splitlines()))}{found[3]}"
        return whole if len(whole) <= JSON_LINE else found[0]

    inner = re.compile(r'( *(?:"[^"\n]*": )?[\[{])\n((?: *["\[{\d].*[^\[{\n]\n)+?) *([\]}],?)')
    while (shorter := inner.sub(on_one, text)) != text:
        text = shorter
    lines = [""]
    for line in text.split("\n"):
        before, now = (found and found[1] for found in map(MEMBER.match, (lines[-1], line)))
        both = f"{lines[-1]} {line.strip()}"
        if now is not None and before == now and len(both) <= JSON_LINE:
            lines[-1] = both
        else:
            lines.append(line)
    return "\n".join(lines[1:])


def _unrepeated(lines: Sequence[str], before: Sequence[str]) -> str:
    lines, at, kept = [*before, *lines], len(before), []
    last = {line: place for place, line in enumerate(before)}
    while at < len(lines):
        start = last.get(lines[at], at)
        same = takewhile(bool, map(eq, lines[start:at], lines[at:]))
        length = len(list(same)) if lines[at] else 0
        repeated = length >= FEWEST_REPEATED
        kept.append(f"⋮ {length} lines as above: {lines[at]}" if repeated else lines[at])
        end = at + (length if repeated else 1)
        last |= {line: place for place, line in enumerate(lines[at:end], at)}
        at = end
    return "\n".join(kept)


def errors_agree(
    name: str, tried: Iterable[tuple[str, Callable[[], object]]], folder: Path | None = None
) -> None:
    """Assert that what is tried, each under its name, is refused with the errors of the file.

    `folder` is written as `FOLDER`.
    """
    said = []
    for what, call in tried:
        with pytest.raises(GogradeError) as caught:
            call()
        error = str(caught.value) if folder is None else str(caught.value).replace(str(folder), "FOLDER")
        said.append(f"== {safe(what)}\n{error}\n")
    agrees(name, "\n".join(said))


def calls_agree(name: str, *modules: ModuleType) -> None:
    """Assert that each call in a file is refused with the error below it; a new call needs its line alone.

    Calls are written in the names of the modules.
    """
    names = {n: getattr(one, n) for one in modules for n in (*dir(one), *getattr(one, "__all__", ()))}
    errors_agree(name, ((call, partial(eval, call, names)) for call in inputs(name, "== ")))


def commands_agree(
    name: str, named: Mapping[Path, str], capsys: pytest.CaptureFixture[str], differs: str = "$^"
) -> list[str]:
    """Assert that each command in a file prints what stands below it; of a new one write its line.

    What `differs` is written as `...`.  Returns the commands.
    """
    commands = inputs(name, "$ ")
    agrees(name, re.sub(differs, "...", transcript(commands, named, capsys)))
    return commands


def transcript(commands: Iterable[str], named: Mapping[Path, str], capsys: pytest.CaptureFixture[str]) -> str:
    """What commands print; `named` are words for folders in commands and outputs.

    Words of a command are parted by blanks, `_` stands for a blank within one.  `COLUMNS=60` before a command
    is the width of its terminal, `\\x1b` such a character, and `cat FILE` prints a file.
    """
    said = []
    for command in commands:
        name, *words = (_full(word.replace("_", " "), named) for word in command.split(" "))
        width = name.removeprefix("COLUMNS=") if name.startswith("COLUMNS=") else ""
        if width:
            name, *words = words
        if name == "cat":
            data = Path(words[0]).read_bytes()
            code, out, err = 0, data.decode("utf-16" if data.startswith(b"\xff\xfe") else "utf-8"), ""
        else:
            capsys.readouterr()
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("COLUMNS", width or "160")
                code = run_command([name, *words])
            out, err = capsys.readouterr()
        end = "\n" if out and not out.endswith("\n") else ""
        errors = "".join(f"! {line}\n" for line in err.splitlines())
        said.append(f"$ {safe(command)}\n{out}{end}{errors}[{code}]\n")
    text = "\n".join(said).replace("\r", "␍").replace("\ufeff", "[BOM]")
    for folder, word in named.items():
        text = text.replace(str(folder), word)
    return "".join(f"{line.rstrip(' ')}\n" for line in text.split("\n")[:-1])


def _full(word: str, named: Mapping[Path, str]) -> str:
    for folder, short in named.items():
        word = re.sub(rf"\b{short}\b", str(folder), word)
    return re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), word)


def page_text(page: str) -> str:
    """What a page shows: a line a block or row, pictures by their titles."""
    text = re.sub(r"<(style|script|head)\b.*?</\1>", "", page, flags=re.S)
    text = re.sub(r"<svg\b.*?(?:<title>(.*?)</title>.*?)?</svg>", r" [\1] ", text, flags=re.S)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(
        r"</(p|h\d|li|tr|table|section|figure|summary|details|div|dd|pre|header|nav)>|<br>", "\n", text
    )
    text = re.sub(r"</(td|th)>", " | ", text)
    lines = (" ".join(line.split()).removesuffix(" |") for line in re.sub("<[^>]*>", "", text).split("\n"))
    return "".join(f"{html.unescape(line)}\n" for line in lines if line)


def values_agree(name: str, **names: object) -> None:
    """Assert that each call in a file gives the text that stands indented below it.

    Calls are written in these names; lines that begin with `#` say what they are for.  Of a new call write
    its line: the test shows the other one.
    """
    lines = []
    for line in (FOLDER / name).read_text("utf-8").splitlines():
        if not line.startswith(" "):
            lines.append(line)
            if line and not line.startswith("#"):
                lines.append(indent(str(eval(line, dict(names))), "  "))
    _is_in(name, "".join(f"{line}\n" for line in lines))
