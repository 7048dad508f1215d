"""Lines that are not commands are read as sentences.

Umpire runs the line that is meant, or says which part it understood.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from typer.exceptions import TyperException

from umpire.cli.output import USAGE, say, send, trouble
from umpire.cli.setting import Invocation
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.lines import COMMANDS, line_of


def said_again(argv: Sequence[str], wrong: Exception, setting: Invocation) -> int | None:
    """Read a wrong line as a sentence: run the command that it means, or say which part was understood.

    Return the exit code. Return None for a line that is not a sentence; the caller then shows the error of that line.
    """
    if isinstance(wrong, TyperException) and argv[:1] in (["undo"], ["status"], ["rules"], ["orders"]):
        wrong = Mistake(wrong.format_message())  # `undo that`
    if not isinstance(wrong, Mistake) or isinstance(wrong, FileMistake) or setting.heard or setting.stateless:
        return None
    words, options = _parted(argv)
    words = words[0].split() if len(words) == 1 else words  # the whole sentence in quotes
    if len(words) == 1 and words[0].endswith("?") and words[0].rstrip("?") in COMMANDS:
        return setting.run([words[0].rstrip("?"), *options], setting)
    if words and words[0].endswith(":") and words[0].rstrip(":") in COMMANDS and words[0] != "note:":
        return setting.run([words[0].rstrip(":"), *words[1:], *options], setting)
    if len(words) < 2 or {"-h", "--help"} & {*argv}:
        return None
    with suppress(Mistake):
        from umpire.cli.prompt.meant import with_act_in_full
        from umpire.play.talk.heard import hear
        from umpire.play.talk.words import opened

        session = setting.open()
        heard, rest = hear(session, with_act_in_full(session, words), wrong), opened(words)
        if heard is None and rest != words:
            return setting.run([*rest, *options], setting)
        if heard is None:
            return None
        if not heard.line:
            return send(trouble(USAGE, "error", heard.what, heard.hint), setting.json)
        dice = ["--dice", heard.dice] if heard.dice else heard.option.split()
        shown = heard.line[0] if heard.secret else line_of(heard.line[0], [*heard.line[1:], *dice])
        if not setting.json:
            say([f"understood: {shown}"])
        setting.heard = True
        try:
            return setting.run([*heard.line, *dice, *options], setting)
        finally:
            setting.heard = False
    return None


def _parted(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words of a line and the options after them.

    Options in front of the words are left out, because they were read earlier.
    """
    first = 0
    while first < len(argv) and argv[first].startswith("-"):
        first += 2 if argv[first] in ("-g", "--game", "--rules") else 1
    words = [*takewhile(lambda word: not word.startswith("-") or word == "-", argv[first:])]
    return words, [*argv[first + len(words) :]]
