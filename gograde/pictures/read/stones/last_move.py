"""A stone that bears the mark of the last move is still a stone of its colour."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.patches import INSIDE, RADIUS, SECTORS

_RADII = RADIUS.ravel()[INSIDE]
_MIDDLE, _RIM = _RADII < 0.13, [(_RADII > 0.38) & sector[INSIDE] for sector in SECTORS]
_BETWEEN = (_RADII > 0.15) & (_RADII <= 0.42)

_OWN, _OTHERS = 0.2, 0.4
"""Clipped distance up to which a box is as the class has it, and from which on two classes differ in one."""

_THICK = 0.55
"""How much of what lies between the middle and the rim of a stone a ring covers at most."""


def bears_ring(far: NDArray[np.float32], apart: NDArray[np.float32], covered: NDArray[np.float32]) -> bool:
    """Whether a stone is of its class in the middle and all around, and what lies between is a ring.

    `far` (boxes) are its clipped distances from its class, `apart` (other classes, boxes) those of the class
    from each other one, `covered` (boxes) by how much it differs from its class, as a share of what the two
    colours differ by.  A stone of the other colour has neither its middle nor its rim; one with a thick
    outline and a dot has both, and a wide ring.
    """
    own = (far <= _OWN) & (apart >= _OTHERS).all(0)
    whole = bool(own[_MIDDLE].all()) and all(bool(own[part].any()) for part in _RIM)
    return whole and float(covered[_BETWEEN].mean()) <= _THICK
