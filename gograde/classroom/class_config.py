"""The model of `class.yaml`.

The description of each key is what a new `class.yaml` and the schema for editors tell of it; the first
example of a key without a default is what they show.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from msgspec import Meta, field, json

from gograde.codec import Record
from gograde.core.record import Visibility
from gograde.package.config import ID_PATTERN, PackageName
from gograde.resources import languages

CLASS_SCHEMA: Literal["gograde/class/v1"] = "gograde/class/v1"

TIME_PATTERN = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"
)
"""Matches a day, a time and an offset; days that a month does not have are refused apart."""


class Time(datetime):
    """A time with an offset, as people and Gradescope write it."""

    @classmethod
    def of_value(cls, value: object) -> Self:
        """From text; raises `ValueError`."""
        try:
            if isinstance(value, str) and re.fullmatch(TIME_PATTERN, value):
                return cls.fromisoformat(value)
        except ValueError:
            pass  # a day that does not exist
        raise ValueError('not a time with an offset, like "2026-11-15T23:59:00+08:00"')

    def to_value(self) -> str:
        """The inverse of `of_value`."""
        return self.isoformat().replace("+00:00", "Z")


if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[languages()]
"""The languages that pages have words for."""

Resubmissions = Literal["last_before_due", "last"]
"""Which submission of a student counts: the last before the deadline, else the last; or always the last."""

AssignmentId = Annotated[str, Meta(pattern=f"^{ID_PATTERN}$")]
Amount = Annotated[float, Meta(ge=0, le=1_000_000)]
Hours = Annotated[float, Meta(ge=0, le=24 * 366)]
Days = Annotated[int, Meta(ge=0, le=366)]
Minutes = Annotated[int, Meta(ge=0, le=60 * 24 * 31)]
Interval = Annotated[float, Meta(gt=0, le=24 * 31)]


def _key(description: str, example: Any = None) -> Meta:
    return Meta(description=description, examples=None if example is None else [example])


class LatePolicy(Record):
    """What late work costs (docs/class.md has a table of examples)."""

    policy: Annotated[
        Literal["baseline", "constant-penalty", "percentage-penalty", "penalty-decay", "late-days"],
        _key("baseline, constant-penalty, percentage-penalty, penalty-decay or late-days"),
    ] = "baseline"
    penalty: Annotated[Amount, _key("points a day (constant-penalty), else percent of the maximum a day")] = 0
    grace_minutes: Annotated[Minutes, _key("minutes after the due date that do not count")] = 0
    interval_hours: Annotated[
        Interval, _key("the time that costs one penalty under penalty-decay; begun is whole")
    ] = 24
    max_late_days: Annotated[
        Days | None,
        _key("most free days for this assignment (late-days); without it all that are left", 2),
    ] = None
    reject_after_days: Annotated[
        Days | None, _key("work that is later than these days gets no points", 7)
    ] = None


class AssignmentRules(Record):
    """The rules of an assignment in a class."""

    package: Annotated[
        Annotated[str, Meta(min_length=1)] | None,
        _key("the folder of a package of your own, relative to this one", "../my-assignment"),
    ] = None
    weight: Annotated[Amount, _key("of this assignment in the total; points inside it are the package's")] = (
        100
    )
    due: Annotated[
        Time | None,
        _key("a time with an offset; without it nothing is late", "2026-11-15T23:59:00+08:00"),
    ] = None
    late: Annotated[LatePolicy, _key("what late work costs")] = LatePolicy()
    packages: Annotated[
        tuple[PackageName, ...] | None,
        _key("more packages for programs, pinned by gograde runtime lock", ["scipy"]),
    ] = None
    visibility: Annotated[
        Visibility, _key("of hidden cases: visible, hidden, after_due_date or after_published")
    ] = Visibility.HIDDEN
    official: Annotated[
        Literal["none"] | None,
        _key("none shows no official result (all or nothing) where the package asks for one", "none"),
    ] = None
    published: Annotated[bool, _key("true releases what is after_published")] = False
    extensions: Annotated[
        dict[str, Hours],
        _key("hours by student id, before any day counts as late", {"alice": 24}),
    ] = field(default_factory=dict)


class ClassConfig(Record):
    """The content of `class.yaml`."""

    schema_: Annotated[Literal["gograde/class/v1"], _key("the format of this file")] = field(name="schema")
    title: Annotated[str, Meta(min_length=1, max_length=200), _key("the name of the class")]
    language: Annotated[Language, _key(f"of the pages, and of titles: {' or '.join(languages())}")] = "en"
    late_days: Annotated[Days, _key("free late days of a student in the whole class (policy late-days)")] = 0
    resubmissions: Annotated[
        Resubmissions, _key("which one an import takes: last_before_due (else last) or last")
    ] = "last_before_due"
    require: Annotated[
        Literal["bwrap"] | None,
        _key("refuse to grade where only a weaker sandbox works (docs/sandbox.md)", "bwrap"),
    ] = None
    assignments: Annotated[
        dict[AssignmentId, AssignmentRules], Meta(min_length=1), _key("by the id of the package")
    ]


def class_schema() -> dict[str, Any]:
    """The JSON Schema of `class.yaml`, for editors."""
    return json.schema(ClassConfig, schema_hook=lambda _: {"type": "string", "pattern": TIME_PATTERN})
