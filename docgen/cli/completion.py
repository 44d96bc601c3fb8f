"""`docgen completion bash` prints the script that completes commands, options, pages and codes.

The shell then runs `docgen` at each tab, with what is typed so far in its environment. Only the
command that is being typed is loaded, so that an answer comes at once.
"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_DOCGEN_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script by which SHELL completes commands, options, pages and finding codes.

    It takes effect in shells that you start afterwards; in ~/.zshrc it must stand below compinit.
    Exit codes: 0 printed, 2 wrong use.

    \b
    Install it:
        docgen completion bash >> ~/.bashrc
        docgen completion zsh >> ~/.zshrc
        docgen completion fish > ~/.config/fish/completions/docgen.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, "docgen", _VARIABLE).source())
