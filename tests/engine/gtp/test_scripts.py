"""Scripts as GoGui's and GNU Go's regression tests have them, said to a real process.

A script is lines of the protocol.  A line `#? [PATTERN]` says what the whole answer to the command before it
must be, as a regular expression; `#? [!PATTERN]` says what it must not be.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parent / "scripts"
_WANTED = re.compile(r"#\? \[(!?)(.*)\]\s*")


def asked(script: str) -> list[tuple[str, str, bool]]:
    """Each command with a pattern, and whether the answer must match."""
    found, last = [], ""
    for line in script.splitlines():
        wanted = _WANTED.fullmatch(line)
        if wanted:
            found.append((last, wanted[2], not wanted[1]))
        elif line.partition("#")[0].strip():
            last = line
    return found


def answers(output: str) -> dict[str, str]:
    """The answers to numbered commands by number, marks left out."""
    told = (re.fullmatch(r"[=?]([0-9]*)[ \n]?(.*)", block, re.DOTALL) for block in output.split("\n\n"))
    return {found[1]: found[2] for found in told if found}


def test_a_real_process_answers_every_script_as_it_says() -> None:
    for path in sorted(SCRIPTS.glob("*.tst")):
        script = path.read_text()
        name = script.splitlines()[0].removeprefix("# ")
        command = [sys.executable, "-m", "gograde", *name.split()]
        done = subprocess.run(
            command, input=script, cwd=SCRIPTS, capture_output=True, text=True, timeout=60, check=True
        )
        told = answers(done.stdout)
        wanted = asked(script)
        assert (path.name, len(wanted) > 5, done.stderr) == (path.name, True, "")
        for line, pattern, matches in wanted:
            answer = told[line.split()[0]]
            assert bool(re.fullmatch(pattern, answer, re.DOTALL)) == matches, (path.name, line, answer)
