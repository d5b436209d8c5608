"""What the board scene of every game is made of: choosing, history, panels, the card at the end.

Nothing in here may ask which game it is; what differs from game to game comes from a game's look (``look``).
"""
