"""A sum of doubles without error, rounded once, as machine code (numba): `math.fsum` for kernels.

Source: Shewchuk, Adaptive precision floating-point arithmetic, 1997.  The sum is kept as partial sums that do
not overlap, in an array of the caller with room for a number each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.go.machine_code import compiled

Floats = NDArray[np.float64]


@compiled
def summed(partials: Floats, height: int, value: float) -> int:
    """Add a number to the first `height` partial sums; returns how many they are then."""
    kept = 0
    for i in range(height):
        low, high = partials[i], value
        if abs(high) < abs(low):
            low, high = high, low
        value = high + low
        rest = low - (value - high)
        if rest != 0.0:
            partials[kept] = rest
            kept += 1
    if value != 0.0:
        partials[kept] = value
        kept += 1
    return kept


@compiled
def rounded(partials: Floats, height: int) -> float:
    """The double next to a sum; halves go to the even one."""
    if height == 0:
        return 0.0
    height -= 1
    total, rest = partials[height], 0.0
    while height and rest == 0.0:
        height -= 1
        before = total
        total = before + partials[height]
        rest = partials[height] - (total - before)
    if height and (
        (rest < 0.0 and partials[height - 1] < 0.0) or (rest > 0.0 and partials[height - 1] > 0.0)
    ):
        further = total + 2 * rest
        if further - total == 2 * rest:
            total = further
    return float(total)
