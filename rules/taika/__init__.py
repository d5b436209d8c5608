"""Taika-Mario (TM1–TM21): two to four walkers, coloured obstacles, spell cards."""

from rules.taika.game import TAIKA

__all__ = ["TAIKA"]
