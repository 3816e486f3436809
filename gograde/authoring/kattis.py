"""The files of a problem package: what a package says, with the answers that its cases have.

What Kattis judges is the official result, all or nothing: it has no points for a part.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.authoring.spec_assignment import StdioAssignment
from gograde.authoring.statement import Statement, is_wide, joined, languages_of, statement_of
from gograde.core.assignment import Batch
from gograde.core.values import score_text
from gograde.core.verdict import Verdict
from gograde.errors import UsageError
from gograde.package.config import AssignmentConfig
from gograde.package.package import SUBMISSIONS, Finding, Package
from gograde.package.samples import Expected, read_samples
from gograde.package.secret_files import store

OURS = ("Easily overlooked", "Marks", "容易忽略的地方", "评分")
"""Headings: from the first of them on, a statement speaks of marks and of how gograde runs programs."""

LICENSES = {"CC0-1.0": "cc0", "CC-BY-4.0": "cc by", "CC-BY-SA-4.0": "cc by-sa"}
"""What Kattis calls them; all others are `permission`, which the rights' owner has given."""


@dataclass(frozen=True)
class Problem:
    """The files of a problem package by path, and what of the package is not in it, with reasons."""

    files: Mapping[str, bytes]
    left_out: tuple[Finding, ...]


def problem_of(package: Package, secret: Sequence[Batch]) -> Problem:
    """The problem package of a package, with these hidden cases.

    Raises `UsageError` for an assignment that is not text in and text out.
    """
    assignment = _text_assignment(package)
    public = sample_batches(package)
    samples = [batch for batch in public if _is_plain(assignment.stdin(batch))]
    hidden = [*(batch for batch in public if batch not in samples), *secret] if secret else []
    data = {
        **_data(assignment, samples, "data/sample"),
        **_data(assignment, hidden, "data/secret"),
    }
    answers = [content for path, content in data.items() if path.endswith(".ans")]
    validator = output_validator(answers)
    programs, left_out = submission_files(package, with_wrong=bool(secret))
    files = {
        "problem.yaml": _about(package.config, custom=bool(validator)),
        **_statements(package),
        **data,
        **input_validator(package),
        **validator,
        **programs,
    }
    where = "is secret there" if secret else "is left out"
    why = f"{where}, since a statement cannot show its characters"
    unshown = (Finding(batch.name, why) for batch in public if batch not in samples)
    return Problem(files, (*_unset(files), *unshown, *left_out))


def _text_assignment(package: Package) -> StdioAssignment:
    """The assignment; raises `UsageError` when Kattis could not run or judge its programs."""
    assignment = assignment_of(package)
    where = package.config.id
    if not isinstance(assignment, StdioAssignment):
        what = f"its programs are asked by the contract {package.config.contract.kind}"
        raise UsageError(where, f"{what}; Kattis knows standard input and output alone", _FIX)
    rubric = assignment.rubric_of(package.config.parameters)
    if rubric.pictures is not None:
        raise UsageError(where, "asks for pictures, which Kattis cannot judge", _FIX)
    if rubric.judge is not score_text:
        raise UsageError(where, "its answers are judged by code of its own, which Kattis cannot run", _FIX)
    return assignment


_FIX = "export an assignment whose contract is stdio and whose answers are compared as text"


def _is_plain(data: bytes) -> bool:
    """Whether a statement can show an input."""
    return all(sign.isprintable() or sign == "\n" for sign in data.decode("utf-8", "surrogateescape"))


def _unset(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Statements in characters that the class for LaTeX of Kattis has no font for."""
    why = "the pages of Kattis show it; its PDF has no Chinese font, and leaves it blank"
    texts = ((path, data.decode()) for path, data in files.items() if path.endswith(".tex"))
    yield from (Finding(path, why) for path, text in texts if any(map(is_wide, text)))


def _data(assignment: StdioAssignment, batches: Sequence[Batch], folder: str) -> dict[str, bytes]:
    """Input, right answer and a description of each batch."""
    files = {}
    for batch in batches:
        answers = {case.id: case.answer for case in batch.cases}
        (facts,) = assignment.answered(batch, answers).values()
        words = [word for case in batch.cases for word in (case.question, *case.features)]
        files[f"{folder}/{batch.name}.in"] = assignment.stdin(batch)
        files[f"{folder}/{batch.name}.ans"] = facts.stdout
        files[f"{folder}/{batch.name}.desc"] = f"{', '.join(dict.fromkeys(words))}\n".encode()
    return files


def _about(config: AssignmentConfig, *, custom: bool) -> bytes:
    """`problem.yaml`."""
    value = {
        "problem_format_version": "legacy",
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, f"gograde {config.id}")),
        "author": ", ".join(config.contributors) or "unknown",
        "source": f"gograde, {config.id} {config.version}",
        "license": LICENSES.get(config.license, "permission"),
        "rights_owner": ", ".join(config.contributors) or "the authors of the package",
        "limits": {
            "memory": config.limits.memory_mib,
            "output": -(-config.limits.stdout_kib // 1024),
        },
        "validation": "custom" if custom else "default",
        **({} if custom else {"validator_flags": "case_sensitive"}),
    }
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True).encode()


def _statements(package: Package) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for language in languages_of(package.path):
        files.update(_statement(statement_of(package.path, language)))
    return files


def _statement(statement: Statement) -> dict[str, bytes]:
    """The task in LaTeX, without what gograde alone does, and the pictures in it."""
    heading = "|".join(map(re.escape, OURS))
    task = re.split(rf"^## (?:{heading})$", statement.text, maxsplit=1, flags=re.MULTILINE)[0]
    latex = Latex()
    text = latex.of(re.sub(r"\A# .*\n", "", task))
    title = f"%% plainproblemname: {statement.title}\n\\problemname{{{escaped(statement.title)}}}\n\n"
    folder = "problem_statement"
    pictures = {f"{folder}/{name.rpartition('/')[2]}": statement.figure(name)[1] for name in latex.pictures}
    return {f"{folder}/problem.{statement.language}.tex": f"{title}{text}".encode(), **pictures}


SUFFIXES = frozenset(".c .cc .cpp .cs .go .hs .java .js .kt .php .py .rb .rs".split())  # noqa: SIM905
"""Of languages that Kattis has and tells by the name of a file."""

PERMITTED: Mapping[str, frozenset[Verdict]] = {
    "accepted": frozenset({Verdict.AC}),
    "wrong_answer": frozenset({Verdict.AC, Verdict.WA, Verdict.NO}),
    "run_time_error": frozenset({Verdict.AC, Verdict.RTE}),
    "time_limit_exceeded": frozenset({Verdict.AC, Verdict.TLE, Verdict.SK}),
}
"""The folders of Kattis.  It stops at the first case that fails, so that no other verdict may occur."""

_NAME = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")


def submission_files(package: Package, *, with_wrong: bool) -> tuple[dict[str, bytes], list[Finding]]:
    """The files of sample submissions by path, and the submissions that are left out.

    Without hidden cases nothing need show that a wrong one is wrong: then they are left out too.
    """
    files: dict[str, bytes] = {}
    left_out = list[Finding]()
    for name, sample in read_samples(package).items():
        inside = {f"{SUBMISSIONS}/{name}/{path}": data for path, data in sample.files.items()}
        why = _unfit(name, sample.expected, [PurePosixPath(path) for path in inside])
        if not why and not with_wrong and not name.startswith("accepted/"):
            why = "no hidden case shows that it is wrong"
        left_out += [Finding(name, why)] if why else []
        files |= {} if why else inside
    return files, left_out


def _unfit(name: str, expected: Expected, paths: list[PurePosixPath]) -> str:
    """Why Kattis cannot judge a submission; empty when it can."""
    folder = name.partition("/")[0]
    if folder not in PERMITTED:
        return f"Kattis has no folder {folder}"
    if not PERMITTED[folder].issuperset(expected.permitted):
        return "its verdict may be another at the first case that fails"
    if any(not _NAME.fullmatch(part) for path in paths for part in path.parts):
        return "Kattis takes no such name of a file"
    if any(path.suffix not in SUFFIXES for path in paths):
        return "no language of Kattis"
    if len(paths) > 1 and any(path.suffix != ".c" for path in paths):
        return "several files, of which Kattis may start another"
    return ""


OWN = "kattis/validate_input.py"
"""Of a package: ends with 42 for an input, on standard input, that may be asked, else with 43."""

ANY_TEXT = b'''"""Accepts every input that is text: the package says no more about its inputs."""
import sys

try:
    sys.stdin.buffer.read().decode("utf-8")
except UnicodeDecodeError:
    sys.exit(43)
sys.exit(42)
'''

SAME_TEXT = b'''"""Accepts what is the right answer but for white space around it."""
import sys
from pathlib import Path

right, given = Path(sys.argv[2]).read_bytes(), sys.stdin.buffer.read()
if given.strip() == right.strip():
    sys.exit(42)
Path(sys.argv[3], "judgemessage.txt").write_text("not the right answer\\n")
sys.exit(43)
'''


def input_validator(package: Package) -> dict[str, bytes]:
    """The package's own, else one that accepts all text."""
    return {"input_validators/validate.py": next(iter(package.files(OWN).values()), ANY_TEXT)}


def output_validator(answers: Sequence[bytes]) -> dict[str, bytes]:
    """A program for answers with white space in them, on which Kattis' own does not insist; else none."""
    if all(len(answer.split()) <= 1 for answer in answers):
        return {}
    return {"output_validators/same_text/validate.py": SAME_TEXT}


def write_folder(files: Mapping[str, bytes], target: Path) -> None:
    """Write the files, which may hold hidden cases, for the user alone; raises `UsageError`, `DataError`."""
    if target.exists() or target.is_symlink():
        raise UsageError(f"-o {target}", "is there already", "name a new folder, or delete this one")
    store(files, target, force=False)


# -- the statement in LaTeX -------------------------------------------------------------------


_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "[": "{[}",  # after an item or the end of a line it would begin an option
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}

_ENVIRONMENTS = {"bullet_list": "itemize", "ordered_list": "enumerate", "blockquote": "quote"}
_MARKS = {
    "strong_open": r"\textbf{",
    "em_open": r"\emph{",
    "strong_close": "}",
    "em_close": "}",
    "hardbreak": "\\\\\n",
}


@dataclass
class Latex:
    """Writes the tokens of a statement; `pictures` are the figures that it shows, in their order."""

    pictures: list[str] = field(default_factory=list)

    def of(self, text: str) -> str:
        """The LaTeX of a Markdown text."""
        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
        return "".join(self._blocks(tokens)).strip() + "\n"

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[str]:
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                end = next(at for at in range(index, len(tokens)) if tokens[at].type == "table_close")
                yield self._table(tokens[index:end])
                index = end
            else:
                yield self._block(token)
            index += 1

    def _block(self, token: Token) -> str:
        kind, _, side = token.type.rpartition("_")
        if kind in _ENVIRONMENTS:
            return f"\\{'begin' if side == 'open' else 'end'}{{{_ENVIRONMENTS[kind]}}}\n"
        if token.type in ("fence", "code_block"):
            return verbatim(token.content)
        written: Mapping[str, Callable[[], str]] = {
            "heading_open": lambda: "\\section*{" if token.tag <= "h2" else "\\subsection*{",
            "heading_close": lambda: "}\n\n",
            "paragraph_close": lambda: "\n" if token.hidden else "\n\n",
            "list_item_open": lambda: "\\item ",
            "inline": lambda: self.inline(token.children or []),
        }
        return written.get(token.type, str)()

    def inline(self, tokens: Sequence[Token]) -> str:
        """The LaTeX of a line."""
        return "".join(self._inline(tokens, index) for index in range(len(tokens)))

    def _inline(self, tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        if token.type == "image":
            name = str(token.attrs["src"])
            self.pictures.append(name)
            return f"\\includegraphics[width=0.7\\textwidth]{{{name.rpartition('/')[2]}}}"
        if token.type == "code_inline":
            return f"\\texttt{{{escaped(token.content)}}}"
        if token.type == "softbreak":
            return joined(tokens, index)
        return _MARKS.get(token.type, escaped(token.content))

    def _table(self, tokens: Sequence[Token]) -> str:
        """A table with columns of equal width, in which texts are broken."""
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self.inline(token.children or []))
        columns = len(rows[0])
        width = f"p{{{0.85 / columns:.2f}\\textwidth}}"
        lines = [" & ".join(row) + " \\\\ \\hline\n" for row in rows]
        head = f"\\begin{{tabular}}{{|{f'{width}|' * columns}}}\n\\hline\n"
        return f"{head}{''.join(lines)}\\end{{tabular}}\n\n"


def escaped(text: str) -> str:
    """A text in which no sign is a command."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)


def verbatim(text: str) -> str:
    """A block as it stands; the words that would end it are set apart."""
    inside = text.replace("\\end{verbatim}", "\\end {verbatim}").rstrip("\n")
    return f"\\begin{{verbatim}}\n{inside}\n\\end{{verbatim}}\n\n"
