"""The options that several commands have, each described once."""

from __future__ import annotations

from pathlib import Path

import click

PATH = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)

CLASS = click.argument("class_dir", type=PATH, default=".", metavar="[CLASS]")
ASSIGNMENT = click.option("-a", "--assignment", metavar="ASSIGNMENT", help="One assignment.")
STUDENT = click.option("--student", metavar="ID", help="One student.")
TEXT_OR_JSON = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
OUTPUT = click.option("-o", "--output", type=FILE, metavar="FILE", help="Write to this file.")
CORES = click.option("--cores", type=click.IntRange(min=1), help="How much is done at once (all cores).")
SEED = click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Same seed, same luck."
)
TRUST = click.option("--trust-submissions", "trust", is_flag=True, help="Run programs without a sandbox.")
BY = click.option("--by", metavar="NAME", help="Who decides; your user name when not given.")
PORT = click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port (one that is free).")


def say(text: str, *, err: bool = False) -> None:
    """Print a line of text that may hold what students, systems and files of others say."""
    from gograde.report.words.escape import line, terminal

    click.echo(terminal(line(text)), err=err)
