"""A board on the screen: where it lies, what is marked on it, and what must be drawn anew."""
