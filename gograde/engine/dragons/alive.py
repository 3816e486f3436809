"""Benson's theorem: chains that live though their side always passes.

Source: D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976).
"""

from __future__ import annotations

from gograde.engine.dragons.grid import Grid


def unconditionally_alive(grid: Grid, area: int, own: int, other: int) -> int:
    """The stones of `own` that the opponent can never capture by moves within `area`.

    A region is a connected part of the points that are no own stones.  A region that is not within `area`
    does not count.  A region is vital to a chain when each of its empty points is a liberty of the chain.
    Chains with fewer than two vital regions fall out, with the regions that they border on, until none does;
    the rest is alive.
    """
    regions = [(r, grid.beside(r) & own) for r in grid.parts((area | other) & ~own) if not r & ~area]
    if len(regions) < 2:
        return 0
    chains = [(c, [r for r, _ in regions if not r & ~other & ~grid.beside(c)]) for c in grid.parts(own)]
    while True:
        alive = sum(chain for chain, _ in chains)
        kept = {region for region, border in regions if not border & ~alive}
        left = [(chain, vital) for chain, vital in chains if sum(r in kept for r in vital) >= 2]
        if len(left) == len(chains):
            return alive
        chains = left
