"""`docgen schema` prints the JSON Schema of `docgen.json`."""

from __future__ import annotations

import click

from docgen.pages.publication import schema_text


@click.command()
def schema() -> None:
    """The JSON Schema of docgen.json, which every built site has.

    The site has the schema too, at assets/docgen/docgen.schema.json. Exit codes: 0 printed, 2
    wrong use.

    \b
    Example:
        docgen schema > docgen.schema.json
    """
    click.echo(schema_text(), nl=False)
