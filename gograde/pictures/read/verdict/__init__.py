"""From a lattice and its points to the verdict on a picture."""
