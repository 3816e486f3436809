"""Which files of a package are tables, and what the descriptor says of them and of the package."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gograde.package.package import (
    check_descriptor,
    check_files,
    describe,
    find_package,
    load_config,
    package_ids,
    table_of,
)
from gograde.resources import packages_dir

from .conftest import write_descriptor


def columns(path: str, data: str) -> dict[str, str]:
    """Type by name of the columns; empty for what is no table."""
    found = table_of(path, data.encode())
    return {field["name"]: field["type"] for field in found.get("schema", {"fields": []})["fields"]}


def test_a_list_of_objects_with_the_same_keys_is_a_table() -> None:
    for data, found in [
        ('[{"a": 1, "b": "x"}, {"b": "y", "a": 2}]', {"a": "integer", "b": "string"}),
        ('[{"a": 1, "b": true}, {"a": 2.5, "b": false}]', {"a": "number", "b": "boolean"}),
        ('[{"a": [1], "b": {}}]', {"a": "array", "b": "object"}), ('[{"a": 1}, {"a": "x"}]', {"a": "any"}),
        ('[{"a": 1}, {"a": true}]', {"a": "any"}), ('[{"a": null}]', {"a": "any"}),
        ('[{"a": 1}, {"b": 1}]', {}), ("[]", {}), ("[1]", {}), ('{"a": 1}', {}), ("no JSON", {}),
    ]:  # fmt: skip
        assert columns("data/sample/01/cases.json", data) == found
        assert columns("data/sample/01/cases.txt", data) == {}


def test_a_csv_has_the_columns_of_its_first_line() -> None:
    for data, found in [
        ("a,b\n1,2\n", ["a", "b"]),
        ("\ufeffa\n", ["a"]),
        ("a,a\n", []),
        ("a,,b\n", []),
        ("", []),
    ]:
        assert columns("data/openings.csv", data) == dict.fromkeys(found, "any")


def test_boards_are_tables_where_they_lie() -> None:
    stones = {"row": "integer", "col": "integer", "colour": "integer"}
    assert (
        columns("template/train_00.txt", "0 0 -1\n")
        == columns("data/sample/01/test_3.txt", "0 0 -1\n")
        == stones
    )
    assert columns("template/answer_for_train.txt", "train_0\nTrue\n") == {}


def test_the_columns_that_gograde_writes_say_what_they_mean() -> None:
    entry = table_of("data/sample/01/answers.json", b'[{"id": "a", "answer": 1}]')
    assert [field["description"] for field in entry["schema"]["fields"]] == [
        "the case's name in its batch",
        "the right answer",
    ]


@pytest.mark.parametrize("name", package_ids())
def test_frictionless_finds_the_packages_that_ship_valid(name: str) -> None:
    assert list(check_descriptor(packages_dir() / name)) == list(check_files(find_package(name))) == []
    value = json.loads((packages_dir() / name / "datapackage.json").read_text("utf-8"))
    assert value["licenses"] == [{"name": "MIT"}]
    assert value["contributors"] == [{"title": "gograde's authors", "roles": ["creator"]}]
    text = " ".join((packages_dir() / name / "statement" / "statement.en.md").read_text("utf-8").split())
    assert value["description"] in re.sub(r"[*`]", "", text)
    assert len(value["description"]) > 80


def test_a_wrong_row_is_found_in_json_too(tiny: Path) -> None:
    path = tiny / "data" / "rows.json"
    path.write_text('[{"a": 1}, {"a": 2}]')
    write_descriptor(tiny)
    assert list(check_descriptor(tiny)) == []
    path.write_text('[{"a": 1}, {"a": "x"}]')
    found = [(finding.where, finding.what) for finding in check_descriptor(tiny)]
    assert found[-1] == (
        "data/rows.json",
        'Type error in the cell "x" in row "3" and field "a" at position "1": type is "integer/default"',
    )


def test_a_package_of_ones_own_names_its_licence_and_its_authors(tiny: Path) -> None:
    config = tiny / "assignment.yaml"
    config.write_text(config.read_text() + "license: CC-BY-4.0\ncontributors: [Ada, 王小明]\n")
    value = json.loads(describe(tiny, load_config(tiny)))
    assert value["licenses"] == [{"name": "CC-BY-4.0"}]
    assert [one["title"] for one in value["contributors"]] == ["Ada", "王小明"]


def test_the_description_is_the_first_paragraph_of_the_statement(tiny: Path) -> None:
    assert "description" not in json.loads(describe(tiny, load_config(tiny)))
    (tiny / "statement").mkdir(exist_ok=True)
    (tiny / "statement" / "statement.zh.md").write_text("# 题\n\n数一数。\n", "utf-8")
    assert json.loads(describe(tiny, load_config(tiny)))["description"] == "数一数。"
    (tiny / "statement" / "statement.en.md").write_text(
        "# Title\n\nCount the **stones** of\n`board`.\n\nMore.\n"
    )
    assert json.loads(describe(tiny, load_config(tiny)))["description"] == "Count the stones of board."
