"""Says what is wrong with the words of a command line."""

from __future__ import annotations

from tilehall.engine import Text, did_you_mean, join_commas, list_game_ids
from tilehall.tui.cli.options import LONGEST, ParseState


def usage_problem(reached: ParseState) -> Text:
    """What is wrong with these words, if something is (`ParseState.is_wrong`)."""
    lacking = reached.option_without_value or reached.pending_option
    more = f"{reached.parser.prog} --help"
    if reached.unknown_word:
        return _stranger(reached)
    if lacking:
        place = {"option": lacking.title, "command": more}
        return Text("Argument {option}: expected one argument. '{command}' says more.", **place)
    names = join_commas(place.title for place in reached.missing)
    return Text("The following arguments are required: {names}. '{command}' says more.", names=names, command=more)


def _stranger(reached: ParseState) -> Text:
    """What is wrong with the word that nothing is known of."""
    word, parser = reached.unknown_word, reached.parser
    help, short = f"{parser.prog} --help", word[:LONGEST]
    lists = Text("'{command}' lists them.", command=help)
    if word.startswith("-"):
        names = [name for option in parser.options for name in option.names]
        instead = did_you_mean(word, names, lists)
        return Text("There is no option '{word}'. {instead}", word=short, instead=instead)
    if parser.commands:
        whole = " ".join([*parser.prog.split()[1:], word])[:LONGEST]
        instead = _game(word) or did_you_mean(word, parser.commands, lists)
        return Text("There is no command '{word}'. {instead}", word=whole, instead=instead)
    return Text("'{word}' is one word too many. '{command}' says more.", word=short, command=help)


def _game(word: str) -> Text | None:
    """Whoever types the name of a game wants to play it."""
    return Text("Did you mean {word}?", word=f"play {word}") if word in list_game_ids() else None
