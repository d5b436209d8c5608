"""Mind Control in the window: its look and its help."""
