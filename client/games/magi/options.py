"""What the options of Magi are called and mean, and the points by move number said band by band (MG16)."""

from __future__ import annotations

from collections.abc import Mapping

from client.core.words import _
from client.options.editor import ChosenSoFar, Editor, FieldEditor, Wording
from client.options.game_options import GameOptions
from rules.errors import RulesError
from rules.game import Option
from rules.magi.points import read_bands


class MagiOptions(GameOptions):
    """Points by move number, and a limit."""

    def wordings(self) -> Mapping[str, Wording]:
        return {
            "bands": Wording(
                _("Points by move number"),
                _("A quick win is worth more. “45:12-0” means: up to move 45 the winner gets 12 points, the loser "
                  "none; the last band has no last move, as in “:7-5”. All bands must share the same even number of "
                  "points."),
            ),
            "move_limit": Wording(
                _("Move limit (0: none)"),
                _("If both have made so many moves without a result, nobody gets any points. The inventor suggests "
                  "150."),
            ),
        }  # fmt: skip

    def editor(self, option: Option, so_far: ChosenSoFar) -> Editor | None:
        kind = BandsEditor if option.name == "bands" else FieldEditor
        return kind(self.wording(option.name), option, so_far)


class BandsEditor(FieldEditor):
    """Points by move number (MG16): what is written is also said band by band."""

    def __init__(self, wording: Wording, option: Option, so_far: ChosenSoFar) -> None:
        super().__init__(wording, option, so_far)
        self.rows = (self.rows[0]._replace(more=self._said),)

    def _said(self) -> str:
        try:
            bands = read_bands(self.field.value.strip())
        except RulesError:
            return ""
        return "\n".join(
            _("Moves {first}–{last}: {winner}–{loser}").format(
                first=band.first,
                last=band.last if band.last is not None else "",
                winner=band.points[0],
                loser=band.points[1],
            )
            for band in bands
        )
