"""The learning systems, a row each: how their downloads and tables look.

Whoever reads or writes such a file asks here: rosters, imports with `--map`, exports.  A new system is a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial

# -- a grading worksheet of Moodle, by what stands in it: its headings are in the language of its user ------
# The first column names participants by a word and a number, the second has full names.  Marks stand before a
# column in which every row has the same maximum.

_PARTICIPANT = re.compile(r"(?P<word>[^\W\d]\D{2,})\d+")
"""Matches as in `Participant 31` and `Teilnehmer/in31`."""
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+")
_ID = re.compile(r"[\w.-]*\d[\w.-]*", re.ASCII)
NONE = ("", "-")
"""A mark or a time that is not there."""


@dataclass(frozen=True)
class Worksheet:
    """The fields of a worksheet's columns (empty for those that are not known), and where marks stand."""

    fields: tuple[str, ...]
    grade: int
    most: int


def worksheet(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Worksheet | None:
    """The columns of a worksheet; None for a table that is none.  Each row has a cell for each column."""
    columns = list(zip(*rows, strict=True))
    maxima = [at for at in range(3, len(columns)) if _is_maximum(columns[at], columns[at - 1])]
    words = {found and found["word"] for found in map(_PARTICIPANT.fullmatch, columns[0])} if maxima else ()
    if len(words) != 1 or None in words:
        return None
    most = maxima[0]
    while most + 1 in maxima:  # where all marks are equal, they look like a maximum themselves
        most += 1
    about = range(2, most - 1)
    address = next((at for at in about if _all(_ADDRESS, columns[at])), None)
    number = next((at for at in about if _all(_ID, columns[at])), None)
    fields = {0: "moodle_id", 1: "name", address: "email", number: "student_id"}
    return Worksheet(tuple(fields.get(at, "") for at in range(len(header))), most - 1, most)


def _is_maximum(cells: Sequence[str], marks: Sequence[str]) -> bool:
    """Whether all cells are one number, and the cells before it are marks that are not above it."""
    most = {number_in(cell) for cell in cells}
    got = [0.0 if cell in NONE else number_in(cell) for cell in marks]
    [first, *others] = most
    return not others and bool(first) and all(one is not None and one <= (first or 0) for one in got)


def number_in(text: str) -> float | None:
    """The number in a cell, with a point or a comma before its decimals; None when there is none."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def _all(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    """Whether all cells fit but the empty ones, and one is not empty."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(pattern.fullmatch, filled))


# -- what a row says ---------------------------------------------------------------------------------------


_FIELD = re.compile(r"<(\w+)(?::([^>]*))?>")
_FIELDS = {
    **{
        "name": "[^/]+",
        "login": ".+",
        "email": r"[^/@]+@[A-Za-z0-9.-]+",
        "packed_name": r"[^\s!-/:-@[-^`{-~]*",
    },
    **{"moodle_id": r"\d+", "canvas_id": r"\d+", "late": "(?:LATE_|late_)?", "path": ".+"},
}
_UNLABELLED = ("late", "folder", "number")


@dataclass(frozen=True, eq=False)
class System:
    """A learning system.

    A layout is how the files of its download are named: a regular expression with fields in angle brackets,
    each with its own form or the usual one.  `CLAIMS` has those that name a person; `at` and `at_2` are a
    time; `late` stands at late work; `tells` is a file that tells of an attempt; `path`, after `number`, is
    the path in a submission.  A person's name ends at `<!>`, and at `<.>` what files of an attempt share.

    Other texts are regular expressions too, of the whole; columns and headings are in lower case.
    """

    name: str
    layouts: tuple[str, ...] = ()
    metadata: str = ""  # no expression: the file that says whose each folder is
    joined: str = ""  # no expression: the sign between the name of a group or assignment, and a person's
    free_names: bool = False  # people choose their names: what has two readings is nobody's
    versions: str = ""  # `stem`, `suffix` of files handed in again, `number`, or `again` from the second on
    tells: tuple[str, ...] = ()  # the first lines of the file that tells of an attempt
    beside: str = ""  # files of the system's own
    nothing: str = "no file"  # no expression: why an attempt without files is left out
    times: tuple[str, ...] = ()  # forms of `strptime`
    utc: bool = False  # whether times without an offset are UTC, and not the local ones of the system

    shown_by: tuple[tuple[str, ...], ...] = ()  # columns that only its tables have
    columns: Mapping[str, str] = field(default_factory=dict)  # the fields of further ones in these tables
    unlike_people: str = ""  # columns that say nothing of who a student is
    nobody: Mapping[str, str] = field(default_factory=dict)  # cells of who is no student, by field

    heading: str = ""  # of a column of marks: `title`, `id`, `most`, and `computed`
    mark: str = ""  # no expression: the column of marks where a table is of one assignment
    most: str = ""  # no expression: the column of the most points there
    worksheet: Callable[[Sequence[str], Sequence[Sequence[str]]], Worksheet | None] | None = None
    points: str = ""  # no expression: the beginning of the row of the most points

    new: str = ""  # headings and cells of a new table
    quoted: bool = False
    note: str = ""  # what a person must know of it
    needs: tuple[str, str] = ("", "")  # the id that it needs, and why

    @property
    def word(self) -> str:
        """The word on the command line."""
        return self.name.split()[0].lower()

    @property
    def columns_made(self) -> list[tuple[str, str]]:
        """The headings and cells of a new table; `{title}` in a heading stands for a column an assignment."""
        return [(heading, text) for one in self.new.split("; ") for heading, _, text in [one.rpartition("=")]]

    def part_of(self, heading: str) -> dict[str, str]:
        """What the heading of a column of marks says; nothing for another column."""
        found = re.fullmatch(self.heading, heading, re.S) if self.heading else None
        return {name: text for name, text in found.groupdict().items() if text} if found else {}

    def is_points_row(self, first: str) -> bool:
        """Whether the row that begins with this cell has the most points, and no student."""
        return bool(self.points) and first.casefold().startswith(self.points.casefold().strip())

    def readings(self, path: str) -> Iterator[dict[str, str]]:
        """The fields in each way to read the path of a file, and the `label` of the attempt."""
        for layout in self.layouts:
            before, after, shared = _compiled(layout)
            for rest in after.finditer(path):
                if who := before.fullmatch(path, 0, rest.start()):
                    said = {**who.groupdict(""), **rest.groupdict("")}
                    shown = said | dict.fromkeys(_UNLABELLED, "")
                    yield {**said, "label": "".join(shown.get(one, one) for one in shared)}


@cache
def _compiled(layout: str) -> tuple[re.Pattern[str], re.Pattern[str], Sequence[str]]:
    """What a path begins with; what follows, maybe at several places; the fields and signs of the label."""
    form = _FIELD.sub(lambda one: f"(?P<{one[1]}>{one[2] or _FIELDS[one[1]]})", layout.replace("<.>", ""))
    before, _, after = form.partition("<!>")
    label = layout.partition("<.>")[0].replace("<!>", "").replace("\\", "")
    shared = [text for at, text in enumerate(_FIELD.split(label)) if at % 3 != 2]
    return re.compile(before, re.S), re.compile(f"(?={after}\\Z)", re.S), shared


# -- the rows: in the order in which a download is tried ---------------------------------------------------

ROWS = (
    # guides.gradescope.com, "Export submissions" and "Download grades".
    System(
        "Gradescope",
        metadata="submission_metadata.yml",
        unlike_people="(total score|total lateness|max points).*",
        mark="total score",
        most="max points",
        new="First Name={first}; Last Name={last}; SID={id}; Email={email}; Total Score={mark}; "
        "Max Points={most}",
        note="Gradescope hands such tables out, and documents no way to read them in.",
    ),
    # mod/assign/locallib.php: the name is `Participant` where marking is blind.  The folder of a plugin may
    # be joined to the file by `_`.  The last attempt alone, without a time: the grading worksheet has it.
    System(
        "Moodle",
        (
            "<name><!>_<moodle_id><.>_assignsubmission_file(?:_?/|_)<path>",
            "<name><!>_<moodle_id><.>_assignsubmission_(?!file[/_])[a-z]+(?:_?/|_).+",
        ),
        joined="-",
        free_names=True,
        nothing="only text typed in Moodle, and no file",
        times=("%A, %d %B %Y, %I:%M %p", "%A, %B %d, %Y, %I:%M %p", "%A, %d %B %Y, %H:%M"),
        unlike_people="(grade|status|feedback|maximum|online text|last (modified|downloaded)).*",
        mark="grade",
        most="maximum grade",
        worksheet=worksheet,
        new="Identifier={participant}; Full name={name}; ID number={id}; Email address={email}; Status=; "
        "Grade={mark}; Maximum grade={most}; Last modified (grade)=; Feedback comments=",
        needs=(
            "moodle_id",
            "a worksheet needs it; give the one that Moodle hands out as --template, "
            "or upload this file as grades in CSV.",
        ),
    ),
    # help.blackboard.com, "Download assignments": each attempt has a summary, whose first lines are
    # Blackboard's.  What the student wrote comes after a blank line and is not read.
    System(
        "Blackboard",
        (r"<work:[^_]*>_<login><!>_attempt_<at:\d{4}(?:-\d\d){5}><.>(?:<tells:\.txt>|_<path>)",),
        joined="_",
        tells=(
            r"Name:\s*(?P<name>.*?)\s*\((?P<login>[^()]+)\)\s*",
            r"Date Submitted:\s*(?:\w+,\s*)?(?P<at>.+?)(?:\s+o'clock)?(?:\s+(?!AM|PM)[A-Za-z/_]+)?\s*",
        ),
        nothing="an attempt without a file",
        times=("%B %d, %Y %I:%M:%S %p", "%d %B %Y %H:%M:%S", "%B %d, %Y %H:%M:%S", "%Y-%m-%d-%H-%M-%S"),
        unlike_people="(last access|availability).*",
        nobody={"login": ".+_previewuser"},
        heading=r"(?P<title>.+?)\s*(?=\[Total Pts|\|\d+\Z)(?:\[Total Pts: (?P<computed>up to )?"
        r"(?P<most>[\d.,]+)[^\]]*\])?\s*(?:\|(?P<id>\d+))?",
        new="Last Name={last}; First Name={first}; Username={login_or_id}; Student ID={id}; {title}={mark}",
        quoted=True,
        note="Blackboard makes new text columns of this; with --template it fills those that are there.",
        needs=("login", "the student id stands for it."),
    ),
    # community.d2l.com, "Importing grades" and "Download submissions": a folder for each submission.
    System(
        "Brightspace",
        (
            r"<numbers:\d+-\d+> - <name><!> - <at:(?:[^\W\d]{3,} \d\d?|\d\d? [^\W\d]{3,}), \d{4} \d\d?>"
            r"<at_2:\.?\d\d(?: [AP]M)?><.>/<path>",
        ),
        beside=r"index\.html",
        times=("%b %d, %Y %I %M %p", "%b %d, %Y %H %M", "%B %d, %Y %I %M %p", "%d %B, %Y %H .%M"),
        shown_by=(("orgdefinedid",),),
        columns={"orgdefinedid": "student_id"},
        unlike_people="end of line indicator|(calculated|adjusted) final grade.*",
        heading=r"(?P<title>.+?) Points Grade(?: <(?:Numeric )?MaxPoints:(?P<most>[\d.,]+)[^>]*>)?",
        new="OrgDefinedId={id}; {title} Points Grade <Numeric MaxPoints:{most}>={mark}; "
        "End-of-Line Indicator=#",
        note="Brightspace reads this where grade items have these names.",
    ),
    # AssignmentServiceImpl.java (download), ImportGradesHelper.java (grade book).
    System(
        "Sakai",
        (
            r"<folder:(?:[^/]+/)?><name:[^/;]+><!>\(<account:[^()/;]+>\)<.>[/_]"
            r"(?:Submission attachment\(s\)[/_]<path>|<tells:timestamp\.txt>|[^/]+\.(?:html|txt)|Feedback.+)",
        ),
        tells=(r"(?P<at>\S+)",),
        beside=r"(?:[^/]+/)?grades\.\w+",
        nothing="only text typed in Sakai, and no file",
        times=("%Y%m%d%H%M%S%f",),
        utc=True,
        unlike_people=r"\* .+|# .+|\$.+",
        heading=r"(?P<title>[^*#$].*?) \[(?P<most>\d+(?:[.,]\d+)?)\] *",
        new="Student ID={login_or_id}; Student Name={last_first}; {title} [{most}]={mark}",
        note="Sakai makes new items of its grade book of this where none has the name.",
        needs=("login", "the student id stands for it."),
    ),
    # CodeGra.fs, cgfs.py: the files `.cg-…` are its own.
    System(
        "CodeGrade",
        (
            r"<name><!> - <at:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?><.>/"
            r"(?:(?!\.cg-)<path>|\.cg-.+)",
        ),
        beside=r"\.cg-.*",
        utc=True,
    ),
    # github/gh-classroom, student-repos.go and assignment_grades.go.
    System(
        "GitHub Classroom",
        (r"<folder:([^/]+)-submissions/\2-><account:[^/]+><!><.>/<path>",),
        shown_by=(("github username",),),
        columns={
            **{"identifier": "student_id", "roster identifier": "student_id"},
            **{"student repository url": "url", "submission timestamp": "submitted_at"},
        },
        unlike_people="(assignment|starter code|student repository) (name|url)|points (awarded|available)",
    ),
    # class.ilExSubmission.php: last and first name in ASCII and the account, so the account says who it is.
    System(
        "ILIAS",
        (
            r"<folder:(?:[^/]+/){0,3}><names:[^/_]+_[^/_]+_><account:[^/]+><!>_<user:\d+><.>/"
            "<late:(?:(?:Late Submission|Verspaetete Abgabe) - )?><path>",
        ),
        beside=r"(?:[^/]+/)?[^/]+\.xlsx?",
    ),
    # submissions_controller.rb: the version comes first where the one name of all files has a `_`.
    System(
        "Autolab",
        (r"<email><!><.>_<path:\d+_.+>", r"<number:\d+_><email><!><.>_<path>"),
        versions=r"(?P<number>\d+)_(?P<stem>.+)",
        unlike_people="version|grace days used|penalty late days|.+ average|total",
    ),
    # content_zipper.rb, gradebook_exporter.rb: the name is the sortable one in lower case without signs;
    # typed text and addresses are HTML.  A file handed in again gets `-1`, `-2` before its suffix.  The last
    # attempt alone, without a time.
    System(
        "Canvas",
        (
            r"<late><anon:anon_[A-Za-z0-9]+><!><.>_\d+_<path>",
            r"<packed_name><!>_<late><canvas_id><.>_\d+_<path>",
            r"<packed_name><!>_<late><canvas_id><.>_(?:text|link)\.html",
        ),
        versions=r"(?P<stem>.+?)-(?P<again>[1-9]\d{0,2})(?P<suffix>(?:\.tar)?\.\w+)?",
        nothing="only text typed in Canvas, or an address, and no file",
        shown_by=(("student", "sis login id"), ("student", "sis user id"), ("student", "section")),
        columns={"id": "canvas_id"},
        unlike_people="(.+ )?(current|final|unposted|override) (.+ )?(score|points|grade)|root account",
        nobody={"name": "student, ?test|test ?student|studenttest"},
        heading=r"(?P<title>.+?)\s*\((?P<id>\d+)\)",
        points="    Points Possible",
        new="Student={last_first}; ID={canvas_id}; SIS User ID={sis}; SIS Login ID={login}; "
        "Section={section}; {title}={mark}",
        note="Canvas makes new assignments of this; with --template it fills those that are there.",
    ),
)

PLAIN, GIT, LONG = System("plain"), System("git"), System("csv")
"""What is named by students; a list of repositories; a table that is no system's, or a row a mark."""

SYSTEMS: Mapping[str, System] = {row.word: row for row in (*ROWS, PLAIN, GIT, LONG)}
"""All rows by their words."""

IMPORTED = (*(row.word for row in ROWS if row.layouts or row.metadata), PLAIN.word, GIT.word)
EXPORTED = (*(row.word for row in ROWS if row.new), LONG.word)
"""The words of what is read as a download, and of what marks go to."""

_ISO = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? *(Z|UTC|[+-]\d\d:?\d\d)?")


def time_in(text: str) -> datetime | None:
    """The time that a text says, as ISO 8601 or a system writes it; without an offset where it has none."""
    if found := _ISO.fullmatch(text.strip()):
        text = f"{found[1]}T{found[2]}{(found[3] or '').replace('UTC', 'Z')}"
    tried = (partial(datetime.strptime, text, form) for row in ROWS for form in row.times)
    for read in (*tried, partial(datetime.fromisoformat, text)):
        try:
            return read()
        except ValueError:
            continue
    return None


def plain_heading(heading: str) -> str:
    """The heading of a column as rows say it: in lower case, with blanks."""
    return re.sub(r"[\s_-]+", " ", heading).strip().casefold()


def is_about_people(heading: str) -> bool:
    """Whether a column that is not known may say something of a student, and is not one of marks."""
    plain = plain_heading(heading)
    return not any(row.part_of(heading) or re.fullmatch(row.unlike_people, plain) for row in ROWS)


_STAFF = {
    "role": r".*(\b(admin|assist|grader|instructor|manager|staff|ta\b|teacher|tutor)"
    r"|administrator|kurstutor|dozent|lehr|trainer|betreuer|hilfskraft|enseignant|professeur|profesor|docente|ayudante|gestor"
    "|教师|老师|助教|教授|讲师|管理员).*",
    "section": "(tas?|tutors?|staff|instructors?|teaching (assistants|staff))( section)?",
}
"""Cells of the staff, in any system."""


def is_nobody(person: Mapping[str, str]) -> bool:
    """Whether a row is of the staff, or a system's own, for looking at a course as a student does."""
    cells = (pair for known in (_STAFF, *(row.nobody for row in ROWS)) for pair in known.items())
    return any(re.fullmatch(cell, person.get(name, ""), re.IGNORECASE) for name, cell in cells)
