"""The command line: it loads a command only when the command is called, and gives every error its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from os import environ
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from umpire.cli.command import ELSEWHERE, ENDS, LINES, MODULE, SHORT, command, hear_once, verbs_of
from umpire.cli.output import (
    BAD_FILE,
    BUG,
    DONE,
    INTERRUPTED,
    USAGE,
    Reply,
    at_terminal,
    prepare_streams,
    say,
    send,
    trouble,
)
from umpire.cli.setting import Invocation, NoGame, ids_here, shared_options, tell_first, told_behind
from umpire.core.mistakes import FileMistake, Mistake, NoCommand, did_you_mean, each_of, meaning
from umpire.game.lines import ARROWS, COMMANDS, VOCABULARY, line_of
from umpire.rulesets import Ruleset

_OPENING = ("open", "load", "resume")
"""Words that other programs have for opening a game; here each command opens its game itself."""
_SPELT = 4
"""The shortest word, in letters, that may be a misspelt command."""
_TOO_MUCH = (typer.BadParameter, typer.BadParameter.__base__)
"""Errors of typer for words or values that a command does not take."""
_HELP = "The referee's assistant for miniature wargames: it explains dice pools, resolves them, and records every act."


class LazyGroup(TyperGroup):
    """A group of commands. A command is imported only when the command is called or completed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        hear_once(self, ctx, args)
        tell_first(self, ctx, args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return [*verbs_of(_ruleset(ctx)), *COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        if cmd_name not in self.commands:
            made = _command(cmd_name, ctx)
            if made is None:
                return None
            self.add_command(made, cmd_name)
        return cast("TyperCommand", self.commands[cmd_name])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        args[:1] = _verb(ctx, args)
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            if ctx.obj is not None and ctx.obj.rules:
                ctx.obj.ruleset()  # its error is the reason why the verb is unknown
            elif ctx.obj is not None and not did_you_mean(name, [*COMMANDS], few=0, cutoff=0.8):
                with suppress(NoGame):
                    ctx.obj.find_game()  # so is the error about several games
            near = _hint_for(name, self.list_commands(ctx), args[1:], ctx)
            hint = near or "`umpire --help` lists the commands"
            raise NoCommand(f"there is no command {name!r}", hint, word=name, near=bool(near))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        verbs = list(verbs_of(_ruleset(ctx)).items())
        for title, rows in (("Acts of play", verbs), ("Commands", [*COMMANDS.items()])):
            with formatter.section(title):
                formatter.write_dl(rows)


def _hint_for(name: str, commands: list[str], rest: Sequence[str], ctx: Any) -> str:
    """Return a hint for an unknown command.

    There are hints for dice, for the beginning of a command, for a misspelt command, and for words with which other
    programs open or leave a game. For any other word the hint is "".

    If the line names a stand, the hint does not propose `note`.
    """
    if ctx.obj is not None and {*rest} & {*ids_here(ctx.obj, "")}:
        commands = [each for each in commands if each != "note"]
    if name.replace("/", "").rstrip("xr").isdigit():
        return "no act is waiting for dice; type the act first, then its dice when Umpire asks, or add --dice"
    if name in ENDS:
        return "each command saves the game and ends; type quit only at the prompt that `umpire table` opens"
    if swapped := [each for each in commands if len(name) < _SPELT and sorted(each) == sorted(name)]:
        return f"did you mean {' or '.join(swapped)}?"
    if name in _OPENING:
        game = next(iter(ctx.obj.games_here() if ctx.obj is not None else ()), "FILE")
        return f"name the game in each command: umpire -g {game} status; `umpire new SCENARIO` starts a game"
    begun = [each for each in commands if len(name) > 1 and each.startswith(name)]
    if 0 < len(begun) <= 3:
        return f"did you mean {' or '.join(begun)}?"
    return did_you_mean(name, commands, alike=1) if len(name) >= _SPELT or meaning(name, commands) else ""


def _verb(ctx: Any, args: list[str]) -> list[str]:
    """Return the command of a line.

    The command may be typed in full or in its short form. If a line begins with a name, the command may be left out.
    """
    name, line = args[0].lower(), " ".join(args).lower()  # capitals make no difference
    known = name in COMMANDS or (name in VOCABULARY and name not in ELSEWHERE and line not in LINES)
    if name not in COMMANDS:
        args[1:] = [word for word in args[1:] if word not in ARROWS]
    if known or ctx.resilient_parsing:
        return [name]
    if ctx.obj is not None:
        told_behind(ctx.obj, args[1:])
    ruleset = _ruleset(ctx)
    verbs = verbs_of(ruleset)
    if name in verbs and line not in LINES:
        return [name]
    if meant := ctx.obj.line_meant(args) if ctx.obj is not None else ():
        args[1:] = meant[2:]
        return [*meant[:2]]
    if line in LINES:
        args[1:] = ()
        return [LINES[line]]
    if ruleset and (begins := ruleset.family().BEGINNINGS.get(name)):
        return begins.split()
    short = SHORT.get(name, "")
    return [short] if short in verbs or short in COMMANDS else [name]


def _ruleset(ctx: typer.Context) -> Ruleset | None:
    """Return the current ruleset, None if there is none."""
    return ctx.obj.ruleset_at_hand() if ctx.obj is not None else None


def _command(name: str, ctx: typer.Context) -> TyperCommand | None:
    """Import and return the command with that name; None if there is none."""
    verbs = VOCABULARY if name in VOCABULARY or name in COMMANDS else verbs_of(_ruleset(ctx))
    if name in verbs:
        return cast("TyperCommand", import_module("umpire.cli.commands.acts").act_command(name, verbs[name]))
    return _of_the_program(name) if name in COMMANDS else None


@cache  # at the prompt a command is typed many times
def _of_the_program(name: str) -> TyperCommand:
    module = MODULE[name]
    offered = vars(import_module(f"umpire.cli.commands.{module}"))
    function = offered[f"{name.replace('-', '_')}_command"]
    made = command(name, function, COMMANDS[name], offered.get("CLASSES", {}).get(name))
    made.params += shared_options(rules=module == "rules" and name != "compare")
    return made


def group() -> TyperGroup:
    """Return the whole command line. Its commands include the acts of the current ruleset."""
    made = _group()
    made.commands.clear()
    return made


@cache  # at the prompt every line is given to it
def _group() -> TyperGroup:
    app = typer.Typer(
        cls=LazyGroup,
        name="umpire",
        help=_HELP,
        rich_markup_mode=None,
        invoke_without_command=True,
        subcommand_metavar="COMMAND ...",
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def umpire(
        ctx: typer.Context,
        version: bool = typer.Option(False, "--version", help="Print the version and stop."),
    ) -> Reply | None:
        if version:
            from umpire import __version__

            raise typer.Exit(
                send(Reply({"version": __version__}, lambda page: [f"umpire {__version__}"]), ctx.obj.json)
            )
        if ctx.invoked_subcommand is None:
            if ctx.obj.json:
                raise Mistake("no command given", "`umpire --help` lists the commands")
            if at_terminal():
                from umpire.cli.welcome import welcome

                return welcome(ctx.obj)
            print(ctx.get_help())
        return None

    made = cast("TyperGroup", typer.main.get_command(app))
    made.params = [*shared_options(rules=True), *made.params]
    return made


def run(argv: Sequence[str], setting: Invocation | None = None) -> int:
    """Run one command line, print its answer and return the exit code; raise nothing.

    The codes are: 0 done, 1 a bad file or table, 2 a line that cannot be read, 3 refused by a rule, 4 an answer is
    needed, 70 a bug, 130 Ctrl-C.
    """
    setting = setting or Invocation()
    setting.run = run
    # Errors must be JSON too when they come before the option is read.
    setting.json = setting.json or "--json" in argv
    if not setting.at_prompt:
        prepare_streams()
    try:
        reply = group().main(args=list(argv), prog_name="umpire", standalone_mode=False, obj=setting)
        if isinstance(reply, Reply):
            return send(reply, setting.json, setting.rest)  # drawing the answer may fail too
        say()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else DONE
    except (KeyboardInterrupt, typer.Abort):
        reply = INTERRUPTED
    except Exception as error:
        from umpire.cli.said import said_again  # only needed for an error

        try:
            code = said_again(argv, error, setting)
        except Exception as other:  # the game may be damaged
            error, code = other, None
        if code is not None:
            return code
        reply = answer(error, setting, argv)
    if reply == INTERRUPTED:
        reply = trouble(INTERRUPTED, "stopped", "Ctrl-C", "`umpire log` shows what is recorded")
    if isinstance(reply, Reply):
        return send(reply, setting.json)
    return reply if isinstance(reply, int) else DONE


def answer(error: Exception, setting: Invocation, argv: Sequence[str] = ()) -> Reply:
    """Return the message and exit code for an error. An unexpected error means a bug or a damaged game."""
    if isinstance(error, Mistake):
        code = BAD_FILE if isinstance(error, FileMistake) else USAGE
        if error.line and not setting.stateless and "amend" not in argv:
            from umpire.play.examples import with_example

            error = with_example(setting.open(), error, [each for each in argv if each == "what-if"])
        first, *more = each_of(error)
        return trouble(code, "error", first.what, first.hint, more=more, to_type=first.to_type)
    if isinstance(error, TyperException):
        return trouble(USAGE, "error", *_usage(error, setting, argv))
    if environ.get("UMPIRE_DEBUG"):
        import traceback

        traceback.print_exception(error)
    if damage := _damage(setting):
        return trouble(BAD_FILE, "error", damage.what, damage.hint)
    from umpire.cli.fault import fault  # only where there is one

    hint = (
        "please report the line above with a copy of the game (UMPIRE_DEBUG=1 shows more of the error); "
        "`umpire log` shows what is recorded"
    )
    return trouble(BUG, "bug", fault(error, setting, argv), hint)


def _damage(setting: Invocation) -> Mistake | None:
    """Return the error for a damaged game; None if the game is not damaged or if there is no game."""
    from umpire.game.gamefile.trouble import NoSuchGame
    from umpire.play.sound import check_sound

    try:
        game = setting.find_game()
    except Mistake:  # no single game here could be the cause
        return None
    try:
        check_sound(game)
    except NoSuchGame:  # the file is gone by now
        pass
    except Mistake as damage:
        return damage
    except Exception:  # even this check fails: a bug
        pass
    return None


def _usage(error: TyperException, setting: Invocation, argv: Sequence[str]) -> tuple[str, str]:
    """Return a usage error of typer in one line, with a hint to read the help."""
    words = " ".join(error.format_message().split())
    ctx = getattr(error, "ctx", None)
    hint = f"`{ctx.command_path if ctx is not None else 'umpire'} --help` shows how to type it"
    params = ctx.command.params if ctx is not None else []
    known = [option for each in params for option in each.opts]
    alone = not any(each.param_type_name == "argument" and (each.required or each.nargs == -1) for each in params)
    if alone and ctx is not None and ctx.parent is not None and type(error) in _TOO_MUCH:
        line = line_of(ctx.info_name, ["-o", argv[-1]] if "-o" in known and "." in argv[-1] else [])
        hint = f"type {setting.to_type(line)}"
    near = getattr(error, "possibilities", None) or [f"-{word}" for word in argv if f"-{word}" in known]
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    if words.startswith("No such option: "):
        words = f"there is no option {words.split()[3]}"
    words = words.replace("Missing argument ", "missing: ")
    return words[:1].lower() + words[1:].rstrip("."), hint
