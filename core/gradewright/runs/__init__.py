"""Runs: what to check, doing it with progress, stopping, and taking it up again."""
