"""What all drawing uses: paint, text, themes, glyphs, icons, emblems, the backdrop."""
