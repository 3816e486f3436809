"""The doctor and the attacks are for the rows of one table, and each row has both, or a reason for none."""

from gograde.sandbox.doctor.examination import QUICK
from tests.attacks.harness.corpus import ARTEFACTS, attacks
from tests.attacks.harness.guarantees import (
    FOR_HONEST,
    NO_ATTACK,
    NO_PROBE,
    OF_GROUP,
    OF_LIMIT,
    ROWS,
    rows_of_probes,
)

CORPUS = attacks()


def test_every_attack_names_the_guarantee_that_it_attacks() -> None:
    assert [one.full_name for one in CORPUS if one.against not in ROWS] == []
    assert set(OF_GROUP) == set(ARTEFACTS)


def test_every_guarantee_is_attacked_or_says_why_not() -> None:
    assert {one.against for one in CORPUS} | NO_ATTACK.keys() == ROWS.keys()
    assert not {one.against for one in CORPUS} & NO_ATTACK.keys()


def test_every_probe_of_the_doctor_is_for_a_guarantee() -> None:
    found = rows_of_probes()
    assert {probe for probe, row in found.items() if row not in ROWS} == FOR_HONEST
    assert found.keys() >= set(QUICK)


def test_every_guarantee_is_probed_or_says_why_not() -> None:
    probed = set(rows_of_probes().values()) - {""}
    assert probed | NO_PROBE.keys() == ROWS.keys()
    assert not probed & NO_PROBE.keys()


def test_an_attack_that_a_limit_ends_is_on_the_guarantee_of_that_limit() -> None:
    ended = [one for one in CORPUS if one.ends and one.group == "exhaust"]
    assert len(ended) > 10
    assert [one.full_name for one in ended if OF_LIMIT[one.ends] != one.against] == []
