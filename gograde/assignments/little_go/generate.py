"""Makes series: `generator.yaml` has the opponents and the most games, a key gives the seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gograde.arena.series import SEEDS, SERIES_SCHEMA, Games, Series, batch_of
from gograde.authoring.stream import Stream
from gograde.codec import Record
from gograde.core.assignment import Batch
from gograde.package.yaml_files import validate

WHERE = "generator.yaml"


class SeriesOptions(Record):
    """A series to make."""

    opponent: str
    games: Games


class GeneratorConfig(Record):
    """The content of `generator.yaml`; a series is a batch."""

    schema_: Literal["gograde/generator/v1"] = field(name="schema")
    batches: Annotated[tuple[SeriesOptions, ...], Meta(min_length=1)]
    sample_key: Annotated[str, Meta(min_length=1)]
    sample: Annotated[tuple[SeriesOptions, ...], Meta(min_length=1)]


def read_config(generator: Mapping[str, Any]) -> GeneratorConfig:
    """The content of `generator.yaml`, checked; raises `DataError`."""
    return validate(dict(generator), GeneratorConfig, WHERE, {})


def generate(key: bytes, generator: Mapping[str, Any]) -> tuple[Batch, ...]:
    """The hidden series; one key gives the same series on every machine."""
    return _made(read_config(generator).batches, key, "", public=False)


def generate_sample(generator: Mapping[str, Any]) -> tuple[Batch, ...]:
    """The public series, from the key in `generator.yaml`."""
    config = read_config(generator)
    return _made(config.sample, config.sample_key.encode(), "sample-", public=True)


def _made(asked: Sequence[SeriesOptions], key: bytes, prefix: str, *, public: bool) -> tuple[Batch, ...]:
    """The series; each has its own seed, which does not depend on the other series."""
    names = [f"{prefix}{number:02d}" for number in range(1, len(asked) + 1)]
    return tuple(
        batch_of(name, _series(one, Stream(key, f"series/{name}/{one.opponent}")), public=public)
        for name, one in zip(names, asked, strict=True)
    )


def _series(asked: SeriesOptions, stream: Stream) -> Series:
    return Series(schema_=SERIES_SCHEMA, opponent=asked.opponent, games=asked.games, seed=stream.below(SEEDS))
