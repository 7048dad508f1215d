"""A function with typed parameters as a command of typer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from umpire.cli.output import Reply


def command(name: str, function: Callable[..., Reply], help_line: str, cls: Any = None) -> Any:
    """A function with typed parameters as a command."""
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command(name, cls=cls, short_help=help_line)(function)
    return typer.main.get_command(one)
