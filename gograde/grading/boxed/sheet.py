"""What is asked of the scorer in the sandbox, as a value of JSON and files, and read there again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gograde.authoring.assignment import Assignment, Batch, ExampleFact, Facts, PictureFact
from gograde.authoring.registry import assignment_from
from gograde.authoring.scoring import hints
from gograde.pictures import effort
from gograde.scoring.marking import Asked, Marking, Shape
from gograde.scoring.scored_test import Visibility
from gograde.scoring.sighting import sighting_of
from gograde.scoring.verdict import Verdict


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


@dataclass
class _Files:
    """The files of a parcel; a value names a file by its place, and equal files are one."""

    places: dict[bytes, int] = field(default_factory=dict)

    def put(self, data: bytes) -> int:
        return self.places.setdefault(data, len(self.places))

    def put_all(self, files: Mapping[str, bytes]) -> dict[str, int]:
        return {name: self.put(data) for name, data in files.items()}


def to_parcel(code: Code, assignment: Assignment, sheets: Sequence[Sheet]) -> tuple[Any, list[bytes]]:
    """The request and the files that `of_parcel` makes code and sheets of."""
    files = _Files()
    request = {
        "marking": asdict(code.marking),
        "sources": files.put_all(code.sources),
        "sheets": [
            {
                "name": sheet.batch.name,
                "public": sheet.batch.public,
                "cases": files.put_all(hints.written(assignment, sheet.batch)),
                "visibility": sheet.visibility,
                "steps": sheet.steps,
                "facts": _facts_value(sheet.facts, files),
            }
            for sheet in sheets
        ],
    }
    return request, [*files.places]


def _facts_value(facts: Facts, files: _Files) -> dict[str, Any]:
    return {
        "verdict": facts.verdict,
        "message": facts.message,
        "stdout": files.put(facts.stdout),
        "stderr": files.put(facts.stderr),
        "files": files.put_all(facts.files),
        "refused": dict(facts.refused),
        "pictures": [
            {**asdict(picture), "png": files.put(picture.png), "shapes": files.put(picture.shapes)}
            for picture in facts.pictures
        ],
        "unread": dict(facts.unread),
        "examples": [{"png": files.put(one.png), "seen": str(one.sighting)} for one in facts.examples],
    }


def of_parcel(request: Any, files: Sequence[bytes]) -> tuple[Code, Assignment, list[Sheet]]:
    """The inverse of `to_parcel`."""
    code = Code(_marking(request["marking"]), _named(request["sources"], files))
    assignment = code.assignment()
    sheets = [
        Sheet(
            hints.read(assignment, one["name"], _named(one["cases"], files), public=one["public"]),
            _facts(one["facts"], files),
            Visibility(one["visibility"]),
            one["steps"],
        )
        for one in request["sheets"]
    ]
    return code, assignment, sheets


def _marking(value: Mapping[str, Any]) -> Marking:
    groups = (
        Asked(
            **{
                **group,
                "questions": tuple(group["questions"]),
                "visibility": group["visibility"] and Visibility(group["visibility"]),
            }
        )
        for group in value["groups"]
    )
    board = Shape(*value["board"]) if value["board"] else None
    return Marking(**{**value, "groups": tuple(groups), "board": board})


def _facts(value: Mapping[str, Any], files: Sequence[bytes]) -> Facts:
    return Facts(
        Verdict(value["verdict"]),
        value["message"],
        files[value["stdout"]],
        files[value["stderr"]],
        _named(value["files"], files),
        value["refused"],
        tuple(_picture(picture, files) for picture in value["pictures"]),
        value["unread"],
        tuple(ExampleFact(files[one["png"]], sighting_of(one["seen"])) for one in value["examples"]),
    )


def _picture(value: Mapping[str, Any], files: Sequence[bytes]) -> PictureFact:
    return PictureFact(**{**value, **{name: files[value[name]] for name in ("png", "shapes")}})


def _named(places: Mapping[str, int], files: Sequence[bytes]) -> dict[str, bytes]:
    return {name: files[place] for name, place in places.items()}
