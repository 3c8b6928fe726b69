"""Readers of bytes from outside, fed with what nobody meant to write: `python3 run.py fuzz`."""
