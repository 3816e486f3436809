from functools import partial

from gograde.package.config import AssignmentConfig
from gograde.package.yaml_files import parse_model
from gograde.scoring.record import Visibility
from tests.golden import errors_agree

from .conftest import ASSIGNMENT


def read(text: str) -> AssignmentConfig:
    return parse_model(text.encode(), "cases/tiny/assignment.yaml", AssignmentConfig)


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


WRONG = """\
wieght <- weight
../x <- tiny
1.0 <- 1.0.0
rows: 256 <- rows: 3
weight: -1 <- weight: 2
[pyhton] <- [python]
a/main.py <- main.py"""
GROUPS = (
    '{name: again, questions: ["1"], weight: 1}',
    '{name: all, questions: ["7"], weight: 1}',
    '{name: look, questions: ["1"], answer: picture, weight: 1}',
)


def test_a_wrong_value_is_told_with_its_key():
    texts = {line: ASSIGNMENT.replace(*line.split(" <- ")[::-1], 1) for line in WRONG.split("\n")}
    texts |= {f"and {group}": f"{ASSIGNMENT}  - {group}\n" for group in GROUPS}
    modules = with_pictures().replace("kind: files", "kind: module")
    texts["pictures of modules"] = f"{modules}  - {GROUPS[2]}\n"
    errors_agree("package/assignments.txt", ((name, partial(read, text)) for name, text in texts.items()))


def test_a_title_falls_back():
    config = read(ASSIGNMENT)
    assert [config.title_in(language) for language in ("zh", "en", "fr")] == ["小", "Tiny", "Tiny"]
