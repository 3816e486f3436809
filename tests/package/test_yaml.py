import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Meta, field

from gograde.codec import Record
from gograde.errors import DataError
from gograde.package.contents import parse_json
from gograde.package.yaml_files import load_model, parse_model, parse_yaml
from tests.golden import errors_agree


class Group(Record):
    weight: Annotated[int, Meta(ge=0)]
    scored: str = "automatically"


class Config(Record):
    schema_: str = field(name="schema")
    groups: tuple[Group, ...] = ()
    by_name: dict[str, Group] = field(default_factory=dict)
    hours: dict[str, float] = field(default_factory=dict)
    published: bool = False


def read(text: str) -> Config:
    return parse_model(text.encode(), "x.yaml", Config)


def test_a_file_becomes_a_model(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("\ufeffschema: s\ngroups:\n  - {weight: 2}\n")
    assert load_model(path, Config) == Config(schema_="s", groups=(Group(weight=2),))


FAULTS: tuple[str | bytes, ...] = (
    "schema: s\ngroups:\n  - weight: 1\n  - weight: 2\n  - wieght: 3\n",
    "schema: s\nby_name:\n  one: {weight: 1, socred: x}\n",
    "schema: s\nzzz: 1",
    "groups: []",
    "",
    "- a",
    "schema: s\nschema: t",
    "schema: s\ngroups: &a [*a]",
    "schema: !!python/name:os.system x",
    "schema: [",
    "schema: s\nhours: {a: x}",
    "? [a]\n: b",
    f"schema: {'9' * 6000}",
    "[" * 101 + "]" * 101,
    "[" * 100_000,
    b"schema: \xff",
    "schema: \0",
)


def test_a_fault_says_where_what_and_how_to_mend_it():
    def read_bytes(text: str | bytes):
        return parse_model(text if isinstance(text, bytes) else text.encode(), "x.yaml", Config)

    errors_agree("package/yaml.txt", ((repr(text)[:90], partial(read_bytes, text)) for text in FAULTS))


def test_plain_words_stay_words():
    value, _ = parse_yaml(b"a: [no, yes, 1:30, 2026-11-15, 1_000, 0x1F, 007]", "x")
    assert value == {"a": ["no", "yes", "1:30", "2026-11-15", "1_000", "0x1F", "007"]}


def test_plain_numbers_and_truths_are_read():
    value, _ = parse_yaml(b"a: [12, -3, 1.5, 1e3, true, False, null, ~, '12']", "x")
    assert value == {"a": [12, -3, 1.5, 1000.0, True, False, None, None, "12"]}


def test_keys_are_words_whatever_they_look_like():
    assert read("schema: s\nhours: {007: 1, no: 2, 1:30: 3}").hours == {"007": 1, "no": 2, "1:30": 3}


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(DataError, match="no such file\nFix: create it"):
        load_model(tmp_path / "none.yaml", Config)


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"#" * (1024 * 1024 + 1))
    with pytest.raises(DataError, match="larger than 1048576 bytes"):
        load_model(path, Config)


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(DataError, match="not a regular file\nFix: put the file itself there"):
        load_model(tmp_path, Config)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.yaml")
    with pytest.raises(DataError, match="not a regular file"):
        load_model(tmp_path / "x.yaml", Config)


def test_json_is_read_strictly():
    for text, what in [
        (b'{"a": 1, "a": 2}', "not JSON: the key 'a' occurs twice"),
        (b"[NaN]", "not JSON: NaN is not a JSON number"),
        (b"[" * 100_000, "not JSON: nested too deeply"),
        (b"{", "not JSON: Expecting property name enclosed in double quotes"),
        (b"9" * 5000, "not JSON: Exceeds the limit"),
    ]:
        with pytest.raises(DataError) as caught:
            parse_json(text, "x.json")
        assert caught.value.what.startswith(what)


@given(st.one_of(st.binary(max_size=200), st.text("ab:- \n[]{}\"'&*!?|>#1", max_size=60).map(str.encode)))
@example(b"a: \xc2\x85")
def test_any_bytes_give_a_value_or_a_data_error(data):
    def tried(parse: Any) -> bool:
        try:
            parse(data, "x")
        except DataError as error:
            return str(error).startswith("x")
        return True

    assert tried(parse_yaml)
    assert tried(parse_json)


def test_the_path_of_the_file_stands_in_the_message(tmp_path: Path):
    path = tmp_path / "class.yaml"
    path.write_text("schema: s\nhuors: {}")
    with pytest.raises(DataError) as caught:
        load_model(path, Config)
    assert caught.value.where == f"{path}: huors"
    assert caught.value.fix == 'did you mean "hours"? (line 2)'
