"""The parameters of the models of influence, from `assignment.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

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
from gograde.package.config import Strict
from gograde.package.yaml_files import validate

WHERE = "assignment.yaml"

Passes = Annotated[int, Field(le=20)]
Force = Annotated[int, Field(le=1024)]
Kernel = Annotated[tuple[tuple[int, ...], ...], Field(min_length=1)]


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


class _Zobrist(Strict):
    start: int = DEFAULT.zobrist.start
    passes: Passes = DEFAULT.zobrist.passes


class _Ryder(Strict):
    kernel: Kernel = DEFAULT.ryder.kernel
    threshold: int = DEFAULT.ryder.threshold


class _Force(Strict):
    force: Force = DEFAULT.force.force
    aside: int = DEFAULT.force.aside
    ahead: int = DEFAULT.force.ahead


class _Territory(Strict):
    each: int = DEFAULT.territory.each
    some: int = DEFAULT.territory.some
    total: int = DEFAULT.territory.total
    clip: int = DEFAULT.territory.clip
    solid_each: int = DEFAULT.territory.solid_each
    solid_three: int = DEFAULT.territory.solid_three
    solid_total: int = DEFAULT.territory.solid_total


class _Situation(Strict):
    clamp: int = int(DEFAULT.situation.clamp)


class _Layers(Strict):
    thresholds: tuple[float, ...] = DEFAULT.layers.thresholds


class _Thresholds(Strict):
    zobrist: _Zobrist = _Zobrist()
    ryder: _Ryder = _Ryder()
    force: _Force = _Force()
    territory: _Territory = _Territory()
    situation: _Situation = _Situation()
    layers: _Layers = _Layers()


class _File(Strict):
    parameters: _Thresholds


def read_parameters(told: Mapping[str, Any]) -> Parameters:
    """The parameters under the key `parameters`; a missing one has its published value.

    Raises `DataError` for an unknown key and for a value that a model does not accept.
    """
    read = validate({"parameters": dict(told)}, _File, WHERE, {}).parameters
    try:
        force = ForceParameters(**read.force.model_dump())
        return Parameters(
            ZobristParameters(**read.zobrist.model_dump()),
            RyderParameters(**read.ryder.model_dump()),
            force,
            TerritoryParameters(**read.territory.model_dump(), force=force),
            SituationParameters(**read.situation.model_dump(), force=force),
            LayerParameters(**read.layers.model_dump(), force=force),
        )
    except DataError as error:
        raise DataError(f"{WHERE}: parameters.{error.where}", error.what, error.fix) from None
