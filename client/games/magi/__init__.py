"""Magi in the window: its look, the payoff beside the board, captured pieces, help."""
