"""The parameters of the models of influence, from `assignment.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from gograde.codec import Record, to_value
from gograde.errors import DataError
from gograde.go.influence.blocks import LAYERS, LayerParameters
from gograde.go.influence.models import (
    FORCE,
    RYDER,
    ZOBRIST,
    ForceParameters,
    RyderParameters,
    ZobristParameters,
)
from gograde.go.influence.territory import SITUATION, TERRITORY, SituationParameters, TerritoryParameters
from gograde.package.yaml_files import validate

WHERE = "assignment.yaml"

Passes = Annotated[int, Meta(le=20)]
Force = Annotated[int, Meta(le=1024)]
Kernel = Annotated[tuple[tuple[int, ...], ...], Meta(min_length=1)]


@dataclass(frozen=True)
class Parameters:
    """The parameters that the right answers depend on; the defaults are the published figures."""

    zobrist: ZobristParameters = ZOBRIST
    ryder: RyderParameters = RYDER
    force: ForceParameters = FORCE
    territory: TerritoryParameters = TERRITORY
    situation: SituationParameters = SITUATION
    layers: LayerParameters = LAYERS


DEFAULT = Parameters()


class _Zobrist(Record):
    start: int = DEFAULT.zobrist.start
    passes: Passes = DEFAULT.zobrist.passes


class _Ryder(Record):
    kernel: Kernel = DEFAULT.ryder.kernel
    threshold: int = DEFAULT.ryder.threshold


class _Force(Record):
    force: Force = DEFAULT.force.force
    aside: int = DEFAULT.force.aside
    ahead: int = DEFAULT.force.ahead


class _Territory(Record):
    each: int = DEFAULT.territory.each
    some: int = DEFAULT.territory.some
    total: int = DEFAULT.territory.total
    clip: int = DEFAULT.territory.clip
    solid_each: int = DEFAULT.territory.solid_each
    solid_three: int = DEFAULT.territory.solid_three
    solid_total: int = DEFAULT.territory.solid_total


class _Situation(Record):
    clamp: int = int(DEFAULT.situation.clamp)


class _Layers(Record):
    thresholds: tuple[float, ...] = DEFAULT.layers.thresholds


class _Thresholds(Record):
    zobrist: _Zobrist = _Zobrist()
    ryder: _Ryder = _Ryder()
    force: _Force = _Force()
    territory: _Territory = _Territory()
    situation: _Situation = _Situation()
    layers: _Layers = _Layers()


class _File(Record):
    parameters: _Thresholds


def read_parameters(told: Mapping[str, Any]) -> Parameters:
    """The parameters under the key `parameters`; a missing one has its published value.

    Raises `DataError` for an unknown key and for a value that a model does not accept.
    """
    read = validate({"parameters": dict(told)}, _File, WHERE, {}).parameters
    try:
        force = ForceParameters(**to_value(read.force))
        return Parameters(
            ZobristParameters(**to_value(read.zobrist)),
            RyderParameters(**to_value(read.ryder)),
            force,
            TerritoryParameters(**to_value(read.territory), force=force),
            SituationParameters(**to_value(read.situation), force=force),
            LayerParameters(**to_value(read.layers), force=force),
        )
    except DataError as error:
        raise DataError(f"{WHERE}: parameters.{error.where}", error.what, error.fix) from None
