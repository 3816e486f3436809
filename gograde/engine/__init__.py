"""The paper's player: chains and forces kept up to date, dragons, joseki, and the choice of a move."""
