"""Where the frozen programs begin. Both are this script: the name that it is called by says which one it is."""

import sys
from pathlib import Path

from installers.pyinstaller.worker import serve_if_asked

serve_if_asked()

# Only now: a worker needs neither.
if Path(sys.argv[0]).stem == "gradewright-desktop":
    from gradewright_desktop.app import main
else:
    from gradewright.cli import main

sys.exit(main())
