"""Hidden cases of the example class: a part of what a course has, so that the demo is soon done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gograde.authoring.assignment import Batch
from gograde.authoring.author import author_of
from gograde.package.package import Package

KEY = "the key of the example class is known to everybody"

GAMES = 4
"""The most games of a series; a course has up to 40."""

BOARDS = (0, 1, 2, 3, 5, 7, 8, 10, 16, 17, 20, 24, 27)
"""Which boards of the generator of tromp-taylor: each kind, and none of 255x255."""

CALLS = ((0, 2, 4, 5), (0, 1, 3), (0, 1, 3), (0, 2, 5), (0, 1, 3, 5, 9), (0, 4, 7), (0, 1, 3, 6, 7))
"""Which calls of each batch of the generator of influence: some for each question."""

PARTS: Mapping[str, Callable[[Any], Any]] = {
    "board9": lambda batches: batches[0],
    "tromp-taylor": lambda batches: [batches[number] for number in BOARDS],
    "board-control": lambda batches: [batch[:4] for batch in batches],
    "influence": lambda batches: [
        [batch[n] for n in kept] for batch, kept in zip(batches, CALLS, strict=True)
    ],
    "little-go": lambda batches: [{**series, "games": GAMES} for series in batches],
}
"""The part of the hidden batches of `generator.yaml` that is made, by assignment."""


def small_cases(package: Package) -> tuple[Batch, ...]:
    """The hidden batches of a package in the example class.

    They are made as public cases are, since no cases are added until each known mistake is caught.
    """
    generator = package.generator()
    part = PARTS[package.config.id](generator["batches"])
    asked = {**generator, "sample_key": KEY, "sample": part}
    made = author_of(package).generate_sample(asked, package.config)
    return tuple(replace(batch, name=batch.name.removeprefix("sample-"), public=False) for batch in made)
