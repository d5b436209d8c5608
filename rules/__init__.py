"""What the games are: pure, standard library only; no clock, no randomness, no I/O, no network, no screen."""
