"""Taika-Mario in the window: its look, turns in the making, the hand beside the board, words, help."""
