"""Words: everything that people see in the window, in English and Finnish (gettext, domain ``magicade``).

How to add a sentence: write ``_("Open a table")`` (``from client.core.words import _``), or ``N_("Play here")``
for one that is translated later with ``_(variable)``; named places as in
``_("{name} left").format(name=name)``; plurals with ``ngettext("{n} table", "{n} tables", n).format(n=n)``.
Then add msgid and msgstr to a Finnish file: in this folder ``fi.po``, or one for your part (``fi_board.po`` …); what
only one game says, in that game's folder (``client/games/…/fi.po``).  Every ``fi*.po`` below ``client`` is read.
English needs an entry (``en*.po``) only where the shown words differ from the msgid.
Errors of the rules and the net are msgids too: show them with ``message(text, arguments)`` and add them as well,
and the words (``rules.errors.words``) among their arguments.
A test (tests/client/test_words.py) finds missing, stray and ill-fitting entries.

Catalogues are read from the .po files when a language is chosen: no build step, nothing to go stale.
"""

from __future__ import annotations

import gettext as _gettext
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Protocol

from client.core.words.po import read
from client.core.words.system import platform_list, wanted
from rules.errors import BadPosition, Word

LANGUAGES = ("en", "fi")


class _Catalogue(_gettext.NullTranslations):
    """The sentences of one language, by msgid."""

    def __init__(self, texts: Mapping[str, str], plurals: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__()
        self._texts = texts
        self._plurals = plurals

    def gettext(self, message: str) -> str:
        return self._texts.get(message, message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        forms = self._plurals.get(singular, (singular, plural))
        return forms[0 if n == 1 else 1]


_current: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"


def sources(language: str) -> list[tuple[str, str]]:
    """Path below ``client`` and content of each .po file of ``language``, wherever it lies there, by path."""
    wanted_name = re.compile(rf"(.*/)?{language}(_[a-z]+)?\.po")
    found = [(path, file) for path, file in _below(files("client"), "") if wanted_name.fullmatch(path)]
    return sorted((path, file.read_text(encoding="utf-8")) for path, file in found)


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """Every file of a folder and of those in it, with its path."""
    for each in folder.iterdir():
        if each.name == "__pycache__":
            continue
        if each.is_dir():
            yield from _below(each, f"{path}{each.name}/")
        else:
            yield f"{path}{each.name}", each


def catalogue(language: str) -> _Catalogue:
    """The catalogue of ``language``, read from its .po files."""
    entries = [entry for _path, text in sources(language) for entry in read(text)]
    texts = {entry.msgid: entry.msgstr[0] for entry in entries if not entry.plural and entry.msgid}
    plurals = {entry.msgid: entry.msgstr for entry in entries if entry.plural}
    return _Catalogue(texts, plurals)


def system_language() -> str:
    """The language of the system, if it is one of ours, else English."""
    return wanted(os.environ, platform_list, LANGUAGES, "en")


def use(language: str) -> str:
    """Speak ``language`` (``auto``: the system's) from now on; returns which one that is."""
    global _current, _language
    _language = language if language in LANGUAGES else system_language()
    _current = catalogue(_language)
    return _language


def language() -> str:
    """The language in use."""
    return _language


def _(message: str) -> str:
    """``message`` in the language in use."""
    return _current.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form for ``n`` in the language in use; the caller fills ``{n}``."""
    return _current.ngettext(singular, plural, n)


def N_(message: str) -> str:
    """Mark ``message`` for translation and return it as it is."""
    return message


def message(text: str, arguments: Mapping[str, str | int]) -> str:
    """An error's sentence (msgid with named places) in the language in use, its places filled.

    Arguments that are words of the rules (`rules.errors.Word`) are put into that language too.
    """
    said = {
        place: _current.gettext(value) if isinstance(value, Word) else value
        for place, value in arguments.items()
    }
    for wording in (_current.gettext(text), text):
        try:
            return wording.format(**said)
        except (KeyError, IndexError, ValueError):
            continue
    return text


class Explained(Protocol):
    """An error that can be put into words: those of the rules and of the net."""

    @property
    def message(self) -> str: ...

    @property
    def arguments(self) -> Mapping[str, str | int]: ...


def explain(error: Explained) -> str:
    """What is wrong, in the language in use; of a position with several faults each in a line of its own."""
    parts: Sequence[Explained] = (error,)
    if isinstance(error, BadPosition) and error.reasons:
        parts = error.reasons
    return "\n".join(message(part.message, part.arguments) for part in parts)
