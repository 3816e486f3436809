import os
from functools import partial
from typing import Annotated, Any

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
    "schema: s\nby_name:\n  one: {weight: 1, socred: x}\n", "schema: s\nzzz: 1", "groups: []", "", "- a",
    "schema: s\nschema: t", "schema: s\ngroups: &a [*a]", "schema: !!python/name:os.system x",
    *("schema: [", "schema: s\nhours: {a: x}"), "? [a]\n: b", f"schema: {'9' * 6000}", "[" * 101 + "]" * 101,
    "[" * 100_000, b"schema: \xff", "schema: \0",
    *(f"schema: !!{tag}" for tag in ("bool maybe", "int ''", "float _")),
)  # fmt: skip


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


JSON = (b'{"a": 1, "a": 2}', b"[NaN]", b"[" * 100_000, b"{")


def test_what_is_no_file_and_no_json_is_refused(tmp_path):
    (tmp_path / "huge.yaml").write_bytes(b"#" * (1024 * 1024 + 1))
    (tmp_path / "class.yaml").write_text("schema: s\nhuors: {}")
    os.mkfifo(tmp_path / "pipe.yaml")
    names = ("none.yaml", "huge.yaml", "class.yaml", "pipe.yaml", ".")
    tried = [(name, partial(load_model, tmp_path / name, Config)) for name in names]
    tried += [(repr(text)[:90], partial(parse_json, text, "x.json")) for text in JSON]
    errors_agree("package/files.txt", tried, tmp_path)


@given(st.one_of(st.binary(max_size=200), st.text("ab:- \n[]{}\"'&*!?|>#1", max_size=60).map(str.encode)))
@example(b"a: \xc2\x85")
@example(b"9" * 5000)
def test_any_bytes_give_a_value_or_a_data_error(data):
    def tried(parse: Any) -> bool:
        try:
            parse(data, "x")
        except DataError as error:
            return str(error).startswith("x")
        return True

    assert tried(parse_yaml)
    assert tried(parse_json)
