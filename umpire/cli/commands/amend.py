"""Commands that mend the past: amend, again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from umpire.cli.mending import ITSELF, Mending, read_options
from umpire.cli.output import Reply
from umpire.core.mistakes import Mistake

if TYPE_CHECKING:
    from umpire.cli.setting import Setting


class AmendCommand(TyperCommand):
    """A command of which `-3` and `-q1` are words, not options, and `--drop` needs no numbers."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        valued = {name for option in self.params if not getattr(option, "is_flag", False) for name in option.opts}
        options, words, left = [], [], list(args)
        while left:
            one = left.pop(0)
            name, equals, _ = one.partition("=")
            if one == "--":
                words += left
                break
            if one == "--drop" and not (left and re.fullmatch(r"#?\d+(,#?\d+)*", left[0])):
                options.append(f"--drop={ITSELF}")
            elif one in ("-g", "-h") or (one.startswith("--") and len(one) > 2):
                options.append(one)
                if name in valued and not equals and left:
                    options.append(left.pop(0))
            else:
                words.append(one)
        return super().parse_args(ctx, [*options, "--", *words])


def amend_command(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="N [DICE] [WORDS...]", show_default=False)] = None,
    dice: Annotated[
        list[str] | None, typer.Option(metavar="DICE", help='Its dice, "/" between throws; 61:3 those wanted by #61.')
    ] = None,
    choose: Annotated[
        list[str] | None, typer.Option(metavar="TOKENS", help="Its choices; 61:left what is wanted by #61.")
    ] = None,
    add: Annotated[list[str] | None, typer.Option(metavar="LINE", help='A line of your own: "+1 dust".')] = None,
    ruling: Annotated[
        str, typer.Option(metavar="WHY", help="Overrule what the rules forbid.", show_default=False)
    ] = "",
    before: Annotated[
        str, typer.Option("--before", metavar="N", help="Put in a line that was forgotten.", show_default=False)
    ] = "",
    drop: Annotated[
        str, typer.Option("--drop", metavar="[N,N]", help="Take it out, or those named.", show_default=False)
    ] = "",
    keep: Annotated[
        str, typer.Option("--keep", metavar="N,N|all", help="Keep what no longer fits as it was.", show_default=False)
    ] = "",
    line: Annotated[
        list[str] | None, typer.Option("--line", metavar="N:LINE", help="Other words of one that no longer fits.")
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Roll what is wanted and not told.")] = False,
    defaults: Annotated[bool, typer.Option("--defaults", help="Take the first option of what is not chosen.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Do it without recording it.")] = False,
) -> Reply:
    """An entry of the log as it should have been: `amend 57 /5x` its dice, `amend 57 +g2 range=3` its words.

    All that followed is played again with what fell and was chosen, and nothing stops on the way. `-3` is the third
    last entry in force; `/` parts throws, one left empty stays as it fell; a line that begins with a verb replaces the
    old one. What no longer fits is kept, unless you say otherwise: it did happen on the table. One entry, one undo.
    """
    setting: Setting = ctx.obj
    told = read_options(dice or (), choose or (), line or (), keep=keep, drop=drop)
    mending = Mending(setting, told, roll=roll, defaults=defaults, dry_run=dry_run)
    typed = tuple(words or ())
    if before:
        return mending.put_in(before, typed, ruling.strip(), tuple(add or ()))
    if not typed:
        raise Mistake("amend: no entry is named", "for instance amend 57 /5x, amend -3 --drop")
    return mending.amend(typed[0], typed[1:], ruling.strip(), tuple(add or ()))


def again_command(
    ctx: typer.Context,
    throw: Annotated[str, typer.Argument(metavar="[THROW]", show_default=False)] = "",
    dice: Annotated[list[str] | None, typer.Option(metavar="DICE", help="The dice, N:DICE.")] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Roll the dice.")] = False,
) -> Reply:
    """The last throw again, because its dice were no dice: the last entry that threw, amended without them.

    A word names one of its throws. `undo` and the line typed anew would give the same rolled dice back.
    """
    told = read_options(dice or (), (), (), keep="", drop="")
    return Mending(ctx.obj, told, roll=roll, defaults=False, dry_run=False).again(throw)


CLASSES = {"amend": AmendCommand}
"""The commands that read their line in a way of their own."""
