"""Tables of marks, read by the documented rules of learning systems: `csv` and these, nothing of ours.

Each gives the marks by what the system knows a student by; None is an empty cell.
"""

import csv
import io
import re

Marks = dict[str, float | None]


def rows(data: bytes, delimiter: str = ",", encoding: str = "utf-8-sig") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(encoding), newline=""), delimiter=delimiter, strict=True))


def number(text: str) -> float | None:
    """Canvas takes the last point or comma of a number as its decimal sign."""
    return float(re.sub(r"[.,](?=.*[.,])", "", text.strip()).replace(",", ".")) if text.strip() else None


def canvas(data: bytes, delimiter: str = ",") -> tuple[dict[str, Marks], dict[str, float]]:
    """Marks by assignment (id, or name without one) and student (ID, else SIS user id), and its points."""
    header, *body = rows(data, delimiter)
    assert "Student" in header[0] and "ID" in header[1]
    assert re.search(r"SIS\s+User\s+ID", header[2]) and re.search(r"SIS\s+Login\s+ID", header[3])
    last = 4 + ("Integration ID" in header)
    assert "Section" in header[last]
    of_course = re.compile("Current Score|Final Score|Current Grade|Final Grade")
    columns = {at: name for at, name in enumerate(header) if at > last and not of_course.search(name)}
    ids = {at: (m[1] if (m := re.search(r"\((\d+)\)$", name)) else name) for at, name in columns.items()}
    found: dict[str, Marks] = {name: {} for name in ids.values()}
    points: dict[str, float] = {}
    for row in body:
        if "Points Possible" in row[0]:
            points = {ids[at]: number(row[at]) or 0 for at in ids if row[at] and "read only" not in row[at]}
        elif not all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell, re.I) for cell in row):
            for at, name in ids.items():
                found[name][row[1] or row[2]] = number(row[at])
    return found, points


def moodle(data: bytes) -> Marks:
    """Marks by participant; a worksheet without its three columns is refused."""
    header, *body = rows(data)
    who, grade, _ = (header.index(name) for name in ("Identifier", "Grade", "Last modified (grade)"))
    most = header.index("Maximum grade")
    marks = {row[who][len("Participant ") :]: number(row[grade]) for row in body}
    assert all(mark is None or 0 <= mark <= float(body[0][most]) for mark in marks.values())
    return marks


def blackboard(data: bytes) -> dict[str, Marks]:
    """Marks by column (id, or name without one) and user name; tabs in UTF-16, or quoted with commas."""
    wide = data.startswith(b"\xff\xfe")
    table = rows(data, "\t", "utf-16") if wide else rows(data)
    header, *body = table
    who, first = header.index("Username"), header.index("Student ID") + 1
    names = {
        at: header[at]
        for at in range(first, len(header))
        if header[at] not in ("Last Access", "Availability")
    }
    ids = {at: (m[1] if (m := re.search(r"\|(\d+)$", name)) else name) for at, name in names.items()}
    return {name: {row[who]: number(row[at]) for row in body} for at, name in ids.items()}


def gradescope(data: bytes) -> Marks:
    """Total scores by SID."""
    table = csv.DictReader(io.StringIO(data.decode(), newline=""), strict=True)
    return {row["SID"]: number(row["Total Score"]) for row in table}
