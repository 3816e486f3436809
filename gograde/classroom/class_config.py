"""The model of `class.yaml`.

The description of each key is what a new `class.yaml` and the schema for editors tell of it; the first
example of a key without a default is what they show.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BeforeValidator, ConfigDict, Field, StrictBool, WithJsonSchema

from gograde.package.config import ID_PATTERN, PackageName, Strict
from gograde.scoring.record import Visibility

CLASS_SCHEMA: Literal["gograde/class/v1"] = "gograde/class/v1"

TIME_PATTERN = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"
)
"""Matches a day, a time and an offset; days that a month does not have are refused apart."""


def _as_time(value: object) -> datetime:
    """A due date from text or a time; a number is refused, although pydantic accepts numbers as times."""
    if isinstance(value, datetime):
        return value
    try:
        if isinstance(value, str) and re.fullmatch(TIME_PATTERN, value):
            return datetime.fromisoformat(value)
    except ValueError:
        pass  # a day that does not exist
    raise ValueError('not a time with an offset, like "2026-11-15T23:59:00+08:00"')


Resubmissions = Literal["last_before_due", "last"]
"""Which submission of a student counts: the last before the deadline, else the last; or always the last."""

AssignmentId = Annotated[str, Field(pattern=f"^{ID_PATTERN}$")]
Amount = Annotated[float, Field(ge=0, le=1_000_000, strict=True)]
Hours = Annotated[float, Field(ge=0, le=24 * 366, strict=True)]
Days = Annotated[int, Field(ge=0, le=366, strict=True)]
Minutes = Annotated[int, Field(ge=0, le=60 * 24 * 31, strict=True)]
Interval = Annotated[float, Field(gt=0, le=24 * 31, strict=True)]
Time = Annotated[
    AwareDatetime, BeforeValidator(_as_time), WithJsonSchema({"type": "string", "pattern": TIME_PATTERN})
]


def _key(description: str, default: Any = None, example: Any = None) -> Any:
    examples = [] if example is None else [example]
    return Field(default=default, description=description, examples=examples or None)


class LatePolicy(Strict):
    """What late work costs (docs/class.md has a table of examples)."""

    policy: Literal["baseline", "constant-penalty", "percentage-penalty", "penalty-decay", "late-days"] = (
        _key(
            "baseline, constant-penalty, percentage-penalty, penalty-decay or late-days",
            "baseline",
        )
    )
    penalty: Amount = _key("points a day (constant-penalty), else percent of the maximum a day", 0)
    grace_minutes: Minutes = _key("minutes after the due date that do not count", 0)
    interval_hours: Interval = _key("the time that costs one penalty under penalty-decay; begun is whole", 24)
    max_late_days: Days | None = _key(
        "most free days for this assignment (late-days); without it all that are left", example=2
    )
    reject_after_days: Days | None = _key("work that is later than these days gets no points", example=7)


class AssignmentRules(Strict):
    """The rules of an assignment in a class."""

    package: str | None = Field(
        default=None,
        min_length=1,
        description="the folder of a package of your own, relative to this one",
        examples=["../my-assignment"],
    )
    weight: Amount = _key("of this assignment in the total; points inside it are the package's", 100)
    due: Time | None = _key(
        "a time with an offset; without it nothing is late", example="2026-11-15T23:59:00+08:00"
    )
    late: LatePolicy = Field(default=LatePolicy(), description="what late work costs")
    packages: tuple[PackageName, ...] | None = _key(
        "more packages for programs, pinned by gograde runtime lock", example=["scipy"]
    )
    visibility: Visibility = _key(
        "of hidden cases: visible, hidden, after_due_date or after_published", Visibility.HIDDEN
    )
    official: Literal["none"] | None = _key(
        "none shows no official result (all or nothing) where the package asks for one", example="none"
    )
    published: StrictBool = _key("true releases what is after_published", default=False)
    extensions: dict[str, Hours] = Field(
        default_factory=dict,
        description="hours by student id, before any day counts as late",
        examples=[{"alice": 24}],
    )


class ClassConfig(Strict):
    """The content of `class.yaml`."""

    model_config = ConfigDict(populate_by_name=False)

    schema_: Literal["gograde/class/v1"] = Field(alias="schema", description="the format of this file")
    title: str = Field(min_length=1, max_length=200, description="the name of the class")
    language: Literal["en", "zh"] = _key("of the pages, and of titles: en or zh", "en")
    late_days: Days = _key("free late days of a student in the whole class (policy late-days)", 0)
    resubmissions: Resubmissions = _key(
        "which one an import takes: last_before_due (else last) or last", "last_before_due"
    )
    require: Literal["bwrap"] | None = _key(
        "refuse to grade where only a weaker sandbox works (docs/sandbox.md)", example="bwrap"
    )
    assignments: dict[AssignmentId, AssignmentRules] = Field(
        min_length=1,
        description="by the id of the package",
        json_schema_extra={"additionalProperties": False},
    )


def class_schema() -> dict[str, Any]:
    """The JSON Schema of `class.yaml`, for editors."""
    return ClassConfig.model_json_schema()
