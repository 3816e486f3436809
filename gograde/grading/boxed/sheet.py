"""What is asked of the scorer in the sandbox, as JSON, and read there again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gograde.authoring import scoring
from gograde.authoring.registry import assignment_from
from gograde.codec import Record, of_json, part_of
from gograde.core.assignment import Assignment, Batch, Facts
from gograde.core.marking import Marking
from gograde.core.record import Visibility
from gograde.pictures import effort


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
    whole: bool


def to_parcel(code: Code, assignment: Assignment, sheets: Sequence[Sheet], *, whole: bool) -> bytes:
    """What `of_parcel` makes code and sheets of; `whole` says that they are all of a program."""
    parcels = tuple(
        part_of(
            _SheetParcel, one, **(vars(one.batch) | {"cases": scoring.write_batch(assignment, one.batch)})
        )
        for one in sheets
    )
    parcel = _Parcel(marking=code.marking, sources=code.sources, sheets=parcels, whole=whole)
    # A text may hold a lone surrogate, which msgspec does not write.
    return json.dumps(msgspec.to_builtins(parcel, str_keys=True), allow_nan=False).encode()


def of_parcel(data: bytes) -> tuple[Code, Assignment, list[Sheet], bool]:
    """The inverse of `to_parcel`."""
    parcel = of_json(_Parcel, data)
    code = Code(parcel.marking, parcel.sources)
    assignment = code.assignment()
    batches = (
        scoring.read_batch(assignment, one.name, one.cases, public=one.public) for one in parcel.sheets
    )
    sheets = [part_of(Sheet, one, batch=batch) for one, batch in zip(parcel.sheets, batches, strict=True)]
    return code, assignment, sheets, parcel.whole
