"""Watched, limited processes for work that can run away."""
