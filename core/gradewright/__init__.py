"""The Gradewright engine: everything but the window."""
