"""Acts of play, for every verb of every ruleset.

Umpire explains an act, counts its odds, rehearses it, or plays and records it.
"""

from __future__ import annotations

import dataclasses
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from umpire.cli.command import Once, command
from umpire.cli.output import INTERRUPTED, WANTED, Reply, at_terminal, page_of, refusal, say, trouble
from umpire.cli.setting import ActWords, Invocation, Ruling, shared_options, tell_first
from umpire.cli.typed import GivenBack, TypedCommand, split_answers
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.game.act import EVERYBODY, Plain
from umpire.game.lines import line_of
from umpire.show.page import Page

if TYPE_CHECKING:
    from umpire.cli.ask import Asking
    from umpire.core.answers import Answers
    from umpire.core.procedure import Wanted
    from umpire.game.act import Act
    from umpire.play.turn import Played, Prepared


OF_DICE = ("dice", "roll", "choose", "defaults", "odds", "explain", "add")
"""The options that mean nothing for an act that asks no questions."""
OF_RESULT = (
    "the result instead of dice, for example result=repulsed, result=1,2 or result=a=1,b=2; "
    "--odds lists the names of results"
)


class ActCommand(Once):
    """An act as a command.

    The help of this command shows how to type the act in the current ruleset, and lists the facts that you can add.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        tell_first(self, ctx, args)
        return super().parse_args(ctx, args)

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        act = _act_at_hand(ctx.obj, str(self.name))
        if act is None:
            super().format_help_text(ctx, formatter)
        else:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(f"{act.words[:1].upper()}{act.words[1:]}.")
        with formatter.section("How to type it"):
            if act is None:
                here = ctx.obj.ruleset_at_hand()
                none = f"{here and here.name} has no {self.name}: `umpire --help` lists the acts of this ruleset."
                formatter.write_text(
                    none if here else "The words depend on the ruleset: name a game with -g, or a ruleset with --rules."
                )
                return
            formatter.write_text(act.usage)
        facts = list(act.facts.items()) + ([("result", OF_RESULT)] if act.asks else [])
        if facts:
            with formatter.section("Facts you can add"):
                formatter.write_dl(facts)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        act = _act_at_hand(ctx.obj, str(self.name))
        for option in self.params:
            if option.name in OF_DICE:
                option.hidden = act is not None and not act.asks  # type: ignore[attr-defined]
        super().format_options(ctx, formatter)


def _act_at_hand(setting: Invocation, verb: str) -> Act[Any, Any, Any] | None:
    """Return the act of this verb, with the facts that the rule table asks for.

    The rules are those given with --rules or those of the current game. Return None if the rules cannot be read, or if
    the rules do not have the verb.
    """
    from umpire.game.rulebook.asked import with_asked

    try:
        family = setting.ruleset().family()
        act = family.act(verb) if verb in family.ACTS else None
        return with_asked(act, family.read_table(setting.table_file().rows)) if act and act.lists else act
    except Mistake:
        return None


@cache  # at the prompt a verb is typed many times, so it is kept
def act_command(verb: str, help_line: str) -> TyperCommand:
    """Return the command of one verb."""

    def act(
        ctx: typer.Context,
        words: ActWords = None,
        dice: Annotated[
            list[str] | None,
            typer.Option(
                metavar="DICE",
                help='Dice thrown, with a / between throws: "133456/113445"; r lets Umpire roll a throw.',
            ),
        ] = None,
        roll: Annotated[bool, typer.Option("--roll", help="Roll any dice that you do not type.")] = False,
        choose: Annotated[list[str] | None, typer.Option(metavar="TOKENS", help='Choices, "/" between them.')] = None,
        defaults: Annotated[
            bool, typer.Option("--defaults", help="Take the first option wherever you do not choose.")
        ] = False,
        odds: Annotated[bool, typer.Option("--odds", help="Show the exact odds, then stop.")] = False,
        explain: Annotated[
            bool, typer.Option("--explain", help="Show every modifier of every throw, then stop.")
        ] = False,
        dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the result without recording it.")] = False,
        ruling: Ruling = "",
        add: Annotated[
            list[str] | None, typer.Option(metavar="LINE", help='Add a modifier of your own: "+1 wreck on the road".')
        ] = None,
    ) -> Reply:
        thrown, chosen = ("/".join(told) if told else None for told in (dice, choose))  # one by one, or all together
        overruled, added = ruling.strip(), tuple(add or ())
        typed = TypedCommand(verb, tuple(words or ()), thrown, chosen, roll, defaults, dry_run, overruled, added)
        return play_act(ctx.obj, typed, odds=odds, explain=explain)

    act.__doc__ = help_line
    made = command(verb, act, help_line, ActCommand)
    made.params += shared_options(rules=True)
    return made


def play_act(setting: Invocation, typed: TypedCommand, *, odds: bool = False, explain: bool = False) -> Reply:
    """Run one act: read its typed words, resolve it, record it and return the answer."""
    from umpire.play.turn import Refused, check_additions, prepare

    session, words = setting.about(typed.verb, typed.words)
    try:
        prepared = prepare(
            session,
            typed.verb,
            words,
            ruling=typed.ruling,
            additions=typed.add,
            ahead=(ahead := odds or explain),
            with_dice=typed.dice is None and not (ahead or setting.stateless),
        )
    except Refused as refused:
        return refusal(refused.objections)
    check_additions(prepared)
    from umpire.play.understood import spelled_out

    spelled = not setting.stateless and spelled_out(session, prepared.act, words, prepared.words)
    if spelled or EVERYBODY in map(str.lower, typed.words):
        typed = dataclasses.replace(typed, words=prepared.words)  # the record names the stands and the facts
    if prepared.dice:
        typed = dataclasses.replace(typed, words=prepared.words, dice=prepared.dice)
    if prepared.result and typed.dice is not None:
        raise Mistake("result= gives the result, so no dice are thrown", "leave out --dice or result=")
    if prepared.act.secret and (odds or explain or typed.dry_run):
        _check_face_down(prepared)
    if odds or explain:
        from umpire.cli.commands.foresee import foreseen

        if odds and typed.dice is not None:
            raise Mistake("--odds is for dice that are not thrown yet", "leave out --dice")
        return foreseen(prepared, split_answers(typed.choices), odds=odds, explain=explain)
    if left := _given_up(setting, typed, prepared):
        return Reply({"left": left}, lambda page: page.paragraph(left), WANTED)
    return _resolve(setting, typed, prepared, spelled=bool(spelled))


def _given_up(setting: Invocation, typed: TypedCommand, prepared: Prepared) -> str:
    """Return a warning about actions that the command `next` would give up; "" if no warning is needed.

    The warning is shown once, at the prompt.
    """
    session = prepared.session
    alone = typed.verb == "next" and not (typed.words or typed.dry_run) and session.head["sequence"] == "kept"
    if not (alone and setting.at_prompt and at_terminal()) or setting.warned == session.snapshot.number:
        return ""
    setting.warned = session.snapshot.number
    left = session.family.given_up(session.state, session.table)
    return left and f"{left}. Type `next` again to go on; nothing was recorded"


def _check_face_down(prepared: Prepared) -> None:
    """Raise Mistake if a preview of a secret act would show an order or marker that is face down."""
    from umpire.core.answers import Answers
    from umpire.play.turn import play, referee_for

    played = play(prepared, Answers(*referee_for(prepared.session, rehearsal=True)))
    if played.outcome.words and played.after["state"] != prepared.session.snapshot.position["state"]:
        raise Mistake(
            "face-down orders and markers cannot be shown in advance", "type the act itself; `undo` takes the act back"
        )


def _resolve(setting: Invocation, typed: TypedCommand, prepared: Prepared, *, spelled: bool) -> Reply:
    """Resolve the act with the dice and choices given or asked for. Record the act, but not if it is a rehearsal."""
    from umpire.core.procedure import Wanted
    from umpire.game.gamefile.trouble import GameMoved
    from umpire.play.turn import play, record, secret_entry

    referee, asking = _referee(setting, typed, prepared)

    def line() -> str:
        known, as_typed = (asking.referee, asking.standing.typed) if asking else (referee, typed)
        dice = [*known.typed_dice, *surplus]
        return typed.verb if prepared.act.secret else as_typed.line(dice, known.typed_choices)

    surplus: list[str] = []

    try:
        played = asking.play() if asking else play(prepared, referee)
        known = asking.referee if asking else referee
        surplus += () if known.laid_out else played.kept.get("spare", ())
    except Wanted as wanted:
        return _wanted(setting, typed, prepared, referee, wanted)
    except (KeyboardInterrupt, EOFError) as stopped:
        say([""])
        code = INTERRUPTED if isinstance(stopped, KeyboardInterrupt) else WANTED
        if isinstance(stopped, GivenBack):
            setting.given_back = line()
        hint = f"to repeat: {setting.to_type(line())}"
        return trouble(code, "stopped", "nothing was recorded", hint, to_type=True)
    if prepared.act.secret:
        played = replace(played, entry=secret_entry(played.entry, typed.verb))
    number = None
    if not (setting.stateless or typed.dry_run or _only_looked(played)):
        try:
            number = record(played, line())
        except GameMoved as moved:
            raise setting.moved_on(moved, line()) from None
    echo = line_of(typed.verb, typed.words) if spelled and not prepared.act.secret else ""
    return _done(played, asking, number, rehearsal=typed.dry_run, json=setting.json, echo=echo)


def _only_looked(played: Played) -> bool:
    """Return whether there is nothing to record: no throws or choices, no changes, nothing to do on the table."""
    act, entry, outcome = played.prepared.act, played.entry, played.outcome
    done = entry["throws"] or entry["choices"] or "result" in entry or outcome.instructions or outcome.pending
    before, after = played.prepared.session.snapshot.position, played.after
    same = before["state"] == after["state"] and before["game"].get("facts") == after["game"].get("facts")
    return same and not (done or act.notes)


def _referee(setting: Invocation, typed: TypedCommand, prepared: Prepared) -> tuple[Answers, Asking | None]:
    """Return two sources of answers: the options typed, and the person at the terminal. Without a terminal, the second
    is None.
    """
    from umpire.core.answers import Answers
    from umpire.play.turn import referee_for

    session = prepared.session
    stream, drawn = referee_for(session, rehearsal=typed.dry_run)
    answers = partial(Answers, stream, drawn, roll_rest=typed.roll, defaults=typed.defaults)
    dice, choices = split_answers(typed.dice), split_answers(typed.choices)
    if setting.json or not at_terminal():
        return answers(dice, choices), None
    import sys

    from umpire.cli.ask import Asking, ask_at_terminal
    from umpire.cli.question import OpenQuestion

    page, standing = page_of(sys.stdout).of(session.head["sides"]), OpenQuestion(setting, typed, prepared)
    told = session.head.get("dice") == "typed"
    asking = Asking(answers, dice, choices, told=told, ask=ask_at_terminal, say=say, page=page, standing=standing)
    return asking.referee, asking


def _done(
    played: Played, asking: Asking | None, number: int | None, *, rehearsal: bool, json: bool, echo: str
) -> Reply:
    """Return the reply for a resolved act.

    `number` is the number of the entry in the log; None for a rehearsal, and for an act that only shows something.
    """
    from umpire.game.gamefile.journal import read_entry
    from umpire.show.journal import act_lines, fitted

    prepared = played.prepared
    also = tuple(map(str, prepared.situation.also))
    plain: Plain = {**played.entry, "entry": number, "rehearsal": rehearsal, "also": list(also)}
    if json:
        from umpire.game.gamefile.changes import difference, encode
        from umpire.game.gamefile.public import public_changes

        changes = difference(prepared.session.snapshot.position, played.after)
        plain["changes"] = encode(public_changes(changes, prepared.session.family.SECRET))

    def draw(page: Page) -> list[str]:
        asked = asking if asking and asking.asked else None
        session, page = prepared.session, page.of(prepared.session.head["sides"])
        names = session.family.names(session.state).values()
        rest = (
            asked.rest(played.entry, played.answers, names)
            if asked
            else partial(act_lines, page, read_entry(played.entry), names)
        )
        kept = f"#{number} recorded" if number is not None else "nothing recorded"
        kept += f": {echo}" if echo else ""
        if rehearsal:
            kept = f"rehearsal: {kept}"
        if session.table_changed:
            kept += f"; the rule table of {session.table_file.name} has changed since the last entry"
        if also and not asked:
            kept += "; also available: " + ", ".join(also)

        def lines(detail: int) -> list[str]:
            every = f"; `log {number}` shows every line" if detail and number is not None else ""
            return [*rest(detail), *page.paragraph(kept + every, style="dim")]

        return fitted(lines)

    return Reply(plain, draw)


def _wanted(setting: Invocation, typed: TypedCommand, prepared: Prepared, referee: Answers, wanted: Wanted) -> Reply:
    """Return the reply to a caller without a terminal: the question, and the line to repeat with the answer."""
    from umpire.core.outcome import Outcome
    from umpire.core.procedure import Throws
    from umpire.game.gamefile.journal import JournalThrow, read_entry, read_throw
    from umpire.play.past.plain import pool_plain
    from umpire.play.turn import journal_entry
    from umpire.show.journal import choices_lines, fitted, heading_lines
    from umpire.show.pools import dice_of, pool_lines, throw_lines, who

    entry = journal_entry(prepared, Outcome(), wanted.answered)
    dice, choices = list(referee.typed_dice), list(referee.typed_choices)
    pools: list[Plain] = []
    asked: Plain = {"throws": pools, "choice": None}
    thrown: list[JournalThrow] = []
    if isinstance(wanted.question, Throws):
        pools += [pool_plain(pool) for pool in wanted.question.pools if pool.dice]
        thrown += map(read_throw, pools)
        dice += [f"<{dice_of(pool)}>" for pool in thrown]
        dice += referee.named_left
        what, or_else = "; ".join(f"{who(pool)}, {dice_of(pool)}" for pool in thrown), "--roll rolls the dice"
    else:
        choice = wanted.question
        options = [{"token": option.token, "words": option.words} for option in choice.options]
        asked["choice"] = {"key": choice.key, "side": choice.side, "words": choice.words, "options": options}
        tokens = setting.offered = [option.token for option in choice.options]
        choices.append(f"<{'|'.join(tokens[:4])}{'|…' if len(tokens) > 4 else ''}>")
        what, or_else = f"{choice.side}, {choice.words}", f"--defaults takes {tokens[0]}"
    line = asked["line"] = setting.to_type(typed.line(dice, choices))

    def lines_of(page: Page, detail: int) -> list[str]:
        page = page.of(prepared.session.head["sides"])
        read = read_entry(entry)
        lines = heading_lines(page, read, prepared.situation.also)
        lines += [one for throw in read.throws for one in throw_lines(page, throw, detail)]
        lines += choices_lines(page, read.choices, detail)
        lines += [one for pool in thrown for one in pool_lines(page, pool, detail)]
        if asked["choice"]:
            lines += page.paragraph(choice.why) if choice.why else []
            lines += page.paragraph(f"{what}:", style="bold")
            lines += page.columns([(option["token"], option["words"]) for option in asked["choice"]["options"]])
        return lines

    shown = (f"wanted: {what}; nothing was recorded", f"hint: {line}  ({or_else})")

    def draw(page: Page) -> list[str]:
        return fitted(partial(lines_of, page))

    return Reply(
        {"asked": asked, "title": entry["title"], "throws": entry["throws"]}, draw, WANTED, shown, to_type=True
    )
