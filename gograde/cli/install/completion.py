"""`gograde completion`: what makes a shell complete commands, assignments and students."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what makes a shell complete commands, options, assignments and students.

    In ~/.bashrc: eval "$(gograde completion bash)".  In ~/.zshrc the same with zsh, below compinit.  For
    fish: gograde completion fish > ~/.config/fish/completions/gograde.fish.

    Example:

      gograde completion bash
    """
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root()
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(root.command, {}, "gograde", "_GOGRADE_COMPLETE").source())
