"""Which language the system wants, as a table: POSIX, gettext, Windows and macOS."""

from __future__ import annotations

import locale
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.core import words
from client.core.words import system
from client.core.words.system import apple_languages, code_of, platform_list, wanted

NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
TABLE: list[tuple[dict[str, str], list[str], str]] = [
    ({}, [], "en"),
    ({"LANG": "fi_FI.UTF-8"}, [], "fi"),
    ({"LANG": "fi"}, [], "fi"),
    ({"LANG": "FI_fi@euro"}, [], "fi"),
    ({"LANG": "fil_PH"}, [], "en"),
    ({"LANG": "fit_SE"}, [], "en"),
    ({"LANG": "de_DE.UTF-8"}, [], "en"),
    ({"LANG": "finnish"}, [], "fi"),
    ({"LANG": "Finnish_Finland.1252"}, [], "fi"),
    ({"LANG": "fin_FI"}, [], "fi"),
    ({"LANG": "filipino"}, [], "en"),
    ({"LANGUAGE": "fi:en", "LANG": "en_GB.UTF-8"}, [], "fi"),
    ({"LANGUAGE": "sv:fi"}, [], "fi"),
    ({"LANGUAGE": "sv:fi", "LANG": "sv_FI.UTF-8"}, [], "fi"),
    ({"LANGUAGE": "sv::fi_FI", "LANG": "sv_FI.UTF-8"}, [], "fi"),
    ({"LANGUAGE": "en_GB:fi", "LANG": "fi_FI.UTF-8"}, [], "en"),
    ({"LANGUAGE": "sv", "LANG": "fi_FI.UTF-8"}, [], "en"),
    ({"LANGUAGE": "C:fi", "LANG": "sv_FI.UTF-8"}, [], "en"),
    ({"LANGUAGE": "", "LANG": "fi_FI.UTF-8"}, [], "fi"),
    ({"LANGUAGE": ":", "LANG": "fi_FI.UTF-8"}, [], "fi"),
    ({"LANGUAGE": "fi", "LC_ALL": "C"}, ["fi"], "en"),
    ({"LANGUAGE": "fi", "LC_ALL": "POSIX", "LANG": "fi_FI"}, ["fi"], "en"),
    ({"LANGUAGE": "fi", "LC_MESSAGES": "C", "LANG": "fi_FI"}, [], "en"),
    ({"LANGUAGE": "fi", "LANG": "C"}, [], "en"),
    ({"LANGUAGE": "fi", "LANG": "C.UTF-8"}, [], "fi"),
    ({"LANG": "C.UTF-8"}, ["fi"], "en"),
    ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "fi_FI", "LANG": "fi_FI"}, [], "en"),
    ({"LC_ALL": "", "LC_MESSAGES": "fi_FI.UTF-8", "LANG": "en_US"}, [], "fi"),
    ({"LC_ALL": "fi_FI.UTF-8", "LANG": "C"}, [], "fi"),
    ({}, ["fi-FI", "en-FI"], "fi"),
    ({}, ["sv-FI", "fi-FI", "en-FI"], "fi"),
    ({}, ["sv-FI", "en-FI", "fi-FI"], "en"),
    ({}, ["fil-PH"], "en"),
    ({}, ["zh-Hans-CN"], "en"),
    ({}, ["Finnish_Finland"], "fi"),
    ({"LANG": "en_US"}, ["fi-FI"], "en"),
    ({"LC_CTYPE": "fi_FI"}, [], "en"),
]


@pytest.mark.parametrize(("variables", "listed", "language"), TABLE, ids=lambda value: str(value))
def test_the_language_by_variables_and_the_platforms_list(
    variables: dict[str, str], listed: list[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wanted(variables, lambda: listed, words.LANGUAGES, "en") == language
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(words, "platform_list", lambda: listed)
    assert words.system_language() == language
    assert words.use("auto") == language
    words.use("en")


def test_only_finnish_is_finnish_of_all_locales_that_the_library_knows() -> None:
    for alias, full in locale.locale_alias.items():
        language = full.split("_")[0].split(".")[0]
        if len(language) in (2, 3) and alias.split(".")[0] not in ("c", "posix"):
            for name in (full, full.replace("_", "-"), full.upper()):
                assert (wanted({"LANG": name}, list, ("en", "fi"), "en") == "fi") == (language == "fi"), name
    for name in locale.windows_locale.values():
        assert (code_of(name) == "fi") == name.startswith("fi_")


@given(st.from_regex(r"[a-z]{2,8}([_-][A-Za-z]{2,4})?(\.[A-Za-z0-9-]+)?(@[a-z]+)?", fullmatch=True))
def test_whatever_begins_like_finnish_is_not(name: str) -> None:
    head = name.replace("-", "_").replace(".", "_").replace("@", "_").split("_")[0]
    known = head in ("fi", "fin") or (len(head) > 3 and locale.normalize(head).startswith("fi_"))
    assert (wanted({"LC_ALL": name}, list, ("en", "fi"), "en") == "fi") == known


def test_macos_is_asked_and_may_fail_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert apple_languages('(\n    "sv-FI",\n    "fi-FI",\n    en\n)\n') == ["sv-FI", "fi-FI", "en"]
    printed = '(\n    "fi-FI"\n)\n'

    def run(*_: object, **__: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 0, printed, "")

    def fails(*_: object, **__: object) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired("defaults", 2)

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(system.subprocess, "run", run)
    assert list(platform_list()) == ["fi-FI"]
    monkeypatch.setattr(system.subprocess, "run", fails)
    assert list(platform_list()) == []


def test_elsewhere_the_variables_are_all_there_is() -> None:
    if sys.platform not in ("win32", "darwin"):
        assert list(platform_list()) == []
