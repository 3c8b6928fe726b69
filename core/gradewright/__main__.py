"""``python -m gradewright`` is the command line."""

from __future__ import annotations

import sys

from gradewright.cli import main

if __name__ == "__main__":
    sys.exit(main())
