"""What people touch: scenes, input, sound, bots, settings, the command line."""

import os

# Before anything imports pygame: it prints nothing, and Windows gives real pixels.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
