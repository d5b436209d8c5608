"""Contact sheets of all that is drawn, for people to look at: ``python -m sprites.sheet``."""
