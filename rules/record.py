"""A match as JSON lines: the format of ``docs/record-format.md``, written and read.

Writing takes a ``Play``; reading checks the shape of every line before the first is played, then
``replay`` plays them and stops at the first that is illegal or whose digest differs.  No files here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.errors import RulesError
from rules.game import DIGEST_BYTES, Game
from rules.jsonlines import hex_of, json_line, number_of, options_of, read_object, text_of
from rules.play import ACTION, FORFEIT, TAKEBACK, Play, Ply
from rules.registry import game as game_by_id

_MOST = 1_000_000_000


class BadRecord(RulesError):
    """A line is not what the format says; nothing was played."""


class Mismatch(RulesError):
    """A line is well-formed but illegal, or its digest or seat differs from ours."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line after the header, as read."""

    kind: str
    """``action``, ``forfeit`` or ``takeback``."""
    digest: bytes
    text: str = ""
    """The action, or the reason of a forfeit."""
    seats: tuple[int, ...] = ()
    back: int = 0
    """For a takeback: after which line."""

    def words(self) -> str:
        """What happened, in a few words for people."""
        if self.kind == ACTION:
            return self.text
        if self.kind == FORFEIT:
            return f"forfeit {','.join(map(str, self.seats))} {self.text}"
        return f"takeback {self.back}"


def header(play: Play, extra: Mapping[str, object] | None = None) -> dict[str, object]:
    """Line 0; ``extra`` keys (names, match id …) come last."""
    return {
        "game": play.game.id,
        "version": play.game.version,
        "options": play.given,
        "seats": play.seats,
        "seed": play.seed.hex(),
        "position": play.position,
        **(extra or {}),
    }


def line(play: Play, number: int, extra: Mapping[str, object] | None = None) -> dict[str, object]:
    """Line ``number`` (from 1), which is ply ``number``."""
    ply: Ply = play.ply(number)
    digest = play.digest(number).hex()
    if ply.kind == ACTION:
        return {"action": ply.text, "digest": digest, "seat": ply.seats[0], **(extra or {})}
    if ply.kind == FORFEIT:
        return {"forfeit": list(ply.seats), "reason": ply.text, "digest": digest, **(extra or {})}
    return {"takeback": ply.before, "digest": digest, **(extra or {})}


def export(play: Play, extra: Mapping[str, object] | None = None) -> Iterator[str]:
    """All lines as text, without their line ends; ``extra`` goes into the header."""
    yield json_line(header(play, extra))
    for number in range(1, len(play) + 1):
        yield json_line(line(play, number))


def read(lines: Iterable[bytes | str]) -> tuple[Play, tuple[Line, ...]]:
    """A play at its start and what the record says happened; raises BadRecord naming the line."""
    texts = list(lines)
    while texts and not texts[-1].strip():
        texts.pop()
    if not texts:
        raise BadRecord("empty", "the record is empty")
    start, happened = None, []
    for number, text in enumerate(texts):
        try:
            given = read_object(text)
            if start is None:
                start = _read_header(given)
            else:
                happened.append(_read_line(given, number, start.game))
        except RulesError as error:
            raise BadRecord(error.code, "line {line}: {fault}", line=number + 1, fault=str(error)) from None
    assert start is not None
    return start, tuple(happened)


def _read_header(given: Mapping[str, object]) -> Play:
    game = game_by_id(text_of(given, "game"))
    version = number_of(given, "version", 0, _MOST)
    if version != game.version:
        raise RulesError(
            "version",
            "played by version {theirs} of the rules, this program has version {ours}",
            theirs=version,
            ours=game.version,
        )
    return Play(
        game,
        options_of(given, "options"),
        number_of(given, "seats", 1, _MOST),
        hex_of(text_of(given, "seed"), "seed"),
        text_of(given, "position"),
    )


def _read_line(given: Mapping[str, object], number: int, game: Game) -> Line:
    kinds = [kind for kind in (ACTION, FORFEIT, TAKEBACK) if kind in given]
    if len(kinds) != 1:
        raise RulesError("line-kind", "a line holds exactly one of action, forfeit, takeback")
    digest = hex_of(text_of(given, "digest"), "digest")
    if len(digest) != DIGEST_BYTES:
        raise RulesError("digest-length", "a digest is {bytes} bytes", bytes=DIGEST_BYTES)
    most = max(game.seats) - 1
    if ACTION in given:
        return Line(ACTION, digest, text_of(given, ACTION), (number_of(given, "seat", 0, most),))
    if TAKEBACK in given:
        return Line(TAKEBACK, digest, back=number_of(given, TAKEBACK, 0, number - 1))
    seats = given[FORFEIT]
    if not isinstance(seats, list) or not seats:
        raise RulesError("kind", "forfeit must be a list of seats")
    return Line(
        FORFEIT,
        digest,
        text_of(given, "reason"),
        tuple(number_of({"each seat of forfeit": seat}, "each seat of forfeit", 0, most) for seat in seats),
    )


def replay(play: Play, happened: Iterable[Line]) -> Iterator[Line]:
    """Plays line by line, giving each once it was found right; raises Mismatch at the first wrong one."""
    for number, told in enumerate(happened, 1):
        try:
            _play(play, told)
        except RulesError as error:
            raise Mismatch(
                error.code, "ply {ply}, {what}: {fault}", ply=number, what=told.words(), fault=str(error)
            ) from None
        yield told


def _play(play: Play, told: Line) -> None:
    turn = play.state.turn
    if told.kind == ACTION:
        play.act(told.text)
        if told.seats != (turn,):
            raise RulesError(
                "wrong-seat", "seat {seat} was to act, not {said}", seat=f"{turn}", said=told.seats[0]
            )
    elif told.kind == FORFEIT:
        play.forfeit(told.seats, told.text)
    else:
        play.takeback(told.back)
    if play.digest() != told.digest:
        raise RulesError(
            "digest",
            "the digest is {ours} here, the record says {theirs}",
            ours=play.digest().hex(),
            theirs=told.digest.hex(),
        )
