"""How things move: facts to a timeline of pure data, easing, light and shards."""
