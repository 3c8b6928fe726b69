"""The Gradewright window."""
