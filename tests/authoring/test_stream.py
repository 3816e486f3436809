from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gograde.authoring.stream import Stream


def test_the_numbers_of_a_key_are_fixed():
    stream = Stream(b"key", "purpose")
    assert [stream.below(100) for _ in range(8)] == [56, 15, 20, 72, 8, 67, 70, 2]


def test_another_purpose_or_key_gives_other_numbers():
    rows = [
        [s.below(1000) for _ in range(20)] for s in (Stream(b"k", "a"), Stream(b"k", "b"), Stream(b"l", "a"))
    ]
    assert len({tuple(row) for row in rows}) == 3


def test_a_purpose_that_ends_like_a_counter_is_another_one():
    one, other = Stream(b"k", "a"), Stream(b"k", "a\0")
    assert [one.below(1000) for _ in range(40)] != [other.below(1000) for _ in range(40)]


def test_all_numbers_are_equally_likely():
    stream = Stream(b"key", "dice")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in counts.values())


@given(st.binary(max_size=80), st.integers(1, 2**40))
def test_numbers_stay_below_the_limit(key, limit):
    stream = Stream(key, "x")
    assert all(0 <= stream.below(limit) < limit for _ in range(5))


@given(st.lists(st.integers(), max_size=20))
def test_shuffling_keeps_what_there_is(items):
    assert sorted(Stream(b"k", "s").shuffled(items)) == sorted(items)


def test_a_shuffle_is_fixed_by_the_key():
    assert Stream(b"k", "s").shuffled("abcdef") == ["e", "c", "b", "a", "d", "f"]
