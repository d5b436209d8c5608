"""What people touch: scenes, input, sound, bots, settings, the command line."""

import os

# Before anything imports pygame: it prints nothing, and Windows gives real pixels and shows the input method's window.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_IME_SHOW_UI", "1")
