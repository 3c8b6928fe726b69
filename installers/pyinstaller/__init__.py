"""The frozen program: what goes in, and how it starts."""
