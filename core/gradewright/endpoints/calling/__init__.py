"""Calls in numbers: limits, waits, tries, caps, and one worker thread that makes them all."""
