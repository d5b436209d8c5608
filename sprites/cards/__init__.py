"""Pictures of cards and their emblems."""
