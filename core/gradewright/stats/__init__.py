"""Figures about results: intervals for rates. Pure functions of numbers, without knowledge of runs or files."""
