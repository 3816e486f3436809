"""`class.yaml`: what `gograde new` writes reads back, and its schema judges as the model does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from gograde.classroom.class_config import AssignmentRules, ClassConfig, LatePolicy, Time, class_schema
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom
from gograde.classroom.new_class import SCHEMA_FILE, class_files, make_class, new_config, written_class
from gograde.codec import Record
from gograde.core.record import Visibility
from gograde.errors import DataError
from gograde.package.yaml_files import parse_model, parse_yaml
from tests.golden import agrees

WRITTEN = class_files(new_config('Go "2026"', ["board9"]))["class.yaml"]


def read(text: str) -> ClassConfig:
    return parse_model(text.encode(), "class.yaml", ClassConfig)


def test_the_written_class_is_this_text() -> None:
    agrees("classroom/class.yaml", WRITTEN)


def keys(model: type[Record]) -> Iterator[str]:
    return (field.encode_name for field in fields(model))


@pytest.mark.parametrize("model", [ClassConfig, AssignmentRules, LatePolicy])
def test_every_key_stands_in_it_with_a_meaning(model: type[Record]) -> None:
    lines = [line.strip().removeprefix("# ") for line in WRITTEN.splitlines()[3:] if line != "  board9:"]
    for key in keys(model):
        assert sum(line.startswith(f"{key}:") and "  # " in line for line in lines) == 1, key


def test_the_examples_in_it_are_valid_when_their_sign_is_taken_away() -> None:
    config = read(re.sub(r"(?m)^( *)# (?=[a-z_]+: )", r"\1", WRITTEN))
    assert config.assignments["board9"].late.reject_after_days == 7
    assert config.require == "bwrap"
    assert config.assignments["board9"].extensions == {"alice": 24}


IDS = st.from_regex(r"\A[a-z][a-z0-9-]{0,8}\Z")
OPTIONAL_DAYS = st.none() | st.integers(0, 366)
POLICIES = class_schema()["$defs"]["LatePolicy"]["properties"]["policy"]["enum"]
LATE = st.builds(
    LatePolicy,
    policy=st.sampled_from(POLICIES),
    penalty=st.floats(0, 100),
    grace_minutes=st.integers(0, 100),
    interval_hours=st.floats(0.01, 700),
    max_late_days=OPTIONAL_DAYS,
    reject_after_days=OPTIONAL_DAYS,
)
RULES = st.builds(
    AssignmentRules,
    package=st.none() | st.text(min_size=1, max_size=9),
    weight=st.integers(0, 1000),
    due=st.none() | st.just(Time.of_value("2026-11-15T23:59:00+08:00")),
    late=LATE,
    visibility=st.sampled_from(Visibility),
    official=st.sampled_from([None, "none"]),
    published=st.booleans(),
    extensions=st.dictionaries(st.text(max_size=5), st.floats(0, 99), max_size=2),
)
CLASSES = st.builds(
    ClassConfig,
    schema_=st.just("gograde/class/v1"),
    title=st.text(min_size=1, max_size=20),
    language=st.sampled_from(["en", "zh"]),
    late_days=st.integers(0, 9),
    require=st.sampled_from([None, "bwrap"]),
    assignments=st.dictionaries(IDS, RULES, min_size=1, max_size=2),
)


@given(CLASSES)
def test_a_written_class_reads_back_and_fits_the_schema(config: ClassConfig) -> None:
    text = written_class(config)
    assert read(text) == config
    jsonschema.validate(parse_yaml(text.encode(), "class.yaml")[0], class_schema())


# -- the schema for editors -----------------------------------------------------------------

GOOD: dict[str, Any] = {
    "schema": "gograde/class/v1",
    "title": "T",
    "late_days": 2,
    "require": "bwrap",
    "assignments": {
        "board9": {
            "package": "../mine", "weight": 12.5, "due": "2026-11-15T23:59:00+08:00",
            "late": {"policy": "late-days", "penalty": 10, "max_late_days": 1, "interval_hours": 0.5},
            "visibility": "after_published", "published": True, "extensions": {"007": 1.5},
        }
    },
}  # fmt: skip
RULE = "assignments", "board9"
VALUES: tuple[tuple[tuple[str, ...], Any, bool], ...] = (
    (("title",), "", False), (("title",), "围" * 200, True), (("title",), "x" * 201, False),
    (("schema",), "gograde/class/v2", False), (("langage",), "en", False), (("language",), "fr", False),
    (("late_days",), 367, False), (("late_days",), True, False), (("late_days",), "2", False),
    (("require",), None, True), (("require",), "landlock", False), (("assignments",), {}, False),
    (("assignments", "Board 9"), {}, False), (("assignments", "x"), {}, True),
    ((*RULE, "weight"), "100", False), ((*RULE, "weight"), 0, True), ((*RULE, "weight"), 1_000_001, False),
    ((*RULE, "package"), "", False), ((*RULE, "published"), "yes", False),
    ((*RULE, "visibility"), "always", False), ((*RULE, "extensions"), {"alice": "24"}, False),
    ((*RULE, "extensions"), {"alice": -1}, False), ((*RULE, "late", "policy"), "free", False),
    ((*RULE, "late", "interval_hours"), 0, False), ((*RULE, "late", "grace_minutes"), 1.5, False),
    ((*RULE, "late", "wieght"), 1, False), ((*RULE, "due"), None, True),
    ((*RULE, "due"), "2026-11-15T23:59Z", True), ((*RULE, "due"), "2026-11-15 23:59:00-05:30", True),
    ((*RULE, "due"), "2026-11-15T23:59:00", False), ((*RULE, "due"), "2026-13-15T23:59:00Z", False),
    ((*RULE, "due"), "2026-11-15", False), ((*RULE, "due"), 20261115, False),
)  # fmt: skip


def changed(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """`GOOD` with another value at a path."""
    made: dict[str, Any] = json.loads(json.dumps(GOOD))
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return made


def accepted_by_the_model(said: dict[str, Any]) -> bool:
    try:
        parse_model(json.dumps(said).encode(), "class.yaml", ClassConfig)
    except DataError:
        return False
    return True


def test_the_schema_and_the_model_judge_the_same() -> None:
    wanted = [((), None, True), *VALUES]
    cases = [(changed(path, value) if path else GOOD, fits) for path, value, fits in wanted]
    cases += [
        ({key: value for key, value in GOOD.items() if key != gone}, False)
        for gone in ("schema", "title", "assignments")
    ]
    for said, fits in cases:
        assert accepted_by_the_model(said) == fits
        assert jsonschema.Draft202012Validator(class_schema()).is_valid(said) == fits


def test_what_only_the_model_knows() -> None:
    """A day that its month does not have, and a whole number with a point, look right to a schema."""
    for path, value in (((*RULE, "due"), "2026-02-30T23:59:00Z"), (("late_days",), 2.0)):
        assert not accepted_by_the_model(changed(path, value))
        assert jsonschema.Draft202012Validator(class_schema()).is_valid(changed(path, value))


def test_the_schema_tells_editors_what_each_key_means() -> None:
    schema = class_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    models = {"ClassConfig": schema, **schema["$defs"]}
    for model in (ClassConfig, AssignmentRules, LatePolicy):
        properties = models[model.__name__]["properties"]
        assert {key: bool(one.get("description")) for key, one in properties.items()} == dict.fromkeys(
            keys(model), True
        )


def test_a_new_class_has_the_schema_beside_it(tmp_path: Path) -> None:
    make_class(tmp_path / "c", new_config("T", ["board9"]))
    assert json.loads((tmp_path / "c" / SCHEMA_FILE).read_text("utf-8")) == class_schema()
    assert SCHEMA_FILE in (tmp_path / "c/class.yaml").read_text("utf-8").splitlines()[0]


# -- keys that change nothing ---------------------------------------------------------------


def told(tmp_path: Path, late_days: int, **late: Any) -> list[str]:
    config = ClassConfig(
        schema_="gograde/class/v1",
        title="T",
        late_days=late_days,
        assignments={"board9": AssignmentRules(late=LatePolicy(**late))},
    )
    return class_notes(Classroom(tmp_path, config, ()), {}, {}, trust=False)


def test_keys_on_lateness_that_change_nothing_are_told(tmp_path: Path) -> None:
    assert told(tmp_path, 2, policy="late-days") == told(tmp_path, 0) == []
    assert told(tmp_path, 2) == [
        "late_days frees no day: no assignment in class.yaml has the policy late-days"
    ]
    assert told(tmp_path, 0, penalty=10) == [
        "board9: late.penalty costs nothing under the policy baseline of class.yaml"
    ]


def test_a_due_date_is_a_moment() -> None:
    due = read(json.dumps(GOOD)).assignments["board9"].due
    assert due == datetime.fromisoformat("2026-11-15T15:59:00+00:00")
