"""What people touch: scenes, input, sound, bots, settings, the command line."""
