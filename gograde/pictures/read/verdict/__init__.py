"""From a lattice and its points to what is said about the picture."""
