"""Our own sounds: how they are made and played."""
