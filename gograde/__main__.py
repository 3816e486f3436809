"""`python -m gograde`: the command line of this very interpreter, as the workflow calls it."""

from gograde.cli.main import entry

entry()
