"""The limits of a run: those of the kernel, and the rule by which a run is repeated alone."""
