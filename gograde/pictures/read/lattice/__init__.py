"""Where boards lie in a picture: lines, lattices, regions."""
