"""The parameters of the models of influence, from `assignment.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

from msgspec import Meta

from gograde.codec import Record, field_names, to_value
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

LIMITS: Mapping[str, Any] = {
    "passes": Annotated[int, Meta(le=20)],
    "force": Annotated[int, Meta(le=1024)],
    "kernel": Annotated[tuple[tuple[int, ...], ...], Meta(min_length=1)],
    "clamp": int,
}
"""The types of figures that a file may not choose as freely as a caller of the models."""


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


def _record(name: str, defaults: Mapping[str, Any], types: Mapping[str, Any]) -> Any:
    """A record with these fields."""
    kinds = {field: types.get(field, type(default)) for field, default in defaults.items()}
    make: Any = type(Record)
    return make(name, (Record,), {"__annotations__": kinds, **defaults})


def _figures(model: Any) -> Any:
    """The figures of a model as a file has them; those of forces stand there once, for all models."""
    names = (name for name in field_names(model) if name != "force" or model is FORCE)
    types = {**get_type_hints(type(model)), **LIMITS}
    return _record(type(model).__name__, {name: getattr(model, name) for name in names}, types)


_ALL = _record("_All", {name: _figures(model)() for name, model in vars(DEFAULT).items()}, {})
_FILE = _record("_File", {"parameters": _ALL()}, {})


def read_parameters(told: Mapping[str, Any]) -> Parameters:
    """The parameters under the key `parameters`; a missing one has its published value.

    Raises `DataError` for an unknown key and for a value that a model does not accept.
    """
    read: Any = validate({"parameters": dict(told)}, _FILE, WHERE, {})
    given = to_value(read.parameters)
    try:
        force = ForceParameters(**given.pop("force"))
        made: dict[str, Any] = {"force": force}
        for name, figures in given.items():
            kind = type(getattr(DEFAULT, name))
            made[name] = kind(**figures, **({"force": force} if "force" in field_names(kind) else {}))
        return Parameters(**made)
    except DataError as error:
        raise DataError(f"{WHERE}: parameters.{error.where}", error.what, error.fix) from None
