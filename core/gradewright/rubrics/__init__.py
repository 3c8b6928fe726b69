"""What follows from a rubric: its fingerprint and versions, how two of them differ, and the verdicts it leads to."""
