"""Magi in the board scene: our own nine pieces on ten by ten, moves in SAN, the bargain in words.

Knows the rulebook's facts and notation (MG20, MG21); what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from client.board.history import Moment
from client.board.look import (
    ANSWER,
    CLAIM,
    OFFER,
    Extra,
    HelpPage,
    Look,
    bargain_line,
)
from client.board.panel import Panel
from client.board.rulebook import Rule
from client.core.words import _
from client.games.magi import rulebook
from client.games.magi.help import moving, pages
from client.games.magi.panel import MagiPanel
from client.games.magi.payoff import claim_meaning, draw_meaning, resign_meaning, written
from client.games.magi.typed_san import read_typed
from rules.errors import IllegalAction, RulesError
from rules.game import Pick, State, Step
from rules.magi.notation import MagiEnd
from rules.magi.position import WHITE
from rules.magi.san import san
from rules.magi.state import MagiState
from sprites.kit.theme import Colour
from sprites.pieces.chesspieces import ChessPieces
from sprites.stage.stage import PieceArt


class MagiLook(Look):
    """Ivory against obsidian."""

    files = 10
    ranks = 10
    letters = "NBRQDCWKO0"
    adds_up = True

    def art(self) -> PieceArt:
        return ChessPieces()

    def panel(self) -> Panel:
        return MagiPanel(self.art(), self.reason)

    def colour(self, seat: int) -> Colour:
        return ChessPieces().colour("Kk"[seat])

    def emblem_piece(self, seat: int) -> str:
        return "Kk"[seat]

    def check(self, state: State) -> str:
        return state.checked() if isinstance(state, MagiState) else ""

    def side(self, seat: int) -> str:
        return (_("Ivory"), _("Obsidian"))[seat]

    def points(self, state: State, seat: int) -> int | None:
        outcome = state.outcome()
        return outcome.scores[seat] if outcome is not None and outcome.scores is not None else None

    def line(self, before: State, moment: Moment, names: Sequence[str]) -> str:
        if isinstance(before, MagiState) and any(fact.kind == "moved" for fact in moment.facts):
            return san(before, moment.action)
        return bargain_line(moment, names) or moment.action

    def note_name(self, note: str) -> str:
        return {
            "capture": _("Capture"),
            "castle": _("Castling"),
            "en passant": _("En passant"),
            "promote": _("Promotion"),
        }.get(note) or super().note_name(note)

    def about(self, state: State, place: str, names: Sequence[str]) -> tuple[str, str]:
        piece = state.pieces().get(place, ("",))[-1]
        return (f"{_piece_name(piece)} {place}", moving(piece.upper())) if piece else ("", "")

    def explain(self, before: State, place: str, note: str, step: Step | None) -> str:
        """What would be taken; how good that is, is for the player to see."""
        facts = step.facts if step is not None else ()
        taken = [fact.pieces[0] for fact in facts if fact.kind == "taken"]
        if not taken and note == "promote" and place in before.pieces():
            taken = [before.pieces()[place][0]]
        return _("Takes: {piece}").format(piece=_piece_name(taken[0])) if taken else ""

    def pick_name(self, pick: Pick) -> str:
        return _piece_name(pick.value)

    def menu_title(self, picks: Sequence[Pick]) -> str:
        return _("Promote to")

    def pick_piece(self, pick: Pick, seat: int) -> str:
        return "" if pick.kind != "piece" else pick.value if seat else pick.value.upper()

    def read(self, state: State, text: str) -> tuple[str, ...]:
        """Coordinates or SAN (MG20, MG21); of ``c1c3`` and ``C1c3``, which can be both, each as it is written."""
        if not isinstance(state, MagiState):
            return super().read(state, text)
        readers = [super().read, read_typed]
        refused: list[RulesError] = []
        for reader in reversed(readers) if text[:1].isupper() else readers:
            try:
                return reader(state, text)
            except RulesError as error:
                refused.append(error)
        raise next((error for error in refused if isinstance(error, IllegalAction)), refused[-1])

    def why_it_cannot_move(self, state: State, place: str, names: Sequence[str]) -> str:
        piece = state.pieces().get(place, ("",))[-1]
        if not piece or state.turn is None or not isinstance(state, MagiState):
            return ""
        owner = WHITE if piece.isupper() else 1 - WHITE
        if state.bargain.pending is not None:
            text = _("The offer is to be answered first.")
        elif owner != state.turn:
            text = _("{piece} {square} belongs to {name}.")
        elif state.checked():
            text = _("{piece} {square} can't do anything about the check.")
        else:
            text = _("{piece} {square} can't move now.")
        return text.format(piece=_piece_name(piece), square=place, name=names[owner])

    def extras(self, state: State) -> tuple[Extra, ...]:
        if not isinstance(state, MagiState):
            return ()
        made = {
            "accept": self._accept,
            "decline": self._decline,
            "claim": self._claim,
            "draw?": self._offer_draw,
            "resign?": self._offer_to_resign,
        }
        return tuple(made[action](state) for action in state.extras())

    def _accept(self, state: MagiState) -> Extra:
        return Extra("accept", ANSWER, _("Accept"), icon="check")

    def _decline(self, state: MagiState) -> Extra:
        return Extra("decline", ANSWER, _("Decline"), icon="cross")

    def _claim(self, state: MagiState) -> Extra:
        # Not C: that begins a move from the c file.
        return Extra(
            "claim", CLAIM, _("Claim draw"), _("Claim a draw?"), "check", "x", meaning=claim_meaning(state)
        )

    def _offer_draw(self, state: MagiState) -> Extra:
        question = _("Offer a draw for {points}?").format(points=written(state.terms.draw))
        meaning = draw_meaning(state)
        return Extra("draw?", OFFER, _("Offer draw"), question, "handshake", "o", meaning=meaning)

    def _offer_to_resign(self, state: MagiState) -> Extra:
        question = _("Offer to resign for {points}?").format(points=written(state.stakes().resign_now))
        meaning = resign_meaning(state)
        return Extra("resign?", OFFER, _("Offer to resign"), question, "flag", "r", meaning=meaning)

    def offer_text(self, state: State, names: Sequence[str]) -> str:
        seat = state.turn
        if seat is None or not isinstance(state, MagiState) or state.bargain.pending is None:
            return ""
        if state.bargain.pending.kind == "draw":
            return _("{name} offers a draw.").format(name=names[1 - seat])
        winner, loser = state.stakes().resign_now
        text = _("{name} offers to resign for {winner}–{loser}.")
        return text.format(name=names[1 - seat], winner=winner, loser=loser)

    def reasons(self) -> Mapping[str, str]:
        """How a game may end (MG23)."""
        return {
            MagiEnd.CHECKMATE: _("Checkmate."),
            MagiEnd.STALEMATE: _("Stalemate."),
            MagiEnd.DEAD: _("Nobody can mate any more."),
            MagiEnd.FIVEFOLD: _("The same position came up five times."),
            MagiEnd.SEVENTY_FIVE_MOVES: _("75 moves without a capture or a pawn move."),
            MagiEnd.THREEFOLD: _("The same position came up three times."),
            MagiEnd.FIFTY_MOVES: _("50 moves without a capture or a pawn move."),
            MagiEnd.MOVE_LIMIT: _("The move limit was reached."),
        }

    def help(self) -> tuple[HelpPage, ...]:
        return pages()

    def rules(self) -> tuple[Rule, ...]:
        return rulebook.rules()

    def credit(self) -> str:
        return rulebook.credit()

    def keys(self) -> tuple[str, ...]:
        return (_("A move can be typed, too: c3d4, Wf3, a10=Q or O-O; then Enter."),)


def _piece_name(letter: str) -> str:
    """What a piece is called, whatever its colour."""
    names = {
        "k": _("King"),
        "q": _("Queen"),
        "d": _("Duke"),
        "r": _("Rook"),
        "b": _("Bishop"),
        "n": _("Knight"),
        "c": _("Cardinal"),
        "w": _("Wizard"),
        "p": _("Pawn"),
    }
    return names.get(letter.lower(), letter)
