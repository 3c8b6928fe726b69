"""Comparison with recorded cases of the formats' other reader; see ``run.py``."""
