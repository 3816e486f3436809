"""Writes new packages, and the generated parts of packages."""

from __future__ import annotations

import re
import shutil
import tempfile
from keyword import iskeyword
from pathlib import Path

from gograde.authoring.case_folders import SAMPLE
from gograde.authoring.registry import assignment_of, shipped_ids
from gograde.authoring.scoring import write_batch
from gograde.authoring.statement import FIGURES, figure_files, languages_of, statement_of, with_examples
from gograde.errors import DataError, UsageError
from gograde.package.config import ID_PATTERN, ID_RULE
from gograde.package.package import DESCRIPTOR, Package, describe, load_config, open_package, package_ids
from gograde.package.yaml_files import did_you_mean
from gograde.resources import starters_dir

CONTRACTS = {"module": "liberties", "stdio": "liberties", "picture": "move"}
"""What students write in new packages: functions, programs, programs that draw; with the question of each in
`starters/`, which its function and its file have as their name."""

PLACEHOLDER = "@ID@"
NAMED = r'(?<![\w.])@(?=\(|\.(?:py|c|sh)\b)|(?<=["\[])@(?=["\]])|(?:(?<=question: )|(?<= name: )|(?<=01/))@\b'
JUNK = shutil.ignore_patterns("__pycache__", "*.pyc")


def new_package(name: str, contract: str, into: Path, question: str = "") -> Path:
    """Write a small complete package into a new folder `into/name`; returns the folder.

    Its `question` is that of the starter where none is given.  The folder appears complete or not at all.
    Raises `UsageError` for an invalid or used name or an unknown contract, `DataError` when the folder
    exists or cannot be written.
    """
    if not re.fullmatch(ID_PATTERN, name):
        raise UsageError(name, "not an id", f"choose another: {ID_RULE}")
    if contract not in CONTRACTS:
        raise UsageError(f"--contract {contract}", "no such contract", did_you_mean(contract, CONTRACTS))
    if question and (iskeyword(question) or not re.fullmatch(r"[A-Za-z_]\w*", question, re.ASCII)):
        raise UsageError(f"--question {question}", "not a name of a function", "use letters, digits and _")
    if name in {*shipped_ids(), *package_ids()}:
        raise UsageError(name, "an assignment with this id ships with gograde", "choose another id")
    target = into / name
    if target.exists() or target.is_symlink():
        raise DataError(str(target), "is there already", "choose another id, or another folder")
    if not into.is_dir():
        raise DataError(str(into), "no such folder", "make it first, or give another")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{name}.", dir=into) as room:
            _write(Path(room) / name, contract, question).rename(target)
    except OSError as error:
        raise DataError(str(target), f"cannot be written ({error.strerror})", "give another folder") from None
    return target


def _write(folder: Path, contract: str, question: str) -> Path:
    for starter in ("common", contract):
        shutil.copytree(starters_dir() / starter, folder, ignore=JUNK, dirs_exist_ok=True)
    old = CONTRACTS[contract]
    named = re.compile(NAMED.replace("@", old))  # not the same word in a sentence
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        text = named.sub(question or old, path.read_text("utf-8"))
        path.write_text(text.replace(PLACEHOLDER, folder.name), "utf-8")
        path.rename(path.with_name(path.name.replace(f"{old}.", f"{question or old}.")))
    describe_package(folder, sample=True)
    return folder


def describe_package(folder: Path, *, sample: bool, figures: bool = False) -> Path:
    """Write `datapackage.json` for the files in a package's folder.

    `sample` also makes the public cases, `figures` the pictures in the statement.
    """
    target = folder / DESCRIPTOR
    if figures:
        _write_figures(folder)
    target.write_bytes(describe(folder, load_config(folder)))
    if sample:
        _write_sample(open_package(folder))
        target.write_bytes(describe(folder, load_config(folder)))
    return target


def _write_figures(package: Path) -> None:
    """Draw the pictures of the current statement, and delete all old pictures."""
    made = figure_files(package)
    folder = package / FIGURES
    for old in folder.glob("*.png"):
        old.unlink()
    for name, data in made.items():
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


def _write_sample(package: Package) -> None:
    """Make everything first, so that what fails on the way leaves the old files as they were."""
    from gograde.authoring.spec_author import SpecAuthor, author_of

    assignment, author = assignment_of(package), author_of(package)
    batches, texts = author.generate_sample(package.generator(), package.config), dict[str, str]()
    if isinstance(author, SpecAuthor):
        batches = author.hinted(batches, package.config)
        for statement in (statement_of(package.path, language) for language in languages_of(package.path)):
            texts[statement.where] = with_examples(statement, author.assignment, batches)
    made = {batch.name.removeprefix("sample-"): write_batch(assignment, batch) for batch in batches}
    shutil.rmtree(package.path / SAMPLE, ignore_errors=True)  # there may be fewer batches than before
    for path, text in texts.items():
        Path(path).write_text(text, "utf-8")
    for folder, files in made.items():
        (package.path / SAMPLE / folder).mkdir(parents=True)
        for name, data in files.items():
            (package.path / SAMPLE / folder / name).write_bytes(data)
