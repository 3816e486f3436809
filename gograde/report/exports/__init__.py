"""Results in the formats of other systems."""
