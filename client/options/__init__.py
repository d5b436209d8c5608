"""What a game may give for its options: how they are called (``game_options``) and chosen (``editor``).

Made from ``Game.options`` alone where a game gives nothing.  Knows no game and no scene.
"""
