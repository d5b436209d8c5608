"""How each game's pieces look."""
