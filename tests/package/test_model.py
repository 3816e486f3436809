import pytest

from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.yaml_files import parse_model
from gograde.scoring.record import Visibility

from .conftest import ASSIGNMENT


def read(text: str) -> AssignmentConfig:
    return parse_model(text.encode(), "cases/tiny/assignment.yaml", AssignmentConfig)


def fault(text: str) -> str:
    with pytest.raises(DataError) as caught:
        read(text)
    return str(caught.value)


def with_pictures() -> str:
    return ASSIGNMENT.replace("[python]}", '[python], pictures: {patterns: ["*.png"]}}')


def test_what_is_not_written_has_a_default():
    config = read(ASSIGNMENT)
    assert (config.limits.memory_mib, config.stop_after, config.contract.collect.files) == (512, 2, 40)
    assert config.groups[0].cases == "hidden"
    assert config.groups[0].visibility is None


def test_the_group_that_counts_an_answer():
    pictures = '  - {name: look, questions: ["1"], answer: picture, scored: by-person, weight: 1}\n'
    public = '  - {name: shown, questions: ["1"], cases: sample, weight: 0, visibility: visible}\n'
    config = read(with_pictures() + pictures + public)
    names = [
        (config.marking.group_of(question, answer, public=public) or config.groups[0]).name
        for question, answer, public in [("1", "text", False), ("1", "picture", False), ("1", "text", True)]
    ]
    assert names == ["all", "look", "shown"]
    assert config.marking.group_of("0", "picture", public=False) is None
    assert config.groups[2].visibility is Visibility.VISIBLE


def test_a_misspelt_weight_is_told():
    assert fault(ASSIGNMENT.replace("weight", "wieght")).startswith(
        'cases/tiny/assignment.yaml: groups[0].wieght: unknown key\nFix: did you mean "weight"?'
    )


def test_a_wrong_value_is_told_with_its_key():
    for old, new, where, what in [
        (
            "id: tiny",
            "id: ../x",
            "id",
            "an id is lower-case letters, digits and hyphens, at most 40, a letter first",
        ),
        ("version: 1.0.0", "version: 1.0", "version", "must be text"),
        ("rows: 3", "rows: 256", "board.rows", "must be at most 255"),
        ("weight: 2", "weight: -1", "groups[0].weight", "must be at least 0"),
        ("[python]", "[pyhton]", "contract.languages[0]", "'pyhton' is not known here"),
        ("main.py", "a/main.py", "contract.entries[0]", "holds a character that is not allowed here"),
    ]:
        error = fault(ASSIGNMENT.replace(old, new))
        assert error.startswith(f"cases/tiny/assignment.yaml: {where}: {what}")


def test_two_groups_cannot_count_one_answer():
    more = '  - {name: again, questions: ["1"], weight: 1}\n'
    assert "groups: question '1' (hidden, text) is in two of them" in fault(ASSIGNMENT + more)


def test_two_groups_cannot_have_one_name():
    more = '  - {name: all, questions: ["7"], weight: 1}\n'
    assert "groups: two are named 'all'" in fault(ASSIGNMENT + more)


def test_pictures_that_are_asked_for_are_collected():
    more = '  - {name: look, questions: ["1"], answer: picture, weight: 1}\n'
    told = "groups: 'look' asks for pictures, and contract.pictures has no patterns\nFix: correct this value"
    assert told in fault(ASSIGNMENT + more)
    told = "contract.pictures: programs of the kind module draw none\nFix: correct this value"
    assert told in fault(with_pictures().replace("kind: files", "kind: module") + more)


def test_a_title_falls_back():
    config = read(ASSIGNMENT)
    assert [config.title_in(language) for language in ("zh", "en", "fr")] == ["小", "Tiny", "Tiny"]
