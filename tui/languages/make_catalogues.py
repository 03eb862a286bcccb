"""Makes the catalogues: finds all texts in the source, hands them on to the translations, compiles those.

`make words` runs it for Tilehall. A game of another package is treated alike:
`python -m tilehall.tui.languages.make_catalogues --into hex/languages hex`. It needs Babel, which playing does not.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
OURS = Path(__file__).resolve().parent
SAME_EVERYWHERE = frozenset({"", "{word}"})
HANDS_ON = ("engine/core/text.py", "tui/cli/cli_language.py")
"""Modules that make Texts of strings written elsewhere."""
COMMAND_LINE = "tilehall.tui.cli.options"
"""Modules that define a part of the command line import this one."""
JOINTS = "engine/core/text.py"
COMMAND = "Said of the command line."
NOTE = "For translators:"
NAMED = ("name", "names", "title", "titles", "rooms", "ranks")
"""Keys of a component table whose values are names shown to users; the key may have a prefix that ends in `_`."""


TAUGHT = ("goal", "title", "says", "hints", "text", "after", "intro")
"""Keys of a lesson or tour whose values are sentences shown to users."""


class NoLiteral(ValueError):
    """A Text whose template is not a literal."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text found in the source."""

    template: str
    many: str
    place: tuple[str, int]
    note: str = ""


# --- extraction -----------------------------------------------------------------------------------------------------


def texts_in(source: str, path: str) -> Iterator[SourceText]:
    """The texts in a module.

    >>> [found.template for found in texts_in("Text('You win.' if mine else 'You lose.')", "end.py")]
    ['You win.', 'You lose.']
    """
    lines, tree = source.split("\n"), ast.parse(source)
    if any(isinstance(node, ast.ImportFrom) and node.module == "rich.text" for node in ast.walk(tree)):
        return  # Rich has its own class Text
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "Text":
            continue
        if not node.args:
            continue
        try:
            singular = list(_literals(node.args[0]))
            plural = list(_literals(node.args[1])) if len(node.args) > 1 else [""] * len(singular)
        except NoLiteral:
            raise NoLiteral(f"{path}:{node.lineno}: the template of a Text has to be written here.") from None
        above = lines[node.lineno - 2].strip() if node.lineno > 1 else ""
        note = above.partition(NOTE)[2].strip() if above.startswith("#") else ""
        for template, many in zip(singular, plural, strict=True):
            if template not in SAME_EVERYWHERE:
                yield SourceText(template, many, (path, node.lineno), note)


def words_in(source: str, path: str) -> Iterator[SourceText]:
    """The texts of the command line in a module: arguments of `translatable` and `help`.

    >>> source = "from tilehall.tui.cli.options import translatable\\ntranslatable('Commands')"
    >>> [found.template for found in words_in(source, "x.py")]
    ['Commands']
    """
    tree = ast.parse(source)
    uses = any(isinstance(node, ast.ImportFrom) and node.module == COMMAND_LINE for node in ast.walk(tree))
    if not uses and not path.endswith("tui/cli/options.py"):
        return
    for node in ast.walk(tree):
        for words in _worded(node):
            try:
                yield from (SourceText(word, "", (path, words.lineno), COMMAND) for word in _literals(words))
            except NoLiteral:
                raise NoLiteral(f"{path}:{words.lineno}: the words have to be written here.") from None


def _worded(node: ast.AST) -> Iterator[ast.expr]:
    """Yields the arguments of a call that are shown to users."""
    match node:
        case ast.Call(func=ast.Name(id="translatable"), args=[words]):
            yield words
        case ast.Call(func=ast.Attribute(attr="add_argument"), keywords=keywords):
            yield from (each.value for each in keywords if each.arg == "help" and not _is_translatable(each.value))


def _is_translatable(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "translatable"


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    else:
        raise NoLiteral


def names_in(table: str, path: str) -> Iterator[SourceText]:
    """The names in a component table."""
    for name in dict.fromkeys(_names(tomllib.loads(table), False)):
        line = next((n for n, text in enumerate(table.splitlines(), 1) if f'"{name}"' in text), 1)
        yield SourceText(name.replace("{", "{{").replace("}", "}}"), "", (path, line), "The name of a component.")


def lesson_texts_in(table: str, path: str) -> Iterator[SourceText]:
    """The sentences in a lesson or tour.

    >>> [found.template for found in lesson_texts_in('goal = "Win."\\n[[fail]]\\nsays = "Once more."', "1-win.toml")]
    ['Win.', 'Once more.']
    """
    lines = table.splitlines()
    for words in dict.fromkeys(_taught(tomllib.loads(table), False)):
        line = next((n for n, text in enumerate(lines, 1) if words in text), 1)
        yield SourceText(
            words.replace("{", "{{").replace("}", "}}"), "", (path, line), "Said to somebody who learns a game."
        )


def _taught(value: Any, told: bool) -> Iterator[str]:
    if isinstance(value, str) and told and value.strip():
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _taught(each, told)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _taught(each, key in TAUGHT)


def _teaches(path: Path) -> bool:
    return path.suffix == ".toml" and (path.parent.name == "lessons" or path.name == "tour.toml")


def _names(value: Any, named: bool) -> Iterator[str]:
    if isinstance(value, str) and named and any(mark.isalpha() for mark in value):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _names(each, named)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _names(each, key.rpartition("_")[2] in NAMED)


def texts_in_folders(folders: Sequence[Path], root: Path) -> list[SourceText]:
    """All texts in some folders, ordered by position."""
    found: list[SourceText] = []
    for path in sorted(each for folder in folders for each in folder.rglob("*") if "__pycache__" not in each.parts):
        name = path.relative_to(root).as_posix()
        if path.suffix == ".py":
            source = path.read_text("utf-8")
            texts = () if name.endswith(HANDS_ON) else texts_in(source, name)
            found += sorted([*texts, *words_in(source, name)], key=lambda each: each.place)
            if name.endswith(JOINTS):
                found += _joints(source, name)
        elif path.name == "components.toml":
            found += names_in(path.read_text("utf-8"), name)
        elif _teaches(path):
            found += lesson_texts_in(path.read_text("utf-8"), name)
    return found


def _joints(source: str, name: str) -> Iterator[SourceText]:
    """The texts that join lists; all other Texts in `text.py` are made of arguments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            first = node.args[0]
            words = first.value if isinstance(first, ast.Constant) else None
            if isinstance(words, str) and "so_far" in words:
                yield SourceText(words, "", (name, node.lineno), "How things are listed one after the other.")


# --- catalogues -----------------------------------------------------------------------------------------------------


def template(found: Sequence[SourceText], project: str) -> Catalog:
    """A catalogue of the texts, without translations."""
    catalogue = Catalog(
        project=project, version="1", charset="utf-8", header_comment=f"# Texts of {project}. Made by `make words`."
    )
    for each in found:
        key: Any = (each.template, each.many) if each.many else each.template
        notes = [each.note] if each.note else []
        catalogue.add(key, locations=[each.place], auto_comments=notes)
    return catalogue


def catalogue_bytes(catalogue: Catalog) -> bytes:
    """The content of the file, without dates and line numbers, which would change with every edit."""
    buffer = BytesIO()
    write_po(buffer, catalogue, omit_header=False, include_lineno=False, width=110, ignore_obsolete=True)
    lines = buffer.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(VOLATILE)).encode()


NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
VOLATILE = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Report-Msgid', '"Last-Translator')


def merge_catalogue(translation: Catalog, fresh: Catalog) -> Catalog:
    """Updates a translation to the present texts, without fuzzy matches."""
    translation.update(fresh, no_fuzzy_matching=True)
    translation.project, translation.version = fresh.project, fresh.version
    return translation


def compile_catalogue(translation: Catalog) -> bytes:
    translation.creation_date = NO_DATE  # the default is the present time, which would change the file on every run
    buffer = BytesIO()
    write_mo(buffer, translation)
    return buffer.getvalue()


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


# --- checks ---------------------------------------------------------------------------------------------------------


def missing(translation: Catalog) -> list[Message]:
    """The texts without a translation."""
    return [message for message in translation if message.id and not _is_said(message)]


def _is_said(message: Message) -> bool:
    return all(_said(message))


def _said(message: Message) -> Sequence[str]:
    """The translation in all plural forms; empty if there is none."""
    said = message.string
    return [said] if isinstance(said, str) else said or [""]


def faults(translation: Catalog) -> Iterator[str]:
    """Yields a sentence for each translation whose fields differ from those of its text."""
    for message in translation:
        if not message.id or not _is_said(message):
            continue
        asked = message.id if isinstance(message.id, str) else message.id[1]
        for said in _said(message):
            try:
                wrong = _fields(said) - _fields(asked)
            except ValueError as error:
                yield f"{said!r} cannot be read: {error}."
            else:
                if wrong:
                    yield f"{said!r} has fields that {asked!r} has not: {', '.join(sorted(wrong))}."


def _fields(text: str) -> Counter[str]:
    """The fields with their formats and counts."""
    parts = Formatter().parse(text)
    return Counter(f"{field}:{form}" if form else field for _, field, form, _ in parts if field is not None)


# --- the command ----------------------------------------------------------------------------------------------------


def make(folders: Sequence[Path], into: Path, project: str, root: Path) -> dict[Path, bytes]:
    """The content that all catalogue files should have."""
    fresh = template(texts_in_folders(folders, root), project)
    files = {into / f"{project}.pot": catalogue_bytes(fresh)}
    for path in sorted(into.glob("*.po")):
        translation = merge_catalogue(read(path), fresh)
        files[path] = catalogue_bytes(translation)
        files[path.with_suffix(".mo")] = compile_catalogue(translation)
    return files


def main(argv: Sequence[str] | None = None) -> int:
    """Writes the catalogues; with --check only reports differences. Returns 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, help="where the source is")
    parser.add_argument("--into", type=Path, default=OURS, help="where the catalogues are")
    parser.add_argument("--check", action="store_true", help="change nothing, and fail if something is to be done")
    parser.add_argument("--missing", action="store_true", help="list what is not translated")
    args = parser.parse_args(argv)
    folders = [folder.resolve() for folder in args.folders] or [ROOT / "engine", ROOT / "tui"]
    root = folders[0].parent
    project = "tilehall" if args.into == OURS else folders[0].name
    try:
        files = make(folders, args.into, project, root)
    except NoLiteral as error:
        print(error, file=sys.stderr)
        return 1
    stale = [path for path, data in files.items() if not path.is_file() or path.read_bytes() != data]
    if not args.check:
        for path in stale:
            path.write_bytes(files[path])
    return _report(files, stale if args.check else [], args)


def _report(files: dict[Path, bytes], stale: Sequence[Path], args: argparse.Namespace) -> int:
    bad = len(stale)
    for path in stale:
        print(f"{path.name} is not up to date: make words")
    for path in files:
        if path.suffix == ".pot":
            print(f"{len(read_po(BytesIO(files[path])))} texts")
        elif path.suffix == ".po":
            translation = read_po(BytesIO(files[path]), locale=path.stem)
            lacking, wrong = missing(translation), list(faults(translation))
            print(f"{path.stem}: {len(lacking)} missing, {len(wrong)} wrong", *wrong, sep="\n  ")
            if args.missing:
                print(
                    *(f"  {', '.join(place for place, _ in each.locations)}: {each.id!r}" for each in lacking), sep="\n"
                )
            bad += len(wrong) + (len(lacking) if args.check else 0)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
