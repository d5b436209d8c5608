"""One folder a game: how it looks and is said, its panel, help, bot and editors; and the lists of them."""
