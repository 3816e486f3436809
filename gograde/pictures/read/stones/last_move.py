"""The ring of the last move on a stone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.patches import INSIDE, RADIUS, SECTORS

_RADII = RADIUS.ravel()[INSIDE]
_MIDDLE, _RIM = _RADII < 0.13, [(_RADII > 0.38) & sector[INSIDE] for sector in SECTORS]
_BETWEEN = (_RADII > 0.15) & (_RADII <= 0.42)

_OWN = 0.2  # distance up to which a box is as its class has it
_OTHERS = 0.4  # distance from which on two classes differ in a box
_THICK = 0.55  # share that a ring covers between the middle and the rim of a stone, at most


def bears_ring(far: NDArray[np.float32], apart: NDArray[np.float32], covered: NDArray[np.float32]) -> bool:
    """Whether a stone has the middle and the rim of its class all around, with a ring between.

    `far` (boxes) are its distances from its class, `apart` (other classes, boxes) those of its class from
    others, `covered` (boxes) its difference from its class against that of the two colours. A stone of the
    other colour with an outline and a dot has a wider ring.
    """
    own = (far <= _OWN) & (apart >= _OTHERS).all(0)
    whole = bool(own[_MIDDLE].all()) and all(bool(own[part].any()) for part in _RIM)
    return whole and float(covered[_BETWEEN].mean()) <= _THICK
