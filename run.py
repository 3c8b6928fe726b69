#!/usr/bin/env python3
"""Sets Gradewright up in this folder and starts it: `python3 run.py --help` tells the rest.

This file keeps to words that every Python understands, so that an old one can say what is wrong. The work is in
bootstrap/.
"""

import sys

NEEDED = (3, 11)

if sys.version_info < NEEDED:
    found = ".".join(str(part) for part in sys.version_info[:3])
    needed = ".".join(str(part) for part in NEEDED)
    sys.stderr.write("Gradewright needs Python " + needed + " or newer and this is Python " + found)
    sys.stderr.write(": install a newer one and start run.py with it.\n")
    sys.exit(2)

if __name__ == "__main__":
    from bootstrap.commands import main

    sys.exit(main(sys.argv[1:]))
