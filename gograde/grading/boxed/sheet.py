"""What is asked of the scorer in the sandbox, as a value of JSON and files, and read there again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gograde.authoring.assignment import Assignment, Batch, Facts
from gograde.authoring.registry import assignment_from
from gograde.authoring.scoring import hints
from gograde.codec import Record, of_value, part_of, to_value
from gograde.pictures import effort
from gograde.scoring.marking import Marking
from gograde.scoring.record import Visibility

_FILE = "\0file"
"""The key of the place of a file; no name of a file has this sign."""


@dataclass(frozen=True)
class Sheet:
    """One batch to be scored, and the facts of the run on it; `steps` are for reading its pictures."""

    batch: Batch
    facts: Facts
    visibility: Visibility
    steps: int = effort.RUN

    @property
    def is_harmless(self) -> bool:
        """Whether no program left anything: there is only the verdict, with a message of ours."""
        facts = self.facts
        left = facts.stdout, facts.stderr, facts.files, facts.refused, facts.pictures, facts.unread
        return not any(left)


@dataclass(frozen=True)
class Code:
    """The code that `marking` names; `sources` are the files of a package's own code."""

    marking: Marking
    sources: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def assignment(self) -> Assignment:
        return assignment_from(self.marking, self.sources, Path(self.marking.id))


class _SheetParcel(Record):
    name: str
    public: bool
    cases: Mapping[str, bytes]
    visibility: Visibility
    steps: int
    facts: Facts


class _Parcel(Record):
    marking: Marking
    sources: Mapping[str, bytes]
    sheets: tuple[_SheetParcel, ...]


def to_parcel(code: Code, assignment: Assignment, sheets: Sequence[Sheet]) -> tuple[Any, list[bytes]]:
    """The request and the files that `of_parcel` makes code and sheets of."""
    parcels = tuple(
        part_of(_SheetParcel, one, **(vars(one.batch) | {"cases": hints.written(assignment, one.batch)}))
        for one in sheets
    )
    parcel = _Parcel(marking=code.marking, sources=code.sources, sheets=parcels)
    places: dict[bytes, int] = {}
    return _without_files(to_value(parcel), places), [*places]


def of_parcel(request: Any, files: Sequence[bytes]) -> tuple[Code, Assignment, list[Sheet]]:
    """The inverse of `to_parcel`."""
    parcel = of_value(_Parcel, _with_files(request, files))
    code = Code(parcel.marking, parcel.sources)
    assignment = code.assignment()
    batches = (hints.read(assignment, one.name, one.cases, public=one.public) for one in parcel.sheets)
    sheets = [part_of(Sheet, one, batch=batch) for one, batch in zip(parcel.sheets, batches, strict=True)]
    return code, assignment, sheets


def _without_files(value: Any, places: dict[bytes, int]) -> Any:
    """The value with the place of a file in the place of its bytes; equal files are one."""
    if isinstance(value, bytes):
        return {_FILE: places.setdefault(value, len(places))}
    if isinstance(value, dict):
        return {key: _without_files(part, places) for key, part in value.items()}
    return [_without_files(part, places) for part in value] if isinstance(value, list | tuple) else value


def _with_files(value: Any, files: Sequence[bytes]) -> Any:
    """The inverse of `_without_files`."""
    if isinstance(value, dict):
        place = value.get(_FILE)
        return (
            {key: _with_files(part, files) for key, part in value.items()} if place is None else files[place]
        )
    return [_with_files(part, files) for part in value] if isinstance(value, list) else value
