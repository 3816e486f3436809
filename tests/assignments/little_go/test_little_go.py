"""The assignment little-go: series on disk and from a key, their marks, and the second referee."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial

import pytest

from gograde.arena.game.record import GameRecord
from gograde.arena.game.second_referee import confirm
from gograde.arena.series import (
    GAMES,
    SERIES_SCHEMA,
    Series,
    batch_of,
    late_text,
    played_of,
    rules_of,
    series_bytes,
    series_of,
)
from gograde.assignments.little_go import score as little_go_score
from gograde.assignments.little_go.assignment import ASSIGNMENT as LITTLE_GO
from gograde.assignments.little_go.author import AUTHOR
from gograde.assignments.little_go.checks import made_up
from gograde.assignments.little_go.generate import generate, generate_sample
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.spec_author import CaseSet, caught_mistakes, generate_batches
from gograde.codec import of_json, of_value, replace, to_json, to_value
from gograde.core.assignment import Batch, Facts
from gograde.core.record import TestScore, Thrown, Visibility
from gograde.core.totals import total_of
from gograde.core.verdict import Verdict
from gograde.errors import DataError, JudgeError
from gograde.go.player import Termination
from gograde.package.package import Package, find_package
from tests.arena.judged import LOST_TWICE
from tests.golden import agrees, values_agree

KEY = b"a key for the tests of little-go"


@pytest.fixture(scope="module")
def package() -> Package:
    return find_package("little-go")


def series(opponent: str = "alphabeta-2", games: int = 40) -> Series:
    return Series(schema_=SERIES_SCHEMA, opponent=opponent, games=games, seed=5)


# -- series -----------------------------------------------------------------------------------


def test_a_series_on_disk() -> None:
    told = b'{"games": 40, "opponent": "alphabeta-2", "schema": "gograde/series/v1", "seed": 5}\n'
    assert series_bytes(series()) == told
    batch = batch_of("01", series(), public=False)
    folder = LITTLE_GO.write_batch(batch)
    assert folder == {"series.json": told}
    assert LITTLE_GO.read_batch("01", folder, public=False) == batch
    assert series_of(batch) == series()


def test_a_folder_with_other_files_is_no_series() -> None:
    with pytest.raises(DataError) as caught:
        LITTLE_GO.read_batch("01", {"series.json": b"{}", "moves": b""}, public=False)
    assert str(caught.value) == "01/moves: not a file of a batch\nFix: make the cases anew"
    with pytest.raises(DataError) as caught:
        LITTLE_GO.read_batch("01", {}, public=False)
    assert str(caught.value) == "01/series.json: missing\nFix: make the cases anew"
    written = series_bytes(series()) + b" "
    with pytest.raises(DataError, match="not written as a series is"):
        LITTLE_GO.read_batch("01", {"series.json": written}, public=False)


def test_the_rules_are_those_of_the_package(package: Package) -> None:
    rules = rules_of(package.config.parameters)
    assert rules.first == 10
    assert rules.marks_of("random").knots == ((0.4, 0.0), (0.7, 1.0))
    gauntlet = series("random", 20).gauntlet(rules)
    assert gauntlet.anchor == "random"
    assert gauntlet.rule.pairs_wanted(5, 10, 10) == 5, "ten of ten settle it"
    assert gauntlet.rule.pairs_wanted(5, 7, 10) == 10
    assert gauntlet.rule.pairs_wanted(10, 14, 20) == 10, "no more than 20 games"


def test_a_short_series_is_settled_by_what_there_is(package: Package) -> None:
    gauntlet = series("random", 6).gauntlet(rules_of(package.config.parameters))
    assert [gauntlet.rule.pairs_wanted(pairs, 0, 2 * pairs) for pairs in range(4)] == [2, 2, 3, 3]


# -- from a key -------------------------------------------------------------------------------


def test_the_same_key_gives_the_same_series_and_another_one_others(package: Package) -> None:
    once, again = (generate_batches(package, KEY) for _ in range(2))
    assert once == again
    assert [(b.name, series_of(b).opponent, series_of(b).games) for b in once] == [
        ("01", "random", 80),
        ("02", "greedy", 40),
        ("03", "alphabeta-2", 40),
        ("04", "alphabeta-4", 40),
    ]
    other = generate_batches(package, KEY + b"!")
    assert not {series_of(b).seed for b in once} & {series_of(b).seed for b in other}


def test_seeds_do_not_depend_on_the_series_beside(package: Package) -> None:
    generator = package.generator()
    shorter = {**generator, "batches": generator["batches"][:2]}
    assert generate(KEY, shorter) == generate(KEY, generator)[:2]
    assert series_of(generate(b"key", generator)[0]).seed == 5032425944791978


def test_the_public_series_are_those_of_the_package(package: Package) -> None:
    made = generate_sample(package.generator())
    assert made == sample_batches(package)
    assert [(batch.name, batch.public) for batch in made] == [("sample-01", True), ("sample-02", True)]


def test_an_unknown_key_of_the_generator_is_told(package: Package) -> None:
    with pytest.raises(DataError, match=r"generator.yaml: kills: unknown key"):
        generate(KEY, {**package.generator(), "kills": 2})


# -- marks ------------------------------------------------------------------------------------

W, L = Termination.POINTS, None


def lines(one: Series, results: str) -> bytes:
    """Games in order, the fixture's first bot black first: `w` won, `l` lost, or lost by a fault."""
    by = {
        "i": Termination.ILLEGAL,
        "t": Termination.TIME,
        "c": Termination.CRASHED,
        "n": Termination.NO_ANSWER,
        "u": Termination.UNREADABLE,
    }
    first = one.pairs[0].first == "program"
    return b"".join(
        to_json(
            made_up(
                one,
                number // 2,
                black=(number % 2 == 0) == first,
                won=letter == "w",
                by=by.get(letter, Termination.POINTS),
            )
        )
        for number, letter in enumerate(results)
    )


def scored(
    package: Package,
    one: Series,
    data: bytes,
    *,
    public: bool = False,
    run: Verdict = Verdict.AC,
    said: str = "",
) -> TestScore:
    facts = Facts(run, said, b"", b"", {GAMES: data})
    batch = batch_of("01", one, public=public)
    (test,) = LITTLE_GO.score(batch, facts, package.config.marking, Visibility.HIDDEN)
    return test


def test_what_a_series_earns_and_what_is_told(package: Package) -> None:
    """Of a series against alphabeta-2, unless it is public; `late` when its time was up."""
    late = late_text(rules_of(package.config.parameters))

    def earned(results: str | None, run: str = "AC", said: str = "", public: bool = False) -> str:
        data = b"" if results is None else lines(series(), results)
        files = {GAMES: data} if results is not None else {}
        facts = Facts(Verdict(run), said, b"", b"", files)
        batch = batch_of("01", series(), public=public)
        [test] = LITTLE_GO.score(batch, facts, package.config.marking, Visibility.HIDDEN)
        assert [game.won for game in test.games] == [letter == "w" for letter in results or ""]
        total, cause = total_of([test]), test.cause
        told = [f"{test.verdict} {test.points} of {test.max_points}: {test.message}"]
        if test.points is None:
            told.append(f"at least {total.at_least}, pending {total.pending}")
        if cause:
            told += [str(cause.expected), re.sub("black, ply 1|white, ply 2", "COLOUR", cause.help)]
        return "; ".join(filter(None, [*told, *test.remarks]))

    values_agree("assignments/series.txt", earned=earned, late=late)


def test_repeated_games_count_once(package: Package) -> None:
    """All meetings with the moves of the first."""
    one = series()
    pair = [of_json(GameRecord, line) for line in lines(one, "wl").splitlines()]
    again = [replace(each, seed=other.seed) for other in one.pairs[:3] for each in pair]
    test = scored(package, one, b"".join(map(to_json, again)))
    assert test.message == "won 1 of 2 games, 9 to 91 %"
    assert "4 games repeated earlier ones move by move, and count once" in test.remarks
    assert [game.counted for game in test.games] == [True, True, False, False, False, False]


def test_neither_seed_nor_key_is_in_what_is_shown(package: Package) -> None:
    one = Series(schema_=SERIES_SCHEMA, opponent="random", games=20, seed=1234567890123)
    data = lines(one, "wlit" * 3)
    shown = str(scored(package, one, data))
    secret = {str(one.seed), *(str(pair.seed) for pair in one.pairs)}
    secret |= {json.loads(line)["key"] for line in data.splitlines()}
    assert not [word for word in secret if word in shown]


def test_a_game_as_it_is_shown(package: Package) -> None:
    one = series("random", 20)
    test = scored(package, one, lines(one, "iw"))
    first, second = test.games
    assert (first.colour, first.opponent, first.won, first.forfeit) == ("black", "random", False, True)
    assert (first.ended, first.ply, first.moves) == ("illegal move", 1, ("9,9",))
    assert first.board == (".....",) * 5
    assert (second.colour, second.won, second.forfeit) == ("white", True, False)
    assert (second.ply, second.moves) == (3, ("0,0", "PASS", "PASS"))
    assert second.board == ("X....", *(".....",) * 4)


THROWN = Thrown(ply=22, move="0,2", before=2, after=4, keeping=("1,1", "2,0"))


@pytest.mark.parametrize(("most", "thrown"), [(4, THROWN), (2, None)])
def test_the_latest_lost_games_tell_the_move_that_threw_them_away(
    package: Package, monkeypatch: pytest.MonkeyPatch, most: int, thrown: Thrown | None
) -> None:
    """The program is white in a game that it had won and lost again; three others are too short to judge."""
    monkeypatch.setattr(little_go_score, "JUDGED", most)
    one = series("random", 20)
    games = [of_json(GameRecord, line) for line in lines(one, "llll").splitlines()]
    at = next(at for at, each in enumerate(games) if each.white.name == "program")
    stones = {"black_stones": 12, "white_stones": 8}
    games[at] = replace(games[at], moves=tuple(LOST_TWICE), **stones)
    test = scored(package, one, b"".join(map(to_json, games)))
    assert [each.thrown for each in test.games] == [thrown if each == at else None for each in range(4)]


def test_what_is_no_game_of_the_series_or_the_second_referee_sees_otherwise_is_ours() -> None:
    """So is what the reference player or the side that was not to play did."""
    record = made_up(series(), 0, black=True, won=True)
    late = made_up(series(), 0, black=False, won=False, by=Termination.TIME)
    forfeited = made_up(series(), 0, black=True, won=False, by=Termination.ILLEGAL)
    names = {"black": forfeited.white, "white": forfeited.black}
    others = Series(schema_=SERIES_SCHEMA, opponent="alphabeta-2", games=4, seed=6)
    confirm(record), confirm(late)
    changes: list[dict[str, object]] = [
        {"winner": "white"}, {"black_stones": 4}, {"moves": ("0,0", "0,0")}, {"termination": "time"},
    ]  # fmt: skip
    tried = {str(one): partial(confirm, of_value(GameRecord, {**to_value(record), **one})) for one in changes}
    tried["the side that was not to play"] = partial(confirm, replace(late, winner="white"))
    data = {
        "an empty record": b"{}\n", "no text": b"\xff\n", "another opponent": lines(series("random"), "wl"),
        "another seed": lines(others, "wl"), "the reference player": to_json(replace(forfeited, **names)),
    }  # fmt: skip
    tried |= {name: partial(played_of, series(), one) for name, one in data.items()}
    said = []
    for name, call in tried.items():
        with pytest.raises(JudgeError) as caught:
            call()
        said.append(f"== {name}\n{re.sub('[0-9a-f]{64}', 'KEY', str(caught.value))}\n")
    agrees("assignments/little-go.txt", "\n".join(said))


def test_an_opponent_that_no_group_asks_for_is_not_scored(package: Package) -> None:
    batch = batch_of("01", series("mcts-200"), public=False)
    facts = Facts(Verdict.AC, "", b"", b"")
    assert LITTLE_GO.score(batch, facts, package.config.marking, Visibility.HIDDEN) == ()


# -- checks -----------------------------------------------------------------------------------


def found(cases: CaseSet, names: Sequence[str]) -> dict[str, list[str]]:
    checks = AUTHOR.checks(cases)
    return {name: [f"{one.where}: {one.what}" for one in checks[name]] for name in names}


@pytest.fixture(scope="module")
def case_set(package: Package) -> CaseSet:
    hidden = generate_batches(package, KEY)
    return CaseSet(package.config, package.generator(), sample_batches(package), hidden)


def test_a_group_without_games_and_games_without_a_group_are_found(case_set: CaseSet) -> None:
    generator = {**case_set.generator, "batches": [{"opponent": "mcts-200", "games": 4}]}
    parameters = {"marks": {**case_set.config.parameters["marks"], "mcts-200": [[0.3, 0], [0.5, 1]]}}
    config = replace(case_set.config, parameters=parameters)
    assert found(replace(case_set, generator=generator, config=config), ["configuration"]) == {
        "configuration": [
            "assignment.yaml: groups: nobody counts the hidden games against mcts-200",
            "assignment.yaml: groups: greedy: no series is against 'greedy'",
            "assignment.yaml: groups: alphabeta-4: no series is against 'alphabeta-4'",
        ]
    }


def test_a_group_of_the_league_asks_for_no_series(case_set: CaseSet) -> None:
    group = case_set.config.groups[1]
    league = replace(group, name="second", questions=("league",), scored="by-league")
    config = replace(case_set.config, groups=(*case_set.config.groups, league))
    assert found(replace(case_set, config=config), ["configuration"]) == {"configuration": []}


def test_a_changed_public_series_is_found(case_set: CaseSet) -> None:
    changed: tuple[Batch, ...] = (batch_of("sample-01", series("random", 6), public=True), case_set.sample[1])
    told = found(replace(case_set, sample=changed), ["public cases"])
    assert told == {"public cases": ["data/sample: not what generator.yaml makes"]}


def test_no_mistakes_are_written_down(case_set: CaseSet) -> None:
    assert caught_mistakes(AUTHOR, case_set) == ({}, None)
    fast, slow = AUTHOR.oracles(case_set.config)
    assert fast(["2,2", "2,2"]) == slow(["2,2", "2,2"])
