"""Everything that takes long, as commands: `make campaign` runs all of it, CI a part for each commit."""
