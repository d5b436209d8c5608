"""What every scene stands on: window, loop, input, intents, settings, sound, words."""
