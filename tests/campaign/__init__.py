"""All long tests as commands: `make campaign` runs all of them, CI a part for each commit."""
