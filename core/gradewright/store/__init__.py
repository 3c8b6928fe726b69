"""The library: one SQLite file with everything in it. Start at :mod:`gradewright.store.library`."""
