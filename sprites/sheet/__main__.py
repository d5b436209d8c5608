"""``python -m sprites.sheet``."""

import sys

from sprites.sheet.sheet import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
