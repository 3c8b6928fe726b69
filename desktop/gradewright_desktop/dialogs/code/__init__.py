"""Code that came with a benchmark: what is told about it, the dialog that asks, and the decisions that were made."""
