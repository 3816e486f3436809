"""`python -m tests.demo_grades REPORTS`: did `make demo` give everybody the verdicts that they deserve?"""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HEAD, *LINES = """\
student  board9  tromp-taylor  board-control  influence  little-go
amara    AC      AC            AC             AC         PAC
bruno    AC      AC            AC             AC         AC
chen     NO      AC            AC             WA         PAC
dalia    AC      AC            AC             NS         NS
emil     AC      WA            WA             NS         NS
fatou    NO      NS            WA             WA         WA
goran    NO      WA            NS             NS         IM
hana     WA      NS            AC             RTE        WA
ivan     NO      NO            WA             WA         NO
jun      RTE     RTE           RTE            RTE        RTE
kira     CE      CE            NS             NS         CE
lena     NS      AC            AC             WA         NS
luca     NS      NS            WA             NS         TLE
mina     OLE     NS            NS             NS         MLE
noor     NS      NS            NS             NS         NS
otto     CE      WA            NS             NS         NS
petra    CE      NS            WA             NS         NS
quentin  SV      NS            SV             NS         SV
rosa     NS      CE            NS             NS         NS
sven     NS      WA            WA             WA         NS
tomas    WA      NS            NS             RTE        NS
uma      AC      WA            NS             SV         NS
vera     RV      AC            NS             NS         NS
wei      NS      AC            AC             NS         NS
""".splitlines()

EXPECTED = {
    (student, work): verdict
    for student, *verdicts in map(str.split, LINES)
    for work, verdict in zip(HEAD.split()[1:], verdicts, strict=True)
}
"""The verdicts by (student, assignment)."""


def surprises(reports: Path) -> Iterator[str]:
    """A line for each verdict that is another one, or missing."""
    with (reports / "scores.csv").open(newline="", encoding="utf-8") as file:
        found = {(row["student_id"], row["assignment"]): row["verdict"] for row in csv.DictReader(file)}
    for student, work in sorted(EXPECTED.keys() | found.keys()):
        verdict, expected = found.get((student, work)), EXPECTED.get((student, work))
        if verdict != expected:
            yield f"{student}, {work}: {verdict}, not {expected}"


def in_readme(reports: Path, readme: str) -> Iterator[str]:
    """A line for each row of README's summary that is not what these reports come to."""
    with (reports / "scores.csv").open(newline="", encoding="utf-8") as file:
        counts = Counter((row["assignment"], row["badge"]) for row in csv.DictReader(file))
    rows = re.findall(r"^│ (\S+) +│ 24 +│ \d+ +│ (.+?) +│", readme, re.MULTILINE)
    said = {(work, v): int(n) for work, row in rows for v, n in re.findall(r"(\w+)\s(\d+)", row)}
    works = {work for work, _ in rows}
    if not works or said != {key: n for key, n in counts.items() if key[0] in works}:
        yield f"README.md shows {said}, and the demo gave {dict(counts)}"


def main() -> int:
    """Print the surprises; 1 if there are any."""
    reports = Path(sys.argv[1])
    told = [*surprises(reports), *in_readme(reports, Path("README.md").read_text(encoding="utf-8"))]
    print("\n".join(told) or f"the demo gave all {len(EXPECTED)} verdicts that it should")
    return int(bool(told))


if __name__ == "__main__":
    sys.exit(main())
