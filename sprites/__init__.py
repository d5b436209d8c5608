"""What things look like and how they move; knows pygame, no game logic and no network."""
