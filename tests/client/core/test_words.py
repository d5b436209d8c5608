"""Words: every sentence that people can see has its Finnish, none is stray, all places are filled alike."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from client.core import words
from client.core.words.po import BadPo, PoEntry, read
from rules.errors import BadPosition
from rules.magi import MAGI

ROOT = Path(__file__).parents[3]
CALLS = {"_", "N_", "ngettext"}
ALL = "core/words"
"""The folder of the words that no single game says."""
NOT_SHOWN = {
    "rules/commandline.py", "rules/jsonlines.py", "rules/query.py", "rules/record.py", "rules/nullgame.py",
    "net/edge/export.py", "client/cli.py", "client/headless.py", "client/games/taika/command_line.py",
}  # fmt: skip
"""Modules whose errors reach only the command line, which speaks English."""


@cache
def calls(package: str) -> list[tuple[str, ast.Call, str]]:
    """Where something is called, the call, and the name of what is called, in all files of a package."""
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                found.append((place, node, name))
    return found


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def marked() -> dict[str, list[str]]:
    """Every msgid marked in the client, and where."""
    found: dict[str, list[str]] = {}
    for place, call, name in calls("client"):
        if name in CALLS and call.args and not place.startswith("client/core/words/"):
            text = literal(call.args[0])
            if text is not None:
                found.setdefault(text, []).append(f"{place}:{call.lineno}")
    return found


@cache
def errors() -> dict[str, list[str]]:
    """Every error sentence of rules, net and client that may be shown: ``Name("code", "sentence", …)``,
    and the words that are put into their places (``rules.errors.words``)."""
    found: dict[str, list[str]] = {}
    for place, call, name in calls("rules"):
        if name in ("words", "Word") and place != "rules/errors.py":
            for word in call.args:
                found.setdefault(literal(word) or "", []).append(f"{place}:{call.lineno}")
    for package in ("rules", "net", "client"):
        for place, call, _name in calls(package):
            if place in NOT_SHOWN or len(call.args) < 2:
                continue
            code, text = literal(call.args[0]), literal(call.args[1])
            code_like = code is not None and code.replace("-", "").isalnum() and code.islower()
            if code_like and text is not None and " " in text.strip():
                found.setdefault(text, []).append(f"{place}:{call.lineno}")
        for place, call, name in calls(package):
            if name in ("Failed", "TableClosed", "SettingsTrouble") and place not in NOT_SHOWN:
                for argument in call.args:
                    text = literal(argument)
                    if text is not None and " " in text:
                        found.setdefault(text, []).append(f"{place}:{call.lineno}")
    return found


def folder_of(place: str) -> str:
    """The folder where the words said at ``place`` lie: that of a game, or of all."""
    game = re.match("(?:rules|client/games)/([a-z]+)/", place)
    return f"games/{game[1]}" if game is not None else ALL


def entries(language: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {
        entry.msgid: (entry.plural, entry.msgstr)
        for _name, text in words.sources(language)
        for entry in read(text)
        if entry.msgid
    }


def places(text: str) -> Counter[str]:
    return Counter(name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name)


@cache
def said() -> dict[str, list[str]]:
    """Everything that may be shown, and where."""
    return {text: [*marked().get(text, ()), *errors().get(text, ())] for text in {**errors(), **marked()}}


def kept(language: str) -> dict[str, list[tuple[str, PoEntry]]]:
    """Folder of words → path and entry of each word in it."""
    found: dict[str, list[tuple[str, PoEntry]]] = {}
    for path, text in words.sources(language):
        here = found.setdefault(path.rpartition("/")[0], [])
        here += [(f"{path}:{entry.line}", entry) for entry in read(text) if entry.msgid]
    return found


def test_every_sentence_has_its_finnish() -> None:
    """Among the words of all or, of a game, in its own folder, so that a game comes and goes with its words."""
    known = {folder: {entry.msgid for _path, entry in here} for folder, here in kept("fi").items()}
    missing = [
        f"{place}: {text!r}"
        for text, said_at in said().items()
        for place in said_at
        if text not in known[ALL] and text not in known.get(folder_of(place), ())
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_entry_is_stray_or_empty_or_given_twice(language: str) -> None:
    """Two games may say the same, each with its own entry: then the two are alike."""
    for folder, here in kept(language).items():
        for path, entry in here:
            assert entry.msgid in said(), f"{path} is used nowhere: {entry.msgid!r}"
            assert all(entry.msgstr), f"{path} is empty"
        counted = Counter(
            entry.msgid for _path, entry in (here if folder == ALL else [*here, *kept(language)[ALL]])
        )
        assert not [text for text, count in counted.items() if count > 1]
    forms: dict[str, set[tuple[str, ...]]] = {}
    for _path, entry in (each for here in kept(language).values() for each in here):
        forms.setdefault(entry.msgid, set()).add(entry.msgstr)
    assert not [text for text, found in forms.items() if len(found) > 1]


def test_what_only_one_game_says_lies_in_its_folder() -> None:
    for folder, here in kept("fi").items():
        for path, entry in here:
            folders = {folder_of(place) for place in said()[entry.msgid]}
            if folder == ALL:
                assert len(folders) > 1 or folders == {ALL}, f"{path} belongs to {folders}"
            else:
                assert folder in folders, f"{path} belongs to {folders}"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_translations_fill_the_same_places(language: str) -> None:
    for msgid, (_plural, forms) in entries(language).items():
        for form in forms:
            assert set(places(form)) == set(places(msgid)), msgid


def test_marked_sentences_are_literals_and_their_places_are_filled() -> None:
    """A ``_("… {name} …")`` is followed by ``.format(name=…)``, directly or through a variable."""
    for place, call, name in calls("client"):
        if name in CALLS and call.args and not place.startswith("client/core/words/"):
            assert not isinstance(call.args[0], ast.JoinedStr), (
                f"{place}:{call.lineno}: an f-string can't be found"
            )
    for place, call, name in calls("client"):
        inner = getattr(call.func, "value", None)
        if name != "format" or not isinstance(inner, ast.Call) or not inner.args:
            continue
        if getattr(inner.func, "id", "") in CALLS and (text := literal(inner.args[0])) is not None:
            given = {keyword.arg for keyword in call.keywords}
            assert set(places(text)) <= given, f"{place}:{call.lineno}: {text!r}"


def test_plural_forms() -> None:
    words.use("fi")
    try:
        one = words.ngettext("{n} seat", "{n} seats", 1)
        more = words.ngettext("{n} seat", "{n} seats", 3)
        assert (one, more) == ("{n} paikka", "{n} paikkaa")
    finally:
        words.use("en")
    assert words.ngettext("{n} seat", "{n} seats", 3) == "{n} seats"


def test_error_sentences_are_filled_and_never_fail() -> None:
    assert words.message("{square} is empty", {"square": "c3"}) == "c3 is empty"
    assert words.message("{square} is empty", {}) == "{square} is empty"
    assert words.message("100 % {", {}) == "100 % {"


def test_words_of_the_rules_among_the_arguments_are_put_into_the_language_in_use() -> None:
    """A side and a piece, but not somebody who is called like one."""
    place = "castling right {letter} needs {side}'s {piece} on {square} (MG20)"
    with pytest.raises(BadPosition) as refused:
        MAGI.position("5k4/10/10/10/10/10/10/10/10/5K4 w K - - 0 1", MAGI.configure({}))
    assert refused.value.message == place
    words.use("fi")
    try:
        said = words.message(refused.value.message, refused.value.arguments)
        same = words.message("{name}'s table", {"name": "rook"})
    finally:
        words.use("en")
    assert "valkea torni" in said
    assert same == "Pöydän avasi rook"
    assert "White's rook on j1" in words.message(refused.value.message, refused.value.arguments)


def test_po_files_are_read_with_plurals_and_long_strings() -> None:
    text = '# c\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n\n'
    text += 'msgid "" \n"long "\n"one"\nmsgstr "z"\n'
    first, second = read(text)
    assert (first.msgid, first.plural, first.msgstr) == ("a", "b", ("x", "y"))
    assert (second.msgid, second.msgstr) == ("long one", ("z",))


@pytest.mark.parametrize("text", ["msgid a\n", 'nonsense "a"\n', '"a"\n', 'msgid "a'])
def test_broken_po_files_are_refused(text: str) -> None:
    with pytest.raises(BadPo):
        read(text)
