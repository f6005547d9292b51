"""``python -m engined``."""

import sys

from engined.cli import main

if __name__ == "__main__":
    sys.exit(main())
